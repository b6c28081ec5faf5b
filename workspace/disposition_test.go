package workspace

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dormer/session"
)

// dispositions returns the dispositions of all sessions that are not active, and marks those
// that were ended because they were idle.
func dispositions(s State) string {
	var out []string
	for c := byte('a'); c <= 'z'; c++ {
		r, known := s.Sessions[sid(c)]
		switch {
		case !known:
		case r.Idled:
			out = append(out, string(c)+" idled")
		case r.Disposition != session.DispositionActive:
			out = append(out, fmt.Sprintf("%c %s %s", c, r.Disposition, r.Residency.Place))
		}
	}
	return strings.Join(out, ", ")
}

// S4-02, S4-04, S4-05, S4-07, S4-08, S4-20, S4-29: how actions change a session and its pane.
func TestDispositions(t *testing.T) {
	later := noon.Add(UndoTime + time.Second)
	archive := ArchiveSession{Session: sid('b'), At: noon}
	unarchive := UnarchiveSession{Session: sid('b'), At: noon, View: MainView, Tab: tid(9)}
	tests := []struct {
		name    string
		layouts []string
		actions []Action
		want    string
		is      string
		effects string // of the last action
	}{
		{"opened_is_active", []string{"a"}, []Action{SplitPane{Tab: tid(1), At: sid('a'), Side: Right, Record: newRecord('b')}},
			"1* [a b*]", "", "start b, save"},
		{"archived_loses_its_pane_and_its_process", []string{"[a b]"}, []Action{archive},
			"1* a*; closed pane b", "b archived pendingUndo", "stop b, hide b until 12:05, say \"archived `b`\", save"},
		{"the_last_pane_takes_its_tab", []string{"a", "b"}, []Action{archive},
			"1* a*; closed tab b", "b archived pendingUndo", "stop b, hide b until 12:05, say \"archived `b`\", save"},
		{"undo_brings_it_back_where_it_was", []string{"[a b]"}, []Action{archive, Undo{At: noon}},
			"1* [a* b]", "", "show b, say \"brought back `b`\", save"},
		{"so_does_undo_of_close", []string{"[a b]"}, []Action{archive, UndoClose{At: noon}},
			"1* [a* b]", "", "show b, say \"brought back `b`\", save"},
		{"redo_archives_again", []string{"[a b]"}, []Action{archive, Undo{At: noon}, Redo{At: noon}},
			"1* a*; closed pane b", "b archived pendingUndo", "stop b, hide b until 12:05, say \"archived `b`\", save"},
		{"it_stays_when_that_time_has_passed", []string{"[a b]"}, []Action{archive, Expire{At: later}},
			"1* a*", "b archived backgrounded", "hide b, save"},
		{"and_when_what_is_closed_is_ended", []string{"[a b]"}, []Action{archive, DropClosed{Holding: sid('b')}},
			"1* a*", "b archived backgrounded", "hide b, say \"ended `b`\", save"},
		{"unarchived_at_its_place", []string{"[a b]"}, []Action{archive, unarchive},
			"1* [a* b]", "", "show b, say \"brought back `b`\", save"},
		{"unarchived_later_in_a_tab", []string{"[a b]"}, []Action{archive, Expire{At: later}, UnarchiveSession{Session: sid('b'), At: later, View: MainView, Tab: tid(9)}},
			"1 a* 9* b*", "", "show b, say \"`b` is no longer archived\", save"},
		{"what_is_closed_is_archived_where_it_is", []string{"[a b]"}, []Action{ClosePane{Session: sid('b'), At: noon}, archive},
			"1* a*; closed pane b", "b archived pendingUndo", "stop b, say \"archived `b`\", save"},
		{"archived_and_removed", []string{"[a b]"}, []Action{archive, RemoveSession{sid('b')}},
			"1* a*", "", "end b, say \"removed `b`\", save"},
		{"suspended_all_at_once", []string{"[a b]", "c"}, []Action{SuspendSessions{Sessions: []session.ID{sid('a'), sid('c')}, At: noon}},
			"1* [a* b] 2 c*", "a suspended active, c suspended active", "save"},
		{"what_is_suspended_already_is_not_touched", []string{"[a b]"}, []Action{SuspendSessions{[]session.ID{sid('b')}, noon}, SuspendSessions{[]session.ID{sid('b')}, later}},
			"1* [a* b]", "b suspended active", ""},
		{"resumed", []string{"[a b]"}, []Action{SuspendSessions{[]session.ID{sid('b')}, noon}, SessionResumed{sid('b')}},
			"1* [a* b]", "", "save"},
		{"what_is_archived_is_not_resumed", []string{"[a b]"}, []Action{archive, SessionResumed{sid('b')}},
			"1* a*; closed pane b", "b archived pendingUndo", ""},
		{"suspended_and_archived", []string{"[a b]"}, []Action{SuspendSessions{[]session.ID{sid('b')}, noon}, archive},
			"1* a*; closed pane b", "b archived pendingUndo", "stop b, hide b until 12:05, say \"archived `b`\", save"},
		{"a_suspended_one_that_was_closed_goes", []string{"[a b]"}, []Action{SuspendSessions{[]session.ID{sid('b')}, noon}, ClosePane{Session: sid('b'), At: noon}, Expire{At: later}},
			"1* a*", "", "end b, save"},
		{"an_idle_one_stays_active", []string{"[a b]"}, []Action{SessionIdled{Session: sid('b'), At: noon}},
			"1* [a* b]", "b idled", "say \"`b` was ended because it was idle: typing there starts it again\", save"},
		{"until_it_has_a_process_again", []string{"[a b]"}, []Action{SessionIdled{Session: sid('b'), At: noon}, SessionResumed{sid('b')}},
			"1* [a* b]", "", "save"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n := len(tt.actions) - 1
			s := must(t, opened(t, tt.layouts...), tt.actions[:n]...)
			next, effects, err := Apply(s, tt.actions[n])
			if err != nil {
				t.Fatal(err)
			}
			if err := Check(next); err != nil {
				t.Error(err)
			}
			if got := described(next); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if got := dispositions(next); got != tt.is {
				t.Errorf("got %q, want %q", got, tt.is)
			}
			if got := describedEffects(effects); got != tt.effects {
				t.Errorf("got %s, want %s", got, tt.effects)
			}
		})
	}
}

// S4-03, S4-21: a session suspended by a shutdown records when it was last active.
func TestSuspendedKnowsWhenItWasActive(t *testing.T) {
	s := must(t, opened(t, "[a b]"), SuspendSessions{[]session.ID{sid('a')}, noon})
	if got := s.Sessions[sid('a')].LastActive; !got.Equal(noon) {
		t.Errorf("got %v, want %v", got, noon)
	}
	if got := s.Sessions[sid('b')].LastActive; !got.IsZero() {
		t.Errorf("the other: got %v, want no time", got)
	}
}

func TestRefusedDispositions(t *testing.T) {
	temporary := newRecord('t')
	temporary.Lifetime = session.Temporary
	s := must(t, opened(t, "[a b]"), ArchiveSession{Session: sid('b'), At: noon}, OpenTab{View: MainView, Tab: tid(2), Record: temporary})
	for _, tt := range []struct {
		a    Action
		want string
	}{
		{ArchiveSession{Session: sid('b')}, "archive `b`: Session is archived"},
		{ArchiveSession{Session: sid('t')}, "it is temporary"},
		{ArchiveSession{Session: sid('x')}, "no longer open"},
		{UnarchiveSession{Session: sid('a'), View: MainView, Tab: tid(9)}, "unarchive `a`: it is not archived"},
		{RemoveSession{Session: sid('a')}, "remove `a`: it has a pane, or can be brought back"},
	} {
		if _, _, err := Apply(s, tt.a); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%T: got %v, want %q", tt.a, err, tt.want)
		}
	}
}

// S4-11, S4-12, S4-16: an old document may have panes of sessions that are archived now or
// cannot continue. These lose their panes but are kept. Suspended sessions keep their panes.
func TestPruneRemovesPanesOfArchivedSessions(t *testing.T) {
	s := opened(t, "[a b]", "c", "d", "[e f]")
	for id, is := range map[byte]session.Disposition{'b': session.Archived, 'c': session.Broken, 'e': session.Suspended} {
		r := s.Sessions[sid(id)]
		r.Disposition = is
		s.Sessions[sid(id)] = r
	}
	all := func(Record) bool { return true }
	got := Prune(s, all)
	if err := Check(got); err != nil {
		t.Error(err)
	}
	if got, want := described(got), "1* a* 3 d* 4 [e* f]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := dispositions(got), "b archived backgrounded, c error backgrounded, e suspended active"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if twice := Prune(got, all); described(twice) != described(got) || dispositions(twice) != dispositions(got) {
		t.Errorf("twice: got %s (%s)", described(twice), dispositions(twice))
	}
}
