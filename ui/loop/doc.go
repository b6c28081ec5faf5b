// Package loop runs the program on the outer terminal: it takes over the terminal, reads input,
// paints, handles signals, and always restores the terminal. [Show] does that for a program that
// draws itself as text, such as dormer chat.
//
// The event loop is bubbletea's, with its renderer off. Input, a new size and a request to leave
// reach the [Model] as a [Message]; the painter draws the scenes of the model ([dormer/ui/paint]).
// The package knows nothing about workspaces and sessions.
package loop
