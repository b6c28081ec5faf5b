package ui

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"dormer/session/wire"
	"dormer/ui/attention"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/loop"
	"dormer/workspace"
)

// The numbers on the panes select them, by key and by click; other keys work as usual.
func TestPaneNumbers(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%", "ctrl+b", `"`)
	ids := w.panes()
	w.press("ctrl+b", "q")
	text := strings.Join(w.frame(), "\n")
	for _, want := range []string{" 1 ", " 2 ", " 3 ", "The number goes to its pane"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if w.press("1"); w.m.activePane() != ids[0] || w.m.dialog() != nil {
		t.Errorf("1 selects pane %v of %v", w.m.activePane(), ids)
	}
	w.press("ctrl+b", "q", "9")
	if w.m.dialog() != nil || w.m.activePane() != ids[0] {
		t.Error("a number without a pane does something")
	}
	w.press("ctrl+b", "q", "ctrl+b", "c")
	if w.tabs() != 2 {
		t.Error("a key after the numbers is lost")
	}
	w.press("ctrl+b", "1", "ctrl+b", "q")
	w.mouse(60, 20, keys.ButtonLeft, keys.MousePress)
	if w.m.activePane() != ids[2] || w.m.dialog() != nil {
		t.Error("a click does not select its pane")
	}
}

// A number is drawn on a visible part of its pane, not on the pane that floats over it.
func TestPaneNumbersAvoidFloats(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%", "ctrl+b", "F", "ctrl+b", "q")
	n := w.m.dialog().(*dialog.PaneNumbers)
	for i, o := range n.Labels(w.m.looks()) {
		for _, x := range []int{o.Rect.X, o.Rect.X + o.Rect.W - 1} {
			if box, ok := w.m.geo.PaneAt(x, o.Rect.Y); !ok || box.Session != w.m.geo.Panes[i].Session {
				t.Errorf("the number %d at %+v is on another pane", i+1, o.Rect)
			}
		}
	}
}

// The smallest screens, and more panes than there are labels, cause no error.
func TestPaneNumbersWithoutRoom(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%", "ctrl+b", "q")
	for _, size := range [][2]int{{1, 1}, {2, 4}, {45, 140}} {
		s := standard
		s.Rows, s.Cols = size[0], size[1]
		w.take(loop.Size{Size: s})
		w.frame()
	}
}

// With locked keys the pane gets all keys but one, also the prefix and typed text.
func TestLockedKeysGoToThePane(t *testing.T) {
	w := bound(t, func(c *config.Keys) {
		c.Preset = config.Zellij
		c.Bind = []config.Bind{{Keys: "§", Does: "tab.new"}}
	})
	w.press("ctrl+g")
	s := w.m.statusLine(w.m.activeTab())
	if line := spotsText(s, 80); !strings.Contains(line, "LOCKED, Ctrl-g unlocks") {
		t.Errorf("the status line shows %q", line)
	}
	for name, want := range map[string]string{"ctrl+b": "\x02", "c": "c", "ctrl+p": "\x10", "§": "§", "alt+n": "\x1bn"} {
		w.press(name)
		if got := expect[wire.Input](t, w.owner()); string(got.Data) != want {
			t.Errorf("%s sends %q, want %q", name, got.Data, want)
		}
	}
	w.take(loop.Input{Events: []input.Event{input.Text{Text: "a§"}}})
	if w.tabs() != 1 {
		t.Error("a burst of input opens a tab")
	}
	w.press("ctrl+g", "ctrl+b", "c")
	if w.tabs() != 2 || w.m.statusLine(w.m.activeTab()).Unlocks != "" {
		t.Error("the key that locked does not unlock")
	}
}

// Keys cannot be locked if this terminal has no key to unlock them.
func TestLockNeedsAnUnlockKey(t *testing.T) {
	w := newWorld(t, standard)
	w.do(w.m.dispatch(command.RunNamed{Command: "keys.lock"}))
	if w.m.prefix.Locked || !strings.Contains(w.m.notices.Shown.Text, "no key would unlock it") {
		t.Errorf("locked: %v, the notice is %q", w.m.prefix.Locked, w.m.notices.Shown.Text)
	}
	w.m.outer.chords = true
	w.press("ctrl+shift+g")
	if !w.m.prefix.Locked {
		t.Error("a chord that the terminal can send does not lock")
	}
	w.reconfigure(func(c *config.Config) { c.Keys.Preset = config.NoPreset })
	w.m.notices.Clear()
	c := newCanvas(t, w)
	w.clickStatus(c, "LOCKED, a click unlocks")
	if w.m.prefix.Locked {
		t.Error("a click on the mark does not unlock")
	}
}

// Panes rotate and swap with a neighbour, and undo takes that back.
func TestRotateAndSwapPanes(t *testing.T) {
	w := bound(t, func(c *config.Keys) { c.Preset = config.Zellij })
	w.press("ctrl+b", "%", "ctrl+b", "%")
	a := w.panes()
	order := func() (out string) {
		for _, id := range workspace.Leaves(w.m.activeTab().Root) {
			for i := range a {
				if a[i] == id {
					out += string(rune('a' + i))
				}
			}
		}
		return out
	}
	for _, tt := range []struct {
		keys []string
		want string
	}{
		{[]string{"ctrl+b", "ctrl+o"}, "bca"}, {[]string{"ctrl+o"}, "cab"}, {[]string{"ctrl+b", "alt+o"}, "bca"},
		{[]string{"ctrl+b", "u"}, "cab"},
		{[]string{"esc", "ctrl+h", "left", "esc"}, "acb"},
	} {
		if w.press(tt.keys...); order() != tt.want {
			t.Errorf("after %v: %s, want %s", tt.keys, order(), tt.want)
		}
	}
	last := workspace.Leaves(w.m.activeTab().Root)[2]
	w.do(w.m.apply(workspace.FocusPane{Session: last}))
	w.press("ctrl+b", "c", "alt+h")
	if w.m.activeTab().Root.Pane() {
		t.Error("left of the only pane is not the tab before")
	}
	if w.press("alt+l"); !w.m.activeTab().Root.Pane() {
		t.Error("right of the last pane is not the next tab")
	}
	if w.press("alt+h", "alt+h"); w.m.activePane() == last || w.m.activeTab().Root.Pane() {
		t.Error("a pane on that side is not selected")
	}
}

// The tab prompt takes a number or a name.
func TestTabByNumberOrName(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "c", "ctrl+b", ",", "l", "o", "g", "s", "enter", "ctrl+b", "c")
	for typed, want := range map[string]int{"1": 0, "lo": 1, "logs": 1, "3": 2, "9": 2, "nothing": 2} {
		w.press("ctrl+b", "3", "ctrl+b", "'")
		w.take(loop.Input{Events: []input.Event{input.Text{Text: typed}}})
		w.press("enter")
		if got := w.m.activeView().Index(w.m.activeTab().ID); got != want {
			t.Errorf("%q selects tab %d, want %d: %s", typed, got+1, want+1, w.m.notices.Shown.Text)
		}
	}
}

// The keys for marked tabs cycle through them and skip the others.
func TestTabsWithMarks(t *testing.T) {
	w := newWorld(t, standard)
	first := w.away()
	w.press("ctrl+b", "c")
	w.happened(first.spec.ID, attention.Rang, "rang the bell")
	if w.press("ctrl+b", "alt+n"); w.m.activeView().Index(w.m.activeTab().ID) != 0 {
		t.Error("it does not select the tab that rang")
	}
	if w.press("ctrl+b", "alt+n"); !strings.Contains(w.m.notices.Shown.Text, "nothing waits for you") {
		t.Errorf("without a mark the notice is %q", w.m.notices.Shown.Text)
	}
}

// Notices of the status line can be read again in full.
func TestMessagesAreKept(t *testing.T) {
	w := newWorld(t, standard)
	long := strings.Repeat("a sentence that has no room in one line ", 3) + "and ends here"
	w.m.say("first")
	w.m.say(long)
	w.m.say(long)
	w.now = w.now.Add(time.Minute)
	w.press("ctrl+b", "~")
	f := w.top()
	if len(f.Items) < 2 || f.Items[0].Text != long || f.Items[1].Text != "first" {
		t.Fatalf("the list has %+v", f.Items)
	}
	if text := ansi.Strip(strings.Join(w.frame(), "\n")); !strings.Contains(text, "and ends here") {
		t.Errorf("the end of the selected one is missing in\n%s", text)
	}
	if w.press("enter"); w.clip != long {
		t.Errorf("Enter copies %q", w.clip)
	}
}
