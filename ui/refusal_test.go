package ui

import (
	"fmt"
	"strings"
	"testing"

	"dormer/session"
	"dormer/ui/buffers"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/loop"
	"dormer/workspace"
)

// disabledReasons returns the reasons why commands are disabled, by command.
func (w *world) disabledReasons() map[string]string {
	out := map[string]string{}
	for _, c := range w.m.commands().All() {
		if c.Resolve == nil {
			continue
		}
		if r := c.Resolve(w.m.focus()); r.Why != "" {
			out[c.Name] = r.Why
		}
	}
	return out
}

// In every state, a disabled command says why and what to do instead, by the key of an enabled
// command.
func TestRefusalsNameAnAlternative(t *testing.T) {
	states := map[string]func(w *world){
		"one pane":       func(*world) {},
		"nothing open":   func(w *world) { w.press("ctrl+b", "&") },
		"two panes":      func(w *world) { w.press("ctrl+b", "%") },
		"a zoomed pane":  func(w *world) { w.press("ctrl+b", "%", "ctrl+b", "z") },
		"two tabs":       func(w *world) { w.press("ctrl+b", "c") },
		"a small screen": func(w *world) { w.take(loop.Size{Size: session.Size{Rows: 4, Cols: 12}}) },
		"two views":      func(w *world) { w.do(w.m.apply(workspace.OpenView{View: "two", Name: "two"})) },
	}
	seen := map[string]bool{}
	for name, arrange := range states {
		w := newWorld(t, standard)
		arrange(w)
		refused := w.disabledReasons()
		for command, why := range refused {
			seen[command] = true
			because, then, ok := strings.Cut(why, ": ")
			if !ok || because == "" || !w.canDo(then, refused) {
				t.Errorf("%s, %s: %q does not say what to do instead", name, command, why)
			}
		}
	}
	for _, command := range []string{"tab.close", "pane.zoom", "tab.next", "undo", "redo", "attention.next", "float.hide", "view.next", "pane.resize-left", "tab.move-left", "sidebar"} {
		if !seen[command] {
			t.Errorf("%s can always be done: the states are too few", command)
		}
	}
}

// canDo reports whether a sentence names the key of an enabled command, or something other than a
// command.
func (w *world) canDo(then string, refused map[string]string) bool {
	if then == "close a pane, or enlarge the terminal" {
		return true
	}
	for _, c := range w.m.commands().All() {
		key := w.m.keys().KeyOf(c.Name)
		if strings.HasPrefix(then, key+" ") && refused[c.Name] == "" {
			return true
		}
	}
	return false
}

// A command without a key is named by what it does.
func TestRefusalsWithoutKeysNameCommands(t *testing.T) {
	w := newWorld(t, standard)
	w.reconfigure(func(c *config.Config) { c.Keys.Preset = config.NoPreset })
	for command, why := range w.disabledReasons() {
		if strings.Contains(why, "Ctrl-b") || strings.Contains(why, ":  ") {
			t.Errorf("%s: %q names a key without a binding", command, why)
		}
	}
}

// A refused change is explained in words, without ids.
func TestRefusedActionsAreExplainedInWords(t *testing.T) {
	for _, tt := range []struct {
		action workspace.Action
		want   string
	}{
		{workspace.FocusPane{Session: session.ID{7}}, "it is no longer open: Ctrl-b w shows what is"},
		{workspace.CloseTab{Tab: workspace.TabID{9}}, "it is no longer open: Ctrl-b w shows what is"},
		{workspace.ClosePane{Session: session.ID{7}}, "it is no longer open: Ctrl-b w shows what is"},
		{workspace.CloseView{View: workspace.MainView}, "the main view always stays"},
	} {
		w := newWorld(t, standard)
		w.do(w.m.apply(tt.action))
		if got := w.m.notices.Shown.Text; !strings.Contains(got, tt.want) {
			t.Errorf("the notice of %T is %q, want %q", tt.action, got, tt.want)
		}
	}
}

// The notice about copied text names the bound key that pastes.
func TestMessagesNameTheConfiguredKeys(t *testing.T) {
	w := newWorld(t, standard)
	w.reconfigure(func(c *config.Config) { c.Keys.Prefix = "ctrl+a" })
	say := func(what func()) string {
		what()
		return w.m.notices.Shown.Text
	}
	for want, what := range map[string]func(){
		"copied `text`; Ctrl-a ] pastes": func() { w.do(w.m.dispatch(command.CopyText{Text: "text"})) },
		"Ctrl-a [ and v":                 func() { w.m.buffers = buffers.Buffers{}; w.do(w.m.dispatch(command.PasteNewest{})) },
		"Ctrl-a A lists what happened":   func() { w.press("ctrl+a", "a") },
	} {
		if got := say(what); !strings.Contains(got, want) || strings.Contains(got, "Ctrl-b") {
			t.Errorf("the notice is %q, want %q", got, want)
		}
	}
	if got := fmt.Sprint(w.disabledReasons()); strings.Contains(got, "Ctrl-b") {
		t.Errorf("a reason names another prefix: %s", got)
	}
}

// Notices of commands with nothing to do fit next to the other parts of a status line of 80
// columns.
func TestShortSentencesFitTheStatusLine(t *testing.T) {
	w := newWorld(t, standard)
	for name, say := range map[string]func(){
		"links":   func() { w.m.chooseLink() },
		"recover": func() { w.m.findOrphans(true) },
	} {
		if say(); !w.m.notices.Shown.Showing() || len(w.m.notices.Shown.Text) > 60 {
			t.Errorf("%s: %q has %d columns, want 60 at most", name, w.m.notices.Shown.Text, len(w.m.notices.Shown.Text))
		}
	}
}
