package ui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/lists"
	"dormer/ui/live"
	"dormer/ui/remote"
	"dormer/ui/workspaces"
	"dormer/workspace"
)

// ask carries out a request from outside.
func (w *world) ask(from remote.Origin, what remote.Request) (remote.Answer, error) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(w.t.Context())
	c := remote.NewCall(ctx, from, what)
	w.take(requestMsg{c})
	cancel()
	a, err := c.Wait()
	if errors.Is(err, remote.ErrNotAnswered) || errors.Is(err, remote.ErrStillStarting) {
		w.t.Fatalf("%v was not answered", what)
	}
	return a, err
}

func (w *world) doFrom(id session.ID, words ...string) (string, error) {
	w.t.Helper()
	a, err := w.ask(remote.Origin{Session: id}, remote.Do{Words: words})
	return a.Text, err
}

// A command from a shell acts on the shell's pane, also if another pane has the focus or its tab or
// view is not shown.
func TestRequestsAreAboutTheirPane(t *testing.T) {
	w := newWorld(t, standard)
	first := w.m.activePane()
	w.press("ctrl+b", "c")
	second := w.m.activePane()
	if _, err := w.doFrom(first, "pane.split-right", "--name", "beside", "--", "make"); err != nil {
		t.Fatal(err)
	}
	tab := w.m.activeView().Tabs[0]
	if got := tab.Panes(); len(got) != 2 || got[0] != first || w.m.state.Sessions[got[1]].Name != "beside" {
		t.Fatalf("the first tab has %v", got)
	}
	if w.m.activePane() != second {
		t.Error("another tab is shown")
	}
	for _, step := range []struct {
		words []string
		holds func() bool
	}{
		{[]string{"tab.rename", "the first"}, func() bool { return w.m.activeView().Tabs[0].Name == "the first" }},
		{[]string{"pane.rename", "mine"}, func() bool { return w.m.state.Sessions[first].Name == "mine" }},
		{[]string{"pane.zoom"}, func() bool { tab := w.m.activeView().Tabs[0]; return tab.Zoomed && tab.Active == first }},
		{[]string{"view.new", "other"}, func() bool { return w.m.activeView().Name == "other" }},
		{[]string{"pane.focus-right"}, func() bool {
			return w.m.state.ActiveView == workspace.MainView && w.m.activePane() == w.m.activeTab().Panes()[1]
		}},
		{[]string{"tab.select", "2"}, func() bool { return w.m.activePane() == second }},
		{[]string{"copy"}, func() bool { return w.m.activePane() == first && w.m.copyModes.Open[first] != nil }},
		{[]string{"tab.close"}, func() bool { return w.m.activePane() == second && len(w.m.state.Undo) == 1 }},
	} {
		if _, err := w.doFrom(first, step.words...); err != nil || !step.holds() {
			t.Errorf("%v: %v", step.words, err)
		}
	}
	// The pane is closed now. The command must not act on another one.
	for _, words := range [][]string{{"pane.close"}, {"tab.close"}, {"pane.rename", "x"}, {"pane.kill"}} {
		if _, err := w.doFrom(first, words...); err == nil || !strings.Contains(err.Error(), "no longer open") {
			t.Errorf("%v of a closed pane: %v", words, err)
		}
	}
	if w.m.activePane() != second || len(w.m.state.Undo) != 1 {
		t.Error("the command acted on another pane than the closed one")
	}
	if _, err := w.doFrom(first, "undo.close", "1"); err != nil || w.m.activePane() != first && len(w.m.state.Undo) != 0 {
		t.Errorf("undo: %v", err)
	}
}

func TestRequestsAreRefusedInWords(t *testing.T) {
	w := newWorld(t, standard)
	for _, tt := range []struct{ words, want string }{
		{"tab.nwe", `unknown command "tab.nwe": did you mean "tab.new"?`},
		{"split-window -p 30", "split-window takes no -p here, but -h, -v and -c"},
		{"pane.split-right -P", "-P goes before the command: dormer do -P COMMAND"},
		{"tab.new --print", "--print goes before the command"},
		{"select-pane -t 1", `select-pane takes no arguments here: without them it is "go to a pane by its number"`},
		{"tab.new --retry 3", "--retry needs --agent, the agent to start again"},
		{"tab.new --agent claude --retry 101", `--retry "101": give a number from 0 to 100`},
		{"kill-server", "kill-server: dormer kill --all ends all sessions"},
		{"frobnicate", `unknown command "frobnicate": dormer keys lists all`},
		{"pane.zoom", "pane.zoom: this is the only pane of the tab"},
		{"undo.close", "undo.close: nothing is closed that can be brought back"},
		{"undo.close 2", "undo.close: nothing is closed that can be brought back"},
		{"undo.close x", `"x" is not a number: the tab or pane closed last is 1`},
		{"tab.next now", "tab.next takes no arguments"},
		{"tab.rename", ""},
		{"pane.rename", "pane.rename: a dialog in dormer waits for a key"},
		{"arrangement.use wide", `this tab has no saved layout "wide"`},
	} {
		_, err := w.doFrom(uuid.Nil, strings.Fields(tt.words)...)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.words, err, tt.want)
		}
	}
	if len(w.m.dialogs) != 1 {
		t.Errorf("%d dialogs are open, want the one for the tab's name", len(w.m.dialogs))
	}
	if _, err := w.doFrom(uuid.Nil, "pane.split-right"); err != nil || len(w.panes()) != 2 {
		t.Errorf("a change while something is open: %v", err)
	}
}

// New sessions start in the directory of the request, and the answer has their ids.
func TestRequestsOpenWhereTheyAreTyped(t *testing.T) {
	w := newWorld(t, standard)
	a, err := w.ask(remote.Origin{Session: w.m.activePane(), Dir: "/typed/here"}, remote.Do{Words: []string{"tab.new", "--", "vim", "notes"}})
	if err != nil || a.Session == uuid.Nil || w.m.activePane() != a.Session || w.m.state.Sessions[a.Session].Dir != "/typed/here" {
		t.Errorf("%+v, %v", a, err)
	}
	a, err = w.ask(remote.Origin{Session: w.m.activePane(), Dir: "/typed/here"}, remote.Do{Words: []string{"float.new"}})
	if err != nil || w.m.state.Sessions[a.Session].Dir != "/typed/here" {
		t.Errorf("a float: %+v, %v", a, err)
	}
	a, err = w.ask(remote.Origin{Dir: "/typed/here"}, remote.Do{Words: []string{"pane.split-right", "--cwd", "below"}})
	if err != nil || w.m.state.Sessions[a.Session].Dir != "/typed/here/below" {
		t.Errorf("a directory: %+v, %v", a, err)
	}
}

// A request that opens a session is answered when the session has started or failed to start.
func TestRequestsWaitForTheirSessions(t *testing.T) {
	for _, words := range [][]string{{"tab.new", "--", "nosuchcmd"}, {"pane.split-right", "--", "nosuchcmd"}, {"float.new"}} {
		w := newWorld(t, standard)
		w.fail = errors.New(`nosuchcmd was not found in PATH: check the command`)
		a, err := w.ask(remote.Origin{}, remote.Do{Words: words})
		if want := "could not start it: nosuchcmd was not found in PATH: check the command"; err == nil || err.Error() != want || a.Session != uuid.Nil {
			t.Errorf("%v: %v, %v, want %q", words, a.Session, err, want)
		}
		if len(w.panes()) != 1 || w.tabs() != 1 {
			t.Errorf("%v: %d panes are left in %d tabs", words, len(w.panes()), w.tabs())
		}
	}
	w := newWorld(t, standard)
	w.fail = errors.New("nosuchcmd was not found in PATH: check the command")
	_, err := w.ask(remote.Origin{}, remote.OpenTemplate{File: "/src/t.toml", Text: []byte("[[tabs]]\ncommand = \"nosuchcmd\"\n[[tabs]]\ntitle = \"shell\"")})
	if want := "could not start `nosuchcmd`: nosuchcmd was not found in PATH: check the command"; err == nil || err.Error() != want || w.tabs() != 2 {
		t.Errorf("a template of a program that cannot be started and a shell: %v, want %q", err, want)
	}
	w = newWorld(t, standard)
	ctx, cancel := context.WithCancel(t.Context())
	c := remote.NewCall(ctx, remote.Origin{}, remote.Do{Words: []string{"tab.new"}})
	_, start := w.m.Update(requestMsg{c})
	cancel()
	if _, err := c.Wait(); !errors.Is(err, remote.ErrStillStarting) {
		t.Errorf("before the session had started: %v", err)
	}
	w.do(start)
	if a, err := c.Wait(); err != nil || a.Session != w.m.activePane() {
		t.Errorf("%+v, %v", a, err)
	}
}

// The notice shown for a request is also returned to the caller.
func TestRequestsReturnTheNotice(t *testing.T) {
	w := newWorld(t, standard)
	w.m.say("something else")
	if said, err := w.doFrom(uuid.Nil, "pane.split-right"); err != nil || said != "" || w.m.notices.Shown.Text != "something else" {
		t.Errorf("split: %q, %v, shown %q", said, err, w.m.notices.Shown.Text)
	}
	if said, err := w.doFrom(uuid.Nil, "undo"); err != nil || said != "undone: split" || w.m.notices.Shown.Text != said {
		t.Errorf("undo: %q, %v, shown %q", said, err, w.m.notices.Shown.Text)
	}
}

// A request whose caller has gone is not carried out.
func TestCancelledRequestsAreDropped(t *testing.T) {
	w := newWorld(t, standard)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := remote.NewCall(ctx, remote.Origin{}, remote.Do{Words: []string{"pane.split-right"}})
	w.take(requestMsg{c})
	if _, err := c.Wait(); len(w.panes()) != 1 || !errors.Is(err, remote.ErrNotAnswered) {
		t.Errorf("%d panes, %v", len(w.panes()), err)
	}
}

const twoTabs = `title = "blog"
[[tabs]]
title = "editor"
command = ["vim"]
[[tabs]]
title = "server"
type = ["cd app", "make"]
[[tabs.panes]]
[[tabs.panes]]
focus = true
`

func TestTemplateOpensAndIsUndone(t *testing.T) {
	w := newWorld(t, standard)
	before := w.m.activePane()
	if _, err := w.ask(remote.Origin{}, remote.OpenTemplate{File: "/src/blog.toml", Text: []byte(strings.Replace(twoTabs, "type = [\"cd app\", \"make\"]\n", "", 1))}); err != nil {
		t.Fatal(err)
	}
	if w.tabs() != 3 || w.m.activeView().Tabs[1].Name != "editor" || w.m.activeTab().Name != "editor" {
		t.Fatalf("%d tabs, %q is shown", w.tabs(), w.m.activeTab().Name)
	}
	if o := w.owners[w.m.activePane()]; o == nil || !reflect.DeepEqual(o.spec.Command, []string{"vim"}) || o.spec.Dir != "/src" {
		t.Errorf("started with %+v", o)
	}
	if !strings.Contains(w.m.notices.Shown.Text, "opened blog: 2 tabs; Ctrl-b u takes that back") {
		t.Errorf("the notice is %q", w.m.notices.Shown.Text)
	}
	w.press("ctrl+b", "u")
	if w.tabs() != 1 || w.m.activePane() != before || len(w.m.state.Undo) != 2 {
		t.Errorf("after undo: %d tabs, %d closed", w.tabs(), len(w.m.state.Undo))
	}
	if a, err := w.ask(remote.Origin{}, remote.ListClosed{}); err != nil || len(a.Closed) != 2 {
		t.Errorf("closed: %+v, %v", a, err)
	}
}

func TestTemplateTypesItsLines(t *testing.T) {
	w := newWorld(t, standard)
	if _, err := w.ask(remote.Origin{}, remote.OpenTemplate{File: "/src/t.toml", Text: []byte("[[tabs]]\ntype = [\"cd app\", \"make\"]\nenv = { A = \"b\" }")}); err != nil {
		t.Fatal(err)
	}
	o := w.owner()
	if l := w.m.live.Get(o.spec.ID); len(l.Lines) != 2 {
		t.Errorf("typed before anything was printed: %q are left", l.Lines)
	}
	if err := o.conn.Send(wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Styles: []wire.Style{{}}, Cursor: grid.Cursor{Col: 2}}); err != nil {
		t.Fatal(err)
	}
	w.until("it may type", func(msg tea.Msg) bool { _, is := msg.(live.LinesDue); return is })
	var typed string
	for typed != "cd app\rmake\r" {
		typed += string(expect[wire.Input](t, o).Data)
		if !strings.HasPrefix("cd app\rmake\r", typed) {
			t.Fatalf("typed %q", typed)
		}
	}
	if got := o.spec.Env; len(got) == 0 || got[len(got)-1] != "A=b" {
		t.Errorf("the environment is %q", got)
	}
}

func TestTemplateWithMistakesOpensNothing(t *testing.T) {
	w := newWorld(t, standard)
	_, err := w.ask(remote.Origin{}, remote.OpenTemplate{File: "/src/blog.toml", Text: []byte("[[tabs]]\ntitel = \"x\"\nzoom = 3")})
	if err == nil || !strings.Contains(err.Error(), "/src/blog.toml:2:1: unknown key \"titel\"") || !strings.Contains(err.Error(), "/src/blog.toml:3:1: zoom") || w.tabs() != 1 {
		t.Errorf("%v, %d tabs", err, w.tabs())
	}
}

// A template saved by the program is in its list of templates, and opens from there.
func TestTemplatesAreSavedAndListed(t *testing.T) {
	w := newWorld(t, standard)
	w.m.deps.Templates = filepath.Join(t.TempDir(), "templates")
	w.m.deps.Dir = t.TempDir()
	w.press("ctrl+b", "c", "ctrl+b", "%")
	for _, id := range w.m.state.SessionIDs() { // use directories that exist
		w.do(w.m.apply(workspace.SessionMoved{Session: id, Dir: w.m.deps.Dir}))
	}
	w.press("ctrl+b", ":")
	w.typed(">save the open tabs")
	w.press("enter")
	w.press("end")
	w.m.dialog().Paste("er") // makes "worker" of "work"
	w.press("enter")
	path := filepath.Join(w.m.deps.Templates, "worker.toml")
	if data, err := os.ReadFile(path); err != nil || strings.Count(string(data), "[[tabs]]") != 2 {
		t.Fatalf("%v: %s", err, data)
	}
	if !strings.Contains(w.m.notices.Shown.Text, "dormer open worker opens it") {
		t.Errorf("the notice is %q", w.m.notices.Shown.Text)
	}
	w.do(w.m.saveTemplate("worker", ""))
	if !strings.Contains(w.m.notices.Shown.Text, "exists already") {
		t.Errorf("the second time the notice is %q", w.m.notices.Shown.Text)
	}
	w.press("ctrl+b", ":")
	w.typed(">open a template")
	w.press("enter")
	if got := w.typed("wor"); len(got) != 1 || !strings.HasPrefix(got[0], "worker") {
		t.Fatalf("listed: %q", got)
	}
	w.press("enter")
	if w.tabs() != 4 {
		t.Errorf("%d tabs: %s", w.tabs(), w.m.notices.Shown.Text)
	}
	text, err := w.ask(remote.Origin{}, remote.TakeTemplate{Tab: true})
	if err != nil || strings.Count(text.Text, "[[tabs]]") != 1 {
		t.Errorf("of a tab: %s, %v", text.Text, err)
	}
	if _, err := w.ask(remote.Origin{Session: uuid.New()}, remote.TakeTemplate{Tab: true}); err == nil {
		t.Error("of a tab that is not open: no error")
	}
}

// A command line ends a session at once: a question would take the next input in some pane as its
// answer.
func TestCommandLineKillsWithoutAQuestion(t *testing.T) {
	w := newWorld(t, standard)
	first := w.m.activePane()
	w.press("ctrl+b", "c", "ctrl+b", "%")
	second := w.m.activePane()
	if _, err := w.doFrom(first, "pane.kill"); err != nil {
		t.Fatal(err)
	}
	if _, known := w.m.state.Sessions[first]; known || w.m.dialog() != nil || w.m.activePane() != second {
		t.Errorf("pane.kill: the session exists: %v, dialog %v", known, w.m.dialog())
	}
	w.press("ctrl+b", "x", "ctrl+b", ",") // an open dialog does not matter
	if _, err := w.doFrom(uuid.Nil, "closed.end"); err != nil {
		t.Fatal(err)
	}
	if len(w.m.state.Undo) != 0 || len(w.m.dialogs) != 1 {
		t.Errorf("closed.end: %d closed items, %d dialogs", len(w.m.state.Undo), len(w.m.dialogs))
	}
}

// openedBy opens workspaces by a function.
type openedBy func(name string) error

func (openedBy) List() ([]lists.Workspace, error)       { return nil, nil }
func (open openedBy) Open(name string, take bool) error { return open(name) }

// A request for another workspace is answered when it is open, or cannot be opened.
func TestSwitchWorkspaceRequestIsAnsweredWhenOpen(t *testing.T) {
	for name, tt := range map[string]struct {
		err  error
		want string
	}{
		"it opens":       {nil, ""},
		"it cannot":      {errors.New("it is from a newer dormer"), "it is from a newer dormer"},
		"another has it": {workspaces.HeldError{Fact: "workspace \"blog\" is open in another dormer"}, "asks on its screen whether to take it over"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, standard)
			ctx, cancel := context.WithCancel(t.Context())
			c := remote.NewCall(ctx, remote.Origin{}, remote.Do{Words: []string{"workspace.open", "blog"}})
			var early error
			w.m.deps.Workspaces = openedBy(func(string) error {
				cancel() // nobody waits longer
				_, early = c.Wait()
				return tt.err
			})
			w.take(requestMsg{c})
			if !errors.Is(early, remote.ErrNotAnswered) {
				t.Errorf("it was answered before it was open: %v", early)
			}
			_, err := c.Wait()
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if w.quit != (tt.err == nil) {
				t.Errorf("the program was left: %v", w.quit)
			}
		})
	}
}

// The state of a pane that closes with its session is forgotten, however the session ends.
func TestPassingPaneIsForgotten(t *testing.T) {
	for name, end := range map[string]func(*world, *owner){
		"its program ends": func(w *world, o *owner) {
			w.tell(o, wire.Started{PID: 7})
			w.tell(o, wire.Exited{Exit: session.Exit{Started: w.now, Ended: w.now.Add(time.Minute)}})
		},
		"it is killed": func(w *world, o *owner) { w.do(w.m.apply(workspace.KillPane{Session: o.spec.ID})) },
	} {
		w := newWorld(t, standard)
		w.press("ctrl+b", "%")
		o := w.owner()
		w.m.sessions.Passing[o.spec.ID] = true
		end(w, o)
		if _, known := w.m.state.Sessions[o.spec.ID]; known || len(w.m.sessions.Passing) > 0 {
			t.Errorf("%s: the session exists: %v; %d panes are noted", name, known, len(w.m.sessions.Passing))
		}
	}
}
