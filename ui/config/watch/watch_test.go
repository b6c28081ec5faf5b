package watch

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// look waits until a change is reported.
func look(t *testing.T, what string, told <-chan struct{}) {
	t.Helper()
	select {
	case <-told:
	case <-time.After(20 * time.Second):
		t.Fatalf("no report that the file was %s", what)
	}
}

func TestFile(t *testing.T) {
	top := t.TempDir()
	path := filepath.Join(top, "config", "dormer", "config.toml")
	told := make(chan struct{}, 100)
	if err := File(t.Context(), path, func() { told <- struct{}{} }); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	drain := func() {
		for len(told) > 0 {
			<-told
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	look(t, "given a directory", told)
	drain()
	write(path, "a")
	look(t, "made", told)
	drain()
	write(path, "b")
	look(t, "written in place", told)
	drain()
	write(path+"~", "c")
	if err := os.Rename(path+"~", path); err != nil {
		t.Fatal(err)
	}
	look(t, "replaced by a rename", told)
	drain()
	write(path, "d")
	look(t, "written after it was replaced", told)
	drain()
	if err := os.RemoveAll(filepath.Join(top, "config")); err != nil {
		t.Fatal(err)
	}
	look(t, "removed with its directory", told)
	drain()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	write(path, "e")
	look(t, "made again", told)
}
