package host

import (
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
	for _, sig := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM, syscall.SIGCONT} {
		e.signal(sig)
	}
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

// signal sends a signal to every process group of the session.
func (e ending) signal(sig syscall.Signal) {
	e.run.signalGroup(sig)
	sent := map[int]bool{e.run.pid: true}
	for _, k := range e.kin() {
		if !sent[k.group] {
			sent[k.group] = true
			_ = syscall.Kill(-k.group, sig) // it may be gone by now
		}
	}
	if group := foreground(e.run.tty); group > 1 && !sent[group] {
		_ = syscall.Kill(-group, sig)
	}
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
