package main

import (
	"os"
	"testing"

	"dormer/persist"
)

// If several other workspaces are chosen quickly, only the last one is kept locked, and it is shown. When
// the program has left for one, none is locked.
func TestOfOtherWorkspacesOneIsLocked(t *testing.T) {
	home, err := os.MkdirTemp("/tmp", "do")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	t.Setenv("DORMER_HOME", home)
	p, err := findPlaces()
	if err != nil {
		t.Fatal(err)
	}
	free := func(name string) {
		t.Helper()
		dir, err := p.paths.Workspace(name)
		if err != nil {
			t.Fatal(err)
		}
		store, err := persist.Open(dir, persist.Options{})
		if err != nil {
			t.Errorf("workspace %s: %v", name, err)
			return
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}
	w := &otherWorkspaces{shown: opening{flags: openFlags{workspace: "work"}}}
	for _, name := range []string{"one", "two", "two"} {
		if err := w.Open(name, false); err != nil {
			t.Fatal(err)
		}
	}
	free("one")
	next, err := w.take("one") // the program was left for this one just before the other was chosen
	if err != nil || next == nil || next.flags.workspace != "two" {
		t.Fatalf("got %+v, %v, want two", next, err)
	}
	if err := w.Open("three", false); err != nil {
		t.Error(err)
	}
	free("three")
	if err := next.store.Close(); err != nil {
		t.Error(err)
	}

	w = &otherWorkspaces{shown: opening{flags: openFlags{workspace: "work"}}}
	if err := w.Open("one", false); err != nil {
		t.Fatal(err)
	}
	if next, err := w.take(""); next != nil || err != nil {
		t.Errorf("left for none: got %+v, %v", next, err)
	}
	free("one")
}
