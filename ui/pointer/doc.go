// Package pointer says what the mouse means: where everything is on the screen and an
// event of the mouse go in, what is asked for comes out.
//
// A [State] is what the mouse is in the middle of: a line between panes that it drags, a
// pane or a tab that it carries, text that it selects, a button that a child got the press
// of. At most one of these is going on at a time. [State.Event] takes an event,
// [State.Cancel] takes Esc, and [State.Drop] says what letting go would do.
//
// What is on the screen is given as a [Screen]: the focus of the commands, with the places
// of the panes, and the [Parts], which are looked at only where the mouse is. Changes of
// the workspace come out as actions, and everything else as requests
// ([dormer/ui/command]), in the order in which they are to be done.
//
// The package is pure, and knows neither the model of the program nor how anything looks.
// Positions are cells of the outer terminal, counted from zero.
package pointer
