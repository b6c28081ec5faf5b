package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/ui/dialog"
	"dormer/workspace"
)

// top returns the finder with the keyboard.
func (w *world) top() *dialog.Finder {
	w.t.Helper()
	f, ok := w.m.dialog().(*dialog.Finder)
	if !ok {
		w.t.Fatalf("the dialog is %T, want a finder", w.m.dialog())
	}
	w.m.scene()
	return f
}

// typed returns the items of a finder after a text was typed into it.
func (w *world) typed(text string) []string {
	w.t.Helper()
	for _, r := range text {
		w.press(strings.Replace(string(r), " ", "space", 1))
	}
	var out []string
	f := w.top()
	for _, s := range f.Shown {
		out = append(out, f.Items[s.Item].Text)
	}
	return out
}

func TestPaletteShowsKeysAndReasonsOfCommands(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+shift+p")
	w.typed(">zoom")
	it, _ := w.top().Selected()
	if it.Text != "zoom pane" || it.Right != "Ctrl-b z" || !strings.HasPrefix(it.Disabled, noOther+": ") {
		t.Errorf("got %+v", it)
	}
	w.press("enter")
	if w.m.dialog() == nil || !strings.Contains(w.m.notices.Shown.Text, noOther) {
		t.Errorf("the notice of a disabled command is %q", w.m.notices.Shown.Text)
	}
	w.press("esc", "ctrl+b", ":")
	w.typed("split right")
	w.press("enter")
	if n := len(workspace.Leaves(w.m.activeTab().Root)); n != 2 || w.m.dialog() != nil {
		t.Errorf("there are %d panes after `split right`", n)
	}
}

func TestPaletteListsDisabledCommandsLast(t *testing.T) {
	w := newWorld(t, standard)
	w.m.habits.Commands = []string{"pane.zoom", "tab.new"} // without another pane the first is refused
	items, _ := w.m.paletteSource().List(">")
	if items[0].ID != "command tab.new" {
		t.Errorf("the list begins with %q, want the last used enabled command", items[0].ID)
	}
	behind := false
	for _, it := range items {
		if behind && it.Disabled == "" {
			t.Errorf("%q is enabled and listed after disabled commands", it.ID)
		}
		behind = behind || it.Disabled != ""
	}
	if !behind {
		t.Error("all commands are enabled")
	}
}

func TestPaletteGoesToASessionInAnotherView(t *testing.T) {
	w := newWorld(t, standard)
	id := w.m.activePane()
	w.do(w.m.apply(workspace.RenameSession{Session: id, Name: "build"}))
	w.do(w.m.apply(workspace.OpenView{View: "two", Name: "two"}))
	w.press("ctrl+b", "c", "ctrl+b", ":")
	if got := w.typed("$bld"); !slices.Equal(got, []string{"build"}) {
		t.Fatalf("$bld finds %q", got)
	}
	w.press("enter")
	if w.m.activePane() != id || w.m.state.ActiveView != workspace.MainView {
		t.Errorf("went to %v in %v", w.m.activePane(), w.m.state.ActiveView)
	}
}

func TestOverviewActsOnItsTree(t *testing.T) {
	w := newWorld(t, standard)
	first := w.m.activePane()
	w.press("ctrl+b", "%", "ctrl+b", "c", "ctrl+b", "w")
	if it, _ := w.top().Selected(); it.Session != w.m.activePane() {
		t.Errorf("the first selection is %q", it.Text)
	}
	var lines []string
	for _, it := range w.m.lists().Tree(nil) {
		lines = append(lines, strings.Repeat(" ", it.Depth)+it.Text)
	}
	if got, want := strings.Join(lines, "|"), "1 src| src| src|2 src"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	w.press("ctrl+home", "down", "ctrl+r")
	w.press("a", "enter")
	if got := w.m.state.Sessions[first].Name; got != "a" {
		t.Errorf("renamed to %q", got)
	}
	w.press("ctrl+x")
	if w.m.state.ClosedHolding(first) != 0 {
		t.Error("ctrl+x does not close the selected pane")
	}
	f := w.m.dialog().(*dialog.Finder)
	f.SelectID("closed " + first.String())
	w.press("ctrl+x")
	if w.m.dialog() != dialog.Dialog(f) || !strings.Contains(w.m.notices.Shown.Text, "Ctrl-q ends its process") {
		t.Errorf("ctrl+x on a closed item: %T, the notice is %q", w.m.dialog(), w.m.notices.Shown.Text)
	}
	w.press("ctrl+t")
	if w.m.state.ClosedHolding(first) >= 0 || w.m.dialog() == nil {
		t.Error("ctrl+t does not reopen it in place")
	}
}

func TestShelfReopensKeepsAndEndsEntries(t *testing.T) {
	w := newWorld(t, standard)
	ids := map[string]session.ID{}
	for _, name := range []string{"one", "two", "three"} {
		w.press("ctrl+b", "c")
		ids[name] = w.m.activePane()
		w.do(w.m.apply(workspace.RenameSession{Session: ids[name], Name: name}))
	}
	for range ids {
		w.press("ctrl+b", "&")
	}
	w.now = w.now.Add(90 * time.Second)
	w.press("ctrl+b", "U")
	text := ansi.Strip(w.top().Render(standard, defaultTheme().Looks()).Text)
	if !strings.Contains(text, "3:30") || strings.Index(text, "one") > strings.Index(text, "three") {
		t.Errorf("the shelf shows\n%s", text)
	}
	w.typed("three")
	w.press("ctrl+k")
	if got := w.m.state.Undo[w.m.state.ClosedHolding(ids["three"])].ExpiresAt.Sub(w.now); got != 3*time.Minute+30*time.Second+time.Hour {
		t.Errorf("three is kept for %v", got)
	}
	w.press("enter")
	if _, _, open := w.m.state.TabOf(ids["three"]); !open || len(w.m.state.Undo) != 2 || w.m.activePane() != ids["three"] {
		t.Error("the oldest was not reopened alone")
	}
	w.press("ctrl+b", "U")
	w.typed("two")
	w.press("ctrl+x") // which closes in other lists, and can be undone
	if _, asks := w.m.dialog().(*dialog.Question); asks {
		t.Error("ctrl+x asks whether to end it")
	}
	w.press("ctrl+q")
	if _, asks := w.m.dialog().(*dialog.Question); !asks || len(w.m.state.Undo) != 2 {
		t.Error("it ended without a question")
	}
	w.press("y")
	if w.m.state.ClosedHolding(ids["two"]) >= 0 || w.m.state.ClosedHolding(ids["one"]) < 0 {
		t.Error("y does not end exactly the selected one")
	}
}

// A shown countdown ticks; without one no timer runs.
func TestShelfCountsDownOnlyWhileShown(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "c", "ctrl+b", "&", "ctrl+b", "U")
	ticks := func() int { return w.set(countdownTimer) }
	if ticks() != 1 {
		t.Fatalf("%d ticks were asked for", ticks())
	}
	w.now = w.now.Add(time.Second)
	w.ring(countdownTimer)
	if ticks() != 2 {
		t.Errorf("%d ticks after the first", ticks())
	}
	w.press("esc")
	w.now = w.now.Add(time.Second)
	w.ring(countdownTimer)
	if ticks() != 2 {
		t.Error("it ticks after the shelf was closed")
	}
}

// A path typed after "~" is a directory to open a tab in, known or not.
func TestPaletteOpensATypedDirectory(t *testing.T) {
	t.Setenv("HOME", "/home/me")
	for typed, want := range map[string]string{
		"~": "/home/me", "~/code/dormer": "/home/me/code/dormer", "~ /usr/share": "/usr/share", "~ docs": "/src/docs", "~../lib": "/lib", "~ ~/x": "/home/me/x",
	} {
		w := newWorld(t, standard)
		w.press("ctrl+b", ":")
		for _, c := range typed {
			w.press(map[bool]string{true: "space", false: string(c)}[c == ' '])
		}
		w.press("enter")
		if got := w.m.state.Sessions[w.m.activePane()].Dir; got != want || w.tabs() != 2 {
			t.Errorf("%q opens %d tabs, the last in %q, want %q", typed, w.tabs(), got, want)
		}
	}
}
