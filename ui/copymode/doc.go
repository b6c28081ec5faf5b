// Package copymode knows how one moves and selects in the text of a terminal: its
// history and its screen as one long text. A [Mode] is a value with a cursor, a
// first line shown and a selection; its verbs move them over a [Text].
//
// It refuses to know keys, the mouse, where the text comes from and how it is drawn.
//
// Coordinates are those of [dormer/session/wire.Position]: absolute line numbers, the rows of the
// screen after the last line of the history, and zero-based columns in cells. What
// is read does not move when output arrives, because the numbers do not.
//
// What holds after every verb: the cursor is on a line of the text, on the first
// column of a character or, in an empty line, on column 0, and within the lines that
// are shown.
package copymode
