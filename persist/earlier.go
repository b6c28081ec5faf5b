package persist

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"dormer/session/private"
)

// slots is the number of earlier documents of each kind that are kept.
const slots = 5

// apart is how far slots 1, 2, 3 and 4 come from the slot after them before that
// one moves on, once all are full. The documents kept are then of the last
// minutes, hour, day and the day before, where five of the last five minutes
// would all hold the same mistake.
var apart = [slots]time.Duration{10 * time.Minute, time.Hour, 8 * time.Hour, 24 * time.Hour}

// settled is how much newer than the newest earlier document one must be to be
// kept itself.
const settled = time.Minute

// earlier are the documents before the current one, numbered from the newest, 1. Those
// that a save replaced are thinned as they grow older. Those that [Store.RestoreEarlier]
// replaced have slots of their own and are not thinned: only the oldest of them goes, so
// that going back can be taken back for as long as it can be for any other.
type earlier struct {
	dir string
	// replaced says which of the two these are.
	replaced bool
}

func (e earlier) path(slot int) string {
	kind := ".bak"
	if e.replaced {
		kind = ".replaced"
	}
	return filepath.Join(e.dir, documentName+kind+strconv.Itoa(slot))
}

// earlierPaths are all the places of earlier documents in a workspace's directory.
func earlierPaths(dir string) []string {
	return append(earlier{dir: dir}.paths(), earlier{dir: dir, replaced: true}.paths()...)
}

func (e earlier) paths() []string {
	var paths []string
	for slot := 1; slot <= slots; slot++ {
		paths = append(paths, e.path(slot))
	}
	return paths
}

func (e earlier) modified(slot int) (time.Time, bool) {
	st, err := os.Stat(e.path(slot))
	if err != nil {
		return time.Time{}, false
	}
	return st.ModTime(), true
}

// keep makes f the newest earlier document, unless it is too near to the one
// that is and now is false. What is kept now is kept once: another slot that holds
// the same gives it up, unless that one keeps it for longer.
func (e earlier) keep(f file, now bool) error {
	newest, have := e.modified(1)
	if have && !now && distance(f.modified, newest) < settled {
		return nil
	}
	if now {
		if kept, err := e.dropSame(f); kept || err != nil {
			return err
		}
	}
	private.Sweep(e.path(1))
	// Room is made once it is written: where it cannot be, no other has to go.
	if _, err := private.ReplaceAfter(e.path(1), f.data, e.makeRoom); err != nil {
		return err
	}
	return os.Chtimes(e.path(1), f.modified, f.modified)
}

// dropSame removes earlier documents that are the same as f, and reports whether f is
// kept where it may stay: in slot 1, or among those that are not thinned.
func (e earlier) dropSame(f file) (kept bool, err error) {
	for _, path := range earlierPaths(e.dir) {
		other, err := read(path)
		if err != nil || !bytes.Equal(other.data, f.data) {
			continue
		}
		if path == e.path(1) || !e.replaced && !slices.Contains(e.paths(), path) {
			kept = true
			continue
		}
		if err := os.Remove(path); err != nil {
			return kept, err
		}
	}
	return kept, nil
}

// makeRoom frees slot 1: the documents up to the first slot that can be spared
// move on by one.
func (e earlier) makeRoom() error {
	spare := e.spare()
	for slot := 1; slot <= spare; slot++ {
		if err := private.CheckReplaceable(e.path(slot)); err != nil {
			return err
		}
	}
	for slot := spare - 1; slot >= 1; slot-- {
		err := os.Rename(e.path(slot), e.path(slot+1))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// spare is the first empty slot; where all are full, the first that is too near
// to the one after it, if these are thinned, and at last the oldest.
func (e earlier) spare() int {
	var times [slots + 1]time.Time
	for slot := 1; slot <= slots; slot++ {
		t, have := e.modified(slot)
		if !have {
			return slot
		}
		times[slot] = t
	}
	for slot := 1; slot < slots && !e.replaced; slot++ {
		if distance(times[slot], times[slot+1]) < apart[slot-1] {
			return slot
		}
	}
	return slots
}

// distance has no sign: a clock that was put back must not stop the keeping.
func distance(a, b time.Time) time.Duration { return a.Sub(b).Abs() }

// Document is one of the documents of a workspace, for a person to choose from.
type Document struct {
	Path string
	// SavedAt is when it was written, by its own word.
	SavedAt time.Time
	// Tabs and Sessions count what it holds.
	Tabs, Sessions int
	// Err says why it cannot be opened; the counts are then zero, and SavedAt is
	// the file's own time.
	Err error
}

// Earlier lists the earlier documents of the workspace in dir, the newest first.
// It needs no lock and changes nothing.
func Earlier(dir string) []Document {
	var out []Document
	for _, path := range earlierPaths(dir) {
		f, err := read(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		out = append(out, describe(path, f, err))
	}
	slices.SortStableFunc(out, func(a, b Document) int { return b.SavedAt.Compare(a.SavedAt) })
	return out
}

func describe(path string, f file, err error) Document {
	d := Document{Path: path, SavedAt: f.modified, Err: err}
	if err != nil {
		return d
	}
	got, err := decode(f.data)
	if err != nil {
		d.Err = err
		return d
	}
	d.SavedAt, d.Sessions = got.savedAt, len(got.state.Sessions)
	for _, v := range got.state.Views {
		d.Tabs += len(v.Tabs)
	}
	return d
}
