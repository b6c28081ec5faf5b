package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dormer/session/wire"
	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/config/check"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/loop"
	"dormer/workspace"
)

// bound returns a world with changed key bindings.
func bound(t *testing.T, change func(*config.Keys)) *world {
	t.Helper()
	w := newWorld(t, standard)
	c := config.DefaultKeys()
	change(&c)
	if _, problems := bind.New(command.Full(), c); len(problems) > 0 {
		t.Fatal(problems)
	}
	w.m.keyboard = bind.NewKeyboard(c)
	return w
}

func TestBoundCommandOpensItsProgram(t *testing.T) {
	w := bound(t, func(c *config.Keys) {
		c.Bind = []config.Bind{{Keys: "prefix g g", Does: "tab.new --cwd sub --name git -- lazygit --all"}}
	})
	w.press("ctrl+b", "g")
	w.take(w.paused())
	if o := w.m.scene().Overlays; len(o) != 1 || !strings.Contains(o[0].Text, "lazygit") || w.m.statusLine(w.m.activeTab()).Prefix != "Ctrl-b g" {
		t.Errorf("after `Ctrl-b g` and a pause: %+v", o)
	}
	w.press("g")
	r := w.m.state.Sessions[w.m.activePane()]
	if !slices.Equal(r.Source.Command, []string{"lazygit", "--all"}) || r.Dir != "/src/sub" || r.Source.Dir != "/src/sub" || r.Name != "git" {
		t.Errorf("opened %+v", r)
	}
}

// A bound key that also types text is not typed, even within a burst of input.
func TestBoundLetterIsNotSentToTheChild(t *testing.T) {
	w := bound(t, func(c *config.Keys) { c.Bind = []config.Bind{{Keys: "§", Does: "tab.new"}} })
	before := w.tabs()
	w.take(loop.Input{Events: []input.Event{input.Text{Text: "a§"}}})
	if w.tabs() != before+1 {
		t.Errorf("%d tabs, want one more than %d", w.tabs(), before)
	}
}

// In a mode of zellij, keys remain commands until Escape.
func TestZellijModesStayUntilEscape(t *testing.T) {
	w := bound(t, func(c *config.Keys) { c.Preset = config.Zellij })
	w.press("ctrl+p", "n", "ctrl+p", "d", "ctrl+p")
	three := w.m.activePane()
	w.press("left")
	if w.m.activePane() == three || w.m.prefix.At == nil {
		t.Fatal("Left does not go to the pane on the left and stay in the mode")
	}
	w.press("right", "esc")
	if w.m.prefix.At != nil {
		t.Error("Escape does not leave the mode")
	}
	if n := len(workspace.Leaves(w.m.activeTab().Root)); n != 3 {
		t.Errorf("%d panes, want 3", n)
	}
	w.press("ctrl+p", "ctrl+p")
	if got := expect[wire.Input](t, w.owner()); string(got.Data) != "\x10" {
		t.Errorf("Ctrl-p twice sends %q", got.Data)
	}
}

// Messages name the key to which a command is bound.
func TestMessagesNameTheReboundKey(t *testing.T) {
	w := bound(t, func(c *config.Keys) {
		c.Prefix = "ctrl+a"
		c.Bind = []config.Bind{{Keys: "prefix u", Does: ""}, {Keys: "prefix T", Does: ""}, {Keys: "ctrl+shift+t", Does: ""}, {Keys: "prefix y", Does: "leave"}, {Keys: "prefix d", Does: ""}}
	})
	w.press("ctrl+a", "x")
	if s := w.m.notices.Shown.Text; !strings.HasSuffix(s, ": Ctrl-a : `undo close` brings it back") {
		t.Errorf("the notice after closing is %q", s)
	}
	if right := spotsText(w.m.statusLine(w.m.activeTab()), 200); !strings.Contains(right, "Ctrl-a ? keys") {
		t.Errorf("the status line shows %q", right)
	}
	w.press("ctrl+a", "?")
	text := ansi.Strip(w.m.scene().Overlays[0].Text)
	if !strings.Contains(text, "except Ctrl-a and") || strings.Contains(text, "Ctrl-b") {
		t.Errorf("the help shows\n%s", text)
	}
	if got := w.m.keys().KeyOf("leave"); got != "Ctrl-a y" {
		t.Errorf("the key for leaving is %q", got)
	}
}

// An invalid prefix is reported.
func TestInvalidPrefixIsReported(t *testing.T) {
	c := config.Default()
	c.Keys.Prefix, c.From["keys.prefix"] = "ctlr+a", config.Place{File: "c.toml", Line: 2, Col: 1}
	if err := errors.Join(check.Problems(c)...); err == nil || !strings.HasPrefix(err.Error(), "c.toml:2:1: keys.prefix: ") {
		t.Errorf("the error is %v", err)
	}
}

// No frame needs the keymap before the first key, so the start does not wait for it.
func TestFirstFrameNeedsNoKeymap(t *testing.T) {
	w := newWorld(t, standard)
	w.m.keyboard.Keymap = func() *bind.Keymap {
		t.Fatal("the keymap was used")
		return nil
	}
	w.m.changed()
	w.m.publish()
}

// nodeAt returns the node that keys lead to, or nil.
func nodeAt(t *testing.T, m *bind.Keymap, names ...string) *bind.Node {
	t.Helper()
	n := m.Root(config.Normal)
	for _, name := range names {
		k, err := keys.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if n = n.Find(k); n == nil {
			return nil
		}
	}
	return n
}
