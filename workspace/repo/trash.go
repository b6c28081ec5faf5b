package repo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dormer/session/private"
)

const (
	trashDir    = "dormer-trash"
	entryFile   = "entry.json"
	treeName    = "tree"
	entrySchema = 1
	// pruned is the suffix of an entry that is being permanently deleted.
	pruned = ".pruned"
	// besidePrefix is the prefix of the directory of a removed worktree on another file system than
	// the repository.
	besidePrefix = ".dormer-trash-"
	// maxEntry is the maximum number of bytes read from an entry's file.
	maxEntry = 1 << 20
	// removedMark is the prefix of the lock reason of a worktree that is being removed.
	removedMark = "removed by dormer, "
)

// Removed is a worktree in the trash.
type Removed struct {
	Schema int    `json:"schema"`
	ID     string `json:"id"`
	// Path is the worktree's original directory, Tree its current one. Tree is not written if
	// it is inside the entry, because the repository may be moved.
	Path string `json:"path"`
	Tree string `json:"tree,omitempty"`
	// Branch is the branch that was checked out, empty for none, and Tip the commit, empty if
	// there was none yet.
	Branch string `json:"branch,omitempty"`
	Tip    string `json:"tip,omitempty"`
	// Admin is the name of git's directory of the worktree, in .git/worktrees.
	Admin string    `json:"admin"`
	At    time.Time `json:"removedAt"`
	// Sessions are the ids of the sessions that were open in the worktree.
	Sessions []string `json:"sessions,omitempty"`
}

// Name returns the name that the worktree had in lists.
func (e Removed) Name() string { return Worktree{Path: e.Path, Branch: e.Branch}.Name() }

func (e Removed) tipRef() string   { return "refs/dormer/trash/" + e.ID }
func (e Removed) indexRef() string { return "refs/dormer/index/" + e.ID }

// mark returns the lock reason of the worktree until it is restored. Without the lock, git
// worktree prune would forget the worktree, since its directory is missing.
func (e Removed) mark() string { return removedMark + e.ID + "\n" }

func (r Repo) trash() string { return filepath.Join(r.Common, trashDir) }

func (r Repo) entryDir(id string) string { return filepath.Join(r.trash(), id) }

// adminOf returns git's directory of a worktree in use, and trashedAdmin that of a worktree in
// the trash.
func (r Repo) adminOf(e Removed) string      { return filepath.Join(r.Common, "worktrees", e.Admin) }
func (r Repo) trashedAdmin(e Removed) string { return filepath.Join(r.entryDir(e.ID), "admin") }

// Trash lists the worktrees that were removed and can be restored, the newest first.
func (r Repo) Trash() ([]Removed, error) {
	ids, err := r.entryIDs()
	if err != nil {
		return nil, err
	}
	var all []Removed
	for _, id := range ids {
		if strings.HasSuffix(id, pruned) {
			continue
		}
		e, err := r.entry(id)
		if err != nil {
			continue // an unreadable entry is left out
		}
		if there, _ := exists(e.Tree); there {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b Removed) int { return b.At.Compare(a.At) })
	return all, nil
}

// Unreadable returns an error for each removed worktree whose entry cannot be read. It is in no
// other list, cannot be restored, and is never deleted. The error tells where its files are.
func (r Repo) Unreadable() (all []error) {
	ids, _ := r.entryIDs() // Trash returns the error
	for _, id := range ids {
		if strings.HasSuffix(id, pruned) {
			continue
		}
		_, err := r.entry(id)
		if errors.Is(err, fs.ErrNotExist) {
			if there, _ := exists(filepath.Join(r.entryDir(id), treeName)); !there {
				continue // being made or forgotten just now
			}
		}
		if err != nil {
			all = append(all, fmt.Errorf("a removed worktree cannot be listed or restored: %w; what is left of it is in %s", err, r.entryDir(id)))
		}
	}
	return all
}

// HalfDeleted lists the removed worktrees whose permanent deletion was started but not
// finished. They cannot be restored; [Repo.EmptyTrash] deletes the rest.
func (r Repo) HalfDeleted() (all []Removed, err error) {
	ids, err := r.entryIDs()
	for _, id := range ids {
		if id, half := strings.CutSuffix(id, pruned); half {
			all = append(all, r.halfDeleted(id))
		}
	}
	return all, err
}

// halfDeleted returns an entry that is being deleted. If the entry's file cannot be read, Path
// is the directory of its remains.
func (r Repo) halfDeleted(id string) Removed {
	dir := r.entryDir(id) + pruned
	e, err := r.entryIn(dir, id)
	if err != nil {
		e = Removed{ID: id, Path: dir}
	}
	if e.Tree != besideOf(e) {
		e.Tree = filepath.Join(dir, treeName)
	}
	return e
}

// entryIDs returns the names of the directories in the trash.
func (r Repo) entryIDs() ([]string, error) {
	entries, err := os.ReadDir(r.trash())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var ids []string
	for _, e := range entries {
		if e.IsDir() {
			ids = append(ids, e.Name())
		}
	}
	return ids, err
}

// entry reads an entry of the trash.
func (r Repo) entry(id string) (e Removed, err error) { return r.entryIn(r.entryDir(id), id) }

func (r Repo) entryIn(dir, id string) (e Removed, err error) {
	data, err := private.ReadFile(filepath.Join(dir, entryFile), maxEntry)
	if err != nil {
		return e, err
	}
	err = json.Unmarshal(data, &e)
	if e.Tree == "" {
		e.Tree = r.ownTree(e)
	}
	switch {
	case err != nil:
		return e, fmt.Errorf("its %s is damaged: %w", entryFile, err)
	case e.Schema != entrySchema:
		return e, fmt.Errorf("its %s is of a newer dormer: use that one", entryFile)
	case e.ID != id || !filepath.IsAbs(e.Path) || !r.ownsTree(e) || filepath.Base(e.Admin) != e.Admin || e.Admin == "." || e.Admin == "..":
		return e, fmt.Errorf("its %s is damaged", entryFile)
	}
	return e, nil
}

// ownsTree reports whether an entry's directory is one of those that a removal uses.
func (r Repo) ownsTree(e Removed) bool {
	return e.Tree == r.ownTree(e) || e.Tree == besideOf(e)
}

// ownTree returns the location of a removed directory on the file system of the repository.
func (r Repo) ownTree(e Removed) string { return filepath.Join(r.entryDir(e.ID), treeName) }

// besideOf returns the location of a removed directory on another file system than the
// repository.
func besideOf(e Removed) string { return filepath.Join(filepath.Dir(e.Path), besidePrefix+e.ID) }

// write writes the entry's file.
func (r Repo) write(e Removed) error {
	if err := os.MkdirAll(r.entryDir(e.ID), 0o700); err != nil {
		return err
	}
	if e.Tree == r.ownTree(e) {
		e.Tree = ""
	}
	return private.ReplaceJSON(filepath.Join(r.entryDir(e.ID), entryFile), e)
}

// recoverTrash finishes or reverts operations that were killed. The caller holds the lock of the
// repository. An entry that cannot be read stays as it is.
func (r Repo) recoverTrash(ctx context.Context) error {
	ids, err := r.entryIDs()
	if err != nil {
		return fmt.Errorf("read the trash: %w", err)
	}
	for _, id := range ids {
		if strings.HasSuffix(id, pruned) {
			continue // no longer an entry: EmptyTrash deletes it
		}
		if err := r.recoverEntry(ctx, id); err != nil {
			return fmt.Errorf("finish what was interrupted in %s: %w", r.entryDir(id), err)
		}
	}
	return nil
}

func (r Repo) recoverEntry(ctx context.Context, id string) error {
	e, err := r.entry(id)
	if errors.Is(err, fs.ErrNotExist) {
		return r.removeUnwritten(id)
	}
	if err != nil {
		return nil //nolint:nilerr // a damaged entry is left for the user to inspect and blocks nothing
	}
	inTrash, err := exists(e.Tree)
	if err != nil {
		return nil //nolint:nilerr // unknown location, as on a drive that does not respond
	}
	isWorktree, err := exists(r.adminOf(e))
	if err != nil || !isWorktree {
		return err
	}
	if moved, err := exists(r.trashedAdmin(e)); err != nil || moved {
		return err // git's directory of that name belongs to a newer worktree
	}
	if inTrash {
		return r.moveAdmin(e) // the directory was moved, git's own was not yet
	}
	if above, err := exists(filepath.Dir(e.Path)); e.Tree == besideOf(e) && (err != nil || !above) {
		return nil //nolint:nilerr // its drive is missing: the directory may have been moved on it
	}
	return r.forget(ctx, e) // the directory was not moved, or is back
}

// removeUnwritten removes the directory of an entry without a file: one whose file was never
// written, or was removed as the last step. It removes temporary files of an interrupted write;
// if anything else is in the directory, the directory stays.
func (r Repo) removeUnwritten(id string) error {
	dir := r.entryDir(id)
	left, err := os.ReadDir(dir)
	others := false
	for _, file := range left {
		if strings.HasPrefix(file.Name(), entryFile+".") {
			err = errors.Join(err, os.Remove(filepath.Join(dir, file.Name())))
		} else {
			others = true
		}
	}
	if others {
		return err
	}
	return errors.Join(err, os.Remove(dir))
}

// forget removes an entry whose worktree is in its place, still or again.
func (r Repo) forget(ctx context.Context, e Removed) error {
	if err := r.unlock(e); err != nil {
		return err
	}
	if err := r.dropRefs(ctx, e.ID); err != nil {
		return err
	}
	err := os.Remove(filepath.Join(r.entryDir(e.ID), entryFile))
	return errors.Join(err, r.removeUnwritten(e.ID))
}

// lockAdmin locks the worktree so that git does not forget it while its directory is in the
// trash.
func (r Repo) lockAdmin(e Removed) error {
	return private.Replace(filepath.Join(r.adminOf(e), "locked"), []byte(e.mark()))
}

// unlock removes the lock if the removal made it.
func (r Repo) unlock(e Removed) error {
	path := filepath.Join(r.adminOf(e), "locked")
	text, err := private.ReadFile(path, maxEntry)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !bytes.Equal(text, []byte(e.mark())) {
		return nil
	}
	return errors.Join(err, os.Remove(path))
}

func (r Repo) moveAdmin(e Removed) error { return rename(r.adminOf(e), r.trashedAdmin(e)) }

// dropRefs removes the refs of an entry.
func (r Repo) dropRefs(ctx context.Context, id string) error {
	e := Removed{ID: id}
	for _, ref := range []string{e.tipRef(), e.indexRef()} {
		if _, err := r.git().run(ctx, "update-ref", "-d", ref); err != nil {
			return err
		}
	}
	return nil
}

// rename renames a directory durably: the rename survives a power failure.
func rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return errors.Join(private.SyncDir(filepath.Dir(to)), private.SyncDir(filepath.Dir(from)))
}
