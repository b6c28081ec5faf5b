package workspace

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"dormer/session"
)

// fresh returns a tab of new sessions, and their records.
func fresh(t testing.TB, n int, text string, active byte) (Placed, []Record) {
	t.Helper()
	root := layout(t, text)
	var records []Record
	for _, id := range Leaves(root) {
		records = append(records, newRecord(id[0]))
	}
	return Placed{View: MainView, Index: -1, Tab: Tab{ID: tid(n), Root: root, Active: sid(active)}}, records
}

func TestOpenLayout(t *testing.T) {
	one, first := fresh(t, 5, "[m {n*3 o}]", 'n')
	two, second := fresh(t, 6, "p", 'p')
	away := two
	away.View, away.ViewName = "logs", "the logs"
	zoomed := one
	zoomed.Tab.Zoomed = true
	over := one
	over.Tab.Floats, over.Tab.Active = []Float{{Session: sid('p'), Frame: Frame{1000, 1000, 5000, 5000}}}, sid('p')
	somewhere := one
	somewhere.Tab.Floats = []Float{{Session: sid('p')}}
	both := append(append([]Record{}, first...), second...)
	for _, tt := range []applied{
		{"at_the_end", []string{"a", "b"}, []Action{OpenLayout{Tabs: []Placed{one, two}, Records: both, Focus: []TabID{tid(5)}}}, "1 a* 2 b* 5* [m {n* o}] 6 p*"},
		{"without_a_look", []string{"a"}, []Action{OpenLayout{Tabs: []Placed{two}, Records: second}}, "1* a* 6 p*"},
		{"in_a_view_of_its_own", []string{"a"}, []Action{OpenLayout{Tabs: []Placed{one, away}, Records: both, Focus: []TabID{tid(6), tid(5)}}}, "main*: 1 a* 5* [m {n* o}]; logs: 6* p*"},
		{"zoomed", []string{"a"}, []Action{OpenLayout{Tabs: []Placed{zoomed}, Records: first, Focus: []TabID{tid(5)}}}, "1 a* 5*z [m {n* o}]"},
		{"with_a_float", []string{"a"}, []Action{OpenLayout{Tabs: []Placed{over}, Records: both}}, "1* a* 5 [m {n o}] ~p*"},
		{"with_a_float_somewhere", []string{"a"}, []Action{OpenLayout{Tabs: []Placed{somewhere}, Records: both}}, "1* a* 5 [m {n* o}] ~p"},
		{"undone_at_once", []string{"a"}, []Action{OpenLayout{Tabs: []Placed{one, two}, Records: both, Focus: []TabID{tid(5)}}, undo}, "1* a*; closed tab mno, tab p"},
		{"a_view_of_its_own_goes_with_it", []string{"a"}, []Action{OpenLayout{Tabs: []Placed{away}, Records: second, Focus: []TabID{tid(6)}}, undo}, "1* a*; closed tab p"},
		{"to_the_view_it_was_opened_from", []string{"a"}, []Action{OpenView{View: "v"}, OpenTab{View: "v", Tab: tid(2), Record: newRecord('b')}, OpenLayout{Tabs: []Placed{away}, Records: second, Focus: []TabID{tid(6)}}, undo}, "main: 1* a*; v*: 2* b*; closed tab p"},
		{"a_view_of_its_own_again", []string{"a"}, []Action{OpenLayout{Tabs: []Placed{away}, Records: second, Focus: []TabID{tid(6)}}, undo, redo}, "main: 1* a*; logs*: 6* p*"},
		{"a_view_that_was_filled_stays", []string{"a"}, []Action{OpenLayout{Tabs: []Placed{away}, Records: second}, OpenTab{View: "logs", Tab: tid(2), Index: 1, Record: newRecord('b')}, undo}, "main*: 1* a*; logs: 2* b*; closed tab p"},
		{"made_again", []string{"a"}, []Action{OpenLayout{Tabs: []Placed{one, two}, Records: both, Focus: []TabID{tid(5)}}, undo, redo}, "1 a* 5* [m {n* o}] 6 p*"},
	} {
		tt.run(t)
	}
}

// Each process is started with the size of its pane.
func TestOpenLayoutStartsItsPanes(t *testing.T) {
	tab, records := fresh(t, 5, "[m n]", 'm')
	records[1].Env = []string{"A=b"}
	s := opened(t, "a")
	next, effects, err := Apply(s, OpenLayout{Tabs: []Placed{tab}, Records: records, Area: session.Size{Rows: 10, Cols: 41}})
	if err != nil {
		t.Fatal(err)
	}
	var sizes []session.Size
	for _, e := range effects {
		if e, ok := e.(Start); ok {
			sizes = append(sizes, e.Spec.Size)
		}
	}
	if want := []session.Size{{Rows: 10, Cols: 20}, {Rows: 10, Cols: 20}}; !reflect.DeepEqual(sizes, want) {
		t.Errorf("started with %v, want %v", sizes, want)
	}
	if got := next.Sessions[sid('n')].Env; !reflect.DeepEqual(got, []string{"A=b"}) {
		t.Errorf("the environment is %q", got)
	}
}

// A layout that is not valid is not opened, not even in part.
func TestOpenLayoutRefuses(t *testing.T) {
	whole := func() OpenLayout {
		tab, records := fresh(t, 5, "[m n]", 'm')
		return OpenLayout{Tabs: []Placed{tab}, Records: records}
	}
	for name, tt := range map[string]struct {
		harm func(*OpenLayout)
		says string
	}{
		"nothing":           {func(a *OpenLayout) { a.Tabs = nil }, "no tabs"},
		"a_pane_too_many":   {func(a *OpenLayout) { a.Records = a.Records[:1] }, "no record"},
		"a_record_too_many": {func(a *OpenLayout) { a.Records = append(a.Records, newRecord('z')) }, "sessions are for"},
		"a_record_twice":    {func(a *OpenLayout) { a.Records[1] = a.Records[0] }, "no record"},
		"an_existing_session": {func(a *OpenLayout) {
			a.Tabs[0].Tab.Root, a.Records = Leaf(sid('a')), []Record{newRecord('a')}
			a.Tabs[0].Tab.Active = sid('a')
		}, "in use"},
		"an_existing_tab": {func(a *OpenLayout) { a.Tabs[0].Tab.ID = tid(1) }, "in use"},
		"a_tab_twice":     {func(a *OpenLayout) { a.Tabs = append(a.Tabs, a.Tabs[0]) }, "twice"},
		"no_view":         {func(a *OpenLayout) { a.Tabs[0].View = "" }, "no view"},
		"no_focus":        {func(a *OpenLayout) { a.Tabs[0].Tab.Active = sid('z') }, "active pane"},
		"no_layout":       {func(a *OpenLayout) { a.Tabs[0].Tab.Root = nil }, "empty node"},
		"zoomed_alone": {func(a *OpenLayout) {
			a.Tabs[0].Tab.Root, a.Records = Leaf(sid('m')), a.Records[:1]
			a.Tabs[0].Tab.Zoomed = true
		}, "zoomed"},
		"a_float_out_of_place": {func(a *OpenLayout) {
			a.Tabs[0].Tab.Floats = []Float{{Session: sid('n'), Frame: Frame{X: 9999, W: 20, H: 1}}}
		}, "out of its area"},
	} {
		t.Run(name, func(t *testing.T) {
			s, a := opened(t, "a", "b"), whole()
			tt.harm(&a)
			got, effects, err := Apply(s, a)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v, want %q in it", err, tt.says)
			}
			if len(effects) > 0 || !reflect.DeepEqual(got, s) {
				t.Errorf("something changed: %s", described(got))
			}
		})
	}
}

// Undoing more opened tabs than the shelf can hold is refused rather than ending a process.
func TestUndoOfManyOpenedTabsEndsNone(t *testing.T) {
	var a OpenLayout
	for i := range undoLimitDefault + 1 {
		tab, records := fresh(t, 20+i, string(rune('b'+i)), byte('b'+i))
		a.Tabs, a.Records = append(a.Tabs, tab), append(a.Records, records...)
	}
	s := must(t, opened(t, "a"), a)
	got, effects, err := Apply(s, Undo{At: noon.Add(time.Minute), Tab: tid(90)})
	if err == nil || !strings.Contains(err.Error(), "on the shelf first") || len(effects) > 0 || described(got) != described(s) {
		t.Errorf("%v, %s", err, described(got))
	}
}
