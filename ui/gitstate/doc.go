// Package gitstate finds out what git knows of the directories of sessions: which branch one is on,
// and what has changed in a worktree.
//
// Looking takes its time, so [Looks.Look] returns commands that look outside of the event loop, a
// few at a time. What they find comes as a [Message], which whoever has the Looks gives back to
// [Looks.Took]. After the first look, a worktree is watched for what git does in it.
//
// The package does not know which sessions exist.
package gitstate
