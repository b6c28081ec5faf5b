package state

import (
	"os"
	"path/filepath"
	"time"
)

// LastSeen is when the host of a session is last known to have lived: what the verdict on
// it says, else the time of the newest file in the session's directory, zero where there
// is none.
func LastSeen(dir string) time.Time {
	if data, err := readFile(filepath.Join(dir, documentName)); err == nil {
		if r, err := decode(data); err == nil && r.Lost() && !r.EndedAt.IsZero() {
			return r.EndedAt
		}
	}
	var last time.Time
	files, _ := os.ReadDir(dir) // of what cannot be read nobody knows
	for _, f := range files {
		if st, err := f.Info(); err == nil && st.Mode().IsRegular() && st.ModTime().After(last) {
			last = st.ModTime()
		}
	}
	return last
}
