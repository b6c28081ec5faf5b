// Package pointer says what the mouse means: where everything is on the screen and an event of
// the mouse go in, what is asked for comes out.
//
// A [State] is what the mouse is in the middle of: dragging a line between panes, carrying a
// pane or a tab, selecting text, or a button that a child got the press of. At most one of them
// goes on at a time. [State.Event] takes an event, [State.Cancel] takes Esc, and [State.Drop]
// says what releasing the button would do.
//
// What is on the screen is given as a [Screen]: the focus of the commands, with the places of
// the panes, and the [Parts], of which only the one under the mouse is looked at. Changes of the
// workspace come out as actions, everything else as requests ([dormer/ui/command]), in the
// order in which they are to be done.
//
// The package is pure, and knows neither the model nor how anything looks. Positions are
// zero-based cells of the outer terminal.
package pointer
