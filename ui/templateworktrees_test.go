package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"dormer/session"
	"dormer/ui/remote"
)

const twoBranches = "directory = \"/src\"\n[[tabs]]\ntitle = \"a\"\nworktree = \"one\"\n[[tabs]]\ntitle = \"b\"\nagent = \"claude\"\nworktree = { branch = \"two\", repository = \"/src\" }\ndirectory = \"sub\"\n[[tabs]]\ntitle = \"c\"\n"

// S3-70: a template that names worktrees opens in them once they exist. Each is set up in its first
// pane.
func TestTemplateNamesWorktrees(t *testing.T) {
	w, f := worktreesWorld(t)
	if _, err := w.ask(remote.Origin{}, remote.OpenTemplate{File: "/src/t.toml", Text: []byte(twoBranches)}); err != nil {
		t.Fatal(err)
	}
	if len(f.prepared) != 2 || f.prepared[0].Name != "one" || f.prepared[1].Name != "two" || f.prepared[1].Repository != "/src" {
		t.Errorf("prepared %+v", f.prepared)
	}
	var got []string
	for _, tab := range w.m.activeView().Tabs[1:] {
		id := tab.Active
		r, spec := w.m.state.Sessions[id], w.owners[id].spec
		line := tab.Name + " " + r.Source.Worktree + " " + r.Dir + " " + strings.Join(r.Env, " ") + " " + string(spec.Agent) + " " + spec.Setup
		if l := w.m.live.Get(id); l != nil {
			line += strings.Join(l.Lines, ",")
		}
		got = append(got, line)
	}
	want := []string{"a /src/agent/one /src/agent/one DORMER_PORT=one  make one", "b /src/agent/two /src/agent/two/sub DORMER_PORT=two claude make two", "c  /src   "}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}

	// Opening it again opens only what is not open. Saving it gives a template that opens the same.
	tabs := len(w.m.activeView().Tabs)
	if _, err := w.ask(remote.Origin{}, remote.OpenTemplate{File: "/src/t.toml", Text: []byte(twoBranches)}); err != nil {
		t.Fatal(err)
	}
	if n := len(w.m.activeView().Tabs); n != tabs+1 {
		t.Errorf("%d tabs after %d", n, tabs)
	}
	for id := range w.m.state.Sessions {
		if l := w.m.live.Get(id); l != nil && w.m.state.Sessions[id].Source.Kind == session.Worktree {
			l.Branch = strings.TrimPrefix(w.m.state.Sessions[id].Source.Worktree, "/src/agent/")
		}
	}
	a, err := w.ask(remote.Origin{}, remote.TakeTemplate{})
	for _, want := range []string{"worktree = { repository = \"/src\", branch = \"one\" }", "worktree = { repository = \"/src\", branch = \"two\" }\ndirectory = \"sub\""} {
		if !strings.Contains(a.Text, want) {
			t.Errorf("%v: %q is missing in\n%s", err, want, a.Text)
		}
	}
	if strings.Contains(a.Text, "DORMER_PORT") {
		t.Errorf("a port is saved:\n%s", a.Text)
	}
}

// Agents and commands that share a worktree wait for its setup, which runs before the first agent.
func TestAgentsSharingAWorktreeWaitForItsSetup(t *testing.T) {
	w, _ := worktreesWorld(t)
	text := "[[tabs]]\ntitle = \"a\"\nworktree = \"one\"\ncommand = [\"serve\"]\n[[tabs]]\ntitle = \"b\"\nworktree = \"one\"\nagent = \"claude\"\n[[tabs]]\ntitle = \"c\"\nworktree = \"one\"\nagent = \"claude\"\n[[tabs]]\ntitle = \"d\"\nworktree = \"one\"\n[[tabs]]\ntitle = \"e\"\nagent = \"claude\"\n"
	if _, err := w.ask(remote.Origin{}, remote.OpenTemplate{File: "/src/t.toml", Text: []byte(text)}); err != nil {
		t.Fatal(err)
	}
	tabs := w.m.activeView().Tabs[1:]
	var got []string
	for _, tab := range tabs {
		got = append(got, w.owners[tab.Active].spec.Setup)
	}
	wait := "dormer await-setup " + tabs[1].Active.String()
	if want := []string{wait, "make one", wait, "", ""}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestTemplateFocusesOpenWorktrees(t *testing.T) {
	w, _ := worktreesWorld(t)
	ask := func() {
		t.Helper()
		if _, err := w.ask(remote.Origin{}, remote.OpenTemplate{File: "/src/t.toml", Text: []byte("[[tabs]]\nworktree = \"one\"\n")}); err != nil {
			t.Fatal(err)
		}
	}
	ask()
	in := w.m.activePane()
	w.press("ctrl+b", "1")
	ask()
	if w.m.activePane() != in || len(w.m.activeView().Tabs) != 2 {
		t.Errorf("the focus is on %v of %d tabs", w.m.activePane(), len(w.m.activeView().Tabs))
	}
}

func TestTemplateWorktreesCannotBeMade(t *testing.T) {
	w, f := worktreesWorld(t)
	f.err = errors.New("no tab was opened: worktree two: no; taken back: one")
	_, err := w.ask(remote.Origin{}, remote.OpenTemplate{File: "/src/t.toml", Text: []byte(twoBranches)})
	if err == nil || err.Error() != f.err.Error() || len(w.m.activeView().Tabs) != 1 {
		t.Errorf("%v, %d tabs", err, len(w.m.activeView().Tabs))
	}
	f.err = nil // nothing is being made any more
	if _, err := w.ask(remote.Origin{}, remote.OpenTemplate{File: "/src/t.toml", Text: []byte(twoBranches)}); err != nil {
		t.Error(err)
	}
}
