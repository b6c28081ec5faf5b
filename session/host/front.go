package host

import (
	"path/filepath"
	"strings"
	"time"

	"dormer/session/vt"
)

const (
	// lookTime is how long after the start of a command it is looked what runs: the
	// shell has forked and executed it by then.
	lookTime = 150 * time.Millisecond
	// namedFor is how long the name of a process group is taken to hold: what leads it
	// may execute another program.
	namedFor = time.Second
	// maxProgram bounds the name of a program, in bytes.
	maxProgram = 64
)

// front is what runs in the foreground of a terminal: the process group that reads
// its keys. It is looked at when something is printed anyway, and a moment after that
// or after a command was given; never by a clock.
type front struct {
	child  int
	tty    *terminal
	asked  int       // the group that was found last, 0 for none
	looked time.Time // when a frame asked last

	group int // the last that was seen
	name  string
	named time.Time // when name was read

	cwd   *cwd // of the leader of the group cwdOf
	cwdOf int

	timer *time.Timer // of the next look
	due   time.Time   // of it, zero for none
}

// follow begins with the child of a run.
func (f *front) follow(r *run) {
	*f = front{child: r.pid, tty: r.tty, timer: f.timer, due: f.due}
}

// look asks which group is in front. One that is closed has none.
func (f *front) look() int {
	f.asked = 0
	if f.tty != nil {
		f.asked = f.tty.foreground()
	}
	return f.asked
}

// moved reports whether another group is in front than was seen last.
func (f *front) moved(now time.Time) bool {
	f.looked = now
	return f.look() != f.group
}

// program is what runs in the foreground, other than the child itself. The lock is
// held.
func (h *Host) program(now time.Time) string {
	f := &h.front
	if h.exit != nil || f.tty == nil {
		f.group, f.name = 0, ""
		return ""
	}
	switch group := f.look(); {
	case group <= 1 || group == f.child:
		f.group, f.name = group, ""
	case group != f.group || now.Sub(f.named) > namedFor:
		h.name(now)
	}
	return f.name
}

// name finds the name of the group in the foreground. A child of the shell that has
// not executed anything yet has the shell's name, and is looked at again.
func (h *Host) name(now time.Time) {
	f := &h.front
	name := calledBy(groupCommand(f.asked, f.child))
	fresh := f.asked != f.group
	f.group, f.named = f.asked, now
	if fresh && name == calledBy(processCommand(f.child)) {
		h.lookSoon()
		return
	}
	if name != "" || fresh {
		f.name = name
	}
}

// lookSoon looks once, in a moment, at what runs in the foreground and where. The
// lock is held.
func (h *Host) lookSoon() { h.lookIn(lookTime, time.Now()) }

// lookIn looks once, after a time or before. The lock is held.
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

func (h *Host) look() {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := &h.front
	f.due, f.named = time.Time{}, time.Time{}
	dir, program := h.dir, f.name
	if h.program(time.Now()) != program || h.workDir() != dir {
		h.pokeAll()
	}
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
