package workspace

import "testing"

func TestSync(t *testing.T) {
	for _, tt := range []applied{
		{"all", []string{"[a b]"}, []Action{SyncTab{tid(1), true}}, "1* [a* b] =ab"},
		{"none", []string{"[a b]"}, []Action{SyncTab{tid(1), true}, SyncTab{tid(1), false}}, "1* [a* b]"},
		{"chosen", []string{"[a b c]"}, []Action{SyncPane{sid('c'), true}, SyncPane{sid('a'), true}}, "1* [a* b c] =ac"},
		{"chosen_twice_is_once", []string{"[a b]"}, []Action{SyncPane{sid('a'), true}, SyncPane{sid('a'), true}}, "1* [a* b] =a"},
		{"taken_away", []string{"[a b c]"}, []Action{SyncTab{tid(1), true}, SyncPane{sid('b'), false}}, "1* [a* b c] =ac"},
		{"a_new_pane_joins_all", []string{"[a b]"}, []Action{SyncTab{tid(1), true}, SplitPane{Tab: tid(1), At: sid('b'), Side: Right, Record: newRecord('c')}}, "1* [a b c*] =abc"},
		{"a_new_pane_stays_out_of_some", []string{"[a b c]"}, []Action{SyncPane{sid('b'), true}, SplitPane{Tab: tid(1), At: sid('b'), Side: Right, Record: newRecord('d')}}, "1* [a b d* c] =b"},
		{"a_pane_that_leaves_leaves", []string{"[a b c]"}, []Action{SyncTab{tid(1), true}, BreakPane{Session: sid('b'), Tab: tid(2)}}, "1 [a* c] =ac 2* b*"},
		{"a_closed_one_comes_back_into_it", []string{"[a b c]"}, []Action{SyncTab{tid(1), true}, ClosePane{Session: sid('b'), At: noon}, UndoClose{At: noon}}, "1* [a* b c] =abc"},
		{"it_stays_with_the_tab", []string{"[a b]", "c"}, []Action{SyncTab{tid(1), true}, FocusTab{tid(2)}}, "1 [a* b] =ab 2* c*"},
	} {
		tt.run(t)
	}
	s := must(t, opened(t, "[a b c]"), SyncPane{sid('b'), true})
	tab, _ := s.ActiveTab()
	if got := letters(tab.SyncedWith(sid('b'))); got != "b" {
		t.Errorf("one alone: typing goes to %s", got)
	}
	tab, _ = must(t, s, SyncPane{sid('c'), true}).ActiveTab()
	if got := letters(tab.SyncedWith(sid('b'))) + " " + letters(tab.SyncedWith(sid('a'))); got != "bc a" {
		t.Errorf("typing goes to %s", got)
	}
}

func TestArrangements(t *testing.T) {
	save := func(name string) Action { return SaveLayout{tid(1), name} }
	use := func(name string) Action { return UseLayout{tid(1), name} }
	for _, tt := range []applied{
		{"back_to_it", []string{"[a b c]"}, []Action{save("x"), ApplyPreset{tid(1), EvenRows}, use("x")}, "1* [a* b c]"},
		{"replaced", []string{"[a b]"}, []Action{save("x"), ApplyPreset{tid(1), EvenRows}, save("x"), ApplyPreset{tid(1), EvenColumns}, use("x")}, "1* {a* b}"},
		{"with_floats", []string{"[a b]"}, []Action{float('b'), save("x"), TilePane{Session: sid('b')}, use("x")}, "1* a ~b*"},
		{"what_came_since_is_hidden", []string{"[a b]"}, []Action{save("x"), SplitPane{Tab: tid(1), At: sid('b'), Side: Down, Record: newRecord('c')}, use("x")}, "1* [a* b] ~c?"},
		{"what_went_is_left_out", []string{"[a b c]"}, []Action{save("x"), KillPane{Session: sid('b')}, use("x")}, "1* [a* c]"},
		{"what_was_broken_out_stays_out", []string{"[a b c]"}, []Action{save("x"), BreakPane{Session: sid('b'), Tab: tid(2)}, use("x")}, "1 [a* c] 2* b*"},
		{"nothing_of_it_is_left", []string{"[a b]"}, []Action{save("x"), SplitPane{Tab: tid(1), At: sid('b'), Side: Down, Record: newRecord('c')}, KillPane{Session: sid('a')}, KillPane{Session: sid('b')}, use("x")}, "1* c*"},
		{"undone", []string{"[a b]"}, []Action{save("x"), ApplyPreset{tid(1), EvenRows}, use("x"), Undo{At: noon}}, "1* {a* b}"},
	} {
		tt.run(t)
	}
	s := must(t, opened(t, "[a b]"), save("x"), DropLayout{tid(1), "x"})
	for _, a := range []Action{use("x"), DropLayout{tid(1), "x"}, save(" ")} {
		if got, _, err := Apply(s, a); err == nil {
			t.Errorf("%T%+v: got %s", a, a, described(got))
		}
	}
	for i := range savedLimit {
		s = must(t, s, save(string(rune('a'+i))))
	}
	if _, _, err := Apply(s, save("one more")); err == nil {
		t.Error("there is no limit")
	}
	must(t, s, save("a"))
}
