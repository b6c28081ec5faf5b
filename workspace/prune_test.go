package workspace

import (
	"reflect"
	"testing"

	"dormer/session"
)

func TestPrune(t *testing.T) {
	tests := []struct {
		name    string
		layouts []string
		before  []Action
		drop    string
		want    string
	}{
		{"nothing", []string{"[a b]"}, nil, "", "1* [a* b]"},
		{"split_of_one_child_collapses", []string{"[a {b c}]"}, nil, "b", "1* [a* c]"}, // S3-40
		{"splits_of_one_axis_merge", []string{"[a {b [c d]}]"}, nil, "b", "1* [a* c d]"},
		{"empty_tab_goes", []string{"a", "[b c]", "d"}, nil, "bc", "1* a* 3 d*"},
		{"active_tab_falls_back_to_the_last", []string{"a", "b", "c"}, nil, "a", "2 b* 3* c*"},
		{"active_pane_falls_back_to_the_first", []string{"[a b c]"}, []Action{FocusPane{sid('b')}}, "b", "1* [a* c]"},
		{"zoom_goes_with_its_pane", []string{"[a b c]"}, []Action{ToggleZoom{sid('b')}}, "b", "1* [a* c]"},
		{"zoom_goes_with_the_others", []string{"[a b]"}, []Action{ToggleZoom{sid('b')}}, "a", "1* b*"},
		{"zoom_stays", []string{"[a b c]"}, []Action{ToggleZoom{sid('b')}}, "a", "1*z [b* c]"},
		{"closed_tab_loses_a_pane", []string{"[a b]", "c"}, []Action{CloseTab{Tab: tid(1), At: noon}}, "a", "2* c*; closed tab b"},
		{"closed_tab_goes", []string{"[a b]", "c"}, []Action{CloseTab{Tab: tid(1), At: noon}}, "ab", "2* c*"},
		{"closed_pane_goes", []string{"[a b]"}, []Action{ClosePane{Session: sid('a'), At: noon}}, "a", "1* b*"},
		{"everything", []string{"[a b]", "c"}, []Action{CloseTab{Tab: tid(2), At: noon}}, "abc", ""},
		{"view_that_is_left_empty_stays", []string{"a"}, []Action{OpenView{View: "v"}, OpenTab{View: "v", Tab: tid(2), Record: newRecord('b')}}, "b", "main: 1* a*; v*:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := must(t, opened(t, tt.layouts...), tt.before...)
			got := Prune(s, func(r Record) bool { return !contains(tt.drop, r.ID) })
			if err := Check(got); err != nil {
				t.Error(err)
			}
			if described(got) != tt.want {
				t.Errorf("got %s, want %s", described(got), tt.want)
			}
			if tt.drop == "" && !reflect.DeepEqual(got, s) {
				t.Errorf("nothing dropped, but %+v became %+v", s, got)
			}
		})
	}
}

func contains(drop string, id session.ID) bool {
	for _, c := range []byte(drop) {
		if sid(c) == id {
			return true
		}
	}
	return false
}

// A pane that was closed in a layout returns to its place even after the layout was pruned.
func TestUndoAfterPrune(t *testing.T) {
	s := must(t, opened(t, "[a {b c} d]"), FocusPane{sid('b')}, ClosePane{Session: sid('b'), At: noon})
	s = Prune(s, func(r Record) bool { return r.ID != sid('d') })
	if got, want := described(must(t, s, UndoClose{At: noon})), "1* [a {b* c}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Whatever a document holds, the result of pruning is valid (F14).
func FuzzPrune(f *testing.F) {
	f.Add([]byte("no sentence makes a proper workspace, and any makes one of some kind"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, choices []byte) {
		s := garbage(&bytesDice{choices})
		got := Prune(s, func(r Record) bool { return r.Title != "drop" })
		if err := Check(got); err != nil {
			t.Fatalf("%+v\npruned to %+v:\n%v", s, got, err)
		}
		for id, r := range got.Sessions {
			if r.Title == "drop" {
				t.Fatalf("session %v was to be dropped", id)
			}
		}
		if again := Prune(got, func(Record) bool { return true }); !reflect.DeepEqual(again, got) {
			t.Fatalf("pruned twice: %+v, then %+v", got, again)
		}
	})
}

// garbage returns a workspace that no action could make.
func garbage(d dice) State {
	s := State{Name: "g", ActiveView: junkView(d), Sessions: map[session.ID]Record{}}
	for range d.roll(9) {
		r := Record{ID: sid(byte(d.roll(9))), Title: []string{"", "drop"}[d.roll(2)], Provider: []session.Provider{session.Hosted, "x"}[d.roll(2)]}
		s.Sessions[sid(byte(d.roll(9)))] = r
		s.Sessions[r.ID] = r
	}
	for range d.roll(4) {
		v := View{ID: junkView(d), ActiveTab: tid(d.roll(5))}
		for range d.roll(4) {
			v.Tabs = append(v.Tabs, junkTab(d))
			v.Recent = append(v.Recent, tid(d.roll(5)))
		}
		s.Views = append(s.Views, v)
	}
	for range d.roll(14) {
		c := Closed{Tab: junkTab(d), TabIndex: d.roll(5) - 2, Sessions: []session.ID{sid(byte(d.roll(9)))}}
		if d.roll(2) == 0 {
			c.Pane = &ClosedPane{
				Session: sid(byte(d.roll(9))), Before: junkLayout(d, 0), After: junkLayout(d, 0),
				Neighbour: sid(byte(d.roll(9))), Side: Direction(d.roll(6)), Weight: d.roll(9) - 2, Total: d.roll(9) - 2,
			}
		}
		s.Undo = append(s.Undo, c)
	}
	return s
}

func junkView(d dice) ViewID { return []ViewID{MainView, "v", ""}[d.roll(3)] }

func junkTab(d dice) Tab {
	return Tab{
		ID: []TabID{tid(d.roll(5)), {}}[d.roll(2)], Root: junkLayout(d, 0), Active: sid(byte(d.roll(9))),
		Recent: []session.ID{sid(byte(d.roll(9)))}, Zoomed: d.roll(2) == 0, Preset: Preset(d.roll(8)),
	}
}

func junkLayout(d dice, depth int) *Node {
	switch d.roll(4) {
	case 0:
		return nil
	case 1:
		return Leaf([]session.ID{sid(byte(d.roll(9))), {}}[d.roll(2)])
	}
	n := &Node{Axis: Axis(d.roll(4)), Session: []session.ID{{}, sid(1)}[d.roll(2)]}
	for range d.roll(4) {
		if depth < 6 {
			n.Children = append(n.Children, Child{Weight: (d.roll(9) - 3) << d.roll(40), Node: junkLayout(d, depth+1)})
		}
	}
	return n
}
