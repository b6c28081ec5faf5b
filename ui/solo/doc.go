// Package solo shows one session on the whole outer terminal, without tabs, lines
// or bars: what dormer attach does.
//
// Everything typed goes to the session's program, encoded as that program asked
// for, except the prefix, Ctrl-b unless another is asked for: d after it leaves, and Ctrl-b sends itself. The
// wheel scrolls the history where the program wants no mouse and has no screen of
// its own; the next key returns. Whoever leaves ends nothing.
//
// The package refuses to know how the session was found and what runs it: it has a
// connection. Who does what, so that nobody waits for the wrong one:
//
//   - the loop takes keys, signals and news of the session, and never draws;
//   - the painter ([dormer/ui/paint]) draws, and is the only one that waits for the outer
//     terminal;
//   - the reader reads the keyboard, and is gone when [Show] returns: not a byte
//     more is taken that another program is to have.
//
// Rows and columns count from zero. A screen that is smaller than the terminal,
// because another viewer sets its size, is in the upper left corner and the rest
// is dotted; of a larger one the upper left part shows.
package solo
