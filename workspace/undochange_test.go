package workspace

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

var undo, redo = Undo{At: noon, Tab: tid(90)}, Redo{At: noon, Tab: tid(91)}

func splitOff(at, id byte) Action {
	return SplitPane{Tab: tid(1), At: sid(at), Side: Right, Record: newRecord(id), Area: screen}
}

func TestUndo(t *testing.T) {
	closing := ClosePane{Session: sid('b'), At: noon, Area: screen}
	for _, tt := range []applied{
		{"split_goes_to_the_shelf", []string{"a"}, []Action{splitOff('a', 'b'), undo}, "1* a*; closed pane b"},
		{"split_again_is_the_same_session", []string{"a"}, []Action{splitOff('a', 'b'), undo, redo}, "1* [a b*]"},
		{"split_zoomed", []string{"[a b]"}, []Action{ToggleZoom{sid('b')}, splitOff('b', 'c'), undo}, "1*z [a b*]; closed pane c"},
		{"what_undo_put_on_the_shelf_stays_there", []string{"a"}, []Action{splitOff('a', 'b'), undo, undo}, "1* a*; closed pane b"},
		{"what_was_closed_by_hand_before_it_comes_back", []string{"[a c]"}, []Action{ClosePane{Session: sid('c'), At: noon, Area: screen}, nil, splitOff('a', 'b'), undo, undo}, "1* [a* c]; closed pane b"},
		{"float_goes_to_the_shelf", []string{"a"}, []Action{OpenFloat{Tab: tid(1), Record: newRecord('b')}, undo}, "1* a*; closed pane b"},
		{"float_again", []string{"a"}, []Action{OpenFloat{Tab: tid(1), Record: newRecord('b')}, undo, redo}, "1* a ~b*"},
		{"floating", []string{"[a b]"}, []Action{float('b'), undo}, "1* [a b*]"},
		{"close", []string{"[a b c]"}, []Action{closing, undo}, "1* [a* b c]"},
		{"close_again", []string{"[a b c]"}, []Action{closing, undo, redo}, "1* [a* c]; closed pane b"},
		{"close_tab", []string{"[a b]", "c"}, []Action{CloseTab{Tab: tid(1), At: noon}, undo}, "1* [a* b] 2 c*"},
		{"close_tab_again", []string{"[a b]", "c"}, []Action{CloseTab{Tab: tid(1), At: noon}, undo, redo}, "2* c*; closed tab ab"},
		{"newest_first_whatever_it_was", []string{"[a b c]"}, []Action{closing, SwapPanes{sid('a'), sid('c')}, undo, undo}, "1* [a* b c]"},
		{"newest_first_the_other_way", []string{"[a b c]"}, []Action{SwapPanes{sid('a'), sid('c')}, closing, undo}, "1* [c b a*]"},
		{"there_and_back", []string{"[a b c]"}, []Action{closing, SwapPanes{sid('a'), sid('c')}, undo, undo, redo, redo}, "1* [c a*]; closed pane b"},
		{"swap_keeps_the_focus", []string{"[a b c]"}, []Action{SwapPanes{sid('a'), sid('c')}, FocusPane{sid('b')}, undo}, "1* [a b* c]"},
		{"preset", []string{"[a b c]"}, []Action{ApplyPreset{tid(1), EvenRows}, undo}, "1* [a* b c]"},
		{"break", []string{"[a b c]"}, []Action{BreakPane{Session: sid('b'), Tab: tid(2)}, undo}, "1* [a* b c]"},
		{"break_again", []string{"[a b c]"}, []Action{BreakPane{Session: sid('b'), Tab: tid(2)}, undo, redo}, "1 [a* c] 2* b*"},
		{"join", []string{"[a b]", "c", "d"}, []Action{JoinTab{From: tid(1), At: sid('c'), Side: Right}, undo}, "1* [a* b] 2 c* 3 d*"},
		{"move_to_another_tab", []string{"a", "c"}, []Action{MovePane{Session: sid('a'), At: sid('c'), Side: Right}, undo}, "1* a* 2 c*"},
		{"tab_order", []string{"a", "b", "c"}, []Action{MoveTab{Tab: tid(1), Index: 2}, undo}, "1* a* 2 b* 3 c*"},
		{"tab_order_again", []string{"a", "b", "c"}, []Action{MoveTab{Tab: tid(1), Index: 2}, undo, redo}, "2 b* 3 c* 1* a*"},
		{"tab_of_another_view", []string{"a", "b"}, []Action{OpenView{View: "v"}, SwitchView{MainView}, MoveTabToView{Tab: tid(1), View: "v"}, undo}, "main*: 1* a* 2 b*; v:"},
		{"tab_of_another_view_again", []string{"a", "b"}, []Action{OpenView{View: "v"}, SwitchView{MainView}, MoveTabToView{Tab: tid(1), View: "v"}, undo, redo}, "main*: 2* b*; v: 1* a*"},
		{"view_with_its_tabs", []string{"a"}, []Action{OpenView{View: "v"}, OpenTab{View: "v", Tab: tid(2), Record: newRecord('b')}, OpenTab{View: "v", Tab: tid(3), Index: 1, Record: newRecord('c')}, CloseView{View: "v", At: noon}, undo}, "main: 1* a*; v*: 2 b* 3* c*"},
		{"view_closed_again", []string{"a"}, []Action{OpenView{View: "v"}, OpenTab{View: "v", Tab: tid(2), Record: newRecord('b')}, CloseView{View: "v", At: noon}, undo, redo}, "1* a*; closed tab b"},
		{"nothing", []string{"a"}, []Action{undo}, "1* a*"},
		{"nothing_again", []string{"a"}, []Action{redo}, "1* a*"},
		{"a_new_change_ends_what_could_be_made_again", []string{"[a b]"}, []Action{SwapPanes{sid('a'), sid('b')}, undo, ApplyPreset{tid(1), EvenRows}, redo}, "1* {a* b}"},
		{"a_look_does_not", []string{"[a b]", "c"}, []Action{SwapPanes{sid('a'), sid('b')}, undo, FocusTab{tid(2)}, redo}, "1* [b a*] 2 c*"},
		{"what_exited_meanwhile_stays_away", []string{"[a b c]"}, []Action{SwapPanes{sid('a'), sid('c')}, SessionEnded{Session: sid('b')}, undo}, "1* [a* c]"},
		{"what_came_back_meanwhile_stays", []string{"[a b c]"}, []Action{closing, ApplyPreset{tid(1), EvenRows}, UndoClose{At: noon}, undo}, "1* [a c b*]"},
		{"of_which_nothing_is_left_is_passed_over", []string{"[a b]"}, []Action{ApplyPreset{tid(1), EvenRows}, splitOff('b', 'c'), KillPane{Session: sid('c')}, undo}, "1* [a* b]"},
		{"what_was_closed_before_the_program_began", []string{"[a b]"}, []Action{closing, nil, undo}, "1* [a* b]"},
		{"a_tab_opened_since_stays_where_it_is", []string{"a", "b"}, []Action{splitOff('a', 'c'), OpenTab{View: MainView, Tab: tid(5), Index: 0, Record: newRecord('n')}, FocusTab{tid(2)}, undo}, "5 n* 1* a* 2 b*; closed pane c"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := opened(t, tt.layouts...)
			for _, a := range tt.actions {
				if a == nil { // a relaunch: the history of changes is not saved
					s.Past, s.Future = nil, nil
					continue
				}
				s = must(t, s, a)
			}
			if got := described(s); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestUndoNames(t *testing.T) {
	s := must(t, opened(t, "a"), OpenView{View: "v"}, SwitchView{MainView},
		RenameTab{tid(1), "one"}, RenameSession{sid('a'), "two"}, RenameView{"v", "three"})
	names := func(s State) string {
		v, _ := s.View("v")
		return s.Views[0].Tabs[0].Name + " " + s.Sessions[sid('a')].Name + " " + v.Name
	}
	for i, want := range []string{"one two v", "one a v", " a v"} {
		s = must(t, s, undo)
		if got := names(s); got != want {
			t.Errorf("undo %d: got %q, want %q", i+1, got, want)
		}
	}
	if got, want := names(must(t, s, redo, redo, redo)), "one two three"; got != want {
		t.Errorf("redo: got %q, want %q", got, want)
	}
}

// Changes of size that are close together count as one, and so does a long drag.
func TestResizesCoalesce(t *testing.T) {
	at := func(s int) Action {
		return ResizePane{Session: sid('a'), Side: Right, Cells: 2, Area: screen, At: noon.Add(time.Duration(s) * 500 * time.Millisecond)}
	}
	s := must(t, opened(t, "[a b]"), at(0), at(1), at(2), at(10))
	if len(s.Past) != 2 {
		t.Fatalf("got %d changes, want 2", len(s.Past))
	}
	start := opened(t, "[a b]")
	if back := must(t, s, undo, undo); !sameLayout(back.Views[0].Tabs[0].Root, start.Views[0].Tabs[0].Root) {
		t.Error("the layout is not the old one")
	}
	for i := range historyLimit + 20 {
		a := at(100 + 10*i).(ResizePane)
		a.Side = []Direction{Left, Right}[i%2]
		s = must(t, s, a)
	}
	if len(s.Past) != historyLimit {
		t.Errorf("got %d changes", len(s.Past))
	}
}

// Undoing a split never ends something to make room on the shelf.
func TestUndoEndsNothing(t *testing.T) {
	s := opened(t, "a")
	s = must(t, s, splitOff('a', 'b'))
	for i := range undoLimitDefault {
		id := byte('c' + i)
		s = must(t, s, OpenTab{View: MainView, Tab: tid(10 + i), Index: 9, Record: newRecord(id)}, CloseTab{Tab: tid(10 + i), At: noon})
	}
	s.Past = s.Past[:1]
	got, effects, err := Apply(s, undo)
	if err == nil {
		t.Errorf("got %s, %s", described(got), describedEffects(effects))
	}
}

// Everything can be undone step by step, and redone.
func TestUndoAndRedoAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &player{dice: rapidDice{t}, state: opened(&testing.T{}, "[a {b c}]", "d", "[e f]"), now: noon}
		var states []string
		for range 12 {
			a := p.action()
			switch a.(type) {
			case SplitPane, OpenFloat, FloatPane, TilePane, PlaceFloat, MoveFloat, ResizePane, MoveBorder, Equalize,
				SwapPanes, SwapNext, RotatePanes, MovePane, BreakPane, JoinTab, ApplyPreset, RenameTab, MoveTab:
			default:
				continue
			}
			next, _, err := Apply(p.state, a)
			if err != nil || len(next.Past) == len(p.state.Past) {
				continue
			}
			states = append(states, structure(p.state))
			p.state = next
		}
		done := structure(p.state)
		s := p.state
		for i := len(states) - 1; i >= 0; i-- {
			if len(s.Undo) >= undoLimitDefault {
				return
			}
			s = must(t, s, Undo{At: p.now, Tab: p.freshID()})
			if got := structure(s); got != states[i] {
				t.Fatalf("undo of %s: got %s, want %s", p.state.Past[i].Title, got, states[i])
			}
		}
		for range states {
			s = must(t, s, Redo{At: p.now, Tab: p.freshID()})
		}
		if got := structure(s); got != done {
			t.Fatalf("redo: got %s, want %s", got, done)
		}
	})
}

// structure returns the layout of all tabs, without focus and shelf.
func structure(s State) string {
	out := ""
	for _, v := range s.Views {
		for _, t := range v.Tabs {
			out += string(v.ID) + letter(t.ID) + " " + t.Name + written(t.Root, sid(0))
			for _, f := range t.Floats {
				out += " ~" + letter(f.Session)
			}
			out += "; "
		}
	}
	return out
}
