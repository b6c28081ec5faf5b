package host

import (
	"bytes"
	"cmp"
	"path/filepath"
	"strings"
	"time"

	"dormer/session/vt"
)

const (
	// execDelay is how long after Enter, or after the shell said that a command starts,
	// the foreground is looked at: the shell has forked and executed it by then.
	execDelay = 150 * time.Millisecond
	// lookInterval is the least time between two looks that frames ask for.
	lookInterval = 50 * time.Millisecond
	// lookDelay is how long after a frame a change is found that no output went with.
	lookDelay = time.Second
	// maxProgram bounds the name of a program, in bytes.
	maxProgram = 64
)

// foreground is what runs in the foreground of the terminal, that is the process group
// that reads its keys, and in which directory, as it was last seen. The kernel has to be
// asked for both; it tells nobody of a change. It is asked soon after something was
// printed or typed that a change may go with, and never by a ticker. The host's lock is
// not held meanwhile: see [Host.refresh].
type foreground struct {
	group    int       // 0 for none
	program  string    // empty where the group is the child's own
	looked   time.Time // when the kernel was last asked
	compared time.Time // when a frame last compared the group
	reported reportedDir

	timer *time.Timer // of the next look
	due   time.Time   // of that; zero for none
}

// reportedDir is a directory that the child reported (OSC 7), and the one that the
// foreground was in for the kernel then: mostly the same place by another name.
type reportedDir struct{ dir, seen string }

// sighting is what the kernel told of the foreground of a run.
type sighting struct {
	group   int
	program string
	forked  bool // the group is new and has the child's name: it has not executed anything yet
	dir     string
}

// lookAt asks the kernel about the foreground of a run, whose last known group is known.
// It may wait for the kernel; see package proc for how long.
func lookAt(r *run, known int) sighting {
	s := sighting{group: r.tty.foreground()}
	if s.group > 1 && s.group != r.pid {
		s.program = calledBy(groupCommand(s.group, r.pid))
		s.forked = s.group != known && s.program == calledBy(processCommand(r.pid))
		s.dir = workingDir(s.group)
	}
	if s.dir == "" { // that of another user's process cannot be seen
		s.dir = workingDir(r.pid)
	}
	return s
}

// refresh asks the kernel what runs in the foreground and where, and wakes the viewers
// where that has changed. The caller must not hold the lock.
func (h *Host) refresh() {
	h.looking.Lock()
	defer h.looking.Unlock()
	h.mu.Lock()
	r, over, known, reported := h.run, h.exit != nil, h.front.group, h.term.Dir()
	h.mu.Unlock()
	var s sighting
	if !over {
		s = lookAt(r, known)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.front.looked = time.Now()
	if h.run == r && over == (h.exit != nil) {
		h.learn(s, reported)
	}
}

// learn takes what was seen of the foreground. reported is the directory that the child
// had reported before. The lock is held.
func (h *Host) learn(s sighting, reported string) {
	f := &h.front
	dir, program := h.dir, f.program
	switch {
	case s.forked:
		h.lookSoon()
	case s.program != "" || s.group != f.group:
		f.program = s.program
	}
	f.group = s.group
	if reported != f.reported.dir {
		f.reported = reportedDir{dir: reported, seen: s.dir}
		h.dir = cmp.Or(reported, h.dir)
	}
	// The reported directory holds until the foreground has gone elsewhere. So a shell
	// within the shell, which reports nothing, is followed too.
	switch {
	case s.dir == "":
	case reported != "" && s.dir == f.reported.seen:
		h.dir = reported
	default:
		h.dir = s.dir
	}
	if h.dir != dir || f.program != program {
		h.tellStatus()
		h.pokeAll()
	}
}

// lookAfterOutput takes note of what the child printed: a change of the foreground goes
// with another screen, as at the start and the end of programs that fill it, or on the
// usual screen with a line, as around each command. (On the alternate screen the shell
// waits, and lines mean nothing.) The next frame asks for a look then. The lock is held.
func (h *Host) lookAfterOutput(printed []byte, wasAlt bool) {
	alt := h.term.Modes().AltScreen
	if alt != wasAlt || !alt && bytes.IndexByte(printed, '\n') >= 0 {
		h.lookNext = true
	}
}

// lookAfterFrame is called for each frame, and has the foreground looked at: at once, but
// every lookInterval at most, where a change is likely or can be seen at little cost, else
// after lookDelay. A reported directory holds at once. The lock is held.
func (h *Host) lookAfterFrame(now time.Time) {
	f := &h.front
	if dir := h.term.Dir(); dir != "" && dir != f.reported.dir {
		h.dir = dir
	}
	if now.Sub(f.compared) >= lookInterval {
		f.compared = now
		h.lookNext = h.lookNext || h.exit == nil && h.run.tty.foreground() != f.group
	}
	if !h.lookNext {
		h.lookIn(lookDelay, now)
		return
	}
	h.lookNext = false
	h.lookIn(max(f.looked.Add(lookInterval).Sub(now), 0), now)
}

// lookSoon has the foreground looked at when a command that starts now was executed. The
// lock is held.
func (h *Host) lookSoon() { h.lookIn(execDelay, time.Now()) }

// lookIn has the foreground looked at once, after a time or before. The lock is held.
func (h *Host) lookIn(wait time.Duration, now time.Time) {
	f := &h.front
	at := now.Add(wait)
	if !f.due.IsZero() && !f.due.After(at) {
		return
	}
	f.due = at
	if f.timer == nil {
		f.timer = time.AfterFunc(wait, h.look)
		return
	}
	f.timer.Reset(wait)
}

// look is called by the timer.
func (h *Host) look() {
	h.mu.Lock()
	h.front.due = time.Time{}
	h.mu.Unlock()
	h.refresh()
}

// calledBy is what the program of an argument is called: without its directory and
// the dash of a login shell, safe to show. What sets its own title adds words.
func calledBy(arg string) string {
	if !strings.HasPrefix(arg, "/") {
		arg, _, _ = strings.Cut(arg, " ")
	}
	name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(arg), "-"), ":")
	if arg == "" || name == "." || name == "/" {
		return ""
	}
	return vt.Label(name, maxProgram)
}
