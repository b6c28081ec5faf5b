// Package copymode is copy mode: a pane shows the history and the screen of its session
// as one long text, in which one moves, searches, selects and copies.
//
// [Mode] is the cursor, the first line shown and the selection, as a value; its verbs
// move them over a [Text]. [Pane] is a pane in copy mode: it takes keys and clicks, does
// what its table of commands says ([Commands]), asks the host for matches and prompts,
// and returns what somebody else has to do as a [Result]: copy this text, say this
// sentence, open this prompt, leave. [Prompt] is the prompt of a search.
//
// What a pane needs is given to it: the session ([Session]), what keys mean ([Keys]),
// and what was searched for last in any pane ([LastSearch]). The package does not know
// the model of the program, its configuration, how panes are drawn, and where copied
// text goes. Everything happens in one goroutine.
//
// A key may need what is not here yet: lines of the history, or an answer of the host.
// It then changes nothing and waits, and the keys after it wait too ([Pane.TakeWaiting]),
// so that keys typed quickly do what they do when typed slowly.
//
// Coordinates are those of [dormer/session/wire.Position]: absolute line numbers, the rows of the
// screen after the last line of the history, and zero-based columns in cells. What
// is read does not move when output arrives, because the numbers do not. They change
// with the width of the screen; places.go keeps what is read in its place then.
//
// What holds after every verb of a Mode: the cursor is on a line of the text, on the
// first column of a character or, in an empty line, on column 0, and within the lines
// that are shown.
package copymode
