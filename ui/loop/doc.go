// Package loop runs the program on the outer terminal: it takes the terminal over, reads what is
// typed, paints, takes signals, and gives the terminal back whatever happens.
//
// The event loop is bubbletea's, with its renderer off. What is typed, a new size and the wish to
// leave come to the [Model] as a [Message]; the painter draws what the model shows it
// ([dormer/ui/paint]). The package knows nothing of workspaces and sessions.
package loop
