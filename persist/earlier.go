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

// slotSpacing is the minimum age difference between slots 1, 2, 3 and 4 and the slot after them
// before they move on, once all are full. So the kept documents are from the last minutes,
// hour, day and the day before, and not all from the last five minutes.
var slotSpacing = [slots]time.Duration{10 * time.Minute, time.Hour, 8 * time.Hour, 24 * time.Hour}

// minKeepInterval is the minimum age difference between the newest earlier document and the next one to
// be kept.
const minKeepInterval = time.Minute

// earlier are the documents before the current one, numbered from the newest, 1. Those that
// a save replaced are thinned as they grow older. Those that [Store.RestoreEarlier]
// replaced have slots of their own and are not thinned, so that going back can be undone.
type earlier struct {
	dir string
	// replaced means that these are the documents that [Store.RestoreEarlier] replaced.
	replaced bool
}

func (e earlier) path(slot int) string {
	kind := ".bak"
	if e.replaced {
		kind = ".replaced"
	}
	return filepath.Join(e.dir, documentName+kind+strconv.Itoa(slot))
}

// earlierPaths returns all places of earlier documents in a workspace's directory.
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

// keep makes f the newest earlier document, unless the newest is too recent and now is
// false. A document is kept once: another slot with the same content is emptied, unless it
// is kept for longer there.
func (e earlier) keep(f file, now bool) error {
	newest, have := e.modified(1)
	if have && !now && distance(f.modified, newest) < minKeepInterval {
		return nil
	}
	if now {
		if kept, err := e.dropSame(f); kept || err != nil {
			return err
		}
	}
	private.Sweep(e.path(1))
	// Room is made after f is written: if that fails, no other document is lost.
	if _, err := private.ReplaceAfter(e.path(1), f.data, e.makeRoom); err != nil {
		return err
	}
	return os.Chtimes(e.path(1), f.modified, f.modified)
}

// dropSame removes earlier documents that are the same as f, and reports whether f is already
// in a slot where it may stay: slot 1, or, if the slots of e are thinned, one of the others,
// which are not.
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

// makeRoom frees slot 1: it moves the documents before the slot to overwrite on by one.
func (e earlier) makeRoom() error {
	spare := e.slotToOverwrite()
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

// slotToOverwrite returns the slot to overwrite: the first empty one. If all are full, it is the first
// that is too close in age to the next one, if these are thinned, or else the oldest.
func (e earlier) slotToOverwrite() int {
	var times [slots + 1]time.Time
	for slot := 1; slot <= slots; slot++ {
		t, have := e.modified(slot)
		if !have {
			return slot
		}
		times[slot] = t
	}
	for slot := 1; slot < slots && !e.replaced; slot++ {
		if distance(times[slot], times[slot+1]) < slotSpacing[slot-1] {
			return slot
		}
	}
	return slots
}

// distance is absolute, so that a clock that was set back does not prevent keeping.
func distance(a, b time.Time) time.Duration { return a.Sub(b).Abs() }

// Document is a document of a workspace that the user can choose.
type Document struct {
	Path string
	// SavedAt is the time of writing that the document itself records.
	SavedAt time.Time
	// Tabs and Sessions are the numbers of its tabs and sessions.
	Tabs, Sessions int
	// Err says why it cannot be opened. The counts are then zero, and SavedAt is the file's
	// time.
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
