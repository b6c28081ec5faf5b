package host

import (
	"bytes"
	"time"
)

// A frame says in which directory the session is and what runs in the foreground, and
// neither is told by anybody: the kernel has to be asked. Who reads the keys costs next
// to nothing to ask. For the rest, so that a key's echo does not wait for it, frames ask
// only when something came that a change goes with; what changes without it is found
// within askTime.
const askTime = time.Second

// turn takes note of what the child printed: another screen, as at the start and the
// end of programs that fill it, or on the usual one a line, as around each command. (On
// the alternate screen the shell waits, and lines mean nothing.) The lock is held.
func (h *Host) turn(printed []byte, wasAlt bool) {
	alt := h.term.Modes().AltScreen
	if alt != wasAlt || !alt && bytes.IndexByte(printed, '\n') >= 0 {
		h.turned = true
	}
}

// surroundings are the directory and the program in the foreground, for a frame. The
// lock is held.
func (h *Host) surroundings(now time.Time) (dir, program string) {
	if h.turned || h.front.moved() {
		h.turned = false
		return h.workDir(), h.program(now)
	}
	h.lookIn(askTime, now)
	if reported := h.term.Dir(); reported != "" {
		h.dir = reported
	}
	return h.dir, h.front.name
}

// workDir is the working directory of the session: the one that the child
// reported (OSC 7), else the one that its process has. The lock is held.
func (h *Host) workDir() string {
	if reported := h.term.Dir(); reported != "" {
		h.dir = reported
	} else if h.exit == nil {
		h.dir = processDir(h.run.cwd, h.dir)
	}
	return h.dir
}

// processDir is the working directory of a process, last where it cannot be seen.
func processDir(c *cwd, last string) string {
	dir := bytes.TrimSuffix(c.read(), []byte(" (deleted)"))
	if len(dir) == 0 || string(dir) == last {
		return last
	}
	return string(dir)
}
