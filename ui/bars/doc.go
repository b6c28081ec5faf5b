// Package bars lays out the tab bar, the status line and the titles of panes: what they say
// in a given number of columns, and what a click on each piece does.
//
// The status line is made of segments. Each is shown whole or not at all: where there is
// little room, the cheapest wordings and segments are dropped first. Tabs and titles are
// cut. Drawing and the mouse use the same pieces ([TabSpot], [StatusSpot], [TitleSpot]).
//
// The package does not know the workspace, its sessions, or how anything looks: it is given
// words, numbers and marks. What a click does is the name of a command, which it passes on.
//
// Columns count from zero at the left end of a bar; ranges are half-open.
package bars
