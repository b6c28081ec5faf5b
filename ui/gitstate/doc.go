// Package gitstate finds the git state of the directories of sessions: the branch of a directory,
// and the changes in a worktree.
//
// This takes time, so [Looks.Check] returns commands that run outside the event loop, a few at a
// time. Their result is a [Message], which the owner of the Looks passes to [Looks.Handle]. After the
// first look, the worktree is watched for the activity of git.
//
// The package does not know which sessions exist.
package gitstate
