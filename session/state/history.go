package state

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"dormer/session/private"
)

// The history records how removed sessions ended: one line for each, its last document. It is a
// file next to the sessions' directory.

const (
	// HistoryTime is how long an outcome is kept.
	HistoryTime = 30 * 24 * time.Hour
	// historyName is the file, and historyLock is locked while the file is written.
	historyName = "history.jsonl"
	historyLock = "history.lock"
	// trimSize is the size from which old lines are removed, and maxHistory the size from which
	// the older half is removed too, in bytes.
	trimSize   = 1 << 20
	maxHistory = 8 << 20
)

func historyFile(sessions, name string) string { return filepath.Join(filepath.Dir(sessions), name) }

// keepOutcome adds a session's outcome to the history. sessions is the directory that has one for
// each session.
func keepOutcome(sessions string, r Record, now time.Time) error {
	line, err := json.Marshal(versioned{schema, r})
	if err != nil {
		return err
	}
	held, err := private.OpenLocked(historyFile(sessions, historyLock), lockWait)
	if err != nil {
		return err
	}
	defer func() { _ = held.Close() }() // this unlocks it
	path := historyFile(sessions, historyName)
	f, err := private.Open(path, os.O_CREATE|os.O_RDWR|os.O_APPEND|syscall.O_NOFOLLOW)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	st, statErr := f.Stat()
	if err = errors.Join(err, statErr, f.Close()); err != nil || st.Size() < trimSize {
		return err
	}
	if st.Size() < maxHistory && !firstLineIsOld(path, now) {
		return nil
	}
	return trimHistory(path, now)
}

// firstLineIsOld reports whether the first line is too old, or damaged.
func firstLineIsOld(path string, now time.Time) bool {
	data, err := private.ReadFile(path, maxFile)
	if err != nil {
		return false
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	r, err := decode(line)
	return err != nil || now.Sub(r.At()) >= HistoryTime
}

// trimHistory removes old lines, and the older half of a history that is too large.
func trimHistory(path string, now time.Time) error {
	data, err := private.ReadFile(path, 2*maxHistory)
	if err != nil {
		return err
	}
	var kept []byte
	for line := range bytes.Lines(data) {
		if r, err := decode(line); err == nil && now.Sub(r.At()) < HistoryTime {
			kept = append(kept, line...)
		}
	}
	if len(kept) > maxHistory {
		half := kept[len(kept)/2:]
		kept = half[bytes.IndexByte(half, '\n')+1:]
	}
	return private.Replace(path, kept)
}

// History returns the outcomes of removed sessions since a time, the oldest first. Untrusted lines
// are left out. sessions is the directory that has one for each session.
func History(sessions string, since time.Time) ([]Record, error) {
	f, err := private.Open(historyFile(sessions, historyName), os.O_RDONLY|syscall.O_NOFOLLOW)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(f, 2*maxHistory))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("history: %w", err)
	}
	var all []Record
	for line := range bytes.Lines(data) {
		if r, err := decode(line); err == nil && !r.At().Before(since) {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b Record) int { return a.At().Compare(b.At()) })
	return all, nil
}
