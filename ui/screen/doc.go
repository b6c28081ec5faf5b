// Package screen is the way to the outer terminal: it knows what that terminal
// shows, is told what it should show, and writes the difference.
//
// A [Buffer] holds cells in a palette of its own; whoever composes the picture
// draws into it. A [Renderer] is pure: it keeps the cells that the terminal shows
// and turns a buffer into bytes. A [Terminal] owns the device: raw mode, the
// alternate screen, mouse, paste, focus, keyboard protocols, title, clipboard,
// the questions about what the terminal can do, and giving all of it back.
//
// The package knows neither panes nor sessions nor keys. It never reads from the
// terminal: whoever reads hands the terminal's answers, as package input has them, to
// [Terminal.Answer].
//
// Coordinates are zero-based rows and columns; ranges are half-open. These hold:
//
//   - Only printable characters and sequences made here leave; a cell that holds
//     anything else is drawn as a blank.
//   - A wide character has both its columns or it is drawn as blanks.
//   - After a character about whose width terminals disagree, the cursor is placed
//     anew and the next cell rewritten: a disagreement stays where it is.
//   - One frame is one write, and no other sequence is written inside of it.
//   - Whatever [Terminal.Start] turned on, [Terminal.Stop] turns off, in reverse; where
//     the program is killed before that, the process that [Terminal.Guard] started does.
//
// There is no measure of what the terminal has drained, because the kernel has
// none for pseudoterminals (TIOCOUTQ is always 0 there): [Terminal.Draw] returns
// when the device has taken the frame, and the device holds a few kilobytes.
package screen
