package vt

import (
	"bytes"
	"fmt"
	"testing"
	"unicode/utf8"

	"dormer/session/grid"
)

var seeds = []string{
	"plain text\r\nand more\b\b\tx",
	"日本語e\u0301👩‍💻🇩🇪❤\ufe0f1\ufe0f\u20e3",
	"\x1b[1;31mred\x1b[38;2;1;2;3m\x1b[48:5:9m\x1b[4:3mx\x1b[0m",
	"\x1b[?1049h\x1b[2;3r\x1b[?6h\x1b[5S\x1b[3T\x1b[?1049l",
	"\x1b[?69h\x1b[2;4s\x1b[2L\x1b[2M\x1b[3@\x1b[2P\x1b6\x1b9",
	"\x1b]0;title\x07\x1b]8;id=a;http://x\x1b\\link\x1b]8;;\x1b\\\x1b]133;D;1\x07",
	"\x1b]52;c;aGk=\x07\x1b]7;file://h/a%20b\x07\x1b[22t\x1b[23t",
	"\x1bP$qm\x1b\\\x1b[c\x1b[>c\x1b[=c\x1b[5n\x1b[6n\x1b[?2026$p\x1b[18t",
	"\x1b(0lqk\x1b)0\x0ex\x0f\x1bNx\x1bOx\x1b#8\x1b[99999999b",
	"\xe2\x82\xc3\x28\xf0\x9f\x98\x80\xff\xc2\x9b31mx\xc2\x85",
	"\x1b[?45h\x1b[?7l日\x1b[4hab\x1b[20h\n\x1b[!p\x1bc",
	"\x1b[12;33r\x1b[S\x1b[2J\x1b[1K\x1b[?1J\x1b[1\"qx\x1b[?2K",
	"日本語\x1b[42;1;2;2;3$x\x1b[2;2;3;5;1;1;3$v\x1b[1;2;4;4$z\x1b[1;1;4;6${\x1b[2*x\x1b[1;1;3;3;1;7$r\x1b[$t\x1b[31#y\x1b[1*y",
	"\x1b[62;1\"p\x1b[4$p\x1b[65\"p\x1b[?95h\x1b G\x1b[c\x1bP$qm\x1b\\\x1bVx\x1bW\x1b[2J\x1b[?26n\x1b['|\x1b F",
	"one\r\n\x1b]133;A\a$ \x1b]133;B\aa long command \r\x1b[A\x1b[J\x1b]133;A\a$ \x1b]133;B\aa \r\n\x1b]133;C\a",
	"\x1b[>1u\x1b[=5;2u\x1b[?u\x1b[<9u\x1b[>4;2m\x1b[?4m",
}

// FuzzWriteSplits checks that the result does not depend on how a stream is cut into writes.
func FuzzWriteSplits(f *testing.F) {
	for i, s := range seeds {
		f.Add([]byte(s), uint8(i), uint8(3*i))
	}
	f.Fuzz(func(t *testing.T, data []byte, first, step uint8) {
		whole, split, single := New(5, 7, Options{}), New(5, 7, Options{}), New(5, 7, Options{})
		_, _ = whole.Write(data)
		for at, n := 0, int(first); at < len(data); n = int(step) + 1 {
			end := min(at+max(n, 1), len(data))
			_, _ = split.Write(data[at:end])
			at = end
		}
		for i := range data {
			_, _ = single.Write(data[i : i+1])
		}
		want := dumpAll(whole)
		if got := dumpAll(split); got != want {
			t.Errorf("in writes of %d and %d bytes:\n got %s\nwant %s", first, int(step)+1, got, want)
		}
		if got := dumpAll(single); got != want {
			t.Errorf("in single bytes:\n got %s\nwant %s", got, want)
		}
	})
}

// FuzzWrite checks that no input, size or resize breaks an invariant.
func FuzzWrite(f *testing.F) {
	for i, s := range seeds {
		f.Add([]byte(s), uint8(i), uint8(i/2), uint16(7*i))
	}
	f.Fuzz(func(t *testing.T, data []byte, rows, cols uint8, sizes uint16) {
		term := New(int(rows%9), int(cols%12), Options{HistoryLines: 50, HistoryBytes: 4096})
		for i, chunk := range bytes.SplitAfter(data, []byte{' '}) {
			_, _ = term.Write(chunk)
			check(t, term)
			if n := int(sizes) * (i + 1); n%3 != 0 {
				term.Resize(n%10, n/10%13)
				check(t, term)
			}
		}
		term.Reset()
		check(t, term)
	})
}

// check fails the test if an invariant of the terminal is broken.
func check(t *testing.T, term *Terminal) {
	t.Helper()
	rows, cols := term.Size()
	for y := range rows {
		checkRow(t, term, y, cols)
	}
	if c := term.Cursor(); c.Row < 0 || c.Row >= rows || c.Col < 0 || c.Col >= cols {
		t.Fatalf("the cursor is at %d,%d of a screen of %dx%d", c.Row, c.Col, rows, cols)
	}
	for _, s := range []*screen{term.main, term.alt} {
		if s != nil {
			checkMargins(t, s, rows, cols)
		}
	}
	first, end := term.History()
	if end < first || term.history.breaks > 50 {
		t.Fatalf("history is %d..%d", first, end)
	}
	breaks := 0
	for n := first; n < end; n++ {
		cells, wrapped := term.HistoryLine(n, nil)
		checkCells(t, term, cells)
		if !wrapped {
			breaks++
		}
	}
	if breaks != term.history.breaks {
		t.Fatalf("history counts %d lines, has %d", term.history.breaks, breaks)
	}
	size := 0
	for _, b := range term.history.blocks {
		size += b.size()
	}
	if got := term.HistoryBytes(); got != size {
		t.Fatalf("history reports %d bytes, its blocks take %d", got, size)
	}
	if len(term.replies) > maxReplies || len(term.events) > maxEvents {
		t.Fatalf("%d bytes of replies, %d events", len(term.replies), len(term.events))
	}
}

func checkMargins(t *testing.T, s *screen, rows, cols int) {
	t.Helper()
	if s.rows != rows || s.cols != cols || s.top < 0 || s.top >= s.bottom || s.bottom > rows || s.left < 0 || s.left >= s.right || s.right > cols {
		t.Fatalf("margins %d..%d, %d..%d of a screen of %dx%d", s.top, s.bottom, s.left, s.right, s.rows, s.cols)
	}
	seen := make([]bool, rows)
	for _, slot := range s.order {
		if seen[slot] {
			t.Fatalf("slot %d is shown twice", slot)
		}
		seen[slot] = true
	}
}

func checkRow(t *testing.T, term *Terminal, y, cols int) {
	t.Helper()
	row := term.Row(y)
	if len(row) != cols {
		t.Fatalf("row %d has %d cells, want %d", y, len(row), cols)
	}
	checkCells(t, term, row)
	for x, c := range row[term.scr.line(y).used:] {
		if c != (grid.Cell{}) {
			t.Fatalf("row %d: cell %d, after the used ones, is %v", y, x, c)
		}
	}
	if term.RowGen(y) == 0 {
		t.Fatalf("row %d has no generation", y)
	}
}

func checkCells(t *testing.T, term *Terminal, row []grid.Cell) {
	t.Helper()
	for x, c := range row {
		wide := c.Flags&grid.Wide != 0
		if wide && (x+1 == len(row) || row[x+1].Flags&grid.Tail == 0) {
			t.Fatalf("a wide character at column %d has no tail: %v", x, row)
		}
		if c.Flags&grid.Tail != 0 && (wide || c.Char != 0 || x == 0 || row[x-1].Flags&grid.Wide == 0 || row[x-1].Style != c.Style) {
			t.Fatalf("a tail at column %d has no character: %v", x, row)
		}
		text := string(term.Palette().AppendText(nil, c))
		if c.Char&grid.ClusterBit != 0 && text == " " {
			t.Fatalf("column %d names a cluster that does not exist", x)
		}
		w := grid.Width(text)
		if first, _ := utf8.DecodeRuneInString(text); c.Width() == 2 && term.widths != 0 && grid.RuneIsAmbiguous(first) {
			w = 2
		}
		if c.Char != 0 && w != c.Width() {
			t.Fatalf("%q at column %d has %d columns, the cell %d", text, x, w, c.Width())
		}
	}
}

// dump returns everything that can be observed of a terminal, for comparing two with the same input:
// palettes may number differently.
func dump(t *Terminal) string {
	var b bytes.Buffer
	rows, _ := t.Size()
	for y := range rows {
		fmt.Fprintf(&b, "%2d %v ", y, t.Wrapped(y))
		dumpCells(&b, t, t.Row(y))
	}
	first, end := t.History()
	for n := first; n < end; n++ {
		cells, wrapped := t.HistoryLine(n, nil)
		fmt.Fprintf(&b, "h%d %v ", n, wrapped)
		dumpCells(&b, t, cells)
	}
	fmt.Fprintf(&b, "%+v %+v %q %q %q", t.Cursor(), t.Modes(), t.Title(), t.Icon(), t.Dir())
	return b.String()
}

// dumpAll returns dump with the terminal's replies and events.
func dumpAll(t *Terminal) string { return fmt.Sprintf("%s %q %v", dump(t), t.replies, t.events) }

func dumpCells(b *bytes.Buffer, t *Terminal, cells []grid.Cell) {
	for _, c := range cells {
		s := t.Palette().Style(c.Style)
		link := t.Palette().Link(s.Link)
		s.Link = 0
		if s == (grid.Style{}) && link == (grid.Link{}) && c.Flags == 0 {
			b.Write(t.Palette().AppendText(nil, c))
			continue
		}
		fmt.Fprintf(b, "[%s %v %v %v]", t.Palette().AppendText(nil, c), s, link, c.Flags)
	}
	b.WriteByte('\n')
}

// Observations of a row with the same generation must have the same cells.
func FuzzRowGenerations(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = data[:min(len(data), 256)] // the whole screen is read after each byte
		term := New(4, 6, Options{})
		seen := map[uint64]string{}
		for i := range data {
			before := dump(term)
			gen := term.Gen()
			_, _ = term.Write(data[i : i+1])
			if dump(term) != before && term.Gen() == gen {
				t.Fatalf("byte %d changed something, but not the generation", i)
			}
			for y := range 4 {
				var b bytes.Buffer
				dumpCells(&b, term, term.Row(y))
				if was, ok := seen[term.RowGen(y)]; ok && was != b.String() {
					t.Fatalf("byte %d: generation %d of row %d was %q, is %q", i, term.RowGen(y), y, was, b.String())
				}
				seen[term.RowGen(y)] = b.String()
			}
		}
	})
}
