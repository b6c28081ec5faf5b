// Package copymode is copy mode: a pane shows the history and the screen of its session as one
// long text, in which the user moves, searches, selects and copies.
//
// [Mode] is the cursor, the first line shown, and the selection, as a value; its verbs move
// them over a [Text]. [Pane] is a pane in copy mode: it takes keys and clicks, carries out the
// rows of its table ([Commands]), asks the host for matches and prompts, and returns a
// [Result]: copy this text, show this message, open this prompt, leave. [Prompt] is the search
// prompt. [Panes] are the panes that are in copy mode; they are asked to do something by a
// [Verb] where it is no key.
//
// A pane is given what it needs ([Places]): the session ([Session]), what keys mean ([Keys]),
// how much is shown, and the last search in any pane ([LastSearch]). The package does not know the model, the
// configuration, how panes are drawn, or where copied text goes. Everything happens in one
// goroutine.
//
// A key may need lines of the history or an answer of the host that have not arrived. Then it
// changes nothing and waits, and the keys after it wait too ([Pane.TakeWaiting]), so keys
// typed quickly do the same as keys typed slowly.
//
// Coordinates are those of [dormer/session/wire.Position]: absolute line numbers, the rows of
// the screen following the last line of the history, and zero-based columns in cells. Output
// that arrives does not move what is read, because these numbers stay. They change with the
// width of the screen; places.go keeps what is read in place then.
//
// After every verb of a Mode the cursor is on a line that is shown, on the first column of a
// character, or on column 0 of an empty line.
package copymode
