package host

import (
	"bytes"
	"time"
)

// A frame says in which directory the session is and what runs in the foreground, and
// neither is told by anybody: the kernel has to be asked. Who reads the keys costs next
// to nothing to ask. For the rest, so that a key's echo does not wait for it, frames ask
// only when something came that a change goes with; what changes without it is found a
// moment later.

// askTime is how old the answers may be that a frame uses.
const askTime = time.Second

// bearings are what is known of when to ask.
type bearings struct {
	asked  time.Time // when a frame last asked
	turned bool      // since then came what a change goes with
}

// turn takes note of what the child printed: another screen, as at the start and the
// end of programs that fill it, or on the usual one a line, as around each command. (On
// the alternate screen the shell waits, and lines mean nothing.) The lock is held.
func (h *Host) turn(printed []byte, wasAlt bool) {
	alt := h.term.Modes().AltScreen
	if alt != wasAlt || !alt && bytes.IndexByte(printed, '\n') >= 0 {
		h.bearings.turned = true
	}
}

// surroundings are the directory and the program in the foreground, for a frame. The
// lock is held.
func (h *Host) surroundings(now time.Time) (dir, program string) {
	b := &h.bearings
	if b.turned || now.Sub(b.asked) >= askTime || h.front.moved() {
		*b = bearings{asked: now}
		return h.workDir(), h.program(now)
	}
	if reported := h.term.Dir(); reported != "" {
		h.dir = reported
	} else if h.front.name == "" {
		h.lookIn(askTime, now) // the shell can go elsewhere without a word
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
