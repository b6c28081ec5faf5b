package ui

import (
	"os"
	"syscall"

	"dormer/session"
)

// signalled turns a signal into a message: a new size, the return from a stop, or the wish
// that the program goes.
func (p *Program) signalled(s os.Signal) {
	switch s {
	case syscall.SIGWINCH, syscall.SIGCONT:
		// A size that came and went between two looks is no new size, and yet the
		// terminal has lost what was not on it then: all is painted again.
		p.term.Invalidate()
		p.measured()
		p.tea.Send(resumedMsg{})
	default:
		p.tea.Send(leaveMsg())
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
