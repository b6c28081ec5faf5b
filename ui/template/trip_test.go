package template

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"dormer/session"
	"dormer/workspace"
)

// fataler is a test, or one run of a property.
type fataler interface {
	Helper()
	Fatal(...any)
}

// mint returns increasing ids.
type mint struct{ n uint32 }

func (m *mint) id() uuid.UUID {
	m.n++
	return uuid.UUID{0: byte(m.n >> 16), 1: byte(m.n >> 8), 2: byte(m.n), 6: 0x40, 8: 0x80, 15: 9}
}

// openedIn returns a workspace after a template was opened in it.
func openedIn(t fataler, s workspace.State, of Template) workspace.State {
	t.Helper()
	ids := mint{n: uint32(len(s.Sessions)) * 1000}
	action, _ := of.Plan(Opening{State: s, Area: session.Size{Rows: 24, Cols: 80}, NewID: ids.id, Record: func(dir string, command []string) workspace.Record {
		return workspace.Record{ID: ids.id(), Dir: dir, CreatedAt: time.Unix(0, 0), Source: session.Source{Kind: session.Floating, Dir: dir, Command: command}}
	}, Worktrees: map[Branch]Worktree{{Repository: "/r", Name: "fix"}: {Source: fix, Env: []string{"DORMER_PORT=3"}}}})
	next, _, err := workspace.Apply(s, action)
	if err != nil {
		t.Fatal(err)
	}
	if err := workspace.Check(next); err != nil {
		t.Fatal(err)
	}
	return next
}

// fix is a worktree, and onFix returns the branch that is checked out in it.
var fix = session.Source{Kind: session.Worktree, Repo: "/r", Worktree: "/r/agent/fix"}

func onFix(string) string { return "fix" }

// placed returns the part of a workspace that a template saves: each pane with its position at some
// sizes.
func placed(s workspace.State) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, v := range s.Views {
		if len(v.Tabs) > 0 {
			add("view %s shown %t", v.Name, v.ID == s.ActiveView)
		}
		for _, t := range v.Tabs {
			add("tab %q active %t zoomed %t", t.Name, t.ID == v.ActiveTab, t.Zoomed)
			for _, id := range t.Panes() {
				r := s.Sessions[id]
				f, _ := t.Float(id)
				add("of %s", r.Source.Worktree)
				add("pane %q in %q runs %q with %q history %t focus %t hidden %t frame %v", r.Name, r.Dir, r.Source.Command, r.Env, !r.NoHistory, id == t.Active, f.Hidden, f.Frame)
				for _, area := range []workspace.Rect{{W: 80, H: 24}, {W: 211, H: 57}, {W: 20, H: 9}} {
					pane, _ := workspace.ArrangeTab(t, area).Pane(id)
					add("%v", pane.Rect)
				}
			}
		}
	}
	return out
}

// Saving the open tabs and opening the result gives the same layout.
func TestSavedTemplateOpensTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyWorkspace(t)
		text := Of(s, onFix).Encode("/home/me")
		again, problems := Parse(text, Env{File: "/elsewhere/t.toml", Home: "/home/me"})
		if len(problems) > 0 {
			t.Fatalf("%v in\n%s", problems, text)
		}
		if got, want := placed(openedIn(t, workspace.New("other"), again)), placed(s); !reflect.DeepEqual(got, want) {
			t.Fatalf("got  %q\nwant %q\nby\n%s", got, want, text)
		}
	})
}

// anyWorkspace generates a workspace with splits, floats, zooms and names.
func anyWorkspace(t *rapid.T) workspace.State {
	roll := func(sides int) int { return rapid.IntRange(0, sides-1).Draw(t, "roll") }
	ids, area := mint{}, session.Size{Rows: 60, Cols: 200}
	s := workspace.New("w")
	record := func() workspace.Record {
		dir := []string{"/home/me", "/home/me/src", "/var/log", `/a "b" \c`}[roll(4)]
		source, env := session.Source{Kind: session.Floating, Dir: dir}, [][]string{nil, nil, {"A=b", "C D=\n"}}[roll(3)]
		if roll(3) == 0 {
			source, dir = fix, []string{"/r/agent/fix", "/r/agent/fix/sub", "/r/agent/fix/sub/a"}[roll(3)]
			env = append([]string{"DORMER_PORT=3"}, env...)
		}
		source.Command = [][]string{nil, nil, {"vim", "a\nb", ""}}[roll(3)]
		return workspace.Record{
			ID: ids.id(), Dir: dir, Name: []string{"", "", "a name", `"q" \`}[roll(4)],
			Env: env, Source: source,
			NoHistory: roll(4) == 0,
		}
	}
	try := func(a workspace.Action) {
		if next, _, err := workspace.Apply(s, a); err == nil {
			s = next
		}
	}
	for range 3 + roll(25) {
		tab, open := s.ActiveTab()
		view := s.ActiveView
		panes := tab.Panes()
		if !open || roll(7) == 0 {
			try(workspace.OpenTab{View: view, Tab: ids.id(), Index: -1, Record: record()})
			continue
		}
		pane := panes[roll(len(panes))]
		switch roll(9) {
		case 0, 1, 2, 3:
			try(workspace.SplitPane{Tab: tab.ID, At: pane, Side: workspace.Direction(roll(4)), Record: record(), Area: area})
		case 4:
			try(workspace.OpenFloat{Tab: tab.ID, Record: record(), Frame: workspace.Frame{X: roll(5000), Y: roll(5000), W: 1 + roll(5000), H: 1 + roll(5000)}})
		case 5:
			try(workspace.ResizePane{Session: pane, Side: workspace.Direction(roll(4)), Cells: roll(20), Area: area})
		case 6:
			try([]workspace.Action{workspace.ToggleZoom{Session: pane}, workspace.ShowFloats{Tab: tab.ID}, workspace.FocusPane{Session: pane}}[roll(3)])
		case 7:
			try(workspace.RenameTab{Tab: tab.ID, Name: []string{"", "work", "a # b"}[roll(3)]})
		case 8:
			name := []string{"logs", "mail"}[roll(2)]
			try(workspace.OpenView{View: workspace.ViewID(name), Name: name})
			try(workspace.SwitchView{View: []workspace.ViewID{workspace.MainView, workspace.ViewID(name)}[roll(2)]})
		}
	}
	if _, open := s.ActiveTab(); !open {
		try(workspace.OpenTab{View: s.ActiveView, Tab: ids.id(), Index: -1, Record: record()})
	}
	return s
}

// A template opens in existing views, beside their tabs.
func TestPlanUsesExistingViews(t *testing.T) {
	s := openedIn(t, workspace.New("w"), parsed(t, "[[tabs]]\ntitle=\"one\"\n[[views]]\ntitle=\"logs\"\n[[views.tabs]]\ntitle=\"two\""))
	s, _, err := workspace.Apply(s, workspace.RenameView{View: "logs", Name: "the logs"})
	if err != nil {
		t.Fatal(err)
	}
	s = openedIn(t, s, parsed(t, "[[tabs]]\ntitle=\"three\"\n[[tabs]]\ntitle=\"four\"\nfocus=true\n[[views]]\ntitle=\"the logs\"\n[[views.tabs]]\ntitle=\"five\""))
	var got []string
	for _, v := range s.Views {
		for _, tab := range v.Tabs {
			got = append(got, fmt.Sprintf("%s %s %t", v.ID, tab.Name, tab.ID == v.ActiveTab))
		}
	}
	want := []string{"main one false", "main three false", "main four true", "logs two false", "logs five true"}
	if !reflect.DeepEqual(got, want) || s.ActiveView != workspace.MainView {
		t.Errorf("got %q, showing %s", got, s.ActiveView)
	}
}

func TestPlanTypesLines(t *testing.T) {
	ids := mint{}
	_, typed := parsed(t, "[[tabs]]\ntype=\"make\"\n[[tabs]]").Plan(Opening{State: workspace.New("w"), NewID: ids.id, Record: func(string, []string) workspace.Record {
		return workspace.Record{ID: ids.id()}
	}})
	if len(typed) != 1 || !reflect.DeepEqual(typed[0].Lines, []string{"make"}) {
		t.Errorf("got %v", typed)
	}
}
