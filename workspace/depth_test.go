package workspace

import (
	"errors"
	"slices"
	"testing"

	"dormer/session"
)

// nth is the id of one of many sessions.
func nth(n int) session.ID { return session.ID{0: byte(n), 1: byte(n >> 8), 6: 0x40, 8: 0x80, 15: 3} }

// chain returns a layout of nested splits; pane 0 is in the innermost.
func chain(deep int) *Node {
	root := Leaf(nth(0))
	for n := 1; n <= deep; n++ {
		root = &Node{Axis: Axis(n % 2), Children: []Child{{Weight: 1, Node: Leaf(nth(n))}, {Weight: 1, Node: root}}}
	}
	return root
}

// chained returns a workspace with one tab of such a layout.
func chained(deep int) State {
	s := New("deep")
	root := chain(deep)
	for _, id := range Leaves(root) {
		r := complete(Record{ID: id, Dir: "/home"})
		r.Residency.Place = session.Active
		s.Sessions[id] = r
	}
	s.Views[0].Tabs = []Tab{{ID: tid(1), Root: root, Active: nth(0)}}
	s.Views[0].ActiveTab = tid(1)
	return s
}

// Work that is done for each split must not be repeated for each of its ancestors. If it were,
// this test would take hours, because the work would grow with the cube of the depth.
func TestArrangeADeepLayout(t *testing.T) {
	const deep = 20_000
	root := chain(deep)
	for _, area := range []Rect{{W: 80, H: 24}, {W: 200, H: 50}} {
		pane, ok := ArrangeTab(Tab{Root: root, Active: nth(0)}, area).Pane(nth(0))
		if !ok || pane.Rect.W < minCols || pane.Rect.H < minRows {
			t.Errorf("in %+v the active pane has %+v, %v", area, pane.Rect, ok)
		}
	}
	if got := depth(limitDepth(root, maxDepth)); got != maxDepth {
		t.Errorf("made shallow it nests %d deep", got)
	}
}

func TestSplitsNestToALimit(t *testing.T) {
	s := chained(maxDepth)
	if err := Check(s); err != nil {
		t.Fatal(err)
	}
	innermost := s.Views[0].Tabs[0].Root
	for depth(innermost) > 1 {
		innermost = innermost.Children[1].Node
	}
	along, across := Right, Down
	if innermost.Axis == Column {
		along, across = Down, Right
	}
	s = withTab(s, MainView, tid(2), Leaf(sid('z')))
	for name, a := range map[string]Action{
		"split": SplitPane{Tab: tid(1), At: nth(0), Side: across, Record: newRecord('a')},
		"move":  MovePane{Session: sid('z'), At: nth(0), Side: across},
		"join":  JoinTab{From: tid(2), At: nth(0), Side: across},
	} {
		if _, _, err := Apply(s, a); !errors.Is(err, errTooDeep) {
			t.Errorf("%s: %v", name, err)
		}
	}
	next, _, err := Apply(s, SplitPane{Tab: tid(1), At: nth(0), Side: along, Record: newRecord('a')})
	if err != nil || Check(next) != nil {
		t.Errorf("a pane in the same split is refused: %v, %v", err, Check(next))
	}
	deep := chain(maxDepth + 1)
	var records []Record
	for _, id := range Leaves(deep) {
		r := newRecord('a')
		r.ID = id
		records = append(records, r)
	}
	if _, _, err := Apply(New("w"), OpenLayout{Tabs: []Placed{{View: MainView, Tab: Tab{ID: tid(1), Root: deep, Active: nth(0)}}}, Records: records}); err == nil {
		t.Error("a layout that nests too deep was opened")
	}
}

// A document may have splits that nest deeper than allowed. No pane is lost.
func TestPruneFlattensDeepLayouts(t *testing.T) {
	s := chained(3 * maxDepth)
	if Check(s) == nil {
		t.Fatal("a layout that nests too deep passes")
	}
	got := Prune(s, func(Record) bool { return true })
	if err := Check(got); err != nil {
		t.Fatal(err)
	}
	tab := got.Views[0].Tabs[0]
	if depth(tab.Root) > maxDepth || !slices.Equal(Leaves(tab.Root), Leaves(s.Views[0].Tabs[0].Root)) || tab.Active != nth(0) {
		t.Errorf("%d panes, %d deep", len(Leaves(tab.Root)), depth(tab.Root))
	}
}
