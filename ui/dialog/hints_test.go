package dialog

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/keys"
)

// Hints that do not all fit say where to find all of them.
func TestHintsThatDoNotFitReferToTheHelp(t *testing.T) {
	eachSize(func(size session.Size) {
		o := hintsOf(size)
		if !within(size, o.Rect) {
			t.Errorf("%+v: box %+v", size, o.Rect)
		}
		if text := strings.Join(rowsOf(o), "\n"); size.Cols >= 16 && !strings.Contains(text, "all keys") {
			t.Errorf("%+v:\n%s", size, text)
		}
	})
}

// The hints cover as few rows of the panes as possible.
func TestHintsUseTheWidthOfTheScreen(t *testing.T) {
	for _, tt := range []struct{ cols, rows int }{{120, 22}, {200, 10}} {
		o := hintsOf(session.Size{Rows: 50, Cols: tt.cols})
		if got := o.Rect.H - 2; got > tt.rows {
			t.Errorf("%d columns: %d rows of hints, want at most %d", tt.cols, got, tt.rows)
		}
		if text := ansi.Strip(o.Text); !strings.Contains(text, "suspend dormer") || !strings.Contains(text, "go to a tab") {
			t.Errorf("%d columns:\n%s", tt.cols, text)
		}
	}
}

// The upper half of a common screen stays visible, and the most used keys are shown.
func TestHintsLeaveTheUpperHalfVisible(t *testing.T) {
	o := hintsOf(standard)
	if o.Rect.Y < standard.Rows/2 {
		t.Errorf("the box begins at row %d", o.Rect.Y)
	}
	text := ansi.Strip(o.Text)
	for _, want := range []string{"new tab", "split right", "undo close", "find anything", "leave dormer", "focus a pane", "all keys"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not among\n%s", want, text)
		}
	}
}

func TestHintGroupWithoutRoomDoesNotCutOthers(t *testing.T) {
	text := ansi.Strip(hintsOf(session.Size{Rows: 30, Cols: 100}).Text)
	if n := strings.Count(text, "all keys"); n != 1 {
		t.Errorf("it refers to all keys %d times:\n%s", n, text)
	}
	for _, want := range []string{"resize, to all sides", "copy, paste, choose"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is cut although there is room:\n%s", want, text)
		}
	}
}

// prefixNode returns the node after the prefix.
func prefixNode(m *bind.Keymap) *bind.Node {
	k, _ := keys.Parse(m.Config.Prefix)
	return m.Root(config.Normal).Find(k)
}

func hintsOf(size session.Size) Overlay {
	m := keymap()
	return Hints(m, prefixNode(m), size, looks)
}

// Hints show the next keys at any point of a sequence.
func TestHintsAnywhereInASequence(t *testing.T) {
	c := config.DefaultKeys()
	c.Preset = config.Zellij
	c.Bind = []config.Bind{{Keys: "prefix g g", Does: "tab.new -- lazygit"}, {Keys: "prefix g h", Does: "help"}}
	m, _ := bind.New(command.NewTable(nil), c)
	at := func(names ...string) string {
		n := nodeAt(t, m, names...)
		return ansi.Strip(Hints(m, n, session.Size{Rows: 50, Cols: 160}, looks).Text)
	}
	for _, tt := range []struct{ got, want string }{
		{at("ctrl+b"), "g       … and another key (2)"},
		{at("ctrl+b", "g"), "g new tab: -- lazygit"},
		{at("ctrl+p"), "p next pane"},
		{at("ctrl+t"), "1 .. 9  go to a tab"},
	} {
		if !strings.Contains(tt.got, tt.want) {
			t.Errorf("%q is missing in\n%s", tt.want, tt.got)
		}
	}
}

// nodeAt returns the node after some keys.
func nodeAt(t *testing.T, m *bind.Keymap, names ...string) *bind.Node {
	t.Helper()
	n := m.Root(config.Normal)
	for _, name := range names {
		k, err := keys.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if n = n.Find(k); n == nil {
			t.Fatalf("%q has no meaning", names)
		}
	}
	return n
}
