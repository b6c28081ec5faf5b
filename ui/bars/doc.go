// Package bars lays out the two bars of the screen, the tabs above and the status
// line below: what they say in a number of columns, and what a click on each piece
// is for.
//
// They never overflow: where there is little room, words go before signs, titles
// before marks, and what can be done about a thing before the thing. What is drawn
// and what the mouse hits are the same pieces ([TabSpot], [StatusSpot]).
//
// The package refuses to know the workspace, its sessions and how anything looks: it
// gets words, numbers and marks. What a click does is the name of a command, which
// it only passes on.
//
// Columns count from zero at the left end of a bar; ranges are half-open.
package bars
