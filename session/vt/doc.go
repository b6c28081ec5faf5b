// Package vt is dormer's terminal emulator: bytes in; cells, modes, replies and
// events out. It is pure: it has no PTY, no goroutine, no clock and does no IO. Its
// owner keeps time, for instance to end a synchronized update that takes too long
// ([Terminal.EndSync]).
//
// A [Terminal] has two screens, one of them shown, a history of the lines that scrolled
// off the main screen, and a parser. It understands xterm's control sequences and the
// additions that programs use today: true colour, underline shapes, hyperlinks,
// shell-integration marks, synchronized output and the kitty keyboard flags.
//
// Invariants:
//
//   - any split of the stream over [Terminal.Write] gives the same result;
//   - no input makes it fail, block, or take more memory than its bounds;
//   - a row has exactly as many cells as the screen has columns; the tail of a
//     wide character follows its first cell, and neither stands alone;
//   - no answer to the child contains text that the child chose;
//   - a row that has the same generation as before has the same content.
//
// Coordinates are zero-based rows and columns of the visible screen; ranges,
// margins included, are half-open. Lines of the history have absolute numbers.
// Inside the package, a cursor with a pending wrap stays on the last column and a
// flag records the wrap, as in the VT100.
package vt
