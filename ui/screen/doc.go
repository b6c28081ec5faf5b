// Package screen is the way to the outer terminal: it knows what that terminal shows, is told
// what it should show, and writes the difference.
//
// A [Buffer] holds cells in a palette of its own, into which the picture is drawn. A
// [Renderer] is pure: it keeps the cells that the terminal shows, and turns a buffer into
// bytes. A [Terminal] owns the device: raw mode, alternate screen, mouse, paste, focus,
// keyboard protocols, title, clipboard, questions about what the terminal can do, and
// restoring all of it.
//
// The package knows neither panes nor sessions nor keys. It never reads from the terminal:
// whoever does passes the terminal's answers to [Terminal.Answer].
//
// Coordinates are zero-based rows and columns; ranges are half-open. Invariants:
//
//   - Only printable characters and sequences made here are written; a cell that holds
//     anything else is drawn as a blank.
//   - A wide character has both of its columns, or is drawn as blanks.
//   - After a character on whose width terminals disagree, the cursor is placed again and the
//     next cell rewritten: a disagreement stays where it is.
//   - One frame is one write, with no other sequence inside it.
//   - Whatever [Terminal.Start] turned on, [Terminal.Stop] turns off, in reverse order. If the
//     program is killed first, the process that [Terminal.Guard] started does.
//
// How much the terminal has drained cannot be measured, because the kernel does not say it of
// pseudoterminals (TIOCOUTQ is always 0). [Terminal.Draw] returns when the device has taken
// the frame, and the device holds a few kilobytes.
package screen
