package workspace

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dormer/session"
)

var screen = session.Size{Rows: 24, Cols: 80}

func newRecord(letter byte) Record {
	return Record{ID: sid(letter), Name: string(rune(letter)), Dir: "/home"}
}

// inWorktree is the record of a session that was opened for the worktree /r/agent/a.
func inWorktree(letter byte) Record {
	r := newRecord(letter)
	r.Source = session.Source{Kind: session.Worktree, Worktree: "/r/agent/a"}
	return r
}

func TestApply(t *testing.T) {
	tests := []struct {
		name    string
		layouts []string
		before  []Action
		action  Action
		want    string
		effects string
	}{
		// Opening.
		{"open_first_tab", nil, nil,
			OpenTab{View: MainView, Tab: tid(1), Index: -1, Record: newRecord('a')},
			"1* a*", "start a, save"},
		{"open_tab_after_the_active", []string{"a", "b"}, nil,
			OpenTab{View: MainView, Tab: tid(3), Index: -1, Record: newRecord('c')},
			"1 a* 3* c* 2 b*", "start c, save"},
		{"open_tab_beyond_the_end_is_at_the_end", []string{"a", "b"}, nil,
			OpenTab{View: MainView, Tab: tid(3), Index: 9, Record: newRecord('c')},
			"1 a* 2 b* 3* c*", "start c, save"},
		{"open_tab_in_a_view_not_shown_is_backgrounded", []string{"a"},
			[]Action{OpenView{View: "v"}, SwitchView{View: MainView}},
			OpenTab{View: "v", Tab: tid(2), Record: newRecord('b')},
			"main*: 1* a*; v: 2* b*", "start b, save"},
		{"adopt_beside_a_pane_of_the_worktree", nil,
			[]Action{OpenTab{View: MainView, Tab: tid(1), Record: inWorktree('a')}},
			OpenTab{View: MainView, Tab: tid(2), Index: 1, Record: inWorktree('b'), Background: true, Adopted: true},
			"1* a* 2 b*", "start b, save"},
		{"split_right", []string{"a"}, nil,
			SplitPane{Tab: tid(1), At: sid('a'), Side: Right, Record: newRecord('b'), Area: screen},
			"1* [a b*]", "start b, save"},
		{"split_above", []string{"a"}, nil,
			SplitPane{Tab: tid(1), At: sid('a'), Side: Up, Record: newRecord('b'), Area: screen},
			"1* {b* a}", "start b, save"},
		{"split_in_the_same_axis_joins_the_parent", []string{"[a b]"}, nil,
			SplitPane{Tab: tid(1), At: sid('a'), Side: Right, Record: newRecord('c'), Area: screen},
			"1* [a c* b]", "start c, save"},
		{"split_in_the_other_axis_nests", []string{"[a b]"}, nil,
			SplitPane{Tab: tid(1), At: sid('b'), Side: Down, Record: newRecord('c'), Area: screen},
			"1* [a {b c*}]", "start c, save"},
		{"split_without_a_known_size", []string{"[a b]"}, nil,
			SplitPane{Tab: tid(1), At: sid('b'), Side: Left, Record: newRecord('c')},
			"1* [a c* b]", "start c, save"},
		{"split_shows_a_zoomed_tab_whole", []string{"[a b]"}, []Action{ToggleZoom{sid('b')}},
			SplitPane{Tab: tid(1), At: sid('b'), Side: Down, Record: newRecord('c'), Area: screen},
			"1* [a {b c*}]", "start c, save"},
		{"start_again", []string{"a"}, nil, StartSession{Session: sid('a'), Size: screen}, "1* a*", "start a"},

		// Closing.
		{"close_tab", []string{"[a b]", "c"}, nil, // S3-11, S3-27
			CloseTab{Tab: tid(1), At: noon},
			"2* c*; closed tab ab",
			"hide a until 12:05, hide b until 12:05, say \"closed `a` with its 2 panes\", save"},
		{"close_tab_for_as_long_as_asked", []string{"a"}, nil, CloseTab{Tab: tid(1), At: noon, Shelf: Shelf{Keep: time.Hour}},
			"closed tab a", "hide a until 13:00, say \"closed `a`\", save"},
		{"close_tab_returns_to_the_tab_before", []string{"a", "b", "c"},
			[]Action{FocusTab{tid(3)}, FocusTab{tid(1)}},
			CloseTab{Tab: tid(1), At: noon}, "2 b* 3* c*; closed tab a", ""},
		{"close_tab_not_shown_keeps_the_focus", []string{"a", "b", "c"}, nil,
			CloseTab{Tab: tid(2), At: noon}, "1* a* 3 c*; closed tab b", ""},
		{"close_last_tab_without_history_focuses_the_neighbour", []string{"a", "b"}, nil,
			CloseTab{Tab: tid(1), At: noon}, "2* b*; closed tab a", ""},
		{"close_last_pane_in_split_promotes_sibling", []string{"[a {b c}]"}, nil,
			ClosePane{Session: sid('c'), At: noon, Area: screen}, "1* [a* b]; closed pane c", ""},
		{"close_pane_merges_splits_of_one_axis", []string{"[a {[b c] d}]"}, nil,
			ClosePane{Session: sid('d'), At: noon, Area: screen}, "1* [a* b c]; closed pane d", ""},
		{"close_pane_focuses_the_one_used_last", []string{"[a b c]"},
			[]Action{FocusPane{sid('c')}, FocusPane{sid('b')}},
			ClosePane{Session: sid('b'), At: noon}, "1* [a c*]; closed pane b", ""},
		{"close_pane_without_history_focuses_the_one_before", []string{"[a b c]"}, nil,
			ClosePane{Session: sid('a'), At: noon}, "1* [b* c]; closed pane a", ""},
		{"close_last_pane_closes_the_tab", []string{"a", "b"}, nil, // S3-35
			ClosePane{Session: sid('a'), At: noon}, "2* b*; closed tab a",
			"hide a until 12:05, say \"closed `a`\", save"},
		{"close_pane_shows_a_zoomed_tab_whole", []string{"[a b c]"}, []Action{ToggleZoom{sid('b')}},
			ClosePane{Session: sid('b'), At: noon}, "1* [a* c]; closed pane b", ""},

		// Killing.
		{"kill_pane", []string{"[a b]"}, nil, // S3-36
			KillPane{Session: sid('a')}, "1* b*",
			"end a, say \"killed `a`\", save"},
		{"kill_last_pane_of_a_tab", []string{"a", "b"}, nil, KillPane{Session: sid('a')}, "2* b*",
			"end a, say \"killed `a`\", save"},
		{"kill_a_closed_pane", []string{"[a b]"}, []Action{CloseTab{Tab: tid(1), At: noon}},
			KillPane{Session: sid('a')}, "closed tab b", "end a, say \"killed `a`\", save"},
		{"kill_the_last_closed_pane_of_an_entry", []string{"a", "b"}, []Action{CloseTab{Tab: tid(1), At: noon}},
			KillPane{Session: sid('a')}, "2* b*", "end a, say \"killed `a`\", save"},

		// Focus.
		{"focus_pane_in_another_tab", []string{"a", "[b c]"}, nil, FocusPane{sid('c')}, "1 a* 2* [b c*]", "save"},
		{"focus_the_focused_changes_nothing", []string{"[a b]"}, nil, FocusPane{sid('a')}, "1* [a* b]", ""},
		{"focus_another_shows_a_zoomed_tab_whole", []string{"[a b]"}, []Action{ToggleZoom{sid('a')}}, FocusPane{sid('b')}, "1* [a b*]", "save"},
		{"focus_the_zoomed_keeps_the_zoom", []string{"[a b]"}, []Action{ToggleZoom{sid('a')}}, FocusPane{sid('a')}, "1*z [a* b]", ""},
		{"focus_next", []string{"[a {b c}]"}, nil, FocusNext{Tab: tid(1)}, "1* [a {b* c}]", "save"},
		{"focus_previous_goes_round", []string{"[a {b c}]"}, nil, FocusNext{Tab: tid(1), Back: true}, "1* [a {b c*}]", "save"},
		{"focus_right", []string{"[a {b c}]"}, nil, FocusDirection{Tab: tid(1), Side: Right, Area: screen}, "1* [a {b* c}]", "save"},
		{"focus_right_prefers_the_one_used_last", []string{"[a {b c}]"}, []Action{FocusPane{sid('c')}, FocusPane{sid('a')}},
			FocusDirection{Tab: tid(1), Side: Right, Area: screen}, "1* [a {b c*}]", "save"},
		{"focus_left_goes_round", []string{"[a b]"}, nil, FocusDirection{Tab: tid(1), Side: Left, Area: screen}, "1* [a b*]", "save"},
		{"focus_up_where_nothing_is", []string{"[a b]"}, nil, FocusDirection{Tab: tid(1), Side: Up, Area: screen}, "1* [a* b]", ""},
		{"focus_left_never_prefers_a_corner", []string{"[{a*4 b*7} {c*3 d*8}]"}, []Action{FocusPane{sid('d')}},
			FocusDirection{Tab: tid(1), Side: Left, Area: session.Size{Rows: 12, Cols: 41}}, "1* [{a b*} {c d}]", "save"},
		{"focus_direction_in_a_terminal_too_small", []string{"[a b c]"}, nil,
			FocusDirection{Tab: tid(1), Side: Right, Area: session.Size{Rows: 1, Cols: 2}}, "1* [a b* c]", "save"},

		// Rearranging.
		{"swap_in_a_tab_keeps_the_focus_on_the_session", []string{"[a b]"}, nil, SwapPanes{sid('a'), sid('b')}, "1* [b a*]", "save"},
		{"swap_across_tabs_keeps_the_focus_in_its_place", []string{"[a b]", "[c d]"}, nil, SwapPanes{sid('a'), sid('d')}, "1* [d* b] 2 [c* a]", "save"},
		{"swap_next", []string{"[a b c]"}, nil, SwapNext{Session: sid('a')}, "1* [b a* c]", "save"},
		{"swap_previous_goes_round", []string{"[a b c]"}, nil, SwapNext{Session: sid('a'), Back: true}, "1* [c b a*]", "save"},
		{"rotate", []string{"[a b {c d}]"}, nil, RotatePanes{Tab: tid(1)}, "1* [b* c {d a}]", "save"},
		{"rotate_back", []string{"[a b {c d}]"}, nil, RotatePanes{Tab: tid(1), Back: true}, "1* [d* a {b c}]", "save"},
		{"rotate_one", []string{"a"}, nil, RotatePanes{Tab: tid(1)}, "1* a*", ""},
		{"swap_with_nobody", []string{"a"}, nil, SwapNext{Session: sid('a')}, "1* a*", ""},
		{"move_pane_within_a_tab", []string{"[a b c]"}, nil, MovePane{Session: sid('a'), At: sid('c'), Side: Down, Area: screen}, "1* [b {c a*}]", "save"},
		{"move_last_pane_to_another_tab", []string{"a", "[b c]"}, nil, MovePane{Session: sid('a'), At: sid('c'), Side: Left}, "2* [b a* c]", "save"},
		{"move_pane_to_another_tab_takes_the_focus_along", []string{"[a b]", "c"}, nil, MovePane{Session: sid('a'), At: sid('c'), Side: Right}, "1 b* 2* [c a*]", "save"},
		{"move_pane_onto_itself", []string{"[a b]"}, nil, MovePane{Session: sid('a'), At: sid('a')}, "1* [a* b]", ""},
		{"break_pane", []string{"[a b]", "c"}, nil, BreakPane{Session: sid('b'), Tab: tid(9)}, "1 a* 9* b* 2 c*", "save"},
		{"break_the_only_pane", []string{"a"}, nil, BreakPane{Session: sid('a'), Tab: tid(9)}, "1* a*", ""},
		{"join_tab_beside_a_pane", []string{"[a b]", "{c d}"}, nil, JoinTab{From: tid(2), At: sid('b'), Side: Right, Area: screen}, "1* [a b {c* d}]", "save"},
		{"join_tab_of_the_same_axis_merges", []string{"a", "[c d]"}, nil, JoinTab{From: tid(2), At: sid('a'), Side: Left, Area: screen}, "1* [c* d a]", "save"},
		{"zoom", []string{"[a b]"}, nil, ToggleZoom{sid('b')}, "1*z [a b*]", "save"},
		{"unzoom", []string{"[a b]"}, []Action{ToggleZoom{sid('b')}}, ToggleZoom{sid('b')}, "1* [a b*]", "save"},
		{"zoom_moves_to_another_pane", []string{"[a b]"}, []Action{ToggleZoom{sid('b')}}, ToggleZoom{sid('a')}, "1*z [a* b]", "save"},
		{"zoom_of_the_only_pane", []string{"a"}, nil, ToggleZoom{sid('a')}, "1* a*", ""},
		{"move_tab", []string{"a", "b", "c"}, nil, MoveTab{Tab: tid(1), Index: 2}, "2 b* 3 c* 1* a*", "save"},
		{"move_tab_not_shown_keeps_the_focus", []string{"a", "b", "c"}, nil, MoveTab{Tab: tid(3), Index: 0}, "3 c* 1* a* 2 b*", "save"},
		{"move_tab_too_far", []string{"a", "b"}, nil, MoveTab{Tab: tid(1), Index: 99}, "2 b* 1* a*", "save"},

		// Presets.
		{"preset_even_rows", []string{"[a {b c}]"}, []Action{FocusPane{sid('c')}}, ApplyPreset{Tab: tid(1), Preset: EvenRows}, "1* {a b c*}", "save"},
		{"preset_main_left", []string{"[a b c]"}, nil, ApplyPreset{Tab: tid(1), Preset: MainLeft}, "1* [a* {b c}]", "save"},
		{"preset_main_top", []string{"[a b c]"}, nil, ApplyPreset{Tab: tid(1), Preset: MainTop}, "1* {a* [b c]}", "save"},
		{"preset_tiled", []string{"[a b c d e]"}, nil, ApplyPreset{Tab: tid(1), Preset: Tiled}, "1* {[a* b] [c d] e}", "save"},
		{"preset_next_is_the_first", []string{"{a b c}"}, nil, ApplyPreset{Tab: tid(1)}, "1* [a* b c]", "save"},
		{"preset_next_follows_the_last", []string{"[a b c]"}, []Action{ApplyPreset{Tab: tid(1)}, ApplyPreset{Tab: tid(1)}}, ApplyPreset{Tab: tid(1)}, "1* [a* {b c}]", "save"},
		{"preset_next_goes_round", []string{"{a b c}"}, []Action{ApplyPreset{Tab: tid(1), Preset: Tiled}}, ApplyPreset{Tab: tid(1)}, "1* [a* b c]", "save"},

		// Views.
		{"switch_view", []string{"a"}, []Action{OpenView{View: "v"}, OpenTab{View: "v", Tab: tid(2), Record: newRecord('b')}}, // S3-14
			SwitchView{View: MainView}, "main*: 1* a*; v: 2* b*", "hide b, show a, save"},
		{"open_view", []string{"a"}, nil, OpenView{View: "v"}, "main: 1* a*; v*:", "hide a, save"},
		{"close_shown_view", []string{"a"}, []Action{OpenView{View: "v"}}, CloseView{View: "v"}, "1* a*", "show a, save"},
		{"swap_across_views", []string{"a"}, []Action{OpenView{View: "v"}, OpenTab{View: "v", Tab: tid(2), Record: newRecord('b')}},
			SwapPanes{sid('a'), sid('b')}, "main: 1* b*; v*: 2* a*", "hide b, show a, save"},

		// Reports.
		{"failed_split_is_rolled_back", []string{"a"}, // S3-23
			[]Action{SplitPane{Tab: tid(1), At: sid('a'), Side: Right, Record: newRecord('b')}},
			SessionFailed{Session: sid('b'), Reason: "no such shell"}, "1* a*", "say \"could not start `b`: no such shell\", save"},
		{"failed_tab_is_rolled_back", []string{"a"}, []Action{OpenTab{View: MainView, Tab: tid(2), Record: newRecord('b')}},
			SessionFailed{Session: sid('b'), Reason: "no such shell"}, "1* a*", "say \"could not start `b`: no such shell\", save"},
		{"failed_in_a_worktree", []string{"a"}, []Action{OpenTab{View: MainView, Tab: tid(2), Record: Record{ID: sid('b'), Title: "b", Source: session.Source{Kind: session.Worktree, Worktree: "/r/agent/b"}}}},
			SessionFailed{Session: sid('b'), Reason: "no such agent"}, "1* a*", "say \"could not start `b`: no such agent; its worktree exists: /r/agent/b\", save"},
		{"failed_after_it_was_closed", []string{"a", "b"}, []Action{CloseTab{Tab: tid(2), At: noon}},
			SessionFailed{Session: sid('b'), Reason: "late"}, "1* a*", "say \"could not start `b`: late\", save"},
		{"failed_unknown", []string{"a"}, nil, SessionFailed{Session: sid('x')}, "1* a*", ""},
		{"ended", []string{"[a b]"}, nil, SessionEnded{Session: sid('b')}, "1* a*", "end b, save"},
		{"ended_while_closed", []string{"[a b]", "c"}, []Action{CloseTab{Tab: tid(1), At: noon}}, SessionEnded{Session: sid('a')}, "2* c*; closed tab b", "end a, save"},
		{"ended_unknown", []string{"a"}, nil, SessionEnded{Session: sid('x')}, "1* a*", ""},
		{"titled_unknown", []string{"a"}, nil, SessionTitled{Session: sid('x'), Title: "vim"}, "1* a*", ""},
		{"runs_is_not_saved", []string{"a"}, nil, SessionRuns{Session: sid('a'), Program: "vim"}, "1* a*", ""},
		{"runs_unknown", []string{"a"}, nil, SessionRuns{Session: sid('x'), Program: "vim"}, "1* a*", ""},
		{"provided", []string{"a"}, nil, SessionProvided{Session: sid('a'), Provider: session.Hosted}, "1* a*", "save"},
		{"provided_by_nothing", []string{"a"}, nil, SessionProvided{Session: sid('a')}, "1* a*", ""},
		{"provided_unknown", []string{"a"}, nil, SessionProvided{Session: sid('x'), Provider: session.Direct}, "1* a*", ""},
		{"moved_unknown", []string{"a"}, nil, SessionMoved{Session: sid('x'), Dir: "/"}, "1* a*", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := must(t, opened(t, tt.layouts...), tt.before...)
			got, effects, err := Apply(s, tt.action)
			if err != nil {
				t.Fatal(err)
			}
			if err := Check(got); err != nil {
				t.Error(err)
			}
			if described(got) != tt.want {
				t.Errorf("got  %s\nwant %s", described(got), tt.want)
			}
			if e := describedEffects(effects); tt.effects != "" && e != tt.effects {
				t.Errorf("got effects  %s\nwant effects %s", e, tt.effects)
			}
			if tt.effects == "" && described(s) == tt.want && len(effects) > 0 {
				t.Errorf("no change, but effects: %s", describedEffects(effects))
			}
		})
	}
}

func TestApplyRefuses(t *testing.T) {
	two := []string{"[a b]", "c"}
	small := session.Size{Rows: 2, Cols: 9}
	tests := []struct {
		name   string
		action Action
		cause  error
		says   string
	}{
		{"open_in_no_view", OpenTab{View: "x", Tab: tid(9), Record: newRecord('z')}, ErrGone, "open tab"},
		{"open_with_a_used_tab_id", OpenTab{View: MainView, Tab: tid(2), Record: newRecord('z')}, nil, "in use"},
		{"open_with_a_used_session_id", OpenTab{View: MainView, Tab: tid(9), Record: newRecord('a')}, nil, "in use"}, // S2-35
		{"open_without_ids", OpenTab{View: MainView, Record: newRecord('z')}, nil, "no id"},
		{"split_a_pane_of_another_tab", SplitPane{Tab: tid(1), At: sid('c'), Record: newRecord('z')}, ErrGone, "split"},
		{"split_without_room_below", SplitPane{Tab: tid(1), At: sid('a'), Side: Down, Record: newRecord('z'), Area: small}, ErrNoRoom, "enlarge"},
		{"split_without_room_beside", SplitPane{Tab: tid(1), At: sid('a'), Side: Right, Record: newRecord('z'), Area: small}, ErrNoRoom, "enlarge"},
		{"split_where_panes_are_left_out", SplitPane{Tab: tid(1), At: sid('a'), Side: Down, Record: newRecord('z'), Area: session.Size{Rows: 9, Cols: 4}}, ErrNoRoom, "enlarge"},
		{"split_on_a_fifth_side", SplitPane{Tab: tid(1), At: sid('a'), Side: 4, Record: newRecord('z')}, nil, "side"},
		{"close_no_tab", CloseTab{Tab: tid(9)}, ErrGone, "close tab"},
		{"close_no_pane", ClosePane{Session: sid('z')}, ErrGone, "close pane"},
		{"kill_no_pane", KillPane{Session: sid('z')}, ErrGone, "kill pane"},
		{"start_no_pane", StartSession{Session: sid('z')}, ErrGone, "start"},
		{"focus_no_pane", FocusPane{sid('z')}, ErrGone, "focus"},
		{"focus_no_tab", FocusTab{tid(9)}, ErrGone, "focus"},
		{"resize_no_pane", ResizePane{Session: sid('z'), Area: screen}, ErrGone, "resize"},
		{"resize_without_room", ResizePane{Session: sid('a'), Side: Right, Cells: 1, Area: session.Size{Rows: 1, Cols: 3}}, ErrNoRoom, "resize"},
		{"drag_no_border", MoveBorder{Tab: tid(1), Index: 1, Area: screen}, ErrGone, "border"},
		{"drag_in_no_split", MoveBorder{Tab: tid(1), Path: []int{0, 7}, Area: screen}, ErrGone, "border"},
		{"swap_with_no_pane", SwapPanes{sid('a'), sid('z')}, ErrGone, "swap"},
		{"move_to_no_pane", MovePane{Session: sid('a'), At: sid('z')}, ErrGone, "move"},
		{"move_without_room", MovePane{Session: sid('c'), At: sid('a'), Side: Down, Area: small}, ErrNoRoom, "enlarge"},
		{"join_a_tab_with_itself", JoinTab{From: tid(1), At: sid('a')}, nil, "itself"},
		{"join_without_room", JoinTab{From: tid(1), At: sid('c'), Side: Left, Area: session.Size{Rows: 9, Cols: 7}}, ErrNoRoom, "enlarge"},
		{"preset_out_of_nowhere", ApplyPreset{Tab: tid(1), Preset: 9}, nil, "layout"},
		{"rename_no_tab", RenameTab{Tab: tid(9)}, ErrGone, "rename"},
		{"rename_no_session", RenameSession{Session: sid('z')}, ErrGone, "rename"},
		{"open_view_twice", OpenView{View: MainView}, nil, "already: switch to it"},
		{"open_view_without_id", OpenView{}, nil, "no id"},
		{"switch_to_no_view", SwitchView{View: "x"}, ErrGone, "switch"},
		{"close_no_view", CloseView{View: "x"}, ErrGone, "close view"},
		{"close_main_view", CloseView{View: MainView}, nil, "always stays"},
		{"no_action", nil, nil, "no action"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := opened(t, two...)
			got, effects, err := Apply(s, tt.action)
			switch {
			case err == nil:
				t.Fatalf("got %s, want an error", described(got))
			case tt.cause != nil && !errors.Is(err, tt.cause):
				t.Errorf("got %q, want it to wrap %q", err, tt.cause)
			case !strings.Contains(err.Error(), tt.says):
				t.Errorf("got %q, want %q in it", err, tt.says)
			}
			if len(effects) > 0 || !reflect.DeepEqual(got, s) {
				t.Errorf("something changed: %s, %s", described(got), describedEffects(effects))
			}
		})
	}
}

// S3-21: opening a terminal for a worktree that has one focuses the existing one.
func TestOpenTabOnAWorktreeFocusesItsTab(t *testing.T) {
	worktree := func(id byte) Record {
		r := newRecord(id)
		r.Source = session.Source{Kind: session.Worktree, Repo: "/r", Worktree: "/r/w"}
		return r
	}
	s := must(t, opened(t, "a"),
		OpenTab{View: MainView, Tab: tid(2), Index: -1, Record: worktree('b')},
		SplitPane{Tab: tid(2), At: sid('b'), Side: Right, Record: newRecord('c')},
		FocusTab{tid(1)})
	got, effects, err := Apply(s, OpenTab{View: MainView, Tab: tid(3), Index: -1, Record: worktree('d')})
	if err != nil {
		t.Fatal(err)
	}
	if want := "1 a* 2* [b* c]"; described(got) != want {
		t.Errorf("got %s, want %s", described(got), want)
	}
	if e := describedEffects(effects); e != "save" {
		t.Errorf("got effects %s, want no start", e)
	}
	// A closed session is not active: then a new session is opened.
	s = must(t, s, CloseTab{Tab: tid(2), At: noon}, OpenTab{View: MainView, Tab: tid(3), Index: -1, Record: worktree('d')})
	if want := "1 a* 3* d*; closed tab bc"; described(s) != want {
		t.Errorf("got %s, want %s", described(s), want)
	}
}

// A session's record holds everything that is needed to start it.
func TestStartHasEverythingThatIsNeeded(t *testing.T) {
	r := newRecord('b')
	r.Source.Command = []string{"make", "test"}
	r.Source.Dir = "/src"
	r.Dir = ""
	s := opened(t, "a")
	got, effects, err := Apply(s, SplitPane{Tab: tid(1), At: sid('a'), Side: Right, Record: r, Area: screen})
	if err != nil {
		t.Fatal(err)
	}
	want := session.Spec{ID: sid('b'), Workspace: "test", Command: []string{"make", "test"}, Dir: "/src", Size: session.Size{Rows: 24, Cols: 39}}
	if start, ok := effects[0].(Start); !ok || start.Again || !reflect.DeepEqual(start.Spec, want) {
		t.Errorf("got %+v, want %+v", effects[0], want)
	}
	// S3-10, and defaults for the fields of the record that were left empty.
	rec := got.Sessions[sid('b')]
	if rec.Residency.Place != session.Active || rec.Provider != session.Direct || rec.Lifetime != session.Persistent || rec.Source.Kind != session.Floating {
		t.Errorf("got record %+v", rec)
	}
	// When it is started again, it starts in its last directory.
	got = must(t, got, SessionMoved{Session: sid('b'), Dir: "/src/pkg"})
	_, effects, _ = Apply(got, StartSession{Session: sid('b'), Size: screen})
	if start, ok := effects[0].(Start); !ok || !start.Again || start.Spec.Dir != "/src/pkg" || start.Spec.Size != screen {
		t.Errorf("started again: got %+v", effects[0])
	}
}

// Titles and directories come from children, so neither may act on the terminal that shows
// them.
//
// S3-05.
func TestReportsAreCleaned(t *testing.T) {
	s := opened(t, "a")
	s = must(t, s, RenameSession{Session: sid('a')}, SessionTitled{Session: sid('a'), Title: " v\x1b]0;im\u202e \u0085\xff1\n"})
	if got := s.TabTitle(s.Views[0].Tabs[0]); got != "v]0;im 1" {
		t.Errorf("got title %q", got)
	}
	s = must(t, s, SessionTitled{Session: sid('a'), Title: strings.Repeat("語", 5000)})
	if got := len([]rune(s.Sessions[sid('a')].Title)); got != maxTitle {
		t.Errorf("got a title of %d runes, want %d", got, maxTitle)
	}
	for _, dir := range []string{"", "tmp", "/a\x00b"} {
		if got := must(t, s, SessionMoved{Session: sid('a'), Dir: dir}).Sessions[sid('a')].Dir; got != "/home" {
			t.Errorf("directory %q: got %q", dir, got)
		}
	}
	s = must(t, s, RenameTab{Tab: tid(1), Name: "build"})
	if got := s.TabTitle(s.Views[0].Tabs[0]); got != "build" {
		t.Errorf("got %q, want the user's name", got)
	}
}

// A change that makes no difference has no effects.
func TestNoChangeHasNoEffect(t *testing.T) {
	s := opened(t, "[a b]")
	for _, a := range []Action{
		FocusTab{tid(1)},
		SwitchView{MainView},
		RenameSession{sid('a'), "a"},
		MoveTab{Tab: tid(1), Index: 0},
		Equalize{tid(1)},
		ResizePane{Session: sid('a'), Side: Up, Cells: 3, Area: screen},
		ResizePane{Session: sid('a'), Side: Right, Area: screen},
		Expire{At: noon},
	} {
		got, effects, err := Apply(s, a)
		if err != nil || len(effects) > 0 || !reflect.DeepEqual(got, s) {
			t.Errorf("%T: got %s, %s, %v", a, described(got), describedEffects(effects), err)
		}
	}
}

func TestLookups(t *testing.T) {
	s := must(t, opened(t, "[a b]", "c"), CloseTab{Tab: tid(2), At: noon}, FocusPane{sid('b')})
	if tab, ok := s.ActiveTab(); !ok || tab.Active != sid('b') {
		t.Errorf("active pane: got %s", letter(tab.Active))
	}
	if view, tab, ok := s.TabOf(sid('a')); !ok || view != MainView || tab.ID != tid(1) {
		t.Errorf("tab of a: got %s %v %t", view, tab.ID, ok)
	}
	if _, _, ok := s.TabOf(sid('c')); ok {
		t.Error("a closed session is in a tab")
	}
	if _, _, ok := s.Tab(tid(2)); ok {
		t.Error("a closed tab is open")
	}
	if got := letters(s.SessionIDs()); got != "abc" {
		t.Errorf("sessions: got %s", got)
	}
	if _, ok := New("x").ActiveTab(); ok {
		t.Error("a new workspace has an active tab")
	}
	if !slices.Equal(Leaves(nil), nil) {
		t.Error("no layout has leaves")
	}
}
