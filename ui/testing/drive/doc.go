//go:build linux

// Package drive runs dormer as a person meets it: the real binary runs in a real
// pseudo-terminal, the test sends keys, mouse events and pastes, and an emulator reads the
// screen. It is for tests only.
//
// The package plays the outer terminal. It always reads what the program writes, so that the
// program never blocks on output. It answers queries as a real terminal does (as an xterm, or
// as a terminal with kitty's keyboard protocol), holds synchronized frames back until they are
// complete, and passes the rest to a screen reader. There are three readers. Two of them are
// not dormer's own, so a bug in dormer's emulator cannot hide a bug on its screen:
//
//   - [VT10x] is fast and knows only characters of one column;
//   - [Tmux] is a private tmux server that shows the same bytes; it knows wide
//     characters, emoji and all colours;
//   - [Own] is dormer's emulator, for pictures.
//
// No function sleeps for a fixed time. [Program.WaitFor] wakes on output; other functions wait
// for a process to exit or a file to change. Where no event is available, they poll. [Patience]
// is the longest time that any of them waits. It is long, so only a test that hangs reaches it.
//
// The package knows the program only from outside: its arguments, its environment, its screen,
// the document that it leaves on disk, and its processes in the process table.
//
// # Coordinates
//
// Columns x and rows y are zero-based; the upper left cell is 0, 0. In sizes, rows come before
// columns.
package drive
