package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/persist"
	"dormer/session"
	"dormer/workspace"
)

// Renaming a session in a workspace that no program shows reads the document, which drops expired closed
// sessions. Their files are removed too, as when a program opens the workspace.
func TestRenamingRemovesExpiredSessions(t *testing.T) {
	home, err := os.MkdirTemp("/tmp", "dr")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	t.Setenv("DORMER_HOME", home)
	p, err := findPlaces()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := p.paths.Workspace("work")
	if err != nil {
		t.Fatal(err)
	}
	open, closed := uuid.New(), uuid.New()
	s := workspace.New("work")
	do := func(a workspace.Action) {
		t.Helper()
		if s, _, err = workspace.Apply(s, a); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []session.ID{open, closed} {
		do(workspace.OpenTab{
			View: workspace.MainView, Tab: uuid.New(), Index: -1, Size: session.Size{Rows: 24, Cols: 80},
			Record: workspace.Record{
				ID: id, Source: session.Source{Kind: session.Floating, Dir: "/"}, Dir: "/",
				Provider: session.Hosted, Lifetime: session.Persistent, CreatedAt: time.Now(),
			},
		})
	}
	do(workspace.ClosePane{Session: closed, At: time.Now().Add(-time.Hour)})
	store, err := persist.Open(dir, persist.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = store.Load()
	kept := p.provider.Dir(closed)
	if err := errors.Join(err, store.Save(s), store.Close(), os.MkdirAll(kept, 0o700), os.WriteFile(filepath.Join(kept, "spec.json"), []byte("{}"), 0o600)); err != nil {
		t.Fatal(err)
	}

	if err := renameSession(t.Context(), open.String(), "web"); err != nil {
		t.Fatal(err)
	}
	after, err := peek(dir)
	if err != nil || after.Sessions[open].Name != "web" || len(after.Sessions) != 1 {
		t.Errorf("the document has %+v, %v", after.Sessions, err)
	}
	if _, err := os.Stat(kept); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("files of the closed session: %v", err)
	}
}
