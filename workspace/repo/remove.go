package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
)

// RemovalWarnings returns the reasons to ask for confirmation before a worktree is removed: files and
// commits that exist nowhere else. If there are none, it returns nil. The error says why the
// worktree cannot be removed.
func (r Repo) RemovalWarnings(ctx context.Context, w Worktree) (doubts []string, err error) {
	if w, err = r.removable(ctx, w); err != nil {
		return nil, err
	}
	s, err := StatusOf(ctx, w.Path)
	if err != nil {
		return nil, err
	}
	commits, err := unpushed(ctx, w)
	if err != nil {
		return nil, err
	}
	if s.Changed > 0 {
		doubts = append(doubts, counted(s.Changed, "changed file"))
	}
	if s.New > 0 {
		doubts = append(doubts, counted(s.New, "new file"))
	}
	if commits > 0 {
		doubts = append(doubts, counted(commits, "commit")+" on no other branch and no remote")
	}
	return doubts, nil
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// removable returns the current state of a worktree, or an error that says why it cannot be
// removed.
func (r Repo) removable(ctx context.Context, w Worktree) (Worktree, error) {
	all, err := r.Worktrees(ctx)
	if err != nil {
		return w, err
	}
	i := slices.IndexFunc(all, func(now Worktree) bool { return now.Path == w.Path })
	if i < 0 {
		return w, fmt.Errorf("%s is no longer a worktree of %s", w.Path, r.Main)
	}
	w = all[i]
	switch {
	case w.Main:
		err = fmt.Errorf("%s is the repository itself, not a worktree that was added to it: remove it by hand if you are sure", w.Path)
	case w.Missing:
		err = fmt.Errorf("the directory of worktree %s is gone: dormer worktree prune forgets it", w.Name())
	case w.Locked && w.Reason != "":
		err = fmt.Errorf("worktree %s is locked (%s): git worktree unlock %s unlocks it", w.Name(), w.Reason, w.Path)
	case w.Locked:
		err = fmt.Errorf("worktree %s is locked: git worktree unlock %s unlocks it", w.Name(), w.Path)
	case r.outsideLink(w.Path) != "":
		err = fmt.Errorf("%s is a symbolic link that leads out of the repository, through which worktree %s could not be restored: git worktree remove removes it", r.outsideLink(w.Path), w.Name())
	case !utf8.ValidString(w.Path):
		err = fmt.Errorf("the path %q is not UTF-8: move the worktree with git worktree move first", w.Path)
	case !utf8.ValidString(w.Branch):
		err = fmt.Errorf("the name of branch %q is not UTF-8: rename it with git branch -m first", w.Branch)
	}
	for _, other := range all {
		if err == nil && other.Path != w.Path && below(other.Path, w.Path) {
			err = fmt.Errorf("worktree %s is within it: remove that one first", other.Path)
		}
	}
	trash, trashErr := r.Trash()
	for _, e := range trash {
		if err == nil && below(e.Tree, w.Path) {
			err = fmt.Errorf("the removed worktree %s is kept within it: dormer worktree restore %[1]s brings it back, dormer worktree prune --all deletes it permanently", e.Name())
		}
	}
	return w, errors.Join(err, trashErr)
}

// Remove moves a worktree into the trash, with everything in it. Its branch stays. The sessions
// are recorded in the entry. In every case, even after an error, there is either the worktree
// or an entry from which [Repo.Restore] restores it.
func (r Repo) Remove(ctx context.Context, w Worktree, at time.Time, sessions []string) (Removed, error) {
	e := Removed{Schema: entrySchema, ID: at.UTC().Format("20060102-150405-") + uuid.NewString()[:8], At: at.UTC(), Sessions: sessions}
	err := r.locked(ctx, func() error {
		w, err := r.removable(ctx, w)
		if err != nil {
			return err
		}
		e.Path, e.Branch, e.Tip = w.Path, w.Branch, w.Head
		admin, err := git{dir: w.Path}.line(ctx, "rev-parse", "--path-format=absolute", "--git-dir")
		if err != nil {
			return err
		}
		e.Admin, e.Tree = filepath.Base(admin), r.ownTree(e)
		if resolved(admin) != resolved(r.adminOf(e)) {
			return fmt.Errorf("%s is no longer a worktree of %s", w.Path, r.Main)
		}
		if !utf8.ValidString(e.Admin) {
			return fmt.Errorf("the path %q is not UTF-8: remove the worktree with git worktree remove", admin)
		}
		lock := filepath.Join(admin, "index.lock")
		if busy, err := exists(lock); err != nil || busy {
			return errors.Join(err, fmt.Errorf("a git command is changing worktree %s: try again when it has finished, or delete %s if none runs", w.Name(), lock))
		}
		for _, step := range r.removal(ctx, &e) {
			if err = step(); err != nil {
				break
			}
		}
		if err != nil {
			// Finish or revert the completed steps now, not at the next operation.
			return errors.Join(fmt.Errorf("remove worktree %s: %w", w.Name(), err), r.recoverTrash(context.WithoutCancel(ctx)))
		}
		return nil
	})
	return e, err
}

// removal returns the steps of a removal. The program may be killed between any two.
func (r Repo) removal(ctx context.Context, e *Removed) []func() error {
	return []func() error{
		func() error { return r.write(*e) },
		func() error { return r.keepObjects(ctx, *e) },
		func() error { return r.lockAdmin(*e) },
		func() error { return r.moveTree(e) },
		func() error { return r.moveAdmin(*e) },
	}
}

// moveTree renames the directory into the trash, or within its parent directory if the trash is
// on another file system.
func (r Repo) moveTree(e *Removed) error {
	err := rename(e.Path, e.Tree)
	if !errors.Is(err, syscall.EXDEV) {
		return err
	}
	e.Tree = besideOf(*e)
	if err := r.write(*e); err != nil {
		return err
	}
	return rename(e.Path, e.Tree)
}

// Restored is a restored worktree.
type Restored struct {
	Removed
	// NewBranch means that its branch no longer existed and was created again.
	NewBranch bool
	// Moved means that its branch now points to another commit: the worktree has its old commit
	// checked out, and no branch.
	Moved bool
}

// Restore moves a worktree back to its place, unchanged, with its index and its branch. word is
// the branch, directory or id of an entry; if it is empty, the newest is restored.
func (r Repo) Restore(ctx context.Context, word string) (back Restored, err error) {
	err = r.locked(ctx, func() error {
		if back.Removed, err = r.findRemoved(word); err != nil {
			return err
		}
		e := &back.Removed
		if link := r.outsideLink(e.Path); link != "" {
			return fmt.Errorf("%s is a symbolic link that leads out of the repository: move it away first", link)
		}
		if there, err := exists(e.Path); err != nil || there {
			return errors.Join(err, fmt.Errorf("%s is taken: move it away first", e.Path))
		}
		if err := r.checkOuterRemoved(*e); err != nil {
			return err
		}
		steps := append([]func() error{
			func() error { return r.restoreBranch(ctx, &back) },
			func() error { return r.uniqueAdmin(e) },
		}, r.restoring(ctx, e)...)
		for _, step := range steps {
			if err := step(); err != nil {
				return errors.Join(fmt.Errorf("restore worktree %s: %w", e.Name(), err), r.recoverTrash(context.WithoutCancel(ctx)))
			}
		}
		return nil
	})
	return back, err
}

// checkOuterRemoved returns an error if a worktree was inside another one that is in the trash,
// because restoring it would occupy the other one's place. The error names the outermost one.
func (r Repo) checkOuterRemoved(e Removed) error {
	all, err := r.Trash()
	outer := e
	for _, other := range all {
		if there, existsErr := exists(other.Path); below(outer.Path, other.Path) && other.Path != outer.Path && !there {
			outer, err = other, errors.Join(err, existsErr)
		}
	}
	if err == nil && outer.ID != e.ID {
		err = fmt.Errorf("%s was in worktree %s, which was removed too: dormer worktree restore %[2]s first", e.Path, outer.Name())
	}
	return err
}

// findRemoved returns the entry of the trash that word names, or the newest if word is empty.
func (r Repo) findRemoved(word string) (Removed, error) {
	all, err := r.Trash()
	for _, e := range all {
		if word == "" || e.ID == word || e.Branch == word || e.Path == word || filepath.Base(e.Path) == word {
			return e, err
		}
	}
	switch {
	case err != nil:
		return Removed{}, err
	case word == "":
		err = fmt.Errorf("no worktree of %s is in the trash", r.Main)
	default:
		err = fmt.Errorf("no worktree %q of %s is in the trash: dormer worktree list lists those that are", word, r.Main)
	}
	return Removed{}, errors.Join(append([]error{err}, r.Unreadable()...)...)
}

// restoreBranch restores the branch of a worktree, or detaches its HEAD if the branch now points
// to another commit.
func (r Repo) restoreBranch(ctx context.Context, back *Restored) error {
	e := back.Removed
	if e.Branch == "" {
		return nil
	}
	all, err := r.Worktrees(ctx)
	if err != nil {
		return err
	}
	for _, w := range all {
		if w.Branch == e.Branch {
			return fmt.Errorf("its branch %q is checked out in %s: check out another one there first", e.Branch, w.Path)
		}
	}
	if e.Tip == "" {
		return nil
	}
	tip, err := r.git().line(ctx, "for-each-ref", "--format=%(objectname)", "refs/heads/"+e.Branch)
	switch {
	case err != nil:
		return err
	case tip == "":
		back.NewBranch = true
		_, err = r.git().run(ctx, "update-ref", "refs/heads/"+e.Branch, e.Tip, "")
	case tip != e.Tip:
		back.Moved = true
		_, err = r.gitOfRemoved(e).run(ctx, "update-ref", "--no-deref", "HEAD", e.Tip)
		return err
	}
	if err != nil {
		return err
	}
	// An earlier restore that failed may have detached HEAD because the branch pointed to
	// another commit then.
	onBranch, err := r.gitOfRemoved(e).succeeds(ctx, "symbolic-ref", "--quiet", "HEAD")
	if err == nil && !onBranch {
		_, err = r.gitOfRemoved(e).run(ctx, "symbolic-ref", "HEAD", "refs/heads/"+e.Branch)
	}
	return err
}

// gitOfRemoved runs git on the HEAD of a worktree in the trash.
func (r Repo) gitOfRemoved(e Removed) git {
	return git{dir: r.Common, env: []string{"GIT_DIR=" + r.trashedAdmin(e), "GIT_COMMON_DIR=" + r.Common}}
}

// uniqueAdmin finds another name for git's directory of the worktree if a newer worktree has
// the old one.
func (r Repo) uniqueAdmin(e *Removed) error {
	name := e.Admin
	for n := 1; ; n++ {
		taken, err := exists(r.adminOf(*e))
		switch {
		case err != nil:
			return err
		case !taken && e.Admin == name:
			return nil
		case !taken:
			return r.write(*e)
		}
		e.Admin = fmt.Sprintf("%s%d", name, n)
	}
}

// restoring returns the steps of a restore that nothing prevents any more. The program may be
// killed between any two.
func (r Repo) restoring(ctx context.Context, e *Removed) []func() error {
	return []func() error{
		func() error {
			return errors.Join(os.MkdirAll(filepath.Dir(e.Path), 0o777), os.MkdirAll(filepath.Join(r.Common, "worktrees"), 0o777))
		},
		func() error { return r.link(ctx, *e) },
		func() error { return rename(r.trashedAdmin(*e), r.adminOf(*e)) },
		func() error { return rename(e.Tree, e.Path) },
		func() error { return r.unlock(*e) },
		func() error {
			_, err := r.git().run(ctx, "-c", "worktree.useRelativePaths=false", "worktree", "repair", e.Path)
			return err
		},
		func() error { return r.forget(ctx, *e) },
	}
}

// EmptyTrash permanently deletes the worktrees that were removed before a time, except those
// that keep accepts, and all half-deleted ones. It returns the deleted worktrees. With dry it
// only returns the worktrees that it would delete. If one cannot be deleted, it continues with
// the others; the error names it.
func (r Repo) EmptyTrash(ctx context.Context, before time.Time, keep func(Removed) bool, dry bool) (deleted []Removed, err error) {
	if ids, err := r.entryIDs(); err != nil || len(ids) == 0 {
		return nil, err
	}
	err = r.locked(ctx, func() error {
		due, err := r.HalfDeleted()
		if err != nil {
			return err
		}
		all, err := r.Trash()
		for _, e := range all {
			if e.At.Before(before) && !keep(e) {
				due = append(due, e)
			}
		}
		if err != nil || dry {
			deleted = due
			return err
		}
		for _, e := range due {
			if failed := r.discard(ctx, e); failed != nil {
				err = errors.Join(err, fmt.Errorf("delete the removed worktree %s: %w", e.Name(), failed))
				continue
			}
			deleted = append(deleted, e)
		}
		return errors.Join(err, r.dropStrayRefs(ctx))
	})
	return deleted, err
}

// Prune makes git forget the worktrees whose directory was deleted by hand, as git worktree
// prune does, and returns them. With dry it only returns them.
func (r Repo) Prune(ctx context.Context, dry bool) (forgotten []Worktree, err error) {
	err = r.locked(ctx, func() error {
		all, err := r.Worktrees(ctx)
		if err != nil {
			return err
		}
		for _, w := range all {
			if w.Missing && !w.Locked {
				forgotten = append(forgotten, w)
			}
		}
		if dry || len(forgotten) == 0 {
			return nil
		}
		_, err = r.git().run(ctx, "worktree", "prune", "--expire=now")
		return err
	})
	return forgotten, err
}

// dropStrayRefs removes refs whose entry no longer exists: a git command may create one after
// the dormer that started it was killed.
func (r Repo) dropStrayRefs(ctx context.Context) error {
	out, err := r.git().run(ctx, "for-each-ref", "--format=%(refname)", "refs/dormer/trash", "refs/dormer/index")
	for ref := range strings.FieldsSeq(out) {
		id := filepath.Base(ref)
		if there, existsErr := exists(r.entryDir(id)); existsErr == nil && !there {
			err = errors.Join(err, r.dropRefs(ctx, id))
		}
	}
	return err
}

// discard permanently deletes an entry, or the rest of a half-deleted one. It renames the entry
// first, because an incomplete entry cannot be restored. It deletes the entry's file last, so
// that the name stays known until then.
func (r Repo) discard(ctx context.Context, e Removed) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	dir := r.entryDir(e.ID) + pruned
	half, err := exists(dir)
	if err == nil && !half {
		err = rename(r.entryDir(e.ID), dir)
	}
	if err != nil {
		return err
	}
	if err := deleteTree(ctx, r.halfDeleted(e.ID).Tree); err != nil {
		return err
	}
	if err := r.dropRefs(ctx, e.ID); err != nil {
		return err
	}
	return deleteTree(ctx, dir)
}
