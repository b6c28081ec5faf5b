// Package loop runs the program on the outer terminal: it takes over the terminal, reads input,
// paints, handles signals, and always restores the terminal.
//
// The event loop is bubbletea's, with its renderer off. Input, a new size and a request to leave
// reach the [Model] as a [Message]; the painter draws the scenes of the model ([dormer/ui/paint]).
// The package knows nothing about workspaces and sessions.
package loop
