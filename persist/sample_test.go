package persist

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"dormer/session"
	"dormer/workspace"
)

// workspaceName is the name of the workspaces of all tests.
const workspaceName = "main"

// now is the current time in all tests.
var now = time.Date(2026, 11, 21, 7, 30, 0, 123456789, time.UTC)

func id(n int) uuid.UUID {
	return uuid.MustParse(fmt.Sprintf("00000000-0000-4000-8000-%012d", n))
}

func shell(n int, place session.Place) workspace.Record {
	r := workspace.Record{
		ID:          id(n),
		Source:      session.Source{Kind: session.Floating, Dir: "/home/me"},
		Title:       fmt.Sprintf("shell %d", n),
		Dir:         fmt.Sprintf("/home/me/%d", n),
		Provider:    session.Direct,
		Lifetime:    session.Persistent,
		Residency:   session.Residency{Place: place},
		Disposition: session.DispositionActive,
		CreatedAt:   now.Add(time.Duration(n) * time.Second),
	}
	if place == session.PendingUndo {
		r.Residency.ExpiresAt = undoUntil
	}
	return r
}

var undoUntil = now.Add(4 * time.Minute)

func leaf(n int) *workspace.Node { return &workspace.Node{Session: id(n)} }

func divided(axis workspace.Axis, children ...workspace.Child) *workspace.Node {
	return &workspace.Node{Axis: axis, Children: children}
}

func child(weight int, n *workspace.Node) workspace.Child {
	return workspace.Child{Weight: weight, Node: n}
}

// sample returns a workspace with everything in it: nested splits, zoom, names, a second view, an agent in
// a worktree, and a closed tab and a closed pane that can be brought back.
func sample() workspace.State {
	agent := shell(2, session.Active)
	agent.Agent = "claude"
	agent.Name = "the agent"
	agent.Source = session.Source{Kind: session.Worktree, Repo: "/src/p", Worktree: "/src/p-fix", Dir: "/src/p-fix", Command: []string{"claude", "--resume", "a && b"}}
	agent.Disposition = session.Suspended
	agent.Provider = session.Hosted

	after := divided(workspace.Row, child(2, leaf(1)), child(1, divided(workspace.Column, child(1, leaf(2)), child(3, leaf(3)))))
	before := divided(workspace.Row, child(2, leaf(1)), child(1, divided(workspace.Column, child(1, leaf(2)), child(2, leaf(3)), child(1, leaf(7)))))
	s := workspace.State{
		Name:       "main",
		ActiveView: workspace.MainView,
		Views: []workspace.View{
			{ID: workspace.MainView, Name: "main", ActiveTab: id(101), Recent: []workspace.TabID{id(100)}, Tabs: []workspace.Tab{
				{ID: id(100), Name: "build", Root: after, Active: id(3), Recent: []session.ID{id(2), id(1)}, Preset: workspace.MainLeft,
					Floats: []workspace.Float{{Session: id(9), Frame: workspace.Frame{X: 1000, Y: 2000, W: 5000, H: 4000}, Hidden: true}},
					Saved: []workspace.SavedLayout{{Name: "wide", Root: divided(workspace.Column, child(1, leaf(1)), child(1, leaf(2))),
						Floats: []workspace.Float{{Session: id(3), Frame: workspace.Frame{W: 10000, H: 5000}}}}},
				},
				{ID: id(101), Root: divided(workspace.Column, child(1, leaf(4)), child(1, leaf(8))), Active: id(4), Zoomed: true},
			}},
			{ID: "logs", Name: "Logs", ActiveTab: id(102), Tabs: []workspace.Tab{
				{ID: id(102), Root: leaf(5), Active: id(5)},
			}},
		},
		Sessions: map[session.ID]workspace.Record{},
		Undo: []workspace.Closed{
			{
				Title: "tests", ClosedAt: undoUntil.Add(-workspace.UndoTime), ExpiresAt: undoUntil, View: workspace.MainView,
				Sessions: []session.ID{id(6)}, TabIndex: 1,
				Tab: workspace.Tab{ID: id(103), Name: "tests", Root: leaf(6), Active: id(6)},
			},
			{
				Title: "shell 7", ClosedAt: undoUntil.Add(-workspace.UndoTime), ExpiresAt: undoUntil, View: workspace.MainView,
				Sessions: []session.ID{id(7)}, Tab: workspace.Tab{ID: id(100), Name: "build"}, TabIndex: 0,
				Pane: &workspace.ClosedPane{
					Session: id(7), Before: before, After: after, Neighbour: id(3), Side: workspace.Down,
					Weight: 1, Total: 3, WasActive: true,
				},
			},
		},
	}
	for _, r := range []workspace.Record{
		shell(1, session.Active), agent, shell(3, session.Active), shell(4, session.Active), shell(8, session.Active), shell(9, session.Active),
		shell(5, session.Backgrounded), shell(6, session.PendingUndo), shell(7, session.PendingUndo),
	} {
		s.Sessions[r.ID] = r
	}
	return s
}

// sampleOf returns the part of the sample that a document of an earlier schema can hold.
func sampleOf(schema int) workspace.State {
	s := sample()
	if schema < 2 {
		s.Views[0].Tabs[0].Floats, s.Views[0].Tabs[0].Saved = nil, nil
		delete(s.Sessions, id(9))
	}
	return s
}

// fixedOptions returns options under which time stands still, and nothing is missing or alive.
func fixedOptions() Options {
	return Options{
		Now:   func() time.Time { return now },
		Gone:  func(session.Source) bool { return false },
		Alive: func(session.ID) bool { return false },
		Until: func(session.ID) time.Time { return time.Time{} },
	}
}

// workspaceDir returns the directory of a workspace called main that does not exist yet.
func workspaceDir(t *testing.T) string {
	t.Helper()
	p, err := FindPaths(func(name string) string {
		return map[string]string{"DORMER_HOME": t.TempDir()}[name]
	})
	if err != nil {
		t.Fatal(err)
	}
	dir, err := p.Workspace(workspaceName)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func openStore(t *testing.T, dir string, options Options) *Store {
	t.Helper()
	s, err := Open(dir, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// loaded returns a store that has loaded.
func loaded(t *testing.T, dir string) (*Store, workspace.State, LoadReport) {
	t.Helper()
	s := openStore(t, dir, fixedOptions())
	state, report, err := s.Load()
	if err != nil {
		t.Fatal(err)
	}
	return s, state, report
}

// saved makes a workspace with the document of sample, and returns its directory.
func saved(t *testing.T) string {
	t.Helper()
	dir := workspaceDir(t)
	s, _, _ := loaded(t, dir)
	mustSave(t, s, sample())
	mustClose(t, s)
	return dir
}

func mustSave(t *testing.T, s *Store, state workspace.State) {
	t.Helper()
	if err := s.Save(state); err != nil {
		t.Fatal(err)
	}
}

func mustClose(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func documentPath(dir string) string { return filepath.Join(dir, documentName) }

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), dirMode); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), fileMode); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func wantState(t *testing.T, got, want workspace.State) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("state (-want +got):\n%s", diff)
	}
}

// named returns a small workspace that differs from others in its tab's name.
func named(name string) workspace.State {
	s := workspace.New(workspaceName)
	s.Views[0].ActiveTab = id(100)
	s.Views[0].Tabs = []workspace.Tab{{ID: id(100), Name: name, Root: leaf(1), Active: id(1)}}
	s.Sessions[id(1)] = shell(1, session.Active)
	return s
}

func tabName(t *testing.T, s workspace.State) string {
	t.Helper()
	if len(s.Views) == 0 || len(s.Views[0].Tabs) != 1 {
		t.Fatalf("not a workspace of one tab: %+v", s)
	}
	return s.Views[0].Tabs[0].Name
}
