package startup

import (
	"testing"

	"dormer/session"
	"dormer/ui/remote"
	"dormer/ui/template"
	"dormer/workspace"
)

var (
	empty = workspace.State{Views: []workspace.View{{ID: workspace.MainView}}}
	id    = session.ID{1}
	full  = workspace.State{
		Views: []workspace.View{{ID: workspace.MainView, Tabs: []workspace.Tab{{
			ID: workspace.TabID{1}, Root: &workspace.Node{Session: id}, Active: id,
		}}, ActiveTab: workspace.TabID{1}}},
		ActiveView: workspace.MainView,
		Sessions:   map[session.ID]workspace.Record{id: {ID: id}},
	}
)

func TestOpens(t *testing.T) {
	command := []string{"make"}
	for _, tt := range []struct {
		name        string
		first       First
		empty, full bool
	}{
		{"nothing_asked_for", First{}, true, false},
		{"a_command", First{Command: command}, true, true},
		{"a_template", First{Template: &template.Template{}}, false, false},
		{"a_worktree", First{Worktree: &remote.OpenWorktree{}}, false, false},
	} {
		if got := tt.first.Opens(empty); got != tt.empty {
			t.Errorf("%s: in an empty workspace %v", tt.name, got)
		}
		if got := tt.first.Opens(full); got != tt.full {
			t.Errorf("%s: in one with a tab %v", tt.name, got)
		}
	}
}

// A template is skipped if tabs are open, unless it should open beside them.
func TestIn(t *testing.T) {
	of := &template.Template{}
	for _, tt := range []struct {
		name    string
		first   First
		state   workspace.State
		leftOut bool
	}{
		{"empty", First{Template: of}, empty, false},
		{"with_a_tab", First{Template: of}, full, true},
		{"beside", First{Template: of, Beside: true}, full, false},
		{"no_template", First{}, full, false},
	} {
		in, leftOut := tt.first.In(tt.state)
		if leftOut != tt.leftOut || (in.Template == nil) != (tt.first.Template == nil || tt.leftOut) {
			t.Errorf("%s: skipped %v, template %v", tt.name, leftOut, in.Template)
		}
	}
}

func TestPrestart(t *testing.T) {
	for _, tt := range []struct {
		name  string
		first First
		want  int
	}{
		{"a_shell", First{Dir: "/src"}, 1},
		{"without_a_host", First{Direct: true}, 0},
		{"a_template", First{Template: &template.Template{}}, 0},
		{"a_worktree", First{Worktree: &remote.OpenWorktree{}}, 0},
	} {
		started := 0
		start := func(source session.Source, got session.ID) {
			if started++; got != id || source.Dir != tt.first.Dir || source.Kind != session.Floating {
				t.Errorf("%s: started %v in %+v", tt.name, got, source)
			}
		}
		for range 2 { // the second time it exists
			tt.first.Prestart(start, func() session.ID { return id })
		}
		if started != tt.want {
			t.Errorf("%s: started %d times, want %d", tt.name, started, tt.want)
		}
		if r := tt.first.Record(workspace.Record{ID: session.ID{9}}); (r.ID == id) != (tt.want > 0) {
			t.Errorf("%s: the session is %v", tt.name, r.ID)
		}
	}
}
