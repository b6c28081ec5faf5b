package vt

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hinshun/vt10x"

	"dormer/session/grid"
)

// The oracle is another emulator, with which this one must agree on everything that both implement. If
// the oracle is known to be wrong or different, the actions avoid the case and say so.

const (
	oracleRows = 5
	oracleCols = 9
)

// actions are bytes that both interpret alike. n is a small number; x is the oracle's column.
var actions = []struct {
	name  string
	bytes func(n, x int) string
}{
	{"text", func(n, _ int) string { return string(rune('a' + n%26)) }},
	{"more text", func(n, _ int) string { return strings.Repeat(string(rune('A'+n%26)), n%12) }},
	{"CR", func(_, _ int) string { return "\r" }},
	{"LF", func(_, _ int) string { return "\n" }},
	{"BS", func(_, _ int) string { return "\b" }},
	{"HT", beforeEdge(func(int) string { return "\t" })}, // the oracle forgets a pending wrap
	{"CUP", func(n, _ int) string { return fmt.Sprintf("\x1b[%d;%dH", n%7, n/7%11) }},
	{"CHA", func(n, _ int) string { return fmt.Sprintf("\x1b[%dG", n%11) }},
	{"VPA", func(n, _ int) string { return fmt.Sprintf("\x1b[%dd", n%7) }},
	{"CUF", func(n, _ int) string { return fmt.Sprintf("\x1b[%dC", n%11) }},
	{"CUB", func(n, _ int) string { return fmt.Sprintf("\x1b[%dD", n%11) }},
	{"EL", beforeEdge(func(n int) string { return fmt.Sprintf("\x1b[%dK", n%3) })}, // it keeps a pending wrap
	{"ED", beforeEdge(func(n int) string { return fmt.Sprintf("\x1b[%dJ", n%2*2) })},
	{"ECH", beforeEdge(func(n int) string { return fmt.Sprintf("\x1b[%dX", 1+n%11) })},
	{"ICH", beforeEdge(func(n int) string { return fmt.Sprintf("\x1b[%d@", 1+n%8) })},
	{"DCH", beforeEdge(func(n int) string { return fmt.Sprintf("\x1b[%dP", 1+n%8) })},
	{"IL", func(n, _ int) string { return fmt.Sprintf("\x1b[%dL\r", 1+n%5) }}, // it keeps the column
	{"DL", func(n, _ int) string { return fmt.Sprintf("\x1b[%dM\r", 1+n%5) }},
	{"SU", beforeEdge(func(n int) string { return fmt.Sprintf("\x1b[%dS", 1+n%5) })},
	{"SD", beforeEdge(func(n int) string { return fmt.Sprintf("\x1b[%dT", 1+n%5) })},
	{"DECSTBM", func(n, _ int) string { return fmt.Sprintf("\x1b[%d;%dr", 1+n%4, 2+n%4+n/4%(4-n%4)) }},
	{"IND", beforeEdge(func(int) string { return "\x1bD" })},
	{"RI", beforeEdge(func(int) string { return "\x1bM" })},
	{"NEL", func(_, _ int) string { return "\x1bE" }},
	{"DECSC", beforeEdge(func(int) string { return "\x1b7" })},
	{"DECRC", func(_, _ int) string { return "\x1b8" }},
	{"foreground", func(n, _ int) string { return fmt.Sprintf("\x1b[%dm", 30+n%8) }},
	{"background", func(n, _ int) string { return fmt.Sprintf("\x1b[%dm", 40+n%8) }},
	{"256 colours", func(n, _ int) string { return fmt.Sprintf("\x1b[38;5;%d;48;5;%dm", n, 255-n) }},
	{"SGR 0", func(_, _ int) string { return "\x1b[m" }},
	{"DECAWM", beforeEdge(func(n int) string { return fmt.Sprintf("\x1b[?7%c", "hl"[n%2]) })},
	{"line drawing", func(n, _ int) string { return "\x1b(0" + string(rune('j'+n%4)) + "\x1b(B" }},
	{"title", func(n, _ int) string { return fmt.Sprintf("\x1b]2;title %d\a", n) }},
	{"UTF-8", func(n, _ int) string { return string([]rune("éßλЖ→█")[n%6]) }},
}

func beforeEdge(f func(n int) string) func(n, x int) string {
	return func(n, x int) string {
		if x == oracleCols-1 {
			return ""
		}
		return f(n)
	}
}

// FuzzOracle sends both emulators the same actions, drawn from the input's bytes in pairs of action and
// number, and compares the screens after each.
func FuzzOracle(f *testing.F) {
	for i := range actions {
		f.Add([]byte{0, 1, 1, 9, 6, 16, 1, 30, byte(i), 3, 0, 5, byte(i), 17, 3, 0, 1, 20})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		ours := New(oracleRows, oracleCols, Options{})
		oracle := vt10x.New(vt10x.WithSize(oracleCols, oracleRows))
		var sent []string
		for i := 0; i+1 < len(data); i += 2 {
			a := actions[int(data[i])%len(actions)]
			s := a.bytes(int(data[i+1]), oracle.Cursor().X)
			sent = append(sent, fmt.Sprintf("%s %q", a.name, s))
			_, _ = ours.Write([]byte(s))
			_, _ = oracle.Write([]byte(s))
			if got, want := show(ours), showOracle(oracle); got != want {
				t.Fatalf("after %s:\n got\n%s\nwant\n%s", strings.Join(sent, ", "), got, want)
			}
		}
	})
}

// show returns a screen as text with its colours and the cursor.
func show(t *Terminal) string {
	var b strings.Builder
	for y := range oracleRows {
		for _, c := range t.Row(y) {
			s := t.Palette().Style(c.Style)
			b.Write(t.Palette().AppendText(nil, c))
			if !c.Blank() { // the oracle scrolls blank lines in without a background
				b.WriteString(colorName(s.FG) + colorName(s.BG))
			}
		}
		b.WriteByte('\n')
	}
	c := t.Cursor()
	fmt.Fprintf(&b, "%d,%d %s", c.Row, c.Col, t.Title())
	return b.String()
}

func colorName(c grid.Color) string {
	if i, ok := c.Index(); ok {
		return fmt.Sprint(i)
	}
	return "-"
}

func showOracle(t vt10x.Terminal) string {
	name := func(c vt10x.Color) string {
		if c > 255 {
			return "-"
		}
		return fmt.Sprint(uint32(c))
	}
	var b strings.Builder
	for y := range oracleRows {
		for x := range oracleCols {
			c := t.Cell(x, y)
			if c.Char == 0 {
				c.Char = ' '
			}
			b.WriteRune(c.Char)
			if c.Char != ' ' {
				b.WriteString(name(c.FG) + name(c.BG))
			}
		}
		b.WriteByte('\n')
	}
	c := t.Cursor()
	fmt.Fprintf(&b, "%d,%d %s", c.Y, c.X, t.Title())
	return b.String()
}
