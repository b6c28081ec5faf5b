package ui

import (
	"os"
	"os/signal"
	"syscall"

	"dormer/session"
)

// Signals are those that must not just end a program that has a terminal.
type Signals struct {
	came  chan os.Signal
	taken chan struct{} // closed when all are
}

// TakeSignals begins to take the signals that a [Program] acts upon. It returns before
// they are taken: each needs a thread to wake another one, which takes longer than all
// else that a program prepares meanwhile. What comes before the program runs, it acts
// upon when it does.
func TakeSignals() *Signals {
	s := &Signals{came: make(chan os.Signal, 8), taken: make(chan struct{})}
	go func() {
		defer close(s.taken)
		signal.Notify(s.came, syscall.SIGWINCH, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGCONT)
		signal.Ignore(syscall.SIGPIPE, syscall.SIGTTOU)
	}()
	return s
}

// watchSignals turns signals into messages: a new size, the wish that the program
// goes, the return from a stop. The returned function ends the watching.
func (p *Program) watchSignals() (stop func()) {
	ch := p.signals.came
	<-p.signals.taken
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case s := <-ch:
				p.signalled(s)
			}
		}
	}()
	return func() {
		signal.Stop(ch)
		close(done)
	}
}

func (p *Program) signalled(s os.Signal) {
	switch s {
	case syscall.SIGWINCH, syscall.SIGCONT:
		// A size that came and went between two looks is no new size, and yet the
		// terminal has lost what was not on it then: all is painted again.
		p.term.Invalidate()
		p.measured()
		p.tea.Send(resumedMsg{})
	default:
		p.tea.Send(leaveMsg{})
	}
}

// measured tells the model the terminal's size. A size that cannot be had, or
// that is nothing, is left as it was.
func (p *Program) measured() {
	rows, cols, err := p.term.Size()
	if err != nil || rows < 1 || cols < 1 {
		return
	}
	p.tea.Send(sizeMsg{session.Size{Rows: rows, Cols: cols}, p.term.Oversize()})
}
