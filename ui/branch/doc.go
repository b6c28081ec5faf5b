// Package branch says which git branch a directory is on, by reading .git/HEAD: no git
// is run.
//
// A worktree and a submodule have a .git file that names the directory of the
// repository; a checkout without a branch is told by the beginning of its commit.
//
// The package refuses to know when to look, and it waits for the file system: who must
// not wait calls it on a goroutine.
package branch
