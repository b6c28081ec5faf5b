// Package sessions decides what becomes of the sessions of a workspace: which one is started, shown,
// kept or ended when the program asks for it, and when its process has started, was found, or is gone.
//
// [Sessions] has the connections ([dormer/ui/live]) do their part, and returns what else is to be
// done as a [Result]: the changes of the workspace, what is said, and the work that ends a process.
// The package does not know the screen, and makes no change to the workspace itself.
package sessions
