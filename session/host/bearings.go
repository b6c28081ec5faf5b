package host

import (
	"bytes"
	"cmp"
	"time"
)

// A frame says in which directory the session is and what runs in the foreground, and
// neither is told by anybody: the kernel has to be asked. Who reads the keys costs little
// to ask, but for frames that follow each other closely too much to ask each time. For the
// rest, so that a key's echo does not wait for it, frames ask only when something came
// that a change goes with; what changes without it is found within askTime.
const (
	askTime = time.Second
	closeBy = 50 * time.Millisecond
)

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
	if h.turned || now.Sub(h.front.looked) >= closeBy && h.front.moved(now) {
		h.turned = false
		program = h.program(now)
		return h.workDir(), program
	}
	h.lookIn(askTime, now)
	if h.term.Dir() != h.told.dir {
		h.workDir()
	}
	return h.dir, h.front.name
}

// toldDir is a directory that the child reported (OSC 7), and where what was in front was
// then for the kernel: the same place by another name, mostly.
type toldDir struct{ dir, at string }

// workDir is the working directory of the session: the one that was reported, for as
// long as what is in front has not gone elsewhere since; then, and where none was
// reported, that of its process. So a shell within the shell, which reports nothing,
// is followed too. The lock is held.
func (h *Host) workDir() string {
	var here []byte
	if h.exit == nil {
		here = bytes.TrimSuffix(h.frontDir(), []byte(" (deleted)"))
	}
	if reported := h.term.Dir(); reported != h.told.dir {
		h.told = toldDir{reported, string(here)}
		h.dir = cmp.Or(reported, h.dir)
	}
	switch {
	case len(here) == 0:
	case h.told.dir != "" && string(here) == h.told.at:
		h.dir = h.told.dir
	case string(here) != h.dir:
		h.dir = string(here)
	}
	return h.dir
}

// frontDir is the working directory of what is in front, or where that cannot be seen
// (it is another user's) that of the child; nil where that cannot be seen either.
func (h *Host) frontDir() []byte {
	if f := &h.front; f.group > 1 && f.group != f.child {
		if f.cwd == nil || f.cwdOf != f.group {
			f.cwd, f.cwdOf = newCwd(f.group), f.group
		}
		if dir := f.cwd.read(); len(dir) > 0 {
			return dir
		}
	}
	return h.run.cwd.read()
}
