package workspace

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/clock/clocktest"
)

// S3-24, S3-25, S3-28, S3-29, S3-53: after ten closes, ten undos restore the tabs in LIFO
// order, each at its position. An eleventh close drops the oldest entry permanently.
func TestUndoStack(t *testing.T) {
	var layouts []string
	for i := range 11 {
		layouts = append(layouts, string(rune('a'+i)))
	}
	start := opened(t, layouts...)
	s := start
	order := []int{5, 1, 11, 2, 8, 3, 10, 4, 7, 9}
	var states []string
	for i, n := range order {
		states = append(states, tabOrder(s))
		s = must(t, s, CloseTab{Tab: tid(n), At: noon.Add(time.Duration(i) * time.Second)})
	}
	if len(s.Undo) != undoLimitDefault {
		t.Fatalf("got %d entries, want %d", len(s.Undo), undoLimitDefault)
	}
	back := s
	for i := len(order) - 1; i >= 0; i-- {
		back = must(t, back, UndoClose{At: noon.Add(time.Minute)})
		if tab, _ := back.ActiveTab(); tab.ID != tid(order[i]) {
			t.Errorf("undo of close %d: got tab %d, want %d", i, tab.ID[0], order[i])
		}
		if got := tabOrder(back); got != states[i] {
			t.Errorf("undo of close %d: got %s, want %s", i, got, states[i])
		}
	}
	got, effects, err := Apply(s, CloseTab{Tab: tid(6), At: noon.Add(time.Minute)})
	if err != nil {
		t.Fatal(err)
	}
	if e := describedEffects(effects); !strings.Contains(e, "end e") {
		t.Errorf("the eleventh: got %s, want the end of e, the oldest", e)
	}
	var said []string
	for _, e := range effects {
		if n, is := e.(Notify); is {
			said = append(said, n.Text)
		}
	}
	if len(said) != 1 || !strings.Contains(said[0], "ended `e`") || !strings.Contains(said[0], "closed `f`") {
		t.Errorf("the eleventh's message is %q, want the end of e and the close of f in one", said)
	}
	if _, known := got.Sessions[sid('e')]; known || len(got.Undo) != undoLimitDefault || got.Undo[0].Tab.ID != tid(1) {
		t.Errorf("the eleventh: got %s", described(got))
	}
}

func tabOrder(s State) string {
	var b strings.Builder
	for _, t := range s.Views[0].Tabs {
		fmt.Fprintf(&b, "%d ", t.ID[0])
	}
	return b.String()
}

// S3-24.
func TestUndoClose(t *testing.T) {
	tests := []struct {
		name    string
		layouts []string
		before  []Action
		want    string
		effects string
	}{
		{"nothing_closed", []string{"a"}, nil, "1* a*", "say \"nothing closed to bring back\""}, // S3-33
		{"tab_with_its_panes_in_reverse", []string{"[a {b c}]", "d"}, // S3-12, S3-30
			[]Action{FocusPane{sid('c')}, CloseTab{Tab: tid(1), At: noon}},
			"1* [a {b c*}] 2 d*", "show c, show b, show a, say \"brought back `c`\", save"},
		{"tab_whose_active_pane_was_killed", []string{"[a b c]"}, []Action{FocusPane{sid('b')}, CloseTab{Tab: tid(1), At: noon}, KillPane{Session: sid('b')}}, "1* [a* c]", ""},
		{"zoomed_tab", []string{"[a b]"}, []Action{ToggleZoom{sid('b')}, CloseTab{Tab: tid(1), At: noon}}, "1*z [a b*]", ""},
		{"last_pane_brings_its_tab", []string{"a", "b"}, []Action{RenameTab{tid(1), "build"}, ClosePane{Session: sid('a'), At: noon}}, "1* a* 2 b*", "show a, say \"brought back `build`\", save"},
		{"pane", []string{"[a b c]"}, []Action{FocusPane{sid('b')}, ClosePane{Session: sid('b'), At: noon}}, "1* [a b* c]", "show b, say \"brought back `b`\", save"},
		{"zoomed_pane", []string{"[a b c]"}, []Action{ToggleZoom{sid('b')}, ClosePane{Session: sid('b'), At: noon}}, "1*z [a b* c]", ""},
		{"pane_that_had_not_the_focus", []string{"[a b c]"}, []Action{ClosePane{Session: sid('b'), At: noon}}, "1* [a* b c]", ""},
		{"pane_that_split_two_others", []string{"[a {b c}]"}, []Action{ClosePane{Session: sid('a'), At: noon}}, "1* [a* {b c}]", ""},
		{"panes_in_reverse_order_of_closing", []string{"[a {b c}]"},
			[]Action{ClosePane{Session: sid('b'), At: noon}, ClosePane{Session: sid('a'), At: noon}, UndoClose{At: noon}},
			"1* [a* {b c}]", ""},
		{"pane_of_a_tab_not_shown", []string{"[a b]", "c"}, []Action{ClosePane{Session: sid('a'), At: noon}, FocusTab{tid(2)}}, "1* [a* b] 2 c*", ""},
		{"pane_in_a_layout_that_changed", []string{"[a b c]"},
			[]Action{ClosePane{Session: sid('b'), At: noon}, SplitPane{Tab: tid(1), At: sid('c'), Side: Down, Record: newRecord('d')}},
			"1* [a b* {c d}]", ""},
		{"pane_beside_a_split_that_changed", []string{"[a {b c}]"},
			[]Action{FocusPane{sid('a')}, ClosePane{Session: sid('a'), At: noon}, SplitPane{Tab: tid(1), At: sid('b'), Side: Left, Record: newRecord('d')}},
			"1* [a* {[d b] c}]", ""},
		{"pane_whose_neighbour_went", []string{"[a b {c d}]"},
			[]Action{ClosePane{Session: sid('b'), At: noon}, KillPane{Session: sid('a')}, FocusPane{sid('d')}},
			"1* {c [d b*]}", ""},
		{"pane_whose_tab_was_killed", []string{"[a b]", "c"}, []Action{ClosePane{Session: sid('a'), At: noon}, KillPane{Session: sid('b')}}, "1* a* 2 c*", ""},
		{"second_pane_of_a_killed_tab_joins_the_first", []string{"[a b c]"},
			[]Action{ClosePane{Session: sid('a'), At: noon}, ClosePane{Session: sid('b'), At: noon}, KillPane{Session: sid('c')}, UndoClose{At: noon}},
			"1* [a* b]", ""},
		{"pane_after_its_tab_was_closed_too", []string{"[a b]", "c"},
			[]Action{ClosePane{Session: sid('a'), At: noon}, CloseTab{Tab: tid(1), At: noon}, UndoClose{At: noon}}, "1* [a* b] 2 c*", ""},
		{"pane_after_its_neighbour_moved_to_another_tab", []string{"[a b]", "c"},
			[]Action{ClosePane{Session: sid('a'), At: noon}, MovePane{Session: sid('b'), At: sid('c'), Side: Right}}, "1* a* 2 [c b*]", ""},
		{"tab_of_a_view_not_shown", []string{"a"}, // so that view is shown
			[]Action{OpenView{View: "v"}, OpenTab{View: "v", Tab: tid(2), Record: newRecord('b')}, CloseTab{Tab: tid(2), At: noon}, SwitchView{MainView}},
			"main: 1* a*; v*: 2* b*", "hide a, show b, say \"brought back `b`\", save"},
		{"pane_of_a_view_not_shown", []string{"[a b]"},
			[]Action{ClosePane{Session: sid('b'), At: noon}, OpenView{View: "v"}}, "main*: 1* [a* b]; v:", "show b, show a, say \"brought back `b`\", save"},
		{"tab_of_a_view_that_is_gone", []string{"a"},
			[]Action{OpenView{View: "v"}, OpenTab{View: "v", Tab: tid(2), Record: newRecord('b')}, CloseTab{Tab: tid(2), At: noon}, CloseView{View: "v"}},
			"main: 1* a*; v*: 2* b*", ""},
		{"one_that_is_past_its_time", []string{"a", "b"}, []Action{CloseTab{Tab: tid(1), At: noon.Add(-UndoTime)}}, "2* b*", "end a, say \"nothing closed to bring back\", save"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := must(t, opened(t, tt.layouts...), tt.before...)
			got, effects, err := Apply(s, UndoClose{At: noon})
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
		})
	}
}

// S3-11, S3-13, S3-27: closed sessions run on until their time is over, and their records are
// kept until then.
func TestExpire(t *testing.T) {
	s := must(t, opened(t, "[a b]", "c"), ClosePane{Session: sid('a'), At: noon}, CloseTab{Tab: tid(2), At: noon.Add(time.Minute)})
	for _, id := range []byte{'a', 'c'} {
		r := s.Sessions[sid(id)].Residency
		if r.Place != session.PendingUndo || r.ExpiresAt.IsZero() {
			t.Errorf("%c: got %+v, want it to be pending", id, r)
		}
	}
	steps := []struct {
		after   time.Duration
		effects string
		want    string
	}{
		{UndoTime - 1, "", "1* b*; closed pane a, tab c"},
		{UndoTime, "end a, save", "1* b*; closed tab c"},
		{UndoTime + 2*time.Minute, "end c, save", "1* b*"},
	}
	for _, step := range steps {
		got, effects, err := Apply(s, Expire{At: noon.Add(step.after)})
		if err != nil || describedEffects(effects) != step.effects || described(got) != step.want {
			t.Errorf("after %v: got %s, %q, %v; want %s, %q", step.after, described(got), describedEffects(effects), err, step.want, step.effects)
		}
		s = got
	}
	if len(s.Sessions) != 1 {
		t.Errorf("got %d records, want that of b", len(s.Sessions))
	}
}

// S3-31: an entry whose sessions are not available is never put into a layout.
func TestUndoVerifiesIDs(t *testing.T) {
	s := must(t, opened(t, "[a b]", "c", "d"), CloseTab{Tab: tid(3), At: noon}, CloseTab{Tab: tid(1), At: noon}, CloseTab{Tab: tid(2), At: noon})
	delete(s.Sessions, sid('c'))
	delete(s.Sessions, sid('b'))
	for _, want := range []string{"1* a*; closed tab d", "1 a* 3* d*"} {
		next, _, err := Apply(s, UndoClose{At: noon})
		if err != nil || described(next) != want {
			t.Errorf("got %s, %v, want %s", described(next), err, want)
		}
		s = next
	}
}

// A pane that comes back gets its old cells, and so do all others.
func TestUndoRestoresCells(t *testing.T) {
	s := must(t, opened(t, "[a {b c}]"),
		ResizePane{Session: sid('a'), Side: Right, Cells: 13, Area: screen},
		ResizePane{Session: sid('b'), Side: Down, Cells: -5, Area: screen})
	want := drawnTab(s, 80, 24)
	for _, id := range []byte{'a', 'b', 'c'} {
		closed := must(t, s, ClosePane{Session: sid(id), At: noon, Area: screen})
		if got := drawnTab(must(t, closed, UndoClose{At: noon}), 80, 24); got != want {
			t.Errorf("close and undo of %c:\n%s\nwant:\n%s", id, got, want)
		}
	}
	// The same holds if the layout changed in between and changed back.
	s = must(t, s, ClosePane{Session: sid('a'), At: noon, Area: screen},
		SplitPane{Tab: tid(1), At: sid('c'), Side: Right, Record: newRecord('d'), Area: screen},
		KillPane{Session: sid('d'), Area: screen},
		UndoClose{At: noon})
	if got := drawnTab(s, 80, 24); got != want {
		t.Errorf("close, split, kill and undo:\n%s\nwant:\n%s", got, want)
	}
}

// A pane that comes back into a changed layout gets its old share.
func TestUndoRestoresShare(t *testing.T) {
	s := must(t, opened(t, "[a*10 b*29]"),
		ClosePane{Session: sid('a'), At: noon},
		SplitPane{Tab: tid(1), At: sid('b'), Side: Down, Record: newRecord('c')},
		UndoClose{At: noon})
	want := picture(`
		aaaaaaaaaa|bbbbbbbbbbbbbbbbbbbbbbbbbbbbb
		aaaaaaaaaa|-----------------------------
		aaaaaaaaaa|ccccccccccccccccccccccccccccc`)
	if got := drawnTab(s, 40, 3); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Setting the clock neither shortens nor extends the time in which something can be brought
// back.
func TestDeadlinesDoNotDependOnTheClock(t *testing.T) {
	now := time.Now()
	s := must(t, opened(t, "[a*1 b*1]"), ClosePane{Session: sid('b'), At: now, Area: session.Size{Rows: 24, Cols: 80}})
	for _, ahead := range []time.Duration{24 * time.Hour, -24 * time.Hour} {
		for _, c := range []struct {
			after time.Duration
			left  int
		}{{time.Second, 1}, {UndoTime - time.Second, 1}, {UndoTime, 0}} {
			got := must(t, s, Expire{At: clocktest.Set(now, ahead).Add(c.after)})
			if len(got.Undo) != c.left {
				t.Errorf("the clock set by %v, %v later there are %d entries, want %d", ahead, c.after, len(got.Undo), c.left)
			}
		}
	}
	// The same time in another representation is no change.
	c := &s.Undo[0]
	c.ExpiresAt = c.ExpiresAt.In(time.FixedZone("elsewhere", 3600))
	if _, effects, _ := Apply(s, SwitchView{MainView}); len(effects) > 0 {
		t.Errorf("got %s, want no effect", describedEffects(effects))
	}
}

// Any entry of the stack can be brought back, not only the newest. The entries above it stay.
func TestUndoCloseOfAnyEntry(t *testing.T) {
	s := opened(t, "[a b]", "c", "d")
	s = must(t, s,
		ClosePane{Session: sid('a'), At: noon},
		CloseTab{Tab: tid(2), At: noon},
		CloseTab{Tab: tid(1), At: noon}, // the tab that pane a was in
		CloseTab{Tab: tid(3), At: noon},
	)
	s = must(t, s, UndoClose{At: noon, Holding: sid('c')})
	if got := described(s); !strings.HasPrefix(got, "2* c*; closed pane a") {
		t.Errorf("got %s", got)
	}
	if _, _, err := Apply(s, UndoClose{At: noon, Holding: sid('a')}); err == nil {
		t.Error("a pane whose tab is closed came back into a tab without an id")
	}
	s = must(t, s, UndoClose{At: noon, Holding: sid('a'), Tab: tid(9)})
	if _, tab, ok := s.TabOf(sid('a')); !ok || tab.ID != tid(9) {
		t.Errorf("pane a is in tab %v of %s", tab.ID, described(s))
	}
	s = must(t, s, UndoClose{At: noon}, UndoClose{At: noon})
	if got := len(s.Undo); got != 0 || len(s.Views[0].Tabs) != 4 {
		t.Errorf("%d entries are left in %s", got, described(s))
	}
}

func TestClosedCanBeKeptLongerOrEnded(t *testing.T) {
	s := opened(t, "a", "b", "c")
	s = must(t, s, CloseTab{Tab: tid(1), At: noon}, CloseTab{Tab: tid(2), At: noon})
	later := noon.Add(time.Hour)
	s, effects, err := Apply(s, KeepClosed{Holding: sid('a'), Until: later})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Sessions[sid('a')].Residency.ExpiresAt; !got.Equal(later) {
		t.Errorf("a is kept until %v", got)
	}
	if e := describedEffects(effects); !strings.Contains(e, "hide a") {
		t.Errorf("the host of a is not notified: %s", e)
	}
	if s = must(t, s, KeepClosed{Holding: sid('a'), Until: noon}); !s.Undo[0].ExpiresAt.Equal(later) {
		t.Error("keeping longer made the time shorter")
	}
	s, effects, err = Apply(s, DropClosed{Holding: sid('b')})
	if err != nil {
		t.Fatal(err)
	}
	if e := describedEffects(effects); !strings.Contains(e, "end b") || len(s.Undo) != 1 {
		t.Errorf("ending b: %s, %d entries left", e, len(s.Undo))
	}
	s = must(t, s, Expire{At: noon.Add(30 * time.Minute)})
	if len(s.Undo) != 1 {
		t.Error("the entry that was kept longer expired at its old time")
	}
	for _, a := range []Action{KeepClosed{Holding: sid('c'), Until: later}, DropClosed{Holding: sid('c')}} {
		if _, _, err := Apply(s, a); err == nil {
			t.Errorf("%T of a session that is open is no error", a)
		}
	}
}

// Entries in which nothing runs do not push out entries in which something runs, nor the other
// way round. If there are too many of a kind, the oldest of that kind is dropped.
//
// S3-25.
func TestEndedEntriesLeaveRoomForRunningOnes(t *testing.T) {
	for _, tt := range []struct {
		name, closed string // r: a program runs, o: all have ended
		limit        int
		want         string // numbers of the entries that are kept
		ended        bool   // something that ran was ended
	}{
		{"ten that have ended", "roooooooooo", 10, "0 1 2 3 4 5 6 7 8 9 10", false},
		{"more than ten that have ended", "roooooooooooo", 10, "0 3 4 5 6 7 8 9 10 11 12", false},
		{"ended before running", "oorrr", 2, "0 1 3 4", true},
		{"alternating", "rorororo", 2, "4 5 6 7", true},
		{"both full", "rrooro", 2, "1 3 4 5", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := New("w")
			number := map[session.ID]string{}
			ended := false
			for i, kind := range tt.closed {
				id, tab := uuid.UUID{1, byte(i)}, uuid.UUID{2, byte(i)}
				number[id] = strconv.Itoa(i)
				var err error
				if s, _, err = Apply(s, OpenTab{View: MainView, Tab: tab, Record: Record{ID: id}}); err != nil {
					t.Fatal(err)
				}
				a := CloseTab{Tab: tab, At: noon, Shelf: Shelf{Limit: tt.limit}}
				if kind == 'o' {
					a.Over = []session.ID{id, {9}}
				}
				next, effects, err := Apply(s, a)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range effects {
					if e, ok := e.(End); ok {
						ended = ended || !s.Undo[s.ClosedHolding(e.Session)].Over
					}
				}
				s = next
			}
			var kept []string
			for _, c := range s.Undo {
				kept = append(kept, number[c.Sessions[0]])
			}
			if got := strings.Join(kept, " "); got != tt.want || ended != tt.ended {
				t.Errorf("kept %s (a running one was ended: %v), want %s (%v)", got, ended, tt.want, tt.ended)
			}
			if err := Check(s); err != nil {
				t.Error(err)
			}
		})
	}
}

// Both kinds together are limited to the number that a document may have.
func TestBothKindsOfEntriesAreLimited(t *testing.T) {
	d := draft{State: New("w")}
	for i := range 2 * maxUndo {
		id := uuid.UUID{1, byte(i), byte(i >> 8)}
		on := shelf{at: noon, Shelf: Shelf{Limit: maxUndo}}
		if i%2 == 0 {
			on.Over = []session.ID{id}
		}
		d.push(Closed{Sessions: []session.ID{id}}, on)
	}
	if len(d.Undo) != maxUndo || len(running(d.Undo)) != maxUndo {
		t.Errorf("%d entries are kept, %d of them running", len(d.Undo), len(running(d.Undo)))
	}
}
