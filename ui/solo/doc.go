// Package solo shows one session on the whole outer terminal, without tabs, lines or bars: it
// is what dormer attach does.
//
// Everything typed goes to the session's program, encoded as that program asked for, except the
// prefix, which is Ctrl-b unless another is given: d after it leaves, and the prefix twice
// sends it. The wheel scrolls the history, if the program does not use the mouse and has no
// screen of its own; the next key returns. Leaving ends nothing.
//
// The package is given a connection; it does not know how the session was found or what runs
// it. Three goroutines divide the work, so that none waits for the wrong thing:
//
//   - the loop takes keys, signals and news of the session, and never draws;
//   - the painter ([dormer/ui/paint]) draws, and only it waits for the outer terminal;
//   - the reader reads the keyboard, and is gone when [Show] returns: it takes no byte that is
//     meant for the next program.
//
// Rows and columns count from zero. A screen that is smaller than the terminal, because another
// viewer sets its size, is in the upper left corner, with dots around it; of a larger one the
// upper left part is shown.
package solo
