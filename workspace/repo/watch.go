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

// settleTime is the delay between a change of git's files and its report, because one command
// changes several files.
const settleTime = 300 * time.Millisecond

// Watcher reports when git's files of worktrees change: after a commit, a checkout or a fetch,
// or when something was staged. It does not report other files, and it does not poll.
type Watcher struct {
	changed func(worktree string)

	mu     sync.Mutex
	files  *fsnotify.Watcher // nil before the first worktree, and if watching is impossible
	closed bool
	// worktreesOf maps each of git's directories to its worktrees. due has the worktrees whose report is
	// pending.
	worktreesOf map[string][]string
	due         map[string]bool
}

// NewWatcher returns a watcher that calls changed with the path of a worktree, in a separate
// goroutine.
func NewWatcher(changed func(worktree string)) *Watcher {
	return &Watcher{changed: changed, worktreesOf: map[string][]string{}, due: map[string]bool{}}
}

// Add watches a worktree, if it is not watched yet. If that is impossible, its changes are not
// reported.
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
		if slices.Contains(w.worktreesOf[dir], worktree) || w.files.Add(dir) != nil {
			continue
		}
		w.worktreesOf[dir] = append(w.worktreesOf[dir], worktree)
	}
}

// Remove stops watching a worktree.
func (w *Watcher) Remove(worktree string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for dir, all := range w.worktreesOf {
		if w.worktreesOf[dir] = slices.DeleteFunc(all, func(one string) bool { return one == worktree }); len(w.worktreesOf[dir]) == 0 {
			delete(w.worktreesOf, dir)
			_ = w.files.Remove(dir) // the directory may no longer exist
		}
	}
}

// Close stops the watcher permanently.
func (w *Watcher) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	if w.files != nil {
		_ = w.files.Close() // no change is reported any more
	}
}

// gitDirs returns git's directories of a worktree: its own, the directory of HEAD's log, the
// one shared with other worktrees, and those of reftables.
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

// pointer returns the path in a file of git's, after prefix. A relative path is resolved
// against the directory from.
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

// watchedFiles are the names of the files whose changes are reported; the log of HEAD is named HEAD
// too. git writes most of them under another name, and renames them.
var watchedFiles = []string{"HEAD", "index", "packed-refs", "FETCH_HEAD", "tables.list"}

// reftable is the directory in which git stores refs and their logs in some repositories,
// instead of separate files. Its tables.list changes with each of them.
const reftable = "reftable"

func (w *Watcher) run(files *fsnotify.Watcher) {
	for {
		select {
		case e, ok := <-files.Events:
			if !ok {
				return
			}
			if slices.Contains(watchedFiles, filepath.Base(e.Name)) && !e.Has(fsnotify.Chmod) {
				w.note(filepath.Dir(e.Name))
			}
		case _, ok := <-files.Errors: // events were lost; the next ones are reported
			if !ok {
				return
			}
		}
	}
}

// note schedules one report, after settleTime, for each worktree of a directory.
func (w *Watcher) note(dir string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, worktree := range w.worktreesOf[dir] {
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
