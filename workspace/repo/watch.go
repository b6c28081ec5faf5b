package repo

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"dormer/session/private"
)

// settleTime is how long git's files are left alone after a change: a command changes several.
const settleTime = 300 * time.Millisecond

// Watcher tells when git's files of worktrees change: after a commit, a checkout, a fetch, or
// when something was staged. It does not tell of other files. Nothing is looked at in between.
type Watcher struct {
	changed func(worktree string)

	mu     sync.Mutex
	files  *fsnotify.Watcher // nil before the first worktree, and where nothing can be watched
	closed bool
	// of are the worktrees of each directory of git's, due those that changed just now.
	of  map[string][]string
	due map[string]bool
}

// NewWatcher returns a watcher that calls changed with the path of a worktree, on a goroutine
// of its own.
func NewWatcher(changed func(worktree string)) *Watcher {
	return &Watcher{changed: changed, of: map[string][]string{}, due: map[string]bool{}}
}

// Add watches a worktree, if it is not watched yet. Where that cannot be, nothing is told of it.
func (w *Watcher) Add(worktree string) {
	dirs := gitDirs(worktree)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || len(dirs) == 0 {
		return
	}
	if w.files == nil {
		files, err := fsnotify.NewWatcher()
		if err != nil {
			return
		}
		w.files = files
		go w.run(files)
	}
	for _, dir := range dirs {
		if slices.Contains(w.of[dir], worktree) || w.files.Add(dir) != nil {
			continue
		}
		w.of[dir] = append(w.of[dir], worktree)
	}
}

// Remove stops watching a worktree.
func (w *Watcher) Remove(worktree string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for dir, all := range w.of {
		if w.of[dir] = slices.DeleteFunc(all, func(one string) bool { return one == worktree }); len(w.of[dir]) == 0 {
			delete(w.of, dir)
			_ = w.files.Remove(dir) // it may be gone by itself
		}
	}
}

// Close stops watching for good.
func (w *Watcher) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	if w.files != nil {
		_ = w.files.Close() // nothing is told any more
	}
}

// gitDirs are git's directory of a worktree, the log in it of what HEAD was, and the directory
// that it shares with others, with those of reftables.
func gitDirs(worktree string) []string {
	git := filepath.Join(worktree, ".git")
	if st, err := os.Stat(git); err == nil && st.IsDir() {
		return []string{git, filepath.Join(git, "logs"), filepath.Join(git, reftable)}
	}
	own := pointer(git, "gitdir: ", worktree)
	if own == "" {
		return nil
	}
	dirs := []string{own, filepath.Join(own, "logs"), filepath.Join(own, reftable)}
	if common := pointer(filepath.Join(own, "commondir"), "", own); common != "" {
		dirs = append(dirs, common, filepath.Join(common, reftable))
	}
	return dirs
}

// pointer is the path that a file of git's names, which may count from a directory.
func pointer(file, prefix, from string) string {
	text, err := private.ReadFile(file, maxEntry)
	to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), prefix)
	if err != nil || !ok || to == "" {
		return ""
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(from, to)
	}
	return filepath.Clean(to)
}

// told are the files whose change is told of, of which the log of HEAD has its name. git
// writes most of them under another name, and renames them.
var told = []string{"HEAD", "index", "packed-refs", "FETCH_HEAD", "tables.list"}

// reftable is the directory in which git keeps refs and their logs instead of in files, in some
// repositories. Its tables.list changes with each of them.
const reftable = "reftable"

func (w *Watcher) run(files *fsnotify.Watcher) {
	for {
		select {
		case e, ok := <-files.Events:
			if !ok {
				return
			}
			if slices.Contains(told, filepath.Base(e.Name)) && !e.Has(fsnotify.Chmod) {
				w.note(filepath.Dir(e.Name))
			}
		case _, ok := <-files.Errors: // events were lost, and the next ones tell
			if !ok {
				return
			}
		}
	}
}

// note tells of the worktrees of a directory a little later, once.
func (w *Watcher) note(dir string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, worktree := range w.of[dir] {
		if w.due[worktree] {
			continue
		}
		w.due[worktree] = true
		time.AfterFunc(settleTime, func() {
			w.mu.Lock()
			delete(w.due, worktree)
			closed := w.closed
			w.mu.Unlock()
			if !closed {
				w.changed(worktree)
			}
		})
	}
}
