package workspace

import (
	"strings"
	"testing"
	"time"

	"dormer/session"
)

// fullWorkspace returns a workspace that uses every feature, for tests that break it.
func fullWorkspace(t *testing.T) State {
	return must(t, opened(t, "[a {b c} d]", "e", "[f g]"),
		ClosePane{Session: sid('d'), At: noon},
		CloseTab{Tab: tid(3), At: noon},
		OpenView{View: "v"},
		OpenTab{View: "v", Tab: tid(4), Record: newRecord('h')})
}

func TestCheck(t *testing.T) {
	edit := func(s *State, id byte, change func(*Record)) {
		r := s.Sessions[sid(id)]
		change(&r)
		s.Sessions[sid(id)] = r
	}
	tests := []struct {
		name  string
		spoil func(t *testing.T, s *State)
		says  string
	}{
		{"no_main_view", func(t *testing.T, s *State) { s.Views = s.Views[1:] }, "no main view"},
		{"active_view_not_there", func(t *testing.T, s *State) { s.ActiveView = "x" }, "active view"},
		{"view_twice", func(t *testing.T, s *State) { s.Views = append(s.Views, View{ID: "v"}) }, "twice"},
		{"view_without_id", func(t *testing.T, s *State) { s.Views = append(s.Views, View{}) }, "no id"},
		{"active_tab_not_there", func(t *testing.T, s *State) { s.Views[0].ActiveTab = tid(9) }, "active tab"},
		{"active_tab_of_nothing", func(t *testing.T, s *State) { s.Views = append(s.Views, View{ID: "w", ActiveTab: tid(1)}) }, "without tabs"},
		{"tab_history_of_strangers", func(t *testing.T, s *State) { s.Views[0].Recent = []TabID{tid(9)} }, "focus history"},
		{"tab_history_twice", func(t *testing.T, s *State) { s.Views[0].Recent = []TabID{tid(2), tid(2)} }, "focus history"},
		{"tab_twice", func(t *testing.T, s *State) { s.Views[0].Tabs[1].ID = tid(1) }, "twice"},
		{"tab_open_and_closed", func(t *testing.T, s *State) { s.Undo[1].Tab.ID = tid(1) }, "twice"},
		{"tab_without_id", func(t *testing.T, s *State) { s.Views[0].Tabs[1].ID = TabID{} }, "no id"},
		{"tab_without_layout", func(t *testing.T, s *State) { s.Views[0].Tabs[1].Root = nil }, "empty node"},
		{"active_pane_not_there", func(t *testing.T, s *State) { s.Views[0].Tabs[0].Active = sid('e') }, "active pane"},
		{"pane_history_of_the_active", func(t *testing.T, s *State) { s.Views[0].Tabs[0].Recent = []session.ID{sid('a')} }, "focus history"},
		{"zoom_of_one", func(t *testing.T, s *State) { s.Views[0].Tabs[1].Zoomed = true }, "zoomed"},
		{"unknown_preset", func(t *testing.T, s *State) { s.Views[0].Tabs[1].Preset = 6 }, "preset"},
		{"split_of_one", func(t *testing.T, s *State) { s.Views[0].Tabs[1].Root = layout(t, "[e]") }, "one child"},
		{"split_in_a_split_of_its_axis", func(t *testing.T, s *State) { s.Views[0].Tabs[0].Root = layout(t, "[a [b c]]") }, "same axis"},
		{"weight_of_nothing", func(t *testing.T, s *State) { s.Views[0].Tabs[0].Root = layout(t, "[a*0 {b c}]") }, "weight"},
		{"weight_out_of_bounds", func(t *testing.T, s *State) { s.Views[0].Tabs[0].Root = layout(t, "[a*1048577 {b c}]") }, "weight"},
		{"pane_without_session", func(t *testing.T, s *State) { s.Views[0].Tabs[1].Root = &Node{} }, "no session"},
		{"split_with_session", func(t *testing.T, s *State) {
			n := layout(t, "[a {b c}]")
			n.Session = sid('a')
			s.Views[0].Tabs[0].Root = n
		}, "has a session"},
		{"unknown_axis", func(t *testing.T, s *State) {
			n := layout(t, "[a {b c}]")
			n.Axis = 7
			s.Views[0].Tabs[0].Root = n
		}, "axis"},
		{"session_in_two_panes", func(t *testing.T, s *State) { s.Views[0].Tabs[0].Root = layout(t, "[a {b c} c]") }, "two places"},
		{"session_open_and_closed", func(t *testing.T, s *State) {
			s.Views[0].Tabs[1].Root, s.Views[0].Tabs[1].Active = Leaf(sid('d')), sid('d')
		}, "two places"},
		{"pane_without_record", func(t *testing.T, s *State) { delete(s.Sessions, sid('a')) }, "no record"},
		{"closed_without_record", func(t *testing.T, s *State) { delete(s.Sessions, sid('d')) }, "no record"},
		{"record_without_place", func(t *testing.T, s *State) { s.Sessions[sid('x')] = complete(newRecord('x')) }, "in no layout"},
		{"record_under_another_id", func(t *testing.T, s *State) { edit(s, 'a', func(r *Record) { r.ID = sid('b') }) }, "has id"},
		{"active_is_backgrounded", func(t *testing.T, s *State) {
			edit(s, 'h', func(r *Record) { r.Residency.Place = session.Backgrounded })
		}, "its record says"},
		{"backgrounded_is_active", func(t *testing.T, s *State) { edit(s, 'a', func(r *Record) { r.Residency.Place = session.Active }) }, "its record says"},
		{"pending_until_another_time", func(t *testing.T, s *State) { edit(s, 'd', func(r *Record) { r.Residency.ExpiresAt = noon }) }, "its record says"},
		{"unknown_provider", func(t *testing.T, s *State) { edit(s, 'a', func(r *Record) { r.Provider = "x" }) }, "not known"},
		{"unknown_lifetime", func(t *testing.T, s *State) { edit(s, 'a', func(r *Record) { r.Lifetime = "" }) }, "not known"},
		{"unknown_disposition", func(t *testing.T, s *State) { edit(s, 'a', func(r *Record) { r.Disposition = "done" }) }, "not known"},
		{"unknown_source", func(t *testing.T, s *State) { edit(s, 'a', func(r *Record) { r.Source.Kind = "x" }) }, "not known"},
		{"too_many_closed", func(t *testing.T, s *State) {
			for range maxUndo {
				s.Undo = append(s.Undo, s.Undo[0])
			}
		}, "1002 entries"},
		{"closed_for_ever", func(t *testing.T, s *State) { s.Undo[0].ExpiresAt = time.Time{} }, "no end"},
		{"closed_until_another_time", func(t *testing.T, s *State) {
			s.Undo[0].ExpiresAt = s.Undo[0].ExpiresAt.Add(time.Nanosecond)
		}, "can be brought back until"},
		{"closed_before_the_first", func(t *testing.T, s *State) { s.Undo[0].TabIndex = -1 }, "position"},
		{"closed_tab_of_other_sessions", func(t *testing.T, s *State) { s.Undo[1].Sessions = Leaves(layout(t, "[g f]")) }, "other sessions"},
		{"closed_pane_of_other_sessions", func(t *testing.T, s *State) { s.Undo[0].Pane.Session = sid('a') }, "other sessions"},
		{"closed_pane_of_no_tab", func(t *testing.T, s *State) { s.Undo[0].Tab.ID = TabID{} }, "no tab"},
		{"closed_pane_with_one_layout", func(t *testing.T, s *State) { s.Undo[0].Pane.After = nil }, "after"},
		{"closed_pane_with_other_layouts", func(t *testing.T, s *State) { s.Undo[0].Pane.After = layout(t, "[a b]") }, "more than the pane"},
		{"closed_pane_on_no_side", func(t *testing.T, s *State) { s.Undo[0].Pane.Side = 4 }, "side"},
		{"closed_pane_without_share", func(t *testing.T, s *State) { s.Undo[0].Pane.Weight = s.Undo[0].Pane.Total }, "weight"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := deepCopy(fullWorkspace(t))
			tt.spoil(t, &s)
			err := Check(s)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v, want %q in it", err, tt.says)
			}
			// Pruning repairs every state that a document can hold.
			if err := Check(Prune(s, func(Record) bool { return true })); err != nil {
				t.Errorf("pruned: %v", err)
			}
		})
	}
	if err := Check(fullWorkspace(t)); err != nil {
		t.Errorf("before it is broken: %v", err)
	}
	if err := Check(State{}); err == nil {
		t.Error("the zero state passes, without a main view")
	}
}
