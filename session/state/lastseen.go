package state

import (
	"os"
	"path/filepath"
	"time"
)

// LastSeen returns when a session's host was last known to live: the time in the verdict on it,
// otherwise the time of the newest file in the session's directory, zero if there is none.
func LastSeen(dir string) time.Time {
	if data, err := readFile(filepath.Join(dir, documentName)); err == nil {
		if r, err := decode(data); err == nil && r.Lost() && !r.EndedAt.IsZero() {
			return r.EndedAt
		}
	}
	var last time.Time
	files, _ := os.ReadDir(dir) // unreadable entries are ignored
	for _, f := range files {
		if st, err := f.Info(); err == nil && st.Mode().IsRegular() && st.ModTime().After(last) {
			last = st.ModTime()
		}
	}
	return last
}
