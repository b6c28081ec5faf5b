// Package watch tells when a file may have changed, by watching its directory. It notices an
// editor that writes a new file and renames it as well as one that writes in place, and
// follows a directory that is made later, or goes and comes back.
//
// It does not read the file: whether its content is different, the caller finds out.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long a file is left alone after a change: editors write several
// times.
const settle = 50 * time.Millisecond

// File calls changed whenever the file at path may have changed, until the context
// ends. It returns at once; the error says why nothing can be watched, and nothing is
// then.
func File(ctx context.Context, path string, changed func()) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch %s: %w", path, err)
	}
	f := &follower{watcher: w, path: filepath.Clean(path), changed: changed, timer: time.NewTimer(time.Hour)}
	f.timer.Stop()
	if err := f.follow(); err != nil {
		_ = w.Close() // nothing was watched
		return fmt.Errorf("watch %s: %w", path, err)
	}
	go f.run(ctx)
	return nil
}

// follower follows one file.
type follower struct {
	watcher *fsnotify.Watcher
	path    string
	changed func()
	at      string // the directory that is watched
	timer   *time.Timer
}

// follow watches the file's directory, or the nearest one above that is there.
func (f *follower) follow() error {
	for {
		dir := nearestDir(filepath.Dir(f.path))
		if dir == f.at {
			return nil
		}
		switch err := f.watcher.Add(dir); {
		case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
			continue // it went meanwhile
		case err != nil:
			return err
		}
		if f.at != "" {
			_ = f.watcher.Remove(f.at) // it may be gone by itself
		}
		// What was made in it before it was watched is told by nobody: look again.
		f.at = dir
	}
}

// nearestDir is a directory, or the nearest one above that is there.
func nearestDir(dir string) string {
	for dir != filepath.Dir(dir) && !isDir(dir) {
		dir = filepath.Dir(dir)
	}
	return dir
}

func isDir(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

func (f *follower) run(ctx context.Context) {
	defer func() { _ = f.watcher.Close() }()
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-f.watcher.Events:
			if !ok {
				return
			}
			f.event(e)
		case _, ok := <-f.watcher.Errors: // events were lost: look
			if !ok {
				return
			}
			f.timer.Reset(settle)
		case <-f.timer.C:
			f.changed()
		}
	}
}

// event looks whether an event may be of the file, or of the way to it.
func (f *follower) event(e fsnotify.Event) {
	name := filepath.Clean(e.Name)
	if name == f.at && e.Has(fsnotify.Remove|fsnotify.Rename) {
		f.at = "" // the directory itself went
	}
	before := f.at
	if f.follow() != nil {
		return // it will be told of what is above when that changes
	}
	if name == f.path || f.at != before {
		f.timer.Reset(settle)
	}
}
