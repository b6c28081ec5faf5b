package repo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"dormer/session/private"
)

// Repo is a git repository.
type Repo struct {
	// Common is the directory of the git files that all worktrees share.
	Common string
	// Main is the main worktree, or Common in a bare repository, which has no main worktree.
	Main string
	Bare bool
}

// Worktree is a worktree of a repository, as git lists it.
type Worktree struct {
	Path string
	// Head is the commit that is checked out; empty if there is none yet.
	Head string
	// Branch is the branch that is checked out; empty for a detached HEAD.
	Branch string
	// Main is set for the main worktree, and for the repository itself if it is bare.
	Main bool
	// Locked means that git prevents the removal of the worktree. Reason is the reason, if one
	// was given when it was locked.
	Locked bool
	Reason string
	// Missing means that its directory does not exist.
	Missing bool
}

// Name returns the name of the worktree in lists: its branch, or else the last element of its
// path.
func (w Worktree) Name() string {
	if w.Branch != "" {
		return w.Branch
	}
	return filepath.Base(w.Path)
}

// ErrNoRepository means that a directory is not in a git repository.
var ErrNoRepository = errors.New("not in a git repository")

// missingDirectory is the error for a directory that does not exist: an [io/fs.ErrNotExist].
type missingDirectory string

func (d missingDirectory) Error() string {
	return fmt.Sprintf("there is no directory %s: name one that exists", string(d))
}

func (d missingDirectory) Unwrap() error { return fs.ErrNotExist }

// Find finds the repository that contains a directory. The directory may be in any of its
// worktrees, in a submodule, in a bare repository, or in a worktree in the trash. If there is
// no repository, the error is [ErrNoRepository].
func Find(ctx context.Context, dir string) (Repo, error) {
	at := git{dir: dir}
	common, err := at.line(ctx, "rev-parse", "--path-format=absolute", "--git-common-dir")
	failed, ok := errors.AsType[*gitError](err)
	if ok && strings.HasPrefix(failed.stderr, "not a git repository") {
		if in := repoOfTrash(dir); in != "" && repoOfTrash(in) == "" {
			return Find(ctx, in)
		}
		return Repo{}, fmt.Errorf("%s is %w: go to one, or name it with --repo", dir, ErrNoRepository)
	}
	if ok && strings.HasPrefix(failed.stderr, "detected dubious ownership") {
		return Repo{}, fmt.Errorf("git does not use the repository of %s, which belongs to another user: if you trust it, type git config --global --add safe.directory and its directory", dir)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return Repo{}, missingDirectory(dir)
	}
	if err != nil {
		return Repo{}, err
	}
	if common, err = filepath.EvalSymlinks(common); err != nil {
		return Repo{}, fmt.Errorf("repository: %w", err)
	}
	r := Repo{Common: common}
	out, err := r.git().run(ctx, "worktree", "list", "--porcelain", "-z")
	if err != nil {
		return Repo{}, err
	}
	first, bare := parseWorktrees(out)
	if len(first) == 0 {
		return Repo{}, fmt.Errorf("git lists no worktree of %s", common)
	}
	r.Main, r.Bare = first[0].Path, bare
	if r.Main == common && !bare {
		r.Main, err = mainOfSubmodule(ctx, common, at)
	}
	return r, err
}

// repoOfTrash returns the common git directory of the removed worktree that contains dir, for
// example the directory of the shell in which it was removed. It returns an empty string if dir
// is not in a removed worktree.
func repoOfTrash(dir string) string {
	if common, _, in := strings.Cut(dir, "/"+trashDir+"/"); in {
		return common
	}
	before, after, in := strings.Cut(dir, "/"+besidePrefix)
	if !in {
		return ""
	}
	id, _, _ := strings.Cut(after, "/")
	text, _ := private.ReadFile(filepath.Join(before, besidePrefix+id, ".git"), maxEntry) // no file, no removed worktree
	gitDir, names := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
	if !names || !filepath.IsAbs(gitDir) {
		return ""
	}
	return filepath.Dir(filepath.Dir(gitDir))
}

// mainOfSubmodule returns the main worktree of a repository whose git directory is outside it,
// as for a submodule: git lists the git directory instead.
func mainOfSubmodule(ctx context.Context, common string, at git) (string, error) {
	to, err := git{dir: common}.line(ctx, "config", "--file", filepath.Join(common, "config"), "core.worktree")
	if err != nil || to == "" {
		return at.line(ctx, "rev-parse", "--show-toplevel")
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(common, to)
	}
	return filepath.EvalSymlinks(to)
}

// git runs git for the repository as a whole.
func (r Repo) git() git { return git{dir: r.Common} }

// Worktrees lists the worktrees, the main one first.
func (r Repo) Worktrees(ctx context.Context) ([]Worktree, error) {
	out, err := r.git().run(ctx, "worktree", "list", "--porcelain", "-z")
	if err != nil {
		return nil, err
	}
	listed, _ := parseWorktrees(out)
	var all []Worktree
	for _, w := range listed {
		if w.Main {
			w.Path = r.Main
		}
		if w.Locked && !w.Missing { // git does not check the directory of a locked worktree
			there, err := exists(w.Path)
			w.Missing = !there || err != nil
		}
		if strings.HasPrefix(w.Reason, removedMark) {
			if w.Missing {
				continue // a removal was interrupted after the directory was moved
			}
			w.Locked, w.Reason = false, ""
		}
		all = append(all, w)
	}
	return all, nil
}

// Listed returns the paths of a repository's worktrees, according to git. A repository that no
// longer exists has none. If there is an error, they are unknown.
func Listed(ctx context.Context, repository string) (paths []string, err error) {
	r, err := Find(ctx, repository)
	if errors.Is(err, ErrNoRepository) || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, err := r.Worktrees(ctx)
	for _, w := range all {
		paths = append(paths, w.Path)
	}
	return paths, err
}

// parseWorktrees reads the output of git worktree list --porcelain -z, in which the first
// worktree is the main one, and reports whether the repository is bare.
func parseWorktrees(out string) (all []Worktree, bare bool) {
	for record := range strings.SplitSeq(out, "\x00\x00") {
		w := Worktree{Main: len(all) == 0}
		for line := range strings.SplitSeq(record, "\x00") {
			word, rest, _ := strings.Cut(line, " ")
			switch word {
			case "worktree":
				w.Path = rest
			case "HEAD":
				if strings.Trim(rest, "0") != "" {
					w.Head = rest
				}
			case "branch":
				w.Branch = strings.TrimPrefix(rest, "refs/heads/")
			case "bare":
				bare = true
			case "locked":
				w.Locked, w.Reason = true, rest
			case "prunable":
				w.Missing = true
			}
		}
		if w.Path != "" {
			all = append(all, w)
		}
	}
	return all, bare
}

// Lookup finds the worktree that word names: a branch, a directory, or the last element of one.
func (r Repo) Lookup(ctx context.Context, word string) (Worktree, error) {
	all, err := r.Worktrees(ctx)
	if err != nil {
		return Worktree{}, err
	}
	path, err := filepath.Abs(word)
	if err != nil {
		return Worktree{}, err
	}
	path = resolved(path)
	for _, is := range []func(Worktree) bool{
		func(w Worktree) bool { return w.Branch == word },
		func(w Worktree) bool { return w.Path == path },
		func(w Worktree) bool { return filepath.Base(w.Path) == word },
	} {
		switch meant := slices.DeleteFunc(slices.Clone(all), func(w Worktree) bool { return !is(w) }); {
		case len(meant) == 1:
			return meant[0], nil
		case len(meant) > 1:
			return Worktree{}, fmt.Errorf("%q can be %s or %s: name the directory", word, meant[0].Path, meant[1].Path)
		}
	}
	if e, err := r.findRemoved(word); err == nil && word != "" {
		return Worktree{}, fmt.Errorf("there is no worktree %q in %s: dormer worktree restore %s brings back the one that was removed", word, r.Main, e.Name())
	}
	return Worktree{}, fmt.Errorf("there is no worktree %q in %s: dormer worktree list lists them", word, r.Main)
}

// Of returns the innermost worktree that contains a path, or false if none does.
func Of(all []Worktree, path string) (in Worktree, ok bool) {
	for _, w := range all {
		if below(path, w.Path) && len(w.Path) >= len(in.Path) {
			in, ok = w, true
		}
	}
	return in, ok
}

// below reports whether path is dir or a path below it.
func below(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}

// resolved returns a path with symbolic links resolved, as far as the path exists.
func resolved(path string) string {
	rest := ""
	for at := filepath.Clean(path); ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return filepath.Clean(path)
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// outsideLink returns the symbolic link in the main worktree through which a path leaves it or
// leads nowhere, or an empty string if there is none. Links above the main worktree do not
// count; they are the user's choice.
func (r Repo) outsideLink(path string) string {
	for at := filepath.Clean(path); at != filepath.Dir(at); at = filepath.Dir(at) {
		st, err := os.Lstat(at)
		if err != nil || st.Mode().Type() != fs.ModeSymlink || !below(resolved(filepath.Dir(at)), r.Main) {
			continue
		}
		if to, err := filepath.EvalSymlinks(at); err != nil || !below(to, r.Main) {
			return at
		}
	}
	return ""
}

// lockTime is the longest time that an operation waits for another one on the same repository.
const lockTime = 10 * time.Second

// locked calls do while it holds the lock of the repository, after it has finished or reverted
// operations that were killed.
func (r Repo) locked(ctx context.Context, do func() error) error {
	lock, err := private.OpenLocked(filepath.Join(r.Common, "dormer.lock"), lockTime)
	switch {
	case errors.Is(err, private.ErrLocked):
		return fmt.Errorf("another dormer is changing the worktrees of %s: try again when it has finished", r.Main)
	case err != nil:
		return fmt.Errorf("lock the repository: %w", err)
	}
	defer func() { _ = lock.Close() }() // releases the lock
	if err := r.recoverTrash(ctx); err != nil {
		return err
	}
	return do()
}

// exists reports whether a path exists, even as a broken link.
func exists(path string) (bool, error) {
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return false, nil
	}
	return err == nil, err
}
