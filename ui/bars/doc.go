// Package bars lays out the tab bar and the status line: what they say in a given number of
// columns, and what a click on each piece does.
//
// Where there is little room, words are dropped before signs, titles before marks, and what
// can be done about something before the thing itself. Drawing and the mouse use the same
// pieces ([TabSpot], [StatusSpot]).
//
// The package does not know the workspace, its sessions, or how anything looks: it is given
// words, numbers and marks. What a click does is the name of a command, which it passes on.
//
// Columns count from zero at the left end of a bar; ranges are half-open.
package bars
