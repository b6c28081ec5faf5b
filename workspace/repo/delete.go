package repo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// deleteTree deletes a directory and everything in it. It does not follow symbolic links,
// cannot leave the directory above it, and returns an error for a directory in which something
// is mounted.
func deleteTree(ctx context.Context, dir string) error {
	root, err := os.OpenRoot(filepath.Dir(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // nothing is written through it
	name := filepath.Base(dir)
	top, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if top.IsDir() {
		if err := makeWritable(ctx, root, name, deviceOf(top)); err != nil {
			return err
		}
	}
	return root.RemoveAll(name)
}

// makeWritable makes read-only directories, such as those of Go's module cache, writable, so that
// their contents can be deleted. It returns an error if something is mounted at the directory
// or below it.
func makeWritable(ctx context.Context, root *os.Root, path string, device uint64) error {
	st, err := root.Lstat(path)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	case deviceOf(st) != device || isMount(filepath.Join(root.Name(), path)):
		return fmt.Errorf("something is mounted at %s: unmount it first", filepath.Join(root.Name(), path))
	}
	if st.Mode().Perm()&0o700 != 0o700 {
		if err := root.Chmod(path, st.Mode().Perm()|0o700); err != nil {
			return err
		}
	}
	f, err := root.Open(path)
	if err != nil {
		return err
	}
	entries, err := f.ReadDir(-1)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() {
			if err := makeWritable(ctx, root, filepath.Join(path, e.Name()), device); err != nil {
				return err
			}
		}
	}
	return nil
}

func deviceOf(st fs.FileInfo) uint64 {
	sys, ok := st.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	return uint64(sys.Dev) //nolint:unconvert // it is an int32 on macOS
}
