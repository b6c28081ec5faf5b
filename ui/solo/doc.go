// Package solo shows one session on the whole outer terminal, without tabs, lines or bars. It
// implements dormer attach.
//
// All input goes to the session's program, encoded as that program asked for, except the prefix
// (Ctrl-b unless another key is given): d after the prefix leaves, and pressing the prefix twice
// sends it. The wheel scrolls the history if the program does not use the mouse or the alternate
// screen; the next key returns to the screen. Leaving ends nothing.
//
// The package is given a connection; it does not know how the session was found or what runs it.
// Three goroutines divide the work, so that none of them blocks the others:
//
//   - the loop handles keys, signals and events of the session, and never draws;
//   - the painter ([dormer/ui/paint]) draws, and only it waits for the outer terminal;
//   - the reader reads the keyboard, and has ended when [Show] returns: it takes no byte that is
//     meant for the next program.
//
// Rows and columns count from zero. A screen that is smaller than the terminal, because another
// viewer sets its size, is shown in the upper left corner, with dots around it. Of a larger one the
// upper left part is shown.
package solo
