package signals

import (
	"os"
	"os/signal"
	"syscall"
)

// Signals catches the signals that must not simply end a program that has taken over a terminal.
type Signals struct {
	came  chan os.Signal
	taken chan struct{} // closed when all are caught
}

// Take begins to catch the signals that the program handles. It returns before they are caught:
// each needs a thread to wake another one, which takes longer than all other preparations of the
// program. Signals that arrive before the program runs are handled when it does.
func Take() *Signals {
	s := &Signals{came: make(chan os.Signal, 8), taken: make(chan struct{})}
	go func() {
		defer close(s.taken)
		signal.Notify(s.came, syscall.SIGWINCH, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGCONT)
		signal.Ignore(syscall.SIGPIPE, syscall.SIGTTOU)
	}()
	return s
}

// Only catches some signals and ignores none, for a program with children: they would inherit what is
// ignored.
func Only(caught ...os.Signal) *Signals {
	s := &Signals{came: make(chan os.Signal, 8), taken: make(chan struct{})}
	signal.Notify(s.came, caught...)
	close(s.taken)
	return s
}

// Watch calls f with each signal, including those that arrived before. The returned function ends
// the watching.
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
