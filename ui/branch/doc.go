// Package branch says which git branch a directory is on, by reading .git/HEAD: no git
// is run.
//
// A worktree and a submodule have a .git file that names the directory of the
// repository; a checkout without a branch is told by the beginning of its commit.
//
// It waits for the file system: who must not wait calls [Of] on a goroutine. [Looks] are the
// directories for which that is to be done, a few at a time.
//
// The package refuses to know when to look.
package branch
