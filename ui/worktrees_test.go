package ui

import (
	"slices"
	"strings"
	"testing"

	"dormer/session"
	"dormer/ui/remote"
)

// A worktree opens in its own tab, which belongs to it, and opening it again gives that tab the
// focus. Its sessions are closed together, without the other panes of their tabs, and reopened
// together.
func TestWorktreeIsOpenedClosedAndReopened(t *testing.T) {
	w := newWorld(t, standard)
	first := w.m.activePane()
	source := session.Source{Kind: session.Worktree, Repo: "/r", Worktree: "/r/agent/x", Dir: "/r/agent/x"}
	open := remote.OpenWorktree{Source: source, Env: []string{"DORMER_PORT=20001"}, Lines: []string{"make deps"}}
	a, err := w.ask(remote.Origin{Session: first}, open)
	if err != nil {
		t.Fatal(err)
	}
	in := w.m.activePane()
	r := w.m.state.Sessions[in]
	if a.Session != in || in == first || !slices.Equal(r.Env, open.Env) || r.Dir != source.Dir || r.Source.Kind != session.Worktree || r.Source.Repo != "/r" {
		t.Fatalf("opened %v, %+v", a, r)
	}
	if spec := w.owners[in].spec; spec.Source.Worktree != source.Worktree || !slices.Contains(spec.Env, "DORMER_PORT=20001") {
		t.Errorf("started %+v", spec)
	}
	if l := w.m.live.Get(in); l == nil || !slices.Equal(l.Lines, open.Lines) {
		t.Error("its setup is not typed into it")
	}
	agent := remote.OpenWorktree{Source: session.Source{Kind: session.Worktree, Repo: "/r", Worktree: "/r/b", Command: []string{"claude"}}, Agent: "claude", Prompt: "do it", Retry: new(3), Lines: []string{"make"}}
	if _, err := w.ask(remote.Origin{}, agent); err != nil {
		t.Fatal(err)
	}
	if spec := w.owners[w.m.activePane()].spec; spec.Agent != "claude" || spec.Prompt != "do it" || spec.Retry == nil || *spec.Retry != 3 || spec.Setup != "make" || len(spec.Command) != 1 {
		t.Errorf("started %+v", spec)
	}
	if _, err := w.ask(remote.Origin{}, remote.CloseIn{Dir: "/r/b"}); err != nil || w.m.activePane() != in {
		t.Errorf("closed: %v", err)
	}
	w.press("ctrl+b", "%") // in the worktree's directory
	split := w.m.activePane()
	if got := w.m.state.Sessions[split].Env; !slices.Equal(got, open.Env) {
		t.Errorf("the pane next to it has %q", got)
	}
	w.press("ctrl+b", "1")
	if a, err := w.ask(remote.Origin{}, open); err != nil || w.m.activePane() != split && w.m.activePane() != in || len(w.m.activeView().Tabs) != 2 {
		t.Errorf("opened again: %+v, %v", a, err)
	}
	if _, err := w.doFrom(in, "pane.split-below"); err != nil {
		t.Fatal(err)
	}
	other := w.m.activeTab().Panes()[1]
	elsewhere := w.m.state.Sessions[other]
	elsewhere.Dir = "/r"
	w.m.state.Sessions[other] = elsewhere
	if _, err := w.ask(remote.Origin{}, remote.CloseIn{Dir: source.Worktree}); err != nil {
		t.Fatal(err)
	}
	if got := w.m.state.OpenIDs(); !slices.Equal(got, []session.ID{first, other}) {
		t.Errorf("open: %v, want %v and %v", got, first, other)
	}
	if a, err := w.ask(remote.Origin{}, remote.BringBack{Sessions: []session.ID{in, {9}, split}}); err != nil || a.Text == "" {
		t.Errorf("%+v, %v", a, err)
	}
	if got := w.m.state.OpenIDs(); len(got) != 4 || !slices.Contains(got, in) || !slices.Contains(got, split) {
		t.Errorf("open: %v", got)
	}
}

// The panes of a template that are in a worktree belong to it, and one of them runs its setup.
func TestTemplateIsOpenedInAWorktree(t *testing.T) {
	w := newWorld(t, standard)
	source := session.Source{Kind: session.Worktree, Repo: "/r", Worktree: "/r/x", Dir: "/r/x"}
	open := remote.OpenWorktree{Source: source, Env: []string{"A=1", "B=1"}, Lines: []string{"setup"}, File: "/elsewhere/dev.toml"}
	open.Text = []byte("[[tabs]]\n[[tabs.panes]]\ncommand = \"top\"\n[[tabs.panes]]\ndirectory = \"sub\"\ntype = \"ls\"\nenv = { B = \"2\" }\n[[tabs.panes]]\ndirectory = \"/etc\"\n")
	if _, err := w.ask(remote.Origin{}, open); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, id := range w.m.activeTab().Panes() {
		r := w.m.state.Sessions[id]
		text := string(r.Source.Kind) + " " + r.Dir
		if l := w.m.live.Get(id); l != nil && len(l.Lines) > 0 {
			text += " types " + strings.Join(l.Lines, ", ")
		}
		if setup := w.owners[id].spec.Setup; setup != "" {
			text += " after " + setup
		}
		got = append(got, text)
		if env := w.owners[id].spec.Env; !slices.Contains(env, "A=1") || slices.Contains(env, "B=2") != (r.Dir == "/r/x/sub") {
			t.Errorf("%s: environment %q", r.Dir, env)
		}
	}
	wait := "dormer await-setup " + w.m.activeTab().Panes()[0].String()
	want := []string{"worktree /r/x after setup", "worktree /r/x/sub types " + wait + ", ls", "floating /etc"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	tabs := len(w.m.activeView().Tabs)
	if _, err := w.ask(remote.Origin{}, open); err != nil || len(w.m.activeView().Tabs) != tabs {
		t.Errorf("it was opened twice: %v", err)
	}
	open.Source.Worktree, open.Text = "/r/y", []byte("[[tabs]]\ncommand = \"top\"\n")
	if _, err := w.ask(remote.Origin{}, open); err != nil || w.owners[w.m.activePane()].spec.Setup != "setup" {
		t.Errorf("a command is started with the setup %q: %v", w.owners[w.m.activePane()].spec.Setup, err)
	}
	open.Source.Worktree, open.Text = "/r/z", []byte("[[tabs]]\n[[tabs.panes]]\n[[tabs.panes]]\nagent = \"claude\"\n")
	if _, err := w.ask(remote.Origin{}, open); err != nil {
		t.Fatal(err)
	}
	panes := w.m.activeTab().Panes()
	if spec := w.owners[panes[1]].spec; spec.Setup != "setup" || spec.Agent != "claude" {
		t.Errorf("the agent is started as %+v", spec)
	}
	if l := w.m.live.Get(panes[0]); l != nil && len(l.Lines) > 0 {
		t.Errorf("the shell next to it gets the lines %q", l.Lines)
	}
}
