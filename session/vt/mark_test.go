package vt

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"dormer/session/grid"
)

// session returns the output of a shell with integration: a prompt, a command, its output, and its end.
func session(n, lines int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\x1b]133;A\a$ \x1b]133;B\acommand %d\r\n\x1b]133;C\a", n)
	for i := range lines {
		fmt.Fprintf(&b, "output %d of %d, which is a long line\r\n", i, n)
	}
	fmt.Fprintf(&b, "\x1b]133;D;%d\a", n)
	return b.String()
}

// described returns all marks, each with the text of its line from the mark on.
func described(t *Terminal) string {
	first, end := t.History()
	var b strings.Builder
	for _, m := range t.Marks(0, end+uint64(t.main.rows), nil) {
		if m.Line < first {
			return "a mark of a line that is not kept"
		}
		text := lineText(t, m.Line)
		text = text[min(m.Col, len(text)):]
		fmt.Fprintf(&b, "%d%c%q ", m.ID, m.Kind, text[:min(len(text), 4)])
		if m.HasExitCode {
			fmt.Fprintf(&b, "%d ", m.ExitCode)
		}
	}
	return b.String()
}

// lineText returns the text of a line of the history, or of a row of the main screen.
func lineText(t *Terminal, n uint64) string {
	_, end := t.History()
	if n >= end {
		return cellText(t, t.main.content(int(n-end)))
	}
	cells, _ := t.HistoryLine(n, nil)
	return cellText(t, cells)
}

func cellText(t *Terminal, cells []grid.Cell) string {
	var text []byte
	for _, c := range cells {
		text = t.palette.AppendText(text, c)
	}
	return string(text)
}

func TestMarksStayWithTheirLines(t *testing.T) {
	term := New(5, 30, Options{})
	for n := range 4 {
		_, _ = term.Write([]byte(session(n+1, 5)))
	}
	want := `1A"$ co" 1B"comm" 1C"outp" 1D"$ co" 1 2A"$ co" 2B"comm" 2C"outp" 2D"$ co" 2 3A"$ co" 3B"comm" 3C"outp" 3D"$ co" 3 4A"$ co" 4B"comm" 4C"outp" 4D"" 4 `
	if got := described(term); got != want {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
	for _, size := range [][2]int{{5, 12}, {9, 12}, {3, 7}, {24, 80}, {1, 1}, {5, 30}} {
		term.Resize(size[0], size[1])
		if size[1] < 4 {
			continue // the texts at the marks cannot be told apart
		}
		if got := described(term); got != want {
			t.Errorf("at %v: got  %s\nwant %s", size, got, want)
		}
	}
}

// Marks are dropped with their lines, and then take no memory.
func TestMarksAreForgotten(t *testing.T) {
	term := New(3, 30, Options{HistoryLines: 100})
	for n := range 1000 {
		_, _ = term.Write([]byte(session(n, 1)))
	}
	first, end := term.History()
	marks := term.Marks(0, end+3, nil)
	if len(marks) == 0 || len(marks) > 4*103 || marks[0].Line < first || marks[len(marks)-1].ID != 1000 {
		t.Errorf("%d marks of %d lines, the last %+v", len(marks), end-first, marks[len(marks)-1])
	}
	term.ClearHistory()
	if marks := term.Marks(0, end, nil); len(marks) > 0 {
		t.Errorf("%d marks of no lines", len(marks))
	}
}

func TestMarks(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a redrawn prompt is the same", "\x1b]133;A\a$ \x1b]133;B\a\r\x1b]133;A\a# \x1b]133;B\a", `1A"# " 1B"" `},
		{"an erased and redrawn prompt is one", "\x1b]133;A\a$ \x1b]133;B\a\r\x1b[K\x1b]133;A\a# \x1b]133;B\a", `1A"# " 1B"" `},
		{"a code and a prompt before the line is erased stay", "\x1b]133;A\a\x1b]133;C\a\r\n\x1b]133;D;1\a\x1b]133;A\a\x1b[J$ ", `1A"" 1C"" 1D"$ " 1 2A"$ " `},
		{"an empty line is a prompt too", "\x1b]133;A\a$ \r\n\x1b]133;A\a$ ", `1A"$ " 2A"$ " `},
		{"a second line of a command is not a prompt", "\x1b]133;A\a$ \r\n\x1b]133;A;k=s\a> ", `1A"$ " `},
		{"a mark before the prompt's line is erased stays", "\x1b]133;A\a\x1b[J$ ", `1A"$ " `},
		{"a prompt whose last line is redrawn is one", "\x1b]133;A\a~\r\n$ \x1b]133;B\a\r\x1b[K\r# \x1b]133;B\a\x1b]133;C\a", `1A"~" 1B"" 1C"" `},
		{"the end of a command stays when the prompt is redrawn", "\x1b]133;C\ax\r\n\x1b]133;D;1\a\x1b]133;A\a$ \x1b]133;B\a\r\x1b[K\r\x1b]133;A\a$ \x1b]133;B\a", `1C"x" 1D"$ " 1 2A"$ " 2B"" `},
		{"a command that prints nothing has a place", "\x1b]133;A\a$ \r\n\x1b]133;C\a\x1b]133;D;0\a\r\x1b[J\x1b]133;A\a# \x1b]133;B\a\x1b[K", `1A"$ " 1C"# " 1D"# " 0 2A"# " 2B"" `},
		{"with the lines that a cleared screen leaves in the history", "\x1b]133;A\a$ \r\n\x1b]133;C\ax\x1b[H\x1b[2J\x1b]133;D\a", `1A"$ " 1C"x" 1D"" `},
		{"a running command begins at the top of a cleared screen", "\x1b]133;A\a$ \r\n\x1b]133;C\a\x1b[H\x1b[2J", `1A"$ " 1C"" `},
		{"or of one that is cleared with its history", "\x1b]133;A\a$ \r\n\x1b]133;C\ax\x1b[H\x1b[2J\x1b[3Jy\r\n\x1b]133;D\a", `1D"" `},
		{"a running command begins where the erased text began", "one\r\n\x1b]133;C\atwo\r\nthree\x1b[1;3H\x1b[J", `1C"" `},
		{"a running command begins at the top after a reset", "one\r\n\x1b]133;C\a\x1bc", `1C"" `},
		{"a running command begins where its first line was deleted", "one\r\n\x1b]133;C\atwo\r\nthree\x1b[2H\x1b[M", `1C"thre" `},
		{"an old prompt goes with the screen", "\x1b]133;A\a$ \x1b[2J\x1b[H", `1A"$ " `},
		{"an end without a command is ignored", "\x1b]133;D;1\a\x1b]133;A\a$ ", `1A"$ " `},
		{"an end that is reported twice is one", "\x1b]133;C\ax\x1b]133;D;1\a\r\n\x1b]133;D;2\a", `1C"x" 1D"" 1 `},
		{"scrolled off within a region", "\x1b[2;3r\x1b[2H\x1b]133;A\a$ \r\n\n\n", ``},
		{"no marks of a full-screen program", "\x1b[?1049h\x1b]133;A\a\x1b[?1049l", ``},
		{"a command ends and leaves its alternate screen", "\x1b]133;A\a$ \r\n\x1b]133;C\ax\r\n\x1b[?1049h\x1b[Hy\x1b]133;D;2\a\x1b]133;A\a$ \x1b[?1049l", `1A"$ " 1C"x" 1D"" 2 `},
		{"no more than a row can have", strings.Repeat("\x1b]133;C\a", 100), `93C"" 94C"" 95C"" 96C"" 97C"" 98C"" 99C"" 100C"" `},
		{"invalid marks", "\x1b]133;Z\a\x1b]133;\a\x1b]133\a\x1b]133;AB\a", ``},
		{"an invalid code", "\x1b]133;C\a\x1b]133;D;99999999999\a", `1C"" 1D"" `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(4, 20, Options{})
			_, _ = term.Write([]byte(tt.in))
			if got := described(term); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// Whatever is printed and however often the size changes, marks are within the lines of the terminal, in
// order.
func TestMarksStayInOrder(t *testing.T) {
	rnd := rand.New(rand.NewSource(5))
	term := New(6, 20, Options{HistoryLines: 50})
	for range 3000 {
		switch rnd.Intn(8) {
		case 0:
			term.Resize(1+rnd.Intn(10), 1+rnd.Intn(30))
		case 1:
			_, _ = fmt.Fprintf(term, "\x1b[%d;%dH\x1b[%dK\x1b[%dJ", rnd.Intn(9), rnd.Intn(30), rnd.Intn(3), rnd.Intn(3))
		case 2:
			_, _ = fmt.Fprintf(term, "\x1b[%dL\x1b[%dM日本", rnd.Intn(4), rnd.Intn(4))
		default:
			_, _ = term.Write([]byte(session(rnd.Intn(5), rnd.Intn(4))))
		}
		first, end := term.History()
		last := first
		for _, m := range term.Marks(0, end+100, nil) {
			if m.Line < last || m.Line >= end+uint64(term.main.rows) || m.Col >= 1<<16 {
				t.Fatalf("%+v after line %d, with lines %d to %d", m, last, first, end)
			}
			last = m.Line
		}
	}
}

// A shell may report its command line, if the screen shows more than the command.
func TestCommandLineOfAMark(t *testing.T) {
	tests := []struct{ in, want string }{
		{"\x1b]133;C;cmdline_url=ls%20-l%0A%C3%BC\a", "ls -l ü"},
		{"\x1b]133;C;k=v;cmdline_url=a%3Bb\a", "a;b"},
		{"\x1b]133;C;cmdline_url=a%1b%5Dx\a", "a]x"},
		{"\x1b]133;C;cmdline_url=bad%g\a", ""},
		{"\x1b]133;C\a", ""},
		{"\x1b]133;A\a$ \x1b]133;B\amake  it\r\n\x1b]133;C\a\x1b[H\x1b[2J", "make  it"},
		{"\x1b]133;A\a$ \x1b]133;B\aa line that is wrapped\r\n\x1b]133;C\a", "a line that is wrapped"},
		{"\x1b]133;A\a$ \x1b]133;B\afor i;\r\n> do\r\n\x1b]133;C\a", "for i; > do"},
	}
	for _, tt := range tests {
		term := New(4, 20, Options{})
		_, _ = term.Write([]byte(tt.in))
		events := term.TakeEvents()
		if len(events) == 0 {
			t.Fatalf("%q: no event", tt.in)
		}
		if m, _ := events[len(events)-1].(Mark); m.Kind != MarkCommand || m.Command != tt.want {
			t.Errorf("%q: got %+v, want command %q", tt.in, events, tt.want)
		}
	}
}
