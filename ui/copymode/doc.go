// Package copymode is copy mode: a pane shows the history and the screen of its session as one
// long text, in which the user moves, searches, selects and copies.
//
// [Mode] is the cursor, the first visible line, and the selection, as a value; its methods move
// them over a [Text]. [Pane] is a pane in copy mode: it handles keys and clicks, runs
// commands of its table ([Commands]), asks the host for matches and prompts, and returns a
// [Result]: copy this text, show this message, open this prompt, leave. [Prompt] is the search
// prompt. [Panes] holds the panes in copy mode. The mouse, commands and prompts act on them by a
// [Verb].
//
// A pane gets from its [Place] the session ([Session]), the key bindings ([Keys]) and the number
// of visible rows, and shares the last search ([LastSearch]) with all panes. The package does not
// know the model, the configuration, how panes are drawn, or where copied text goes. Everything
// happens in one goroutine.
//
// A key may need lines of the history or an answer of the host that have not arrived. Then it
// changes nothing and waits, and so do the keys after it ([Pane.TakeWaiting]): keys
// typed quickly do the same as keys typed slowly.
//
// Coordinates are those of [dormer/session/wire.Position]: absolute line numbers, the rows of
// the screen following the last line of the history, and zero-based columns in cells. Output
// that arrives does not move the visible text, because these numbers stay. They change with the
// width of the screen; places.go then adjusts the positions of a pane.
//
// After every method of a Mode the cursor is on a visible line, on the first column of a
// character, or on column 0 of an empty line.
package copymode
