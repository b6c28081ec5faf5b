//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/session/grid"
	"dormer/ui/testing/drive"
)

// furnish makes a workspace with two tabs, three panes and something closed.
func (s *story) furnish() {
	s.t.Helper()
	s.name("one")
	s.newTab(2, "two")
	s.splitRight("three")
	s.newTab(3, "gone")
	s.Prefix("&")
	s.WaitFor("the tab to close", func(sc drive.Screen) bool { return !hasTab(sc, "gone") })
}

// Without colours, words, bold and reverse video still tell everything apart.
func TestNoColorTellsEverythingApart(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Env: []string{"NO_COLOR=1"}, Reader: drive.Own})
	s.furnish()
	colourless := func(what string, sc drive.Screen) {
		t.Helper()
		for y := range sc.Rows {
			for x := range sc.Cols {
				if style := sc.At(x, y).Style; style.FG != grid.DefaultColor || style.BG != grid.DefaultColor || style.UL != grid.DefaultColor {
					t.Fatalf("%s: the cell at column %d of row %d has a colour: %+v\n%s", what, x, y, style, sc.Boxed())
				}
			}
		}
	}
	colourless("the panes", s.Screen())
	if sc := s.Screen(); activeTab(sc) != "2 three" || activeTitle(sc) != "three" {
		t.Errorf("the active tab is %q and pane %q\n%s", activeTab(sc), activeTitle(sc), sc.Boxed())
	}
	for _, c := range []struct{ key, shows string }{{"w", "Overview"}, {"U", "keeps it an hour"}, {":", "find anything"}, {"?", "Ctrl-b c"}} {
		s.Prefix(c.key)
		colourless(c.shows, s.WaitText(c.shows))
		s.Press("esc")
		s.WaitGone(c.shows)
	}
	colourless("colours of a child", s.run(`clear; printf '\033[31mred\033[m'; echo $((40+2))`, "red42"))
}

// With ASCII only, everything that dormer draws is ASCII.
func TestASCIIOnlyDrawing(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.configure("[theme]\nascii = true\n")
	s.WaitText("the configuration was reloaded")
	ascii := func(what string, sc drive.Screen) {
		t.Helper()
		for y := range sc.Rows {
			if strings.ContainsFunc(sc.Row(y), func(r rune) bool { return r > '~' }) {
				t.Errorf("%s: row %d is %q", what, y, sc.Row(y))
			}
		}
	}
	s.name("one")
	s.Prefix("%")
	s.prompt("of the pane on the right", func(sc drive.Screen) bool { return sc.Cursor.Col > 30 })
	ascii("two panes", s.Screen())
	s.Prefix("F")
	ascii("a floating pane", s.prompt("of the floating pane", func(sc drive.Screen) bool { return sc.Cursor.Row > 3 }))
	s.Prefix("alt+s")
	ascii("typing into all", s.WaitText("SYNC types into"))
	for _, c := range []struct{ key, shows string }{{"w", "Overview"}, {"U", "nothing was closed"}, {":", "find anything"}, {"?", "Ctrl-b c"}, {".", "split"}} {
		s.Prefix(c.key)
		ascii(c.shows, s.WaitText(c.shows))
		s.Press("esc")
		s.WaitGone(c.shows)
	}
}

// A screen of one cell shows what it can, takes input, and grows again.
func TestOneCellScreenTakesInput(t *testing.T) {
	t.Parallel()
	s := begin(t, drive.Options{Rows: 1, Cols: 1, Terminal: drive.Kitty})
	s.WaitFor("a frame, and keys that are not ambiguous", func(sc drive.Screen) bool { return sc.Modes.AltScreen && sc.Modes.Kitty != 0 })
	s.Type("clear; name one; echo typed blind $((40+2))\n")
	for _, key := range []string{"w", "U", ":", "?", "A", "."} {
		s.Prefix(key)
		s.Press("esc")
	}
	for _, key := range []string{"b", "%", "c", "F"} {
		s.Prefix(key)
	}
	s.Type("echo >blind\n")
	s.waitFile("blind")
	var before map[string]int
	eventually(t, "three processes, for there is no room to split", func() bool { // a single cell shows nothing of them
		before = s.Children()
		return len(before) == 3
	})
	for _, size := range [][2]int{{2, 3}, {3, 10}, {5, 20}, {1, 200}, {80, 1}} {
		s.Resize(size[0], size[1])
	}
	s.Resize(24, 80)
	s.Prefix("1")
	s.WaitText("typed blind 42")
	s.sameProcesses("on a screen that has room", before)
	s.leave()
}

// In screen reader mode marks are words, the cursor follows the selection in lists, and nothing
// counts by itself.
func TestScreenReaderMode(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100, Terminal: drive.Kitty})
	s.configure("[terminal]\nreader = true\n")
	s.WaitText("the configuration was reloaded")
	s.name("one")
	bell := s.waitsThenPrints(`\a`)
	s.newTab(2, "two")
	bell.open(t)
	s.WaitFor("the mark as a word", func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "one rang") })
	s.Prefix("w")
	s.WaitText("Overview")
	for _, c := range []struct{ key, on string }{{"up", "1 one"}, {"down", "2 two"}} {
		s.Press(c.key)
		s.WaitFor("the cursor on "+c.on, func(sc drive.Screen) bool {
			return sc.Cursor.Visible && strings.Contains(sc.Row(sc.Cursor.Row), c.on)
		})
	}
	s.Press("esc")
	s.WaitGone("Overview")
	s.Prefix("&")
	s.WaitText("brings it back")
	if sc := s.Screen(); strings.Contains(status(sc), "4:5") || strings.Contains(status(sc), "5:00") {
		t.Errorf("the status line shows a countdown\n%s", sc.Boxed())
	}
}

// The palette writes the screen to a file.
func TestScreenExportFromPalette(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.run("clear; echo pictured $((40+2))", "pictured 42")
	for _, kind := range []string{"svg", "png", "txt", "ansi"} {
		file := filepath.Join(s.Dir(), "screen."+kind)
		s.Prefix(":")
		s.WaitText("find anything")
		s.Type(">write the screen\n")
		s.WaitText("Write the screen to")
		s.Press("ctrl+u")
		s.Type(file + "\n")
		s.WaitText("wrote the screen to " + file)
		written, err := os.ReadFile(file)
		if err != nil || len(written) == 0 {
			t.Errorf("%s: %v, %d bytes", kind, err, len(written))
		}
		if kind == "txt" && !strings.Contains(string(written), "pictured 42") {
			t.Errorf("the text is\n%s", written)
		}
	}
}
