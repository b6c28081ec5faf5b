// Package bars lays out the tab bar, the status line and the titles of panes. For a given
// number of columns it decides what each of them says, and what a click on each piece does.
//
// The status line consists of segments. A segment is shown whole or not at all: if there is too
// little room, the least important wordings and segments are dropped first. Tabs and titles are
// cut. Drawing and the mouse use the same pieces ([TabSpot], [StatusSpot], [TitleSpot]).
//
// The package does not know the workspace, its sessions, or how anything looks: it gets words,
// numbers and marks. A click is the name of a command, which the package only passes on.
//
// Columns count from zero at the left end of a bar; ranges are half-open.
package bars
