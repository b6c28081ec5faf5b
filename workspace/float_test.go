package workspace

import (
	"errors"
	"strings"
	"testing"

	"dormer/session"
)

// applied is a row of a table: actions on layouts, and their result.
type applied struct {
	name    string
	layouts []string
	actions []Action
	want    string
}

func (tt applied) run(t *testing.T) {
	t.Run(tt.name, func(t *testing.T) {
		if got := described(must(t, opened(t, tt.layouts...), tt.actions...)); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	})
}

func float(id byte) Action { return FloatPane{Session: sid(id), Area: screen} }

func TestFloat(t *testing.T) {
	for _, tt := range []applied{
		{"new", []string{"a"}, []Action{OpenFloat{Tab: tid(1), Record: newRecord('b'), Area: screen}}, "1* a ~b*"},
		{"new_over_a_zoomed_pane_shows_all", []string{"[a b]"}, []Action{ToggleZoom{sid('b')}, OpenFloat{Tab: tid(1), Record: newRecord('c'), Area: screen}}, "1* [a b] ~c*"},
		{"out_of_the_layout", []string{"[a {b c}]"}, []Action{float('b')}, "1* [a c] ~b*"},
		{"twice_is_once", []string{"[a b]"}, []Action{float('b'), float('b')}, "1* a ~b*"},
		{"back_into_the_layout", []string{"[a b c]"}, []Action{FocusPane{sid('c')}, float('b'), TilePane{Session: sid('b'), Area: screen}}, "1* [a c b*]"},
		{"focus_raises", []string{"[a b c]"}, []Action{float('b'), float('c'), FocusPane{sid('b')}}, "1* a ~c ~b*"},
		{"hidden_gives_the_focus_back", []string{"[a b c]"}, []Action{FocusPane{sid('c')}, float('b'), ShowFloats{Tab: tid(1)}}, "1* [a c*] ~b?"},
		{"shown_again_takes_it", []string{"[a b]"}, []Action{float('b'), ShowFloats{Tab: tid(1)}, ShowFloats{Tab: tid(1), Show: true}}, "1* a ~b*"},
		{"one_is_hidden_and_the_focus_goes_back", []string{"[a b c]"}, []Action{float('b'), float('c'), HideFloat{sid('c')}}, "1* a ~c? ~b*"},
		{"one_without_the_focus_is_hidden", []string{"[a b c]"}, []Action{float('b'), float('c'), HideFloat{sid('b')}}, "1* a ~b? ~c*"},
		{"the_only_one_is_hidden", []string{"[a b]"}, []Action{float('b'), HideFloat{sid('b')}}, "1* a* ~b?"},
		{"one_hidden_is_shown_by_focus", []string{"[a b]"}, []Action{float('b'), HideFloat{sid('b')}, FocusPane{sid('b')}}, "1* a ~b*"},
		{"focus_shows_the_hidden", []string{"[a b]"}, []Action{float('b'), ShowFloats{Tab: tid(1)}, FocusPane{sid('b')}}, "1* a ~b*"},
		{"next_passes_the_hidden_over", []string{"[a b c]"}, []Action{float('c'), ShowFloats{Tab: tid(1)}, FocusPane{sid('b')}, FocusNext{Tab: tid(1)}}, "1* [a* b] ~c?"},
		{"next_goes_round_them", []string{"[a b]"}, []Action{float('b'), FocusPane{sid('a')}, FocusNext{Tab: tid(1)}}, "1* a ~b*"},
		{"split_is_beside_what_is_under_it", []string{"[a b]"}, []Action{float('b'), SplitPane{Tab: tid(1), At: sid('b'), Side: Right, Record: newRecord('c'), Area: screen}}, "1* [a c*] ~b"},
		{"zoomed", []string{"[a b]"}, []Action{float('b'), ToggleZoom{sid('b')}}, "1*z a ~b*"},
		{"closed", []string{"[a b]"}, []Action{float('b'), ClosePane{Session: sid('b'), At: noon}}, "1* a*; closed pane b"},
		{"closed_and_back", []string{"[a b c]"}, []Action{float('b'), float('c'), ClosePane{Session: sid('b'), At: noon}, UndoClose{At: noon}}, "1* a ~c ~b*"},
		{"closed_and_back_without_its_tab", []string{"[a b]", "c"}, []Action{float('b'), ClosePane{Session: sid('b'), At: noon}, KillPane{Session: sid('a')}, UndoClose{At: noon}}, "1* b* 2 c*"},
		{"closed_with_its_tab", []string{"[a b]", "c"}, []Action{float('b'), CloseTab{Tab: tid(1), At: noon}}, "2* c*; closed tab ab"},
		{"closed_with_its_tab_and_back", []string{"[a b]", "c"}, []Action{float('b'), CloseTab{Tab: tid(1), At: noon}, UndoClose{At: noon}}, "1* a ~b* 2 c*"},
		{"lands_when_the_last_of_the_layout_goes", []string{"[a b c]"}, []Action{float('b'), float('c'), ClosePane{Session: sid('a'), At: noon}}, "1* b ~c*; closed pane a"},
		{"and_goes_up_when_it_comes_back", []string{"[a b]"}, []Action{float('b'), ClosePane{Session: sid('a'), At: noon}, UndoClose{At: noon}}, "1* a ~b*"},
		{"or_lies_beside_it_when_things_changed", []string{"[a b c]"}, []Action{float('b'), float('c'), ClosePane{Session: sid('a'), At: noon}, KillPane{Session: sid('c')}, UndoClose{At: noon}}, "1* [a* b]"},
		{"swap", []string{"[a b c]"}, []Action{float('b'), SwapPanes{sid('a'), sid('b')}}, "1* [b* c] ~a"},
		{"swap_across_tabs", []string{"[a b]", "c"}, []Action{float('b'), SwapPanes{sid('b'), sid('c')}}, "1* a ~c* 2 b*"},
		{"broken_out", []string{"[a b]"}, []Action{float('b'), BreakPane{Session: sid('b'), Tab: tid(2)}}, "1 a* 2* b*"},
		{"the_layout_broken_out_from_under_it", []string{"[a b]"}, []Action{float('b'), BreakPane{Session: sid('a'), Tab: tid(2)}}, "1 b* 2* a*"},
		{"moved_to_a_side_of_another", []string{"[a b]", "c"}, []Action{float('b'), MovePane{Session: sid('b'), At: sid('c'), Side: Left, Area: screen}}, "1 a* 2* [b* c]"},
		{"moved_to_a_floating_one_is_moved_into_the_layout", []string{"[a b]", "c"}, []Action{float('b'), MovePane{Session: sid('c'), At: sid('b'), Side: Right, Area: screen}}, "1* [a c*] ~b"},
		{"joined_with_its_tab", []string{"[a b]", "c"}, []Action{float('b'), JoinTab{From: tid(1), At: sid('c'), Side: Right, Area: screen}}, "2* [c a] ~b*"},
		{"preset_leaves_it", []string{"[a b c]"}, []Action{float('c'), ApplyPreset{Tab: tid(1), Preset: EvenRows}}, "1* {a b} ~c*"},
		{"exits", []string{"[a b]"}, []Action{float('b'), SessionEnded{Session: sid('b')}}, "1* a*"},
	} {
		tt.run(t)
	}
	for _, tt := range []struct {
		name   string
		action Action
		says   string
	}{
		{"the_only_pane_cannot_float", FloatPane{Session: sid('c'), Area: screen}, "only pane"},
		{"what_does_not_float_has_no_place", PlaceFloat{Session: sid('a'), Area: screen}, "does not float"},
		{"nothing_floats_in_no_area", PlaceFloat{Session: sid('b')}, "enlarge"},
		{"the_layout_does_not_go_from_under_all", MovePane{Session: sid('a'), At: sid('b')}, "only one"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := must(t, opened(t, "[a b]", "c"), float('b'))
			if got, _, err := Apply(s, tt.action); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %s, %v", described(got), err)
			}
		})
	}
}

func TestFloatPlaces(t *testing.T) {
	area := session.Size{Rows: 9, Cols: 20}
	tests := []struct {
		name    string
		actions []Action
		want    string
	}{
		{"in_the_middle", nil, `
			aaaaaaaaaaaaaaaaaaaa
			aa############aaaaaa
			aa#bbbbbbbbbb#aaaaaa
			aa#bbbbbbbbbb#aaaaaa
			aa#bbbbbbbbbb#aaaaaa
			aa############aaaaaa
			aaaaaaaaaaaaaaaaaaaa
			aaaaaaaaaaaaaaaaaaaa
			aaaaaaaaaaaaaaaaaaaa`},
		{"placed_moved_and_resized", []Action{
			PlaceFloat{Session: sid('b'), Rect: Rect{1, 1, 8, 4}, Area: area},
			MoveFloat{Session: sid('b'), Side: Right, Cells: 4, Area: area},
			ResizePane{Session: sid('b'), Side: Right, Cells: 3, Area: area},
			ResizePane{Session: sid('b'), Side: Up, Cells: 1, Area: area},
		}, `
			aaaaaaaaaaaaaaaaaaaa
			aaaaa###########aaaa
			aaaaa#bbbbbbbbb#aaaa
			aaaaa###########aaaa
			aaaaaaaaaaaaaaaaaaaa
			aaaaaaaaaaaaaaaaaaaa
			aaaaaaaaaaaaaaaaaaaa
			aaaaaaaaaaaaaaaaaaaa
			aaaaaaaaaaaaaaaaaaaa`},
		{"at_the_edge_it_can_only_shrink", []Action{
			PlaceFloat{Session: sid('b'), Rect: Rect{90, 90, 8, 4}, Area: area},
			ResizePane{Session: sid('b'), Side: Right, Cells: 3, Area: area},
			ResizePane{Session: sid('b'), Side: Left, Cells: 3, Area: area},
		}, `
			aaaaaaaaaaaaaaaaaaaa
			aaaaaaaaaaaaaaaaaaaa
			aaaaaaaaaaaaaaaaaaaa
			aaaaaaaaaaaaaaaaaaaa
			aaaaaaaaaaaaaaaaaaaa
			aaaaaaaaaaaa#####aaa
			aaaaaaaaaaaa#bbb#aaa
			aaaaaaaaaaaa#bbb#aaa
			aaaaaaaaaaaa#####aaa`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := must(t, opened(t, "[a b]"), append([]Action{float('b')}, tt.actions...)...)
			if got := drawnTab(s, area.Cols, area.Rows); got != picture(tt.want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, picture(tt.want))
			}
		})
	}
}

// A frame that was placed by hand covers exactly the cells it was given, also after the screen
// has shrunk and grown back. At no size does it leave the area.
func TestFramesAreExactAndStayWithin(t *testing.T) {
	for _, w := range []int{1, 3, 4, 7, 80, 81, 200, 333} {
		for _, h := range []int{1, 2, 3, 24, 50} {
			area := Rect{X: 2, Y: 1, W: w, H: h}
			for x := 0; x+4 <= w; x += 1 + w/9 {
				r := Rect{X: 2 + x, Y: 1 + max(0, (h-3)/2), W: min(4+x/2, w-x), H: min(3, h)}
				f := frameOf(r, area)
				if got := f.In(area); got != r {
					t.Fatalf("%+v in %+v: got %+v", r, area, got)
				}
				for _, small := range []Rect{{W: 1, H: 1}, {W: 3, H: 2}, {W: 17, H: 5}} {
					if got := f.In(small); got.X < 0 || got.Y < 0 || got.X+got.W > small.W || got.Y+got.H > small.H || got.Empty() {
						t.Fatalf("%+v in %+v: got %+v", f, small, got)
					}
				}
			}
		}
	}
}

func TestFocusFromAFloat(t *testing.T) {
	s := must(t, opened(t, "[a b c d]"), float('b'), float('c'), float('d'))
	place := func(id byte, x, y int) Action {
		return PlaceFloat{Session: sid(id), Rect: Rect{x, y, 10, 5}, Area: screen}
	}
	s = must(t, s, place('b', 0, 0), place('c', 20, 2), place('d', 50, 15))
	for _, tt := range []struct {
		from byte
		side Direction
		want byte
	}{{'b', Right, 'c'}, {'c', Right, 'd'}, {'c', Left, 'b'}, {'d', Left, 'c'}, {'d', Up, 'c'}, {'b', Left, 'a'}, {'d', Down, 'a'}} {
		got := must(t, s, FocusPane{sid('a')}, FocusPane{sid(tt.from)}, FocusDirection{Tab: tid(1), Side: tt.side, Area: screen})
		if tab, _ := got.ActiveTab(); tab.Active != sid(tt.want) {
			t.Errorf("from %c to side %d: got %s, want %c", tt.from, tt.side, letter(tab.Active), tt.want)
		}
	}
}

// The session of a float gets the size of the content of its frame.
func TestOpenFloatStartsInItsSize(t *testing.T) {
	_, effects, err := Apply(opened(t, "a"), OpenFloat{Tab: tid(1), Record: newRecord('b'), Frame: Frame{W: FrameUnit / 2, H: FrameUnit / 2}, Area: screen})
	if start, ok := effects[0].(Start); err != nil || !ok || start.Spec.Size != (session.Size{Rows: 10, Cols: 36}) {
		t.Errorf("got %+v, %v", effects, err)
	}
	if _, _, err := Apply(opened(t, "a"), OpenFloat{Tab: tid(9), Record: newRecord('b')}); !errors.Is(err, ErrGone) {
		t.Errorf("over no tab: got %v", err)
	}
}
