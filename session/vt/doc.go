// Package vt is dormer's terminal emulator: bytes in; cells, modes, replies and
// events out. It is pure: it has no PTY, no goroutine, no clock and does no IO. Its
// owner decides about time, as when a synchronized update takes too long
// ([Terminal.EndSync]).
//
// A [Terminal] is two screens, of which one is shown, the lines that scrolled off
// the main one, and a parser. It speaks what xterm speaks, with the additions
// that programs of today ask for: true colour, underline shapes, hyperlinks,
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
// Inside of the package, a cursor with a pending wrap stands on the last column
// and says so in a flag, as the VT100 does it.
package vt
