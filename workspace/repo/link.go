package repo

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dormer/session/private"
)

// link writes the future path of git's directory into the .git file of a worktree in the trash,
// and into those of its submodules. The path may be a new one, because another worktree may
// have taken the old name. Files with the right path are not changed.
func (r Repo) link(ctx context.Context, e Removed) error {
	names, err := linksTo(e, "", r.adminOf(e))
	if err != nil || names {
		return err
	}
	// The worktree's file is written last: if it is right, all are.
	return errors.Join(r.linkModules(ctx, e, "modules"), setLink(e, "", r.adminOf(e)))
}

// linkModules links the submodules whose repositories are below dir in git's directory of a
// worktree. Submodules may have submodules.
func (r Repo) linkModules(ctx context.Context, e Removed, dir string) error {
	in := filepath.Join(r.trashedAdmin(e), dir)
	entries, err := os.ReadDir(in)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		module := filepath.Join(dir, entry.Name())
		isRepo, existsErr := exists(filepath.Join(in, entry.Name(), "HEAD"))
		err = errors.Join(err, existsErr)
		if !isRepo { // the name of a submodule can have slashes
			err = errors.Join(err, r.linkModules(ctx, e, module))
			continue
		}
		err = errors.Join(err, r.linkModule(ctx, e, module), r.linkModules(ctx, e, filepath.Join(module, "modules")))
	}
	return err
}

// linkModule links a submodule to its repository, whose configuration names the submodule's
// directory.
func (r Repo) linkModule(ctx context.Context, e Removed, module string) error {
	to, err := git{dir: r.Common}.line(ctx, "config", "--file", filepath.Join(r.trashedAdmin(e), module, "config"), "core.worktree")
	if err != nil {
		return ignoreGitError(err)
	}
	gitDir := filepath.Join(r.adminOf(e), module)
	if !filepath.IsAbs(to) {
		to = filepath.Join(gitDir, to)
	}
	sub, err := filepath.Rel(e.Path, to)
	if err != nil || !filepath.IsLocal(sub) || sub == "." {
		return nil //nolint:nilerr // its files are outside the worktree
	}
	if dir := filepath.Join(e.Tree, sub); resolved(dir) != filepath.Join(resolved(e.Tree), sub) {
		return nil // its path contains a symbolic link
	}
	names, err := linksTo(e, sub, gitDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it is not checked out
	}
	if err != nil || names {
		return err
	}
	return setLink(e, sub, gitDir)
}

// linksTo reports whether the .git file in a directory of a removed worktree will name gitDir
// once the worktree is back in its place.
func linksTo(e Removed, sub, gitDir string) (bool, error) {
	text, err := private.ReadFile(filepath.Join(e.Tree, sub, ".git"), maxEntry)
	to := strings.TrimSpace(strings.TrimPrefix(string(text), "gitdir:"))
	if !filepath.IsAbs(to) {
		to = filepath.Join(e.Path, sub, to)
	}
	return resolved(to) == resolved(gitDir), err
}

func setLink(e Removed, sub, gitDir string) error {
	return private.Replace(filepath.Join(e.Tree, sub, ".git"), []byte("gitdir: "+gitDir+"\n"))
}
