package vt

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"dormer/session/grid"
)

// everything returns the history and the screen of a terminal, with wrapped rows joined.
func everything(t *Terminal) []string {
	var out []string
	open := false
	add := func(cells []grid.Cell, wrapped bool) {
		var b []byte
		for _, c := range cells {
			b = t.Palette().AppendText(b, c)
		}
		s := string(b)
		if !wrapped {
			s = strings.TrimRight(s, " ")
		}
		if open {
			out[len(out)-1] += s
		} else {
			out = append(out, s)
		}
		open = wrapped
	}
	first, end := t.History()
	for n := first; n < end; n++ {
		add(t.HistoryLine(n, nil))
	}
	rows, _ := t.Size()
	for y := range rows {
		add(t.Row(y), t.Wrapped(y))
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

func TestResize(t *testing.T) {
	for _, tt := range []struct {
		name, in   string
		rows, cols int
		want       string
		y, x       int
		history    int
	}{
		{"narrower breaks a long line", "abcdef", 4, 3, "abc|def", 1, 2, 0},
		{"wider joins a wrapped line", "abcdefgh", 4, 10, "abcdefgh", 0, 8, 0},
		{"wider gets the rest of a line back from history", "abcdefghijkl\r\nx\r\ny\r\nz", 4, 12, "abcdefghijkl|x|y|z", 3, 1, 0},
		{"shorter drops blank rows first", "a\r\nb", 2, 6, "a|b", 1, 1, 0},
		{"shorter moves the uppermost rows to history", "a\r\nb\r\nc\r\nd", 2, 6, "c|d", 1, 1, 2},
		{"shorter with the cursor at home keeps what fits below", "a\r\nb\r\nc\r\nd\x1b[H", 2, 6, "a|b", 0, 0, 0},
		{"taller gets lines back from history", "a\r\nb\r\nc\r\nd\r\ne\r\nf", 6, 6, "a|b|c|d|e|f", 5, 1, 0},
		{"a wide character is not cut", "日本語x", 4, 3, "日|本|語x", 2, 2, 0},
		{"and is joined again", "ab日本語x", 4, 20, "ab日本語x", 0, 9, 0},
		{"the cursor in the middle stays on its character", "abcdef\x1b[1;5H", 4, 3, "abc|def", 1, 1, 0},
		{"the filler before a wide character is removed", "\x1b[41mabcde日x", 4, 20, "abcde日x", 0, 8, 0},
		{"a blank row below the cursor comes back before history does", "a\r\nb\r\nc\r\nd\r\ne\x1b[2J\x1b[H$", 4, 6, "$", 0, 1, 5},
		{"one column", "abc", 4, 1, "a|b|c", 2, 0, 0},
		{"alternate screen is cut", "\x1b[?1049habcdef\r\nb", 4, 3, "abc|b", 1, 1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(4, 6, Options{})
			_, _ = term.Write([]byte(tt.in))
			term.Resize(tt.rows, tt.cols)
			if got := strings.Join(lines(term), "|"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if c := term.Cursor(); c.Row != tt.y || c.Col != tt.x {
				t.Errorf("cursor: got %d,%d, want %d,%d", c.Row, c.Col, tt.y, tt.x)
			}
			if first, end := term.History(); int(end-first) != tt.history {
				t.Errorf("got %d lines of history, want %d", end-first, tt.history)
			}
		})
	}
}

// A resize of a program on the alternate screen keeps the shell's lines and cursor.
func TestResizeUnderAlternateScreen(t *testing.T) {
	term := New(4, 6, Options{})
	_, _ = term.Write([]byte("abcdefgh\r\n$ \x1b[?1049hvim"))
	term.Resize(4, 4)
	term.Resize(4, 3)
	_, _ = term.Write([]byte("\x1b[?1049lX"))
	if got := strings.Join(lines(term), "|"); got != "abc|def|gh|$ X" {
		t.Errorf("got %q", got)
	}
}

// Through all sizes, the main screen with the cursor below its text shows the same lines in the end.
func TestResizeStormLosesNothing(t *testing.T) {
	term := New(24, 80, Options{})
	var sent []string
	for i := range 3000 {
		line := fmt.Sprintf("line %d %s日本語 end", i, strings.Repeat("word ", i%40))
		sent = append(sent, line)
		fmt.Fprint(term, line+"\r\n")
	}
	want := strings.Join(sent, "\n")
	if got := strings.Join(everything(term), "\n"); got != want {
		t.Errorf("before: got %d bytes, want %d", len(got), len(want))
	}
	for i := range 60 {
		term.Resize(1+i*7%50, 2+i*13%150)
	}
	term.Resize(24, 80)
	if got := strings.Join(everything(term), "\n"); got != want {
		t.Errorf("3000 lines changed: got %d bytes, want %d", len(got), len(want))
	}
}

// A change of height, or of a width that cuts no line, keeps the numbers of lines.
func TestResizeKeepsLineNumbers(t *testing.T) {
	term := New(4, 20, Options{})
	for i := range 20 {
		fmt.Fprintf(term, "line %d\r\n", i)
	}
	term.Resize(4, 30)
	cells, _ := term.HistoryLine(5, nil)
	if got := string(cellsText(term, cells)); got != "line 5" {
		t.Errorf("line 5 is %q", got)
	}
	_, end := term.History()
	term.Resize(4, 3)
	if first, _ := term.History(); first < end {
		t.Errorf("rewrapped lines are numbered from %d, before %d", first, end)
	}
}

func cellsText(t *Terminal, cells []grid.Cell) (b []byte) {
	for _, c := range cells {
		b = t.Palette().AppendText(b, c)
	}
	return b
}

// DECSET 2048: a program that asked for it is told each new size, until it withdraws the request.
func TestResizeIsReported(t *testing.T) {
	term := New(4, 6, Options{})
	term.Resize(5, 6)
	if got := term.TakeReplies(); got != nil {
		t.Errorf("unrequested report: %q", got)
	}
	_, _ = term.Write([]byte("\x1b[?2048h"))
	term.TakeReplies()
	term.Resize(10, 20)
	term.Resize(10, 20)
	if got := string(term.TakeReplies()); got != "\x1b[48;10;20;200;200t" {
		t.Errorf("got %q", got)
	}
	_, _ = term.Write([]byte("\x1b[?2048l"))
	term.Resize(4, 6)
	if got := term.TakeReplies(); got != nil {
		t.Errorf("report after the request was withdrawn: %q", got)
	}
}

// A screen that is resized and gets its size back is the same: rows, cursor, wraps, marks, and the
// history, whatever the sizes in between.
func TestResizeAndBackIsTheIdentity(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	pieces := []string{
		"\r\n\x1b]133;A\a$ \x1b]133;B\als\r\n\x1b]133;C\a", "\r\n\x1b]133;D\a", "word ", "日本語", "e\u0301", "👩\u200d💻", "☎\ufe0f", "\x1b[41mground\x1b[m ", "\x1b[38;5;9mred\x1b[m", "longerwordthatwraps", "\r\n", "\r\n\r\n", "\x1b[K\r\n", "\tx", " ",
	}
	for round := range 300 {
		rows, cols := 2+r.IntN(12), 4+r.IntN(30)
		term := New(rows, cols, Options{})
		var in strings.Builder
		for range r.IntN(60) {
			in.WriteString(pieces[r.IntN(len(pieces))])
		}
		if r.IntN(2) == 0 {
			in.WriteString("\r\n$ ")
		}
		_, _ = term.Write([]byte(in.String()))
		want := relative(term)
		var sizes []string
		for range 1 + r.IntN(3) {
			h, w := 1+r.IntN(20), 2+r.IntN(40)
			sizes = append(sizes, fmt.Sprintf("%dx%d", h, w))
			term.Resize(h, w)
			check(t, term)
		}
		term.Resize(rows, cols)
		if got := relative(term); got != want {
			t.Fatalf("round %d: %q at %dx%d, then %v and back: %s", round, in.String(), rows, cols, sizes, firstDifference(got, want))
		}
	}
}

// A line that was wrapped between side margins is not joined at another width.
func TestResizeLeavesColumnsAlone(t *testing.T) {
	term := New(4, 6, Options{})
	_, _ = term.Write([]byte("\x1b[?69h\x1b[2;4s\x1b[Habcdefgh"))
	term.Resize(4, 20)
	if got := strings.Join(lines(term), "|"); got != "abcd| efg| h" {
		t.Errorf("got %q", got)
	}
}

// firstDifference returns the first line in which two dumps differ.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d is\n%s\nnot\n%s", i, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, not %d", len(a), len(b))
}
