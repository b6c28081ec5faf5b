// Package vt is dormer's terminal emulator: bytes in; cells, modes, replies and
// events out. It is pure: no PTY, no goroutine, no clock, no IO. What must wait
// for time (a synchronized update that never ends) is the owner's to decide.
//
// A [Terminal] is two screens, of which one is shown, the lines that scrolled off
// the main one, and a parser. It speaks what xterm speaks, with the additions
// that programs of today ask for: true colour, underline shapes, hyperlinks,
// shell-integration marks, synchronized output and the kitty keyboard flags.
//
// What holds always:
//
//   - any split of the stream over [Terminal.Write] gives the same result;
//   - no input makes it fail, block, or hold more memory than its bounds;
//   - a row has exactly as many cells as the screen has columns; the tail of a
//     wide character follows its first cell, and neither stands alone;
//   - no answer to the child contains text that the child chose;
//   - two observations of a row with one generation saw the same content.
//
// A row that only text was written to, from its first column on, stays text until
// somebody looks at its cells (draft.go): most rows of a flood scroll away unseen, and
// the history keeps text. Nobody can tell which rows those are.
//
// Coordinates are zero-based rows and columns of the visible screen; ranges,
// margins included, are half-open. Lines of the history have absolute numbers.
// Inside of the package, a cursor with a pending wrap stands on the last column
// and says so in a flag, as the VT100 does it.
package vt
