package signals

import (
	"os"
	"os/signal"
	"syscall"
)

// Signals are those that must not just end a program that has a terminal.
type Signals struct {
	came  chan os.Signal
	taken chan struct{} // closed when all are
}

// Take begins to take the signals that the program acts upon. It returns before
// they are taken: each needs a thread to wake another one, which takes longer than all
// else that a program prepares meanwhile. What comes before the program runs, it acts
// upon when it does.
func Take() *Signals {
	s := &Signals{came: make(chan os.Signal, 8), taken: make(chan struct{})}
	go func() {
		defer close(s.taken)
		signal.Notify(s.came, syscall.SIGWINCH, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGCONT)
		signal.Ignore(syscall.SIGPIPE, syscall.SIGTTOU)
	}()
	return s
}

// Watch calls f with each signal that comes, and those that came before. The returned
// function ends the watching.
func (s *Signals) Watch(f func(os.Signal)) (stop func()) {
	<-s.taken
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case got := <-s.came:
				f(got)
			}
		}
	}()
	return func() {
		signal.Stop(s.came)
		close(done)
	}
}
