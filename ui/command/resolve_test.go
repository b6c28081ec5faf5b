package command

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dormer/session"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/workspace"
)

// made returns increasing ids.
type made struct{ n byte }

func (m *made) NewTab() workspace.TabID {
	m.n++
	return workspace.TabID{m.n}
}

func (m *made) NewRecord(f Focus) workspace.Record {
	m.n++
	return workspace.Record{ID: session.ID{m.n}, Dir: f.Base()}
}

func (*made) Now() time.Time { return time.Unix(1000, 0) }

// focusOn returns the focus on a workspace with a number of tabs of one pane each; the last tab is
// active.
func focusOn(t *testing.T, tabs int) Focus {
	t.Helper()
	size := session.Size{Rows: 24, Cols: 80}
	state := workspace.New("work")
	for n := range tabs {
		id := byte(101 + n)
		next, _, err := workspace.Apply(state, workspace.OpenTab{
			View: workspace.MainView, Tab: workspace.TabID{id}, Index: -1, Size: size,
			Record: workspace.Record{ID: session.ID{id}, Dir: "/src", Provider: session.Hosted, Lifetime: session.Persistent, Source: session.Source{Dir: "/src"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		state = next
	}
	f := Focus{State: state, Maker: new(made), Confirm: true, KeyOf: func(name string) string { return "<" + name + ">" }}
	f.Ended, f.Retries = func(session.ID) bool { return false }, func(session.ID) bool { return false }
	f.View, _ = state.View(state.ActiveView)
	_, f.Tab, _ = state.Tab(f.View.ActiveTab)
	f.Pane, f.Screen = f.Tab.Active, geometry.Measure(0, size, f.Tab)
	return f
}

// A line resolves, for a focus, to an action with explicit targets, a request, or a reason that
// says what to do instead.
func TestResolve(t *testing.T) {
	table := NewTable([]copymode.Command{{Name: "left", Title: "left"}})
	one, two := session.ID{101}, session.ID{102}
	tests := []struct {
		line string
		tabs int
		want Result
	}{
		{"tab.close", 0, Cannot("no tab is open: <tab.new> opens one")},
		{"tab.new", 0, Act(workspace.OpenTab{View: workspace.MainView, Tab: workspace.TabID{2}, Index: -1, Record: workspace.Record{ID: session.ID{1}}, Size: session.Size{Rows: 22, Cols: 80}})},
		{"tab.next", 1, Cannot("this is the only tab: <tab.new> opens another")},
		{"tab.next", 2, Act(workspace.FocusTab{Tab: workspace.TabID{101}})},
		{"select-window -t 1", 2, Act(workspace.FocusTab{Tab: workspace.TabID{101}})},
		{"tab.select 3", 2, Cannot("there is no tab 3: <tab.new> opens one")},
		{"tab.rename 'my logs'", 2, Act(workspace.RenameTab{Tab: workspace.TabID{102}, Name: "my logs"})},
		{"pane.zoom", 1, Cannot("this is the only pane of the tab: <pane.split-right> splits it")},
		{"pane.kill", 1, Ask(AskKill{one})},
		{"menu.open tab", 2, Ask(OpenMenu{Subject{Kind: AboutTab, Pane: two, Tab: workspace.TabID{102}, View: workspace.MainView}})},
		{"undo.close", 1, Cannot("nothing is closed that can be brought back: <overview> shows what is open")},
		{"keys.lock", 1, Cannot("no key would unlock it, bind one to keys.lock: <help> lists all")},
		{"copy-mode.left", 1, Cannot("only in copy mode: <copy> enters it")},
		{"help", 0, Ask(OpenHelp{})},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s of %d tabs", tt.line, tt.tabs), func(t *testing.T) {
			c, err := table.Parse(tt.line)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, c.Resolve(focusOn(t, tt.tabs))); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

// Each command resolves to one of the three, whatever the focus.
func TestEveryCommandHasOneResult(t *testing.T) {
	for tabs := range 3 {
		for _, c := range NewTable(nil).All() {
			if c.Resolve == nil {
				continue
			}
			f := focusOn(t, tabs)
			f.Ended, f.Retries = func(session.ID) bool { return false }, func(session.ID) bool { return false }
			r := c.Resolve(f)
			n := 0
			for _, is := range []bool{r.Action != nil, r.Request != nil, r.Why != ""} {
				if is {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%s of %d tabs: %+v", c.Name, tabs, r)
			}
		}
	}
}

// Undo and redo with nothing to do say so.
func TestNothingToUndoOrRedo(t *testing.T) {
	f := Focus{KeyOf: func(command string) string { return "<" + command + ">" }}
	for got, want := range map[Result]string{
		undoLast(f): "there is nothing to undo: <overview> shows what is open",
		redoLast(f): "there is nothing to redo: <overview> shows what is open",
	} {
		if got != Cannot(want) {
			t.Errorf("got %+v, want %q", got, want)
		}
	}
}
