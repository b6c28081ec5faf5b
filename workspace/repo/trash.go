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
	// pruned ends the name of an entry that is being deleted for good.
	pruned = ".pruned"
	// beside begins the name of a directory in the trash that is on another file system
	// than the repository.
	beside = ".dormer-trash-"
	// maxEntry is how much of an entry's file is read, in bytes.
	maxEntry = 1 << 20
	// removedMark begins the reason for which a worktree is locked that is being removed.
	removedMark = "removed by dormer, "
)

// Removed is a worktree in the trash.
type Removed struct {
	Schema int    `json:"schema"`
	ID     string `json:"id"`
	// Path is where it was, Tree where its directory is now. Tree is not written if it is
	// the entry's own: the repository may be moved.
	Path string `json:"path"`
	Tree string `json:"tree,omitempty"`
	// Branch is the branch that was checked out, empty for none, and Tip the commit, empty
	// where there was none yet.
	Branch string `json:"branch,omitempty"`
	Tip    string `json:"tip,omitempty"`
	// Admin is the name of git's directory of the worktree, in worktrees.
	Admin string    `json:"admin"`
	At    time.Time `json:"removedAt"`
	// Sessions are the ids of the sessions that were open in it.
	Sessions []string `json:"sessions,omitempty"`
}

// Name is what the worktree was called in lists.
func (e Removed) Name() string { return Worktree{Path: e.Path, Branch: e.Branch}.Name() }

func (e Removed) tipRef() string   { return "refs/dormer/trash/" + e.ID }
func (e Removed) indexRef() string { return "refs/dormer/index/" + e.ID }

// mark is the reason for which the worktree is locked until it is restored: git worktree
// prune would forget a worktree whose directory is not where it was.
func (e Removed) mark() string { return removedMark + e.ID + "\n" }

func (r Repo) trash() string { return filepath.Join(r.Common, trashDir) }

func (r Repo) entryDir(id string) string { return filepath.Join(r.trash(), id) }

// adminOf is git's directory of a worktree while it is one, and trashedAdmin while it is in
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
			continue // settle says what is wrong with it
		}
		if there, _ := exists(e.Tree); there {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b Removed) int { return b.At.Compare(a.At) })
	return all, nil
}

// HalfDeleted lists the removed worktrees whose deletion for good was begun and could not be
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

// halfDeleted is an entry that is being deleted. Its path is that of its rest if it says none.
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

// entryIDs are the names of what is in the trash.
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
		return e, fmt.Errorf("trash %s: %w", id, err)
	case e.Schema != entrySchema:
		return e, fmt.Errorf("trash %s was written by a newer dormer: use that one", id)
	case e.ID != id || !filepath.IsAbs(e.Path) || !r.holds(e) || filepath.Base(e.Admin) != e.Admin || e.Admin == "." || e.Admin == "..":
		return e, fmt.Errorf("trash %s: its %s is damaged", id, entryFile)
	}
	return e, nil
}

// holds reports whether an entry's directory is where a removal puts it.
func (r Repo) holds(e Removed) bool {
	return e.Tree == r.ownTree(e) || e.Tree == besideOf(e)
}

// ownTree is where the directory of an entry is on the file system of the repository.
func (r Repo) ownTree(e Removed) string { return filepath.Join(r.entryDir(e.ID), treeName) }

// besideOf is where the directory of an entry is on another file system than the repository.
func besideOf(e Removed) string { return filepath.Join(filepath.Dir(e.Path), beside+e.ID) }

// write writes the entry's file.
func (r Repo) write(e Removed) error {
	if err := os.MkdirAll(r.entryDir(e.ID), 0o700); err != nil {
		return err
	}
	if e.Tree == r.ownTree(e) {
		e.Tree = ""
	}
	data, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return err
	}
	return private.Replace(filepath.Join(r.entryDir(e.ID), entryFile), append(data, '\n'))
}

// settle finishes or takes back what operations left half done that were killed. The lock of
// the repository is held. An entry that cannot be read stays as it is.
func (r Repo) settle(ctx context.Context) error {
	ids, err := r.entryIDs()
	if err != nil {
		return fmt.Errorf("read the trash: %w", err)
	}
	for _, id := range ids {
		if strings.HasSuffix(id, pruned) {
			continue // it is no entry any more: EmptyTrash goes on with it
		}
		if err := r.settleEntry(ctx, id); err != nil {
			return fmt.Errorf("finish what was interrupted in %s: %w", r.entryDir(id), err)
		}
	}
	return nil
}

func (r Repo) settleEntry(ctx context.Context, id string) error {
	e, err := r.entry(id)
	if errors.Is(err, fs.ErrNotExist) {
		return r.forgetUnwritten(id)
	}
	if err != nil {
		return nil //nolint:nilerr // a damaged entry is for the user to look at; it holds up nothing
	}
	inTrash, err := exists(e.Tree)
	if err != nil {
		return nil //nolint:nilerr // nobody can tell where it is now, as on a drive that does not answer
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
		return nil //nolint:nilerr // its drive is not there: the directory may have been moved on it
	}
	return r.forget(ctx, e) // the directory was not moved, or is back
}

// forgetUnwritten removes the directory of an entry whose file was never written, or was
// removed last. With anything in it but what writing leaves it stays.
func (r Repo) forgetUnwritten(id string) error {
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

// forget removes an entry whose worktree is, or is again, in its place.
func (r Repo) forget(ctx context.Context, e Removed) error {
	if err := r.unlock(e); err != nil {
		return err
	}
	if err := r.dropRefs(ctx, e.ID); err != nil {
		return err
	}
	err := os.Remove(filepath.Join(r.entryDir(e.ID), entryFile))
	return errors.Join(err, r.forgetUnwritten(e.ID))
}

// lockAdmin keeps git from forgetting the worktree while its directory is away.
func (r Repo) lockAdmin(e Removed) error {
	return private.Replace(filepath.Join(r.adminOf(e), "locked"), []byte(e.mark()))
}

// unlock takes the lock away that the removal made, and no other.
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

// rename renames a directory, so that it lasts through a power cut.
func rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return errors.Join(private.SyncDir(filepath.Dir(to)), private.SyncDir(filepath.Dir(from)))
}
