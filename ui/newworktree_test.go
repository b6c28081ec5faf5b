package ui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/lists"
	"dormer/ui/prompts"
	"dormer/ui/remote"
	"dormer/ui/template"
	"dormer/ui/worktrees"
)

// fakeWorktrees is a repository /src with the branches main and topic.
type fakeWorktrees struct {
	made     []command.NewWorktree
	prepared []template.Branch
	err      error
	looks    int
}

func (f *fakeWorktrees) Repository(_ context.Context, dir string) (lists.Repository, error) {
	if !strings.HasPrefix(dir, "/src") {
		return lists.Repository{}, errors.New("it is not in a git repository")
	}
	return lists.Repository{Main: "/src", Branches: []string{"main", "topic"}}, nil
}

func (f *fakeWorktrees) Repositories(context.Context, []string) []lists.Repository {
	f.looks++
	return []lists.Repository{{Main: "/src", Worktrees: []lists.Worktree{{Path: "/src", Branch: "main", Main: true}, {Path: "/src/agent/topic", Branch: "topic"}, {Path: "/gone", Branch: "old", Missing: true}}}}
}

func (f *fakeWorktrees) Make(_ context.Context, w command.NewWorktree) (remote.OpenWorktree, string, error) {
	if f.err == nil {
		f.made = append(f.made, w)
	}
	open, _ := f.Open("/src", "/src/agent/"+w.Branch)
	return open, "made it", f.err
}

func (f *fakeWorktrees) Prepare(_ context.Context, named []template.Branch) (map[template.Branch]template.Worktree, string, error) {
	f.prepared = append(f.prepared, named...)
	open := map[template.Branch]template.Worktree{}
	for _, b := range named {
		w, _ := f.Open("/src", "/src/agent/"+b.Name)
		open[b] = template.Worktree{Source: w.Source, Env: []string{"DORMER_PORT=" + b.Name}, Lines: []string{"make " + b.Name}}
	}
	return open, "made them", f.err
}

func (f *fakeWorktrees) Open(repo, path string) (remote.OpenWorktree, error) {
	return remote.OpenWorktree{Source: session.Source{Kind: session.Worktree, Repo: repo, Worktree: path, Dir: path}}, nil
}

func worktreesWorld(t *testing.T) (*world, *fakeWorktrees) {
	w := newWorld(t, standard)
	f := &fakeWorktrees{}
	w.m.worktrees.Maker = f
	return w, f
}

// formText returns the form as shown.
func (w *world) formText() string {
	w.t.Helper()
	d, ok := w.m.dialog().(*dialog.Form)
	if !ok {
		w.t.Fatalf("the dialog is %T", w.m.dialog())
	}
	return ansi.Strip(d.Render(standard, defaultTheme().Looks()).Text)
}

func TestNewWorktreeForm(t *testing.T) {
	w, f := worktreesWorld(t)
	before := w.m.activePane()
	w.press("ctrl+b", "N", "t", "o")
	if text := w.formText(); !strings.Contains(text, "topic") {
		t.Errorf("the branch is not completed:\n%s", text)
	}
	w.press("down", "enter", "enter")
	if len(f.made) != 1 || f.made[0] != (command.NewWorktree{Dir: "/src", Branch: "topic"}) {
		t.Fatalf("made %+v", f.made)
	}
	r := w.m.state.Sessions[w.m.activePane()]
	if w.m.activePane() == before || r.Source.Worktree != "/src/agent/topic" {
		t.Errorf("the active pane is of %+v", r.Source)
	}
}

func TestNewWorktreeWithAnAgent(t *testing.T) {
	w, f := worktreesWorld(t)
	w.press("ctrl+b", "N", "f", "i", "x", "tab", "tab", "c", "l", "u", "tab", "g", "o", "enter")
	if text := w.formText(); !strings.Contains(text, `there is no agent "clu"`) || len(f.made) > 0 {
		t.Errorf("made %v, shown\n%s", f.made, text)
	}
	w.press("backspace", "a", "down", "enter", "enter")
	r := w.m.state.Sessions[w.m.activePane()]
	if r.Agent != "claude" || r.Prompt != "go" || !slices.Equal(r.Source.Command, []string{"claude"}) || r.Source.Worktree != "/src/agent/fix" {
		t.Errorf("opened %+v", r)
	}
}

func TestNewWorktreeFails(t *testing.T) {
	w, f := worktreesWorld(t)
	f.err = worktrees.FieldError{Field: prompts.WorktreeFrom, Err: errors.New("there is no commit nowhere")}
	w.press("ctrl+b", "N", "f", "i", "x", "tab", "n", "o", "enter")
	text := w.formText()
	for _, want := range []string{"Branch      fix", "From        no", "there is no commit nowhere"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	// The typed text is there again, and can be corrected.
	w.press("esc", "ctrl+b", "N")
	if !strings.Contains(w.formText(), "Branch      fix") {
		t.Errorf("the typed text is lost:\n%s", w.formText())
	}
	f.err = nil
	w.press("enter")
	if len(f.made) != 1 || f.made[0].From != "no" {
		t.Errorf("made %+v", f.made)
	}
}

func TestNewWorktreeFormShowsErrors(t *testing.T) {
	tests := []struct {
		name string
		keys []string
		want string
	}{
		{"no_branch", []string{"enter"}, "name a branch"},
		{"no_name", []string{"a", "space", "b", "enter"}, "cannot be the name of a branch"},
		{"prompt_without_agent", []string{"a", "tab", "tab", "tab", "g", "o", "enter"}, "a prompt is for an agent"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, f := worktreesWorld(t)
			w.press("ctrl+b", "N")
			w.press(tt.keys...)
			if text := w.formText(); !strings.Contains(text, tt.want) || len(f.made) > 0 {
				t.Errorf("made %v, shown\n%s", f.made, text)
			}
		})
	}
	w, _ := worktreesWorld(t)
	w.press("ctrl+b", "N", "shift+tab", "ctrl+u", "/", "x", "tab")
	if text := w.formText(); !strings.Contains(text, "not in a git repository") {
		t.Errorf("got\n%s", text)
	}
}

func TestMakingAWorktreeCanBeCancelled(t *testing.T) {
	w, f := worktreesWorld(t)
	w.m.worktreesResult(w.m.worktrees.Make(command.NewWorktree{Dir: "/src", Branch: "fix"}, w.m.config.Agents)) // is not run
	w.press("ctrl+b", "N", "n")
	if len(f.made) > 0 || w.m.dialog() != nil {
		t.Errorf("made %v, the dialog is %T", f.made, w.m.dialog())
	}
	w.press("ctrl+b", "N")
	if q, is := w.m.dialog().(*dialog.Question); !is || q.Title != "The worktree fix is being made. Stop it?" {
		t.Errorf("the dialog is %+v", w.m.dialog())
	}
	w.press("y")
}

func TestPaletteListsWorktrees(t *testing.T) {
	w, f := worktreesWorld(t)
	w.press("ctrl+b", ":")
	got := w.typed("#top")
	if len(got) != 1 || got[0] != "topic" || f.looks != 1 {
		t.Fatalf("got %q after %d looks", got, f.looks)
	}
	w.press("enter")
	if r := w.m.state.Sessions[w.m.activePane()]; r.Source.Worktree != "/src/agent/topic" {
		t.Errorf("the active pane is of %+v", r.Source)
	}
	tabs := len(w.m.activeView().Tabs)
	w.press("ctrl+b", "1", "ctrl+b", ":")
	w.typed("#top")
	w.press("enter")
	if r := w.m.state.Sessions[w.m.activePane()]; r.Source.Worktree != "/src/agent/topic" || len(w.m.activeView().Tabs) != tabs {
		t.Errorf("opened twice: %d tabs", len(w.m.activeView().Tabs))
	}
}
