package web

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/workspace"
)

// A tree has the tabs with their layouts, closed items, sessions without a pane, and waiting agents.
func TestNewTree(t *testing.T) {
	id := func(n byte) session.ID { return uuid.UUID{15: n} }
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := workspace.New("work")
	for _, a := range []workspace.Action{
		workspace.OpenTab{View: workspace.MainView, Tab: id(100), Index: -1, Record: workspace.Record{ID: id(1), Name: "one"}},
		workspace.SplitPane{Tab: id(100), At: id(1), Side: workspace.Down, Record: workspace.Record{ID: id(2), Name: "two"}},
		workspace.OpenTab{View: workspace.MainView, Tab: id(101), Index: -1, Record: workspace.Record{ID: id(3), Name: "three"}},
		workspace.CloseTab{Tab: id(101), At: now},
		workspace.OpenTab{View: workspace.MainView, Tab: id(102), Index: -1, Record: workspace.Record{ID: id(4), Name: "four"}},
		workspace.CloseTab{Tab: id(102), At: now.Add(-time.Hour)},
	} {
		var err error
		if s, _, err = workspace.Apply(s, a); err != nil {
			t.Fatal(err)
		}
	}
	tree := NewTree(s, true, map[session.ID]Session{
		id(1): {Runs: true, Live: true, Dir: "~/src", ChildTitle: "made by the program", Program: "vim"}, id(2): {Runs: true, Live: true, State: "blocked", Kind: "permission"}, id(3): {Runs: true, Live: true},
		id(9): {Title: "alone", Live: true}, id(10): {Title: "over"},
	}, now)
	got, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	name := func(n string) string { return "00000000-0000-0000-0000-0000000000" + n }
	want := `{"workspace":"work","shown":true,"views":[{"name":"main","active":true,"tabs":[{"id":"` + name("64") + `","title":"two","active":true,"zoomed":false,"pane":"` + name("02") +
		`","layout":{"column":true,"parts":[{"weight":32768,"node":{"session":"` + name("01") + `"}},{"weight":32767,"node":{"session":"` + name("02") + `"}}]},"floats":[]}]}],` +
		`"closed":[{"title":"three","tab":true,"sessions":["` + name("03") + `"],"expires":"2026-01-02T03:09:05Z"}],"others":["` + name("09") + `"],"sessions":{` +
		`"` + name("01") + `":{"title":"one","status":"","runs":true,"live":true,"dir":"~/src"},` +
		`"` + name("02") + `":{"title":"two","status":"","runs":true,"live":true,"state":"blocked","kind":"permission","waits":"asks for permission"},` +
		`"` + name("03") + `":{"title":"three","status":"","runs":true,"live":true},` +
		`"` + name("09") + `":{"title":"alone","status":"","runs":false,"live":true},` +
		`"` + name("0a") + `":{"title":"over","status":"","runs":false,"live":false}}}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The titles of live sessions are the current ones; those in the workspace's document are older.
func TestCurrentTitles(t *testing.T) {
	one := uuid.UUID{15: 1}
	for _, tt := range []struct {
		name   string
		record workspace.Record
		now    Session
		want   string
	}{
		{"a program in a shell", workspace.Record{Dir: "/src/shop"}, Session{Live: true, Program: "vim"}, "vim"},
		{"the program has ended", workspace.Record{Dir: "/src/shop", Program: "vim"}, Session{Live: true}, "shop"},
		{"a title", workspace.Record{Dir: "/src/shop", Title: "before"}, Session{Live: true, ChildTitle: "now"}, "now"},
		{"a name of the user's", workspace.Record{Name: "mine"}, Session{Live: true, ChildTitle: "now", Program: "vim"}, "mine"},
		{"no host", workspace.Record{Dir: "/src/shop", Title: "before"}, Session{}, "before"},
	} {
		tt.record.ID = one
		s, _, err := workspace.Apply(workspace.New("work"), workspace.OpenTab{View: workspace.MainView, Tab: uuid.UUID{15: 2}, Index: -1, Record: tt.record})
		if err != nil {
			t.Fatal(err)
		}
		tree := NewTree(s, true, map[session.ID]Session{one: tt.now}, time.Time{})
		if pane, tab := tree.Sessions[one.String()].Title, tree.Views[0].Tabs[0].Title; pane != tt.want || tab != tt.want {
			t.Errorf("%s: the pane is %q and its tab %q, want %q", tt.name, pane, tab, tt.want)
		}
		if before := s.Sessions[one]; before.Title != tt.record.Title {
			t.Errorf("%s: the workspace was changed", tt.name)
		}
	}
}
