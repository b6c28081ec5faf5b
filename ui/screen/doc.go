// Package screen draws to the outer terminal: it keeps the cells that the terminal shows, and
// writes the difference to the wanted frame.
//
// A [Buffer] holds the cells of the wanted frame, with its own palette. A
// [Renderer] is pure: it keeps the cells that the terminal shows, and turns a buffer into
// bytes. A [Terminal] owns the device: raw mode, alternate screen, mouse, paste, focus,
// keyboard protocols, title, clipboard, queries of the terminal's capabilities, and
// restoring all of it.
//
// The package knows neither panes nor sessions nor keys. It never reads from the terminal:
// the reader passes the terminal's answers to [Terminal.Answer].
//
// Coordinates are zero-based rows and columns; ranges are half-open. Invariants:
//
//   - Only printable characters, sequences made here and those given to [Terminal.Say] are
//     written; a cell that holds anything else is drawn as a blank.
//   - A wide character has both of its columns, or is drawn as blanks.
//   - After a character on whose width terminals disagree, the cursor is positioned again and the
//     next cell rewritten, so that later cells are not shifted.
//   - One frame is one write, with no other sequence inside it.
//   - [Terminal.Stop] turns off everything that [Terminal.Start] turned on, in reverse order. If
//     the program is killed first, the process that [Terminal.Guard] started does.
//
// How much the terminal has read cannot be measured: for pseudoterminals, TIOCOUTQ is always 0.
// [Terminal.Draw] returns when the device has taken the frame, and the device holds a few
// kilobytes.
package screen
