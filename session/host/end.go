package host

import (
	"slices"
	"syscall"
	"time"
)

const (
	// firstLook and longestLook bound how often an ending session is looked at.
	firstLook   = 5 * time.Millisecond
	longestLook = 100 * time.Millisecond
	// killTime is how long the killed are waited for before they are looked for
	// again.
	killTime = 2 * time.Second
)

// ending ends all processes of a run's session: SIGHUP, SIGTERM and SIGCONT to the
// child's process group, to the terminal's foreground group, and to every other
// group of the session; grace later SIGKILL to what remains of them.
type ending struct {
	run  *run
	mark []byte // what the environment of the session's processes holds
}

// end returns when none of the processes is left.
func (e ending) end(grace time.Duration) {
	e.signal(syscall.SIGHUP, syscall.SIGTERM, syscall.SIGCONT)
	if e.gone(grace) {
		return
	}
	for range 5 { // whoever forks while it is killed is met again
		e.signal(syscall.SIGKILL)
		if e.gone(killTime) {
			return
		}
	}
}

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
	for _, k := range e.kin() {
		add(k.group)
	}
	add(e.run.tty.foreground())
	return groups
}

// kin lists the processes of the session that are alive. Before the child is
// reaped its number is enough to know them by.
func (e ending) kin() []kin {
	e.run.mu.Lock()
	defer e.run.mu.Unlock()
	if e.run.reaped {
		return sessionKin("/proc", e.run.pid, e.mark)
	}
	return sessionKin("/proc", e.run.pid, nil)
}

// gone waits until the child is reaped and none of its session is alive, but no
// longer than limit.
func (e ending) gone(limit time.Duration) bool {
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	select {
	case <-e.run.exited:
	case <-deadline.C:
		return false
	}
	for pause := firstLook; len(e.kin()) > 0; pause = min(2*pause, longestLook) {
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
