// Package branch finds the git branch of a directory by reading .git/HEAD, without running git.
//
// A worktree and a submodule have a .git file that names the directory of the repository. A
// checkout without a branch is identified by the beginning of its commit.
//
// It waits for the file system; a caller that must not wait calls [Of] on a goroutine. [Queue] is a
// queue of directories to look up, a few at a time.
//
// The package does not know when to look.
package branch
