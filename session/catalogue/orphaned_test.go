package catalogue_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/state"
	"dormer/session/wire"
)

// S0-21: a session whose worktree is deleted while it runs is orphaned, also on disk, and stays so when
// its host goes. A session of another kind is not.
func TestASessionWhoseWorktreeIsDeletedIsOrphaned(t *testing.T) {
	w := newWorld(t)
	tree := filepath.Join(t.TempDir(), "tree")
	if err := os.Mkdir(tree, 0o700); err != nil {
		t.Fatal(err)
	}
	var tracked []catalogue.Tracked
	for n, kind := range map[int]session.SourceKind{1: session.Worktree, 2: session.Floating} {
		from := session.Source{Kind: kind, Worktree: tree, Dir: tree}
		w.hostAs(session.HostName(from, id(n)), wire.InfoReply{ID: id(n), ChildPID: 8, Command: []string{"cat"}, Source: from}, nil)
		w.state(id(n), "work", running(ago(time.Hour))...)
		tracked = append(tracked, catalogue.Tracked{ID: id(n), Workspace: "work", Source: from, Disposition: session.DispositionActive})
	}
	shown := func() string {
		var table strings.Builder
		if err := w.list(tracked...).WriteTable(&table, now, catalogue.Filter{All: true}, 0); err != nil {
			t.Fatal(err)
		}
		return table.String()
	}
	if got := shown(); strings.Contains(got, "orphaned") {
		t.Errorf("before the worktree is deleted, got\n%s", got)
	}
	if err := os.Remove(tree); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second reads what the first wrote
		if got := shown(); strings.Count(got, "orphaned (runs)") != 1 || !strings.Contains(got, "running") {
			t.Errorf("got\n%s", got)
		}
	}
	r, err := state.Read(filepath.Join(w.Sessions, id(1).String()), id(1))
	if err != nil || r.State != session.Orphaned || r.Reason != "worktree "+tree+" was deleted" {
		t.Errorf("on disk %s (%s), %v", r.State, r.Reason, err)
	}
	gone := newWorld(t)
	gone.Sessions = w.Sessions
	l := gone.list(tracked...)
	for _, e := range l.Entries {
		if e.ID == id(1) && e.Status(now) != "orphaned" {
			t.Errorf("without its host: got %s", e.Status(now))
		}
	}
}

// A session that can have no host runs in the program that shows its workspace, as long as that runs.
func TestASessionThatRunsInTheProgram(t *testing.T) {
	for _, tt := range []struct {
		open          bool
		status        string
		runtime       session.RuntimeStatus
		said, refused string
	}{
		{true, "running (in dormer)", session.Running, `"provider": "direct"`, "lives in the dormer that shows workspace work"},
		{false, "suspended", session.Exited, `"provider": "direct"`, "lost its host"},
	} {
		w := newWorld(t)
		l := w.list(catalogue.Tracked{ID: id(1), Workspace: "work", Name: "api", Dir: "/src", Disposition: session.DispositionActive, Provider: session.Direct, Open: tt.open})
		e := l.Entries[0]
		var text strings.Builder
		if err := l.WriteJSON(&text, now, catalogue.Filter{}); err != nil {
			t.Fatal(err)
		}
		if e.Status(now) != tt.status || e.Runtime() != tt.runtime || !strings.Contains(text.String(), tt.said) {
			t.Errorf("open %v: got %s, %v:\n%s", tt.open, e.Status(now), e.Runtime(), text.String())
		}
		if err := e.NotLive("api"); err == nil || !strings.Contains(err.Error(), tt.refused) {
			t.Errorf("open %v: got %v", tt.open, err)
		}
	}
}

// Look describes only the sessions of a document, as a list does, and asks no other hosts.
func TestLook(t *testing.T) {
	w := newWorld(t)
	for n := 1; n <= 3; n++ {
		w.host(wire.InfoReply{ID: id(n), ChildPID: 8, Command: []string{"cat"}, Changed: time.Now()}, nil)
		w.state(id(n), "work", running(ago(time.Hour))...)
	}
	w.state(id(4), "work", running(ago(time.Hour))...) // its host is gone
	asked := &counting{Hosts: w.Hosts}
	w.Hosts = asked
	s := catalogue.NewStatuses(w.Places)
	var tracked []catalogue.Tracked
	for _, n := range []int{2, 4} {
		tracked = append(tracked, catalogue.Tracked{ID: id(n), Workspace: "work", Disposition: session.DispositionActive, Source: session.Source{Command: []string{"cat"}}})
	}
	for range 3 {
		entries, err := s.ListTracked(t.Context(), tracked)
		if err != nil || len(entries) != 2 || asked.infos != 1 {
			t.Fatalf("got %+v, %v after %d questions", entries, err, asked.infos)
		}
		for _, e := range entries {
			want := map[session.ID]string{id(2): "running", id(4): "suspended (host no longer exists)"}[e.ID]
			if got := e.Status(time.Now()); got != want {
				t.Errorf("session %s: got %s, want %s", e.Key(), got, want)
			}
		}
	}
}
