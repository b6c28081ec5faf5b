package workspace

import (
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"

	"dormer/session"
)

// The portable form of any workspace is a workspace too, with the same shape and none of its
// ids.
func TestPortable(t *testing.T) {
	shell, build := session.ID{1}, session.ID{2}
	s := New("work")
	for _, a := range []Action{
		OpenTab{View: MainView, Tab: TabID{9}, Index: -1, Record: Record{ID: shell, Title: "a\x1b[31mb", Env: []string{"A=1"}, Provider: session.Hosted, Lifetime: session.Persistent, Source: session.Source{Kind: session.Floating, Dir: "/home/me/x"}}, Size: session.Size{Rows: 24, Cols: 80}},
		SplitPane{Tab: TabID{9}, At: shell, Side: Right, Record: Record{ID: build, Provider: session.Hosted, Lifetime: session.Persistent}, Area: session.Size{Rows: 24, Cols: 80}},
		SaveLayout{Tab: TabID{9}, Name: "wide"},
		FocusPane{Session: shell},
	} {
		next, _, err := Apply(s, a)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	r := rand.New(rand.NewPCG(1, 2))
	newID := func() (id uuid.UUID) {
		for i := range id {
			id[i] = byte(r.UintN(256))
		}
		return id
	}
	got := s.Portable(newID, func(dir string) string { return "~" + dir })
	if err := Check(got); err != nil {
		t.Fatal(err)
	}
	tab := got.Views[0].Tabs[0]
	if len(got.Sessions) != 2 || len(tab.Panes()) != 2 || len(tab.Saved) != 1 || len(tab.Recent) != len(s.Views[0].Tabs[0].Recent) {
		t.Errorf("got %+v", got)
	}
	for id := range got.Sessions {
		if _, old := s.Sessions[id]; old {
			t.Errorf("id %s is of this machine", id)
		}
	}
	if r := got.Sessions[tab.Active]; r.Title != "a[31mb" || r.Env != nil || r.Source.Dir != "~/home/me/x" {
		t.Errorf("active session: %+v", r)
	}
}
