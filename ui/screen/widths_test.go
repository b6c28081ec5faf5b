//go:build linux

package screen

import (
	"strings"
	"testing"

	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/ui/input"
)

// A terminal is asked once for the width of ambiguous characters. Its reply is not confused with
// later cursor reports.
func TestTerminalIsAskedForWidths(t *testing.T) {
	for _, widths := range []grid.Widths{grid.AmbiguousNarrow, grid.AmbiguousWide} {
		outer := vt.New(24, 80, vt.Options{Widths: widths})
		_, _ = outer.Write([]byte("shell$ " + string(enter(false, wants{})) + widthQuestion))
		if got := outer.Row(0)[0]; got != (grid.Cell{}) {
			t.Errorf("the query leaves %+v on the screen", got)
		}
		var col int
		switch got := string(outer.TakeReplies()); got {
		case "\x1b[?1;2;1R", "\x1b[?1;2R":
			col = 2
		case "\x1b[?1;3;1R", "\x1b[?1;3R":
			col = 3
		default:
			t.Fatalf("the reply is %q", got)
		}
		_, term := started(t, nil)
		term.Answer(input.Reply{Kind: input.CursorPosition, Params: []int{1, col}})
		term.Answer(input.Reply{Kind: input.PrimaryDA})
		term.Answer(input.Reply{Kind: input.CursorPosition, Params: []int{1, 5 - col}})
		if got := term.Capabilities().AmbiguousWide; got != (widths == grid.AmbiguousWide) {
			t.Errorf("widths %d: taken as wide: %v", widths, got)
		}
	}
}

// Whatever widths the cells and the terminal give a character, its neighbours stay in place.
func TestAmbiguousCharactersDoNotMoveNeighbours(t *testing.T) {
	for _, cell := range []grid.Widths{grid.AmbiguousNarrow, grid.AmbiguousWide} {
		for _, terminal := range []grid.Widths{grid.AmbiguousNarrow, grid.AmbiguousWide} {
			child := vt.New(2, 12, vt.Options{Widths: cell})
			_, _ = child.Write([]byte("─a○bΩc─"))
			b := NewBuffer(2, 12)
			remap := NewRemap(child.Palette(), b)
			for y := range 2 {
				b.CopyRow(y, 0, 12, child.Row(y), remap)
			}
			caps := xterm
			caps.AmbiguousWide = terminal == grid.AmbiguousWide
			outer := vt.New(2, 12, vt.Options{Widths: terminal})
			_, _ = outer.Write([]byte(wrapOff)) // as at the start
			_, _ = outer.Write(NewRenderer(caps).Draw(nil, b, hidden))
			for x, c := range child.Row(0) {
				if c.Char-0x21 < 0x5e && outer.Row(0)[x].Char != c.Char {
					t.Errorf("cells %d, terminal %d: column %d shows %q, want %q", cell, terminal, x, rune(outer.Row(0)[x].Char), rune(c.Char))
				}
			}
		}
	}
}

// If a terminal ignores a code point, as tmux does with noncharacters and others do with newer
// characters, the cell is blank and does not keep its old contents.
func TestIgnoredCharactersLeaveABlank(t *testing.T) {
	for _, ignored := range []string{"\ufdd0", "\ufdef", "\ufffe", "\uffff", "\U0001fffe", "\U0010ffff", "\u0378", "\u03a2", "\u2714", "\U0001f9ff"} {
		for _, text := range []string{"a%sc", "abcd%s", "%s%s", "abcdef"} {
			child, outer := vt.New(1, 6, vt.Options{}), vt.New(1, 6, vt.Options{})
			_, _ = outer.Write([]byte(wrapOff))
			r := NewRenderer(xterm)
			show := func(text string) {
				_, _ = child.Write([]byte("\r\x1b[K" + text))
				b := NewBuffer(1, 6)
				b.CopyRow(0, 0, 6, child.Row(0), NewRemap(child.Palette(), b))
				drawn := strings.ReplaceAll(string(r.Draw(nil, b, hidden)), ignored, "")
				_, _ = outer.Write([]byte(drawn))
			}
			show("uvwxyz")
			show(strings.ReplaceAll(text, "%s", ignored))
			for x, c := range child.Row(0) {
				want := strings.TrimSpace(strings.ReplaceAll(string(child.Palette().AppendText(nil, c)), ignored, ""))
				got := strings.TrimSpace(string(outer.Palette().AppendText(nil, outer.Row(0)[x])))
				if got != want {
					t.Errorf("%q with %+q ignored: column %d shows %q, want %q", text, ignored, x, got, want)
				}
			}
		}
	}
}
