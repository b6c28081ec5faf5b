package repo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Tree is the worktree that contains a directory.
type Tree struct {
	// Top is the worktree's directory, Admin the directory of git's files for it.
	Top, Admin string
}

// TreeOf finds the worktree that contains a directory. The error is [ErrNoRepository] if no
// repository contains it.
func TreeOf(ctx context.Context, dir string) (Tree, error) {
	at := git{dir: dir}
	out, err := at.run(ctx, "rev-parse", "--path-format=absolute", "--absolute-git-dir", "--is-inside-work-tree")
	failed, ran := errors.AsType[*gitError](err)
	switch {
	case ran && strings.HasPrefix(failed.stderr, "not a git repository"):
		return Tree{}, fmt.Errorf("%s is %w: name a worktree, or go to one", dir, ErrNoRepository)
	case err != nil:
		return Tree{}, err
	}
	admin, inside := strings.CutSuffix(out, "\ntrue\n")
	if !inside {
		return Tree{}, fmt.Errorf("%s is among git's own files and not a worktree: name one", dir)
	}
	top, err := at.line(ctx, "rev-parse", "--path-format=absolute", "--show-toplevel")
	return Tree{top, admin}, err
}

// Base is the commit with which a worktree is compared.
type Base struct {
	Commit string
	// Name describes in words how the commit was found.
	Name string
}

// BaseOf finds the commit at which the branch of a worktree diverged from another branch: from
// the named one, or, if named is empty, from its upstream or the main branch, whichever it
// diverged from last. An upstream that is only the branch's copy on a remote does not count,
// except for the main branch. A branch that diverged from no other is compared with its last
// commit.
func (t Tree) BaseOf(ctx context.Context, named string) (Base, error) {
	at := git{dir: t.Top}
	head, err := commitOf(ctx, at, "HEAD")
	switch {
	case err != nil:
		return Base{}, err
	case named != "":
		return namedBase(ctx, at, head, named)
	case head == "":
		out, err := git{dir: t.Top, in: strings.NewReader("")}.line(ctx, "hash-object", "-t", "tree", "--stdin")
		return Base{out, "nothing: there is no commit yet"}, err
	}
	others, err := t.leftBranches(ctx)
	if err != nil {
		return Base{}, err
	}
	if len(others) > 0 {
		// For several others, git merge-base returns the best common ancestor with any of them.
		best, err := mergeBase(ctx, at, append([]string{head}, others...)...)
		if err != nil {
			return Base{}, err
		}
		for _, other := range others {
			if best == "" {
				break
			}
			if at, err := mergeBase(ctx, at, head, other); err != nil || at == best {
				return Base{best, shortRef(other) + " (" + short(best) + ")"}, err
			}
		}
	}
	return Base{head, "the last commit (" + short(head) + ")"}, nil
}

func namedBase(ctx context.Context, at git, head, named string) (Base, error) {
	commit, err := commitOf(ctx, at, named)
	switch {
	case err != nil:
		return Base{}, err
	case commit == "":
		return Base{}, fmt.Errorf("there is no commit %q: name a branch, a tag or a commit with --base", named)
	case head != "":
		base, err := mergeBase(ctx, at, head, commit)
		if err != nil || base != "" {
			return Base{base, named + " (" + short(base) + ")"}, err
		}
	}
	return Base{commit, named + " (" + short(commit) + ")"}, nil
}

// leftBranches returns the branches from which the branch of a worktree may have diverged, as
// full ref names.
func (t Tree) leftBranches(ctx context.Context) (refs []string, err error) {
	at := git{dir: t.Top}
	own, err := optional(at.line(ctx, "symbolic-ref", "--quiet", "HEAD"))
	if err != nil {
		return nil, err
	}
	name := strings.TrimPrefix(own, "refs/heads/")
	main, err := t.mainBranches(ctx)
	if err != nil {
		return nil, err
	}
	add := func(ref string) {
		if ref != "" && ref != own && !slices.Contains(refs, ref) {
			refs = append(refs, ref)
		}
	}
	if own != "" {
		upstream, err := at.line(ctx, "for-each-ref", "--format=%(upstream)", own)
		if err != nil {
			return nil, err
		}
		if !strings.HasSuffix(upstream, "/"+name) || slices.Contains(main, own) {
			add(upstream)
		}
		if slices.Contains(main, own) { // the main branch is compared only with its upstream
			return existing(ctx, at, refs)
		}
	}
	for _, ref := range main {
		add(ref)
	}
	return existing(ctx, at, refs)
}

// mainBranches returns the refs that may be a repository's main branch: the branch of the main
// worktree, the default branch of the remote origin, and the usual names.
func (t Tree) mainBranches(ctx context.Context) ([]string, error) {
	at := git{dir: t.Top}
	out, err := at.run(ctx, "worktree", "list", "--porcelain", "-z")
	if err != nil {
		return nil, err
	}
	var refs []string
	usual := []string{"refs/heads/main", "refs/heads/master"}
	if all, _ := parseWorktrees(out); len(all) > 1 && all[0].Branch != "" {
		refs = append(refs, "refs/heads/"+all[0].Branch)
	}
	remote, err := optional(at.line(ctx, "symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"))
	if err != nil {
		return nil, err
	}
	if name, ok := strings.CutPrefix(remote, "refs/remotes/origin/"); ok {
		refs = append(refs, "refs/heads/"+name, remote)
	}
	return append(refs, usual...), nil
}

// existing returns the refs that exist.
func existing(ctx context.Context, at git, refs []string) ([]string, error) {
	var out []string
	for _, ref := range refs {
		commit, err := commitOf(ctx, at, ref)
		if err != nil {
			return nil, err
		}
		if commit != "" {
			out = append(out, ref)
		}
	}
	return out, nil
}

// commitOf returns the commit that a name stands for, or an empty string if there is none.
func commitOf(ctx context.Context, at git, name string) (string, error) {
	return optional(at.line(ctx, "rev-parse", "--quiet", "--verify", "--end-of-options", name+"^{commit}"))
}

// mergeBase returns the best common ancestor of the first commit with any of the others, or an
// empty string if there is none.
func mergeBase(ctx context.Context, at git, commits ...string) (string, error) {
	return optional(at.line(ctx, append([]string{"merge-base"}, commits...)...))
}

// optional returns the output of a git command that fails if it has no result: an empty string
// without an error if git failed.
func optional(out string, err error) (string, error) {
	if _, ok := errors.AsType[*gitError](err); ok {
		return "", nil
	}
	return out, err
}

// short returns the abbreviated hash of a commit.
func short(commit string) string { return commit[:min(len(commit), 8)] }

// shortRef returns the name of a branch without the common prefix of refs.
func shortRef(ref string) string {
	return strings.TrimPrefix(strings.TrimPrefix(ref, "refs/heads/"), "refs/remotes/")
}

// Branches lists the branches of a repository, then those of its remotes, each with the most
// recent commit first.
func (r Repo) Branches(ctx context.Context) ([]string, error) {
	out, err := r.git().run(ctx, "for-each-ref", "--sort=-committerdate", "--format=%(refname)", "refs/heads", "refs/remotes")
	if err != nil {
		return nil, err
	}
	var local, remote []string
	for ref := range strings.Lines(out) {
		ref = strings.TrimSuffix(ref, "\n")
		switch {
		case strings.HasPrefix(ref, "refs/heads/"):
			local = append(local, shortRef(ref))
		case !strings.HasSuffix(ref, "/HEAD"):
			remote = append(remote, shortRef(ref))
		}
	}
	return append(local, remote...), nil
}

// Form is the format of a diff.
type Form string

const (
	Patch Form = "--patch"
	Stat  Form = "--stat"
)

// Diff returns the output of git diff for a worktree against a commit. It includes the files
// that git neither tracks nor ignores, and lists them in untracked. The repository is not
// modified, and no external diff or textconv program of its configuration runs. Files above 8
// MiB count as binary.
func (t Tree) Diff(ctx context.Context, commit string, form Form) (text string, untracked []string, err error) {
	at := git{dir: t.Top}
	untracked, err = t.untracked(ctx)
	if err != nil {
		return "", nil, err
	}
	if len(untracked) > 0 {
		var remove func()
		if at.env, remove, err = t.indexWith(ctx, untracked); err != nil {
			return "", nil, fmt.Errorf("list untracked files: %w", err)
		}
		defer remove()
	}
	text, err = at.run(ctx, "-c", "core.quotePath=true", "-c", "diff.suppressBlankEmpty=false", "-c", "core.bigFileThreshold=8m",
		"diff", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", "--find-renames",
		"--submodule=short", "--no-relative", string(form), commit, "--")
	return text, untracked, err
}

// untracked lists the files that git neither tracks nor ignores, without repositories inside
// the worktree.
func (t Tree) untracked(ctx context.Context) ([]string, error) {
	out, err := git{dir: t.Top}.run(ctx, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(strings.Split(out, "\x00"), func(name string) bool {
		return name == "" || strings.HasSuffix(name, "/")
	}), nil
}

// indexWith copies the worktree's index and adds more files to the copy as empty ones, so that
// git reports all their lines as new. It returns the environment that makes git use the copy,
// and a function that removes the copy.
func (t Tree) indexWith(ctx context.Context, more []string) (env []string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "dormer-diff-")
	if err != nil {
		return nil, nil, err
	}
	remove = func() { _ = os.RemoveAll(dir) }
	index := filepath.Join(dir, "index")
	if err := copyIndex(filepath.Join(t.Admin, "index"), index); err != nil {
		remove()
		return nil, nil, err
	}
	empty, err := git{dir: t.Top, in: strings.NewReader("")}.line(ctx, "hash-object", "--stdin")
	if err != nil {
		remove()
		return nil, nil, err
	}
	var lines strings.Builder
	for _, name := range more {
		fmt.Fprintf(&lines, "100644 %s 0\t%s\x00", empty, name)
	}
	env = []string{"GIT_INDEX_FILE=" + index}
	at := git{dir: t.Top, env: env, in: strings.NewReader(lines.String())}
	if _, err := at.run(ctx, "update-index", "--add", "--replace", "-z", "--index-info"); err != nil {
		remove()
		return nil, nil, err
	}
	return env, remove, nil
}

// copyIndex copies an index, if there is one: a repository without added files has none.
func copyIndex(from, to string) error {
	in, err := os.Open(from)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // opened only for reading
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
