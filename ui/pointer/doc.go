// Package pointer interprets mouse events: it takes the layout of the screen and an event, and
// returns what the event asks for.
//
// A [State] is the state of the mouse between events: dragging a line between panes, carrying a
// pane or a tab, selecting text, or a button whose press a child got. At most one of these is
// in progress. [State.Event] handles an event, [State.Cancel] handles Esc, and [State.Drop]
// says what releasing the button would do.
//
// The [Screen] holds the focus of the commands, including the layout of the panes, and the
// [Parts], of which only the one under the mouse is evaluated. Results are actions for changes of
// the workspace, and requests for everything else ([dormer/ui/command]), in the order in which
// they must be carried out.
//
// The package is pure, and knows neither the model nor how anything looks. Positions are
// zero-based cells of the outer terminal.
package pointer
