package command

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dormer/session"
	"dormer/workspace"
)

// marked are the sessions with a mark.
type marked []session.ID

func (m marked) AsksNew(ids []session.ID) bool {
	return slices.ContainsFunc(ids, func(id session.ID) bool { return slices.Contains(m, id) })
}

// A menu's command acts on the menu's subject, the search for the next mark starts after the active
// tab, and a line is a typed command.
func TestLater(t *testing.T) {
	f := focusOn(t, 3)
	f.Table = NewTable(nil)
	first, last := f.View.Tabs[0], f.View.Tabs[2]
	f.Marks = marked{first.Active}
	gone := Cannot("it has been closed since: nothing was done")
	for _, tt := range []struct {
		name string
		asks Later
		want []Result
	}{
		{"marked", GoToMarked{1}, []Result{Act(workspace.FocusTab{Tab: first.ID})}},
		{"marked_before", GoToMarked{-1}, []Result{Act(workspace.FocusTab{Tab: first.ID})}},
		{"about", RunAbout{Subject{Kind: AboutTab, Tab: first.ID}, "pane.kill"}, []Result{Ask(AskKill{first.Active})}},
		{"missing_target", RunAbout{Subject{Kind: AboutTab}, "pane.kill"}, []Result{gone}},
		{"named", RunNamed{"pane.kill"}, []Result{Ask(AskKill{last.Active})}},
		{"line", RunLine{"tab.select 1"}, []Result{Act(workspace.FocusTab{Tab: first.ID})}},
		{"invalid_line", RunLine{"tab.select x"}, nil},
	} {
		if diff := cmp.Diff(tt.want, tt.asks.Now(f)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
	f.Marks = marked{}
	want := []Result{Cannot("no tab of this view has a mark: <attention.next> goes to what waits elsewhere")}
	if diff := cmp.Diff(want, GoToMarked{1}.Now(f)); diff != "" {
		t.Error(diff)
	}
	f.Confirm = false
	if r := (RunNamed{"pane.kill"}).Now(f)[0]; r.Action == nil {
		t.Errorf("without a question: %+v", r)
	}
}
