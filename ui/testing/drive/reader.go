//go:build linux

package drive

import "testing"

// Reader selects the emulator that reads the screen.
type Reader int

const (
	// VT10x is fast and takes every character for one column wide.
	VT10x Reader = iota
	// Tmux is a private tmux server; it knows wide characters.
	Tmux
	// Own is dormer's own emulator.
	Own
)

// reader interprets a program's output and returns the screen that results. It is used by one
// goroutine at a time.
type reader interface {
	// show interprets complete tokens.
	show(tokens []token)
	// resize changes the size of the screen.
	resize(rows, cols int)
	// screen returns the screen after all tokens shown so far.
	screen() Screen
	// close releases the reader's resources.
	close()
}

func newReader(t testing.TB, which Reader, rows, cols int) reader {
	switch which {
	case Tmux:
		return newTmuxReader(t, rows, cols)
	case Own:
		return newOwnReader(rows, cols)
	}
	return newVT10xReader(rows, cols)
}
