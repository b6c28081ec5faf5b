package workspace

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dormer/session"
)

// A tab closes if all its panes are in the worktree; otherwise only the panes in it close. A directory
// with a similar name does not count.
func TestCloseIn(t *testing.T) {
	ids := make([]session.ID, 5)
	for i := range ids {
		ids[i] = session.ID{byte(i + 1)}
	}
	tab := func(n byte, panes ...session.ID) Tab {
		root := &Node{Axis: Row}
		for _, id := range panes {
			root.Children = append(root.Children, Child{Weight: 1, Node: Leaf(id)})
		}
		return Tab{ID: TabID{n}, Root: root, Active: panes[0]}
	}
	s := State{
		Views: []View{{ID: MainView, Tabs: []Tab{tab(1, ids[0], ids[1])}}, {ID: "two", Tabs: []Tab{tab(2, ids[2], ids[3]), tab(3, ids[4])}}},
		Sessions: map[session.ID]Record{
			ids[0]: {Dir: "/r/x"},
			ids[1]: {Dir: "/r/x/sub"},
			ids[2]: {Dir: "/r/xy"},
			ids[3]: {Dir: "/", Source: session.Source{Kind: session.Worktree, Worktree: "/r/x"}, Env: []string{"A=1", "PORT=7"}},
			ids[4]: {Dir: "/r"},
		},
	}
	at, area := time.Unix(9, 0), session.Size{Rows: 20, Cols: 80}
	want := []Action{CloseTab{Tab: TabID{1}, At: at}, ClosePane{Session: ids[3], At: at, Area: area}}
	if diff := cmp.Diff(want, s.CloseIn("/r/x", at, area)); diff != "" {
		t.Error(diff)
	}
	for dir, want := range map[string][]string{"/r/x/sub": {"PORT=7"}, "/r/xy": nil, "/r": nil} {
		if got := s.WorktreeEnv(dir, "PORT"); !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", dir, got, want)
		}
	}
}
