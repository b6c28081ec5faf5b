// Package repo makes, lists, removes and restores the worktrees of git repositories. It runs
// the git command for everything that git does, with time-outs and without the caller's GIT_
// variables. It does not know about sessions, workspaces or the screen.
//
// One operation at a time changes a repository: each takes the lock file dormer.lock in the
// common git directory. The repository's configuration (.git/config) is never written.
//
// # Removing is undoable
//
// [Repo.Remove] deletes nothing. It renames the worktree's directory, with everything in it,
// into the trash, and git's own directory of the worktree (.git/worktrees/NAME) too, so that
// its index, its HEAD and its log come back with it. The trash is dormer-trash in the common
// git directory. A worktree on another file system stays on it: its directory is renamed to
// .dormer-trash-ID in the same parent directory. An entry of the trash is
//
//	dormer-trash/ID/entry.json    what is needed to restore it
//	dormer-trash/ID/tree          the directory, on the same file system
//	dormer-trash/ID/admin         git's directory of the worktree
//	refs/dormer/trash/ID          the commit that was checked out
//	refs/dormer/index/ID          what was staged, and the commits of its HEAD's log
//
// The refs prevent git from collecting the objects that it keeps for a worktree.
//
// A removal is: write the entry, make the refs, lock the worktree with the entry's id as the
// reason, rename the directory, rename git's directory. Restoring does the same in reverse. The
// rename of the directory decides: before it there is a worktree, after it an entry that can be
// restored. Each operation first finishes or reverts an earlier operation that was killed
// between two steps ([Repo.recoverTrash]).
//
// [Repo.EmptyTrash] empties the trash. It first renames an entry to ID.pruned. If it cannot
// delete that completely, the rest cannot be restored, and is tried again ([Repo.HalfDeleted]).
// Deleting never follows a symbolic link, and never deletes a file system mounted in the
// directory.
package repo
