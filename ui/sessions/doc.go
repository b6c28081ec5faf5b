// Package sessions starts, shows, keeps and ends the sessions of a workspace, and decides what to
// do when a process has started, was found, or is gone.
//
// [Sessions] uses the connections ([dormer/ui/live]) and returns the rest of the work as a
// [Result]: changes of the workspace, a sentence for the user, and the work that ends a process.
// The package does not know the screen, and does not change the workspace itself.
package sessions
