package repo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// includeFile lists, in the syntax of .gitignore, the ignored files to copy into a new
// worktree.
const includeFile = ".worktreeinclude"

// include copies into a new worktree the files of the main one that .worktreeinclude names and
// git ignores, and returns their number. It copies only regular files, with their modes, does
// not overwrite existing files, and follows no link out of either worktree.
func (r Repo) include(ctx context.Context, to string) (copied int, err error) {
	if r.Bare {
		return 0, nil
	}
	if there, err := exists(filepath.Join(r.Main, includeFile)); err != nil || !there {
		return 0, err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("copy the files of %s: %w", includeFile, err)
		}
	}()
	files, err := r.included(ctx)
	if err != nil {
		return 0, err
	}
	from, err := os.OpenRoot(r.Main)
	if err != nil {
		return 0, err
	}
	defer func() { _ = from.Close() }() // opened only for reading
	into, err := os.OpenRoot(to)
	if err != nil {
		return 0, err
	}
	defer func() { _ = into.Close() }() // each written file is closed already
	var failed []error
	for _, name := range files {
		if ctx.Err() != nil {
			return copied, ctx.Err()
		}
		done, err := copyFile(from, into, name)
		if err != nil {
			failed = append(failed, err)
		} else if done {
			copied++
		}
	}
	if len(failed) > 1 {
		return copied, fmt.Errorf("%w (and %d more)", failed[0], len(failed)-1)
	}
	return copied, errors.Join(failed...)
}

// included lists the files that .worktreeinclude names and git ignores.
func (r Repo) included(ctx context.Context) ([]string, error) {
	at := git{dir: r.Main}
	named, err := at.run(ctx, "ls-files", "-z", "--others", "--ignored", "--exclude-from="+includeFile)
	if err != nil || named == "" {
		return nil, err
	}
	at.in = strings.NewReader(named)
	ignored, err := at.run(ctx, "check-ignore", "-z", "--stdin")
	if failed, ok := errors.AsType[*gitError](err); ok && failed.code == 1 {
		return nil, nil // none of them is ignored
	}
	var files []string
	for name := range strings.SplitSeq(ignored, "\x00") {
		if name != "" && !strings.HasSuffix(name, "/") { // a slash ends the name of a repository
			files = append(files, name)
		}
	}
	return files, err
}

// copyFile copies a regular file to the same place in another directory. It returns false if
// the source is not a regular file or the destination exists already.
func copyFile(from, into *os.Root, name string) (bool, error) {
	st, err := from.Lstat(name)
	if err != nil || !st.Mode().IsRegular() {
		return false, err
	}
	src, err := from.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return false, err
	}
	defer func() { _ = src.Close() }() // opened only for reading
	if err := into.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return false, err
	}
	dst, err := into.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, err = io.Copy(dst, src)
	err = errors.Join(err, dst.Chmod(st.Mode().Perm()), dst.Close())
	if err != nil {
		err = errors.Join(err, into.Remove(name))
	}
	return err == nil, err
}
