// Package worktrees makes and lists git worktrees for the program. It handles the form for a new
// worktree, the work in the background, and the list of the palette.
//
// A [Maker] does the work outside the event loop. The outcome is a [Message], which the owner of
// the [Worktrees] passes to [Worktrees.Handle]. Follow-up work for the owner is returned as a
// [Result]. Only one thing is made at a time, and it can be stopped.
package worktrees
