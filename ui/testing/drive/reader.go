//go:build linux

package drive

import "testing"

// Reader names who reads the screen.
type Reader int

const (
	// VT10x reads quickly and takes every character for one column wide.
	VT10x Reader = iota
	// Tmux reads through a private tmux server and knows wide characters.
	Tmux
	// Own reads through dormer's own emulator.
	Own
)

// reader shows what a program writes and tells what is then on the screen. It is
// used by one goroutine at a time.
type reader interface {
	// show shows whole tokens.
	show(tokens []token)
	// resize changes the size of the screen.
	resize(rows, cols int)
	// screen tells what all that was shown has led to.
	screen() Screen
	// close gives back what the reader holds.
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
