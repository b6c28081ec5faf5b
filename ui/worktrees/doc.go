// Package worktrees makes and lists git worktrees for the program: the form for a new one, what is
// being made in the background, and what the palette lists.
//
// A [Maker] does the work outside of the event loop. What comes of it is a [Message], which whoever
// has the [Worktrees] gives back to [Worktrees.Took]. What is to be done is returned as a [Result].
// One thing is made at a time, and it can be stopped.
package worktrees
