package persist

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Who takes a workspace over is known to the program that leaves it for as long as that
// takes, and a taker that is gone, or of long ago, is none.
func TestTaker(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "work")
	now := time.Now()
	s, err := Open(dir, Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if taker, ok := s.Taker(); ok {
		t.Errorf("taken by %v before anybody does", taker)
	}
	withdraw := AnnounceTakeover(dir)
	taker, ok := s.Taker()
	if !ok || taker.PID != os.Getpid() || !strings.HasPrefix(taker.String(), "dormer --take") {
		t.Errorf("taken by %v, %t", taker, ok)
	}
	now = now.Add(time.Minute)
	if _, ok := s.Taker(); ok {
		t.Error("an announcement of a minute ago is believed")
	}
	now = now.Add(-time.Minute)
	withdraw()
	if _, ok := s.Taker(); ok {
		t.Error("taken after that was withdrawn")
	}
	if err := os.WriteFile(filepath.Join(dir, takeoverName), []byte("{\"pid\":"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Taker(); ok {
		t.Error("taken by what cannot be read")
	}
}
