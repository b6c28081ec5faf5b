//go:build linux

// Package drive runs dormer as a person meets it: the real binary in a real
// pseudo-terminal, with keys, mouse and paste going in, and the screen read by
// an emulator. It is for tests only.
//
// The package plays the outer terminal. It reads what the program writes without
// ever letting it block, answers the queries that a terminal answers (as an xterm
// or as a terminal that speaks kitty's keyboard protocol), holds synchronized
// frames back until they are whole, and hands the rest to a screen reader. Two of
// the three readers are not dormer's own, so that a mistake of dormer's emulator
// cannot hide a mistake of its screen:
//
//   - [VT10x] is quick and knows only characters of one column;
//   - [Tmux] is a private tmux server that shows the same bytes; it knows wide
//     characters, emoji and all colours;
//   - [Own] is dormer's emulator, for pictures.
//
// Nothing waits for a while: [Program.WaitFor] wakes on output, processes are
// waited for through their exit, files through their change. What nobody tells of is
// looked at again and again. [Patience] bounds every wait, and is long: it ends only
// what hangs.
//
// The package knows the program only from outside: its arguments, its
// environment, its screen, the document that it leaves on disk and the processes
// that it leaves in the table.
//
// # Coordinates
//
// Columns x and rows y are zero-based, the upper left cell is 0, 0. Sizes are rows
// first.
package drive
