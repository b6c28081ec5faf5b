package host

import (
	"slices"
	"syscall"
	"time"

	"dormer/session/proc"
)

const (
	// firstLook and longestLook are the first and the longest pause between two checks of a session
	// that ends.
	firstLook   = 5 * time.Millisecond
	longestLook = 100 * time.Millisecond
	// killTime is how long to wait before killed processes are killed again.
	killTime = 2 * time.Second
)

// ending ends all processes of a run's session: the child's process group, the
// terminal's foreground group, and every other group of the session.
type ending struct {
	run  *run
	mark envMark
}

// end ends the processes and returns when none is left. They get SIGHUP, as when a terminal is
// closed, and time to save their work; the remaining ones get SIGTERM, and after grace SIGKILL.
// SIGCONT goes with SIGHUP and SIGTERM, since a stopped process cannot end.
func (e ending) end(grace time.Duration) {
	e.signal(syscall.SIGHUP, syscall.SIGCONT)
	first := untilTerm(grace)
	if e.waitGone(first) {
		return
	}
	e.signal(syscall.SIGTERM, syscall.SIGCONT)
	if e.waitGone(grace - first) {
		return
	}
	for range 5 { // again for processes that forked meanwhile
		e.signal(syscall.SIGKILL)
		if e.waitGone(killTime) {
			return
		}
	}
}

// untilTerm returns the time between SIGHUP and SIGTERM: a second of the usual five seconds of
// grace.
func untilTerm(grace time.Duration) time.Duration { return min(time.Second, grace/5) }

// signal sends signals, in order, to every process group of the session.
func (e ending) signal(signals ...syscall.Signal) {
	groups := e.groups()
	for _, sig := range signals {
		e.run.signalGroup(sig)
		for _, group := range groups {
			_ = syscall.Kill(-group, sig) // it may be gone by now
		}
	}
}

// groups lists the process groups of the session besides the child's own.
func (e ending) groups() []int {
	var groups []int
	add := func(group int) {
		if group > 1 && group != e.run.pid && !slices.Contains(groups, group) {
			groups = append(groups, group)
		}
	}
	for _, k := range e.processes() {
		add(k.Group)
	}
	add(e.run.tty.foreground())
	return groups
}

// processes lists the live processes of the session. Until the child is reaped, its number
// identifies them. Shortly after that no other process has the number yet, so a process whose
// environment cannot be read counts too.
func (e ending) processes() []proc.Process {
	if e.run.alive() {
		if list := proc.InSession(e.run.pid); !e.run.isReaped() {
			return list // the number was the child's throughout
		}
	}
	marked, unsure := e.mark.of(e.run.pid)
	return append(marked, unsure...)
}

// waitGone waits until the child is reaped and no process of its session is alive, at most for
// limit.
func (e ending) waitGone(limit time.Duration) bool {
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	select {
	case <-e.run.exited:
	case <-deadline.C:
		return false
	}
	for pause := firstLook; len(e.processes()) > 0; pause = min(2*pause, longestLook) {
		look := time.NewTimer(pause)
		select {
		case <-look.C:
		case <-deadline.C:
			look.Stop()
			return false
		}
	}
	return true
}
