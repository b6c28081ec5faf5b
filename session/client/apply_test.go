package client

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dormer/session/grid"
	"dormer/session/wire"
)

// first returns a full frame of four rows by six columns.
func first() wire.Frame {
	return wire.Frame{
		Seq: 1, Rows: 4, Cols: 6, Full: true,
		Styles: []wire.Style{{}, {Style: grid.Style{FG: grid.Indexed(1)}, Hyperlink: grid.Link{URI: "http://x/"}}},
		Lines: []wire.Line{
			{Row: 0, Spans: []wire.Span{{Kind: wire.Narrow, Cols: 3, Text: "abc"}, {Kind: wire.Wide, Style: 1, Cols: 2, Text: "漢"}}},
			{Row: 2, Wrapped: true, Spans: []wire.Span{{Kind: wire.Blank, Cols: 2, Style: 1}, {Kind: wire.Cluster, Cols: 2, Text: "👩‍👩‍👧"}, {Kind: wire.Cluster, Cols: 1, Text: "e\u0301"}}},
		},
		Cursor: grid.Cursor{Row: 2, Col: 5, Visible: true}, Title: "title", History: wire.Range{First: 3, End: 9},
	}
}

// drawn returns the replica's rows as text, "." for a blank cell.
func drawn(r *Replica) string {
	var b strings.Builder
	for y := range r.rows {
		for _, c := range r.Row(y) {
			if c.Char == 0 && c.Flags&grid.Tail == 0 {
				b.WriteByte('.')
				continue
			}
			b.Write(r.palette.AppendText(nil, c))
		}
		b.WriteByte('/')
	}
	return b.String()
}

func TestApply(t *testing.T) {
	r := NewReplica()
	if rows, cols := r.Size(); rows != 0 || cols != 0 || r.Row(0) != nil {
		t.Errorf("before the first frame: %dx%d", rows, cols)
	}
	apply(t, r, first())
	if got, want := drawn(r), "abc漢./....../..👩‍👩‍👧e\u0301./....../"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	row := r.Row(0)
	style := r.Palette().Style(row[3].Style)
	if row[3].Flags != grid.Wide || row[4].Flags != grid.Tail || style.FG != grid.Indexed(1) || r.Palette().Link(style.Link).URI != "http://x/" {
		t.Errorf("wide cell: %+v %+v, style %+v", row[3], row[4], style)
	}
	if !r.lines[2].wrapped || r.lines[0].wrapped || r.Title() != "title" || r.History() != (wire.Range{First: 3, End: 9}) {
		t.Errorf("around the rows: wrapped %v %v, title %q, history %v", r.lines[2].wrapped, r.lines[0].wrapped, r.Title(), r.History())
	}

	gens := []uint64{r.RowGen(0), r.RowGen(1), r.RowGen(2), r.RowGen(3)}
	apply(t, r, wire.Frame{Seq: 2, Rows: 4, Cols: 6, Scrolls: []wire.Scroll{{Top: 0, Bottom: 4, N: 2}}})
	if got, want := drawn(r), "..👩‍👩‍👧e\u0301./....../....../....../"; got != want {
		t.Errorf("scrolled up: got %q, want %q", got, want)
	}
	if r.RowGen(0) != gens[2] || r.RowGen(1) != gens[3] || r.RowGen(2) == gens[0] || !r.lines[0].wrapped {
		t.Errorf("generations did not move with their rows: %v then %d %d %d", gens, r.RowGen(0), r.RowGen(1), r.RowGen(2))
	}
	apply(t, r, wire.Frame{Seq: 3, Rows: 4, Cols: 6, Scrolls: []wire.Scroll{{Top: 0, Bottom: 3, N: -1}}})
	if got, want := drawn(r), "....../..👩‍👩‍👧e\u0301./....../....../"; got != want {
		t.Errorf("scrolled down: got %q, want %q", got, want)
	}
	apply(t, r, wire.Frame{Seq: 4, Rows: 1, Cols: 1, Full: true})
	if got := drawn(r); got != "./" {
		t.Errorf("shrunk: got %q", got)
	}
}

func apply(t *testing.T, r *Replica, f wire.Frame) {
	t.Helper()
	if err := r.Apply(f); err != nil {
		t.Fatal(err)
	}
}

func TestApplyUnchangedRowKeepsItsGeneration(t *testing.T) {
	r := NewReplica()
	apply(t, r, first())
	gens := []uint64{r.RowGen(0), r.RowGen(1), r.RowGen(2)}
	f := first()
	f.Lines[0].Spans[0].Text = "abd"
	apply(t, r, f)
	if r.RowGen(0) == gens[0] || r.RowGen(1) != gens[1] || r.RowGen(2) != gens[2] {
		t.Errorf("generations %v became %d %d %d", gens, r.RowGen(0), r.RowGen(1), r.RowGen(2))
	}
}

// An invalid frame is refused and changes nothing.
func TestApplyRefuses(t *testing.T) {
	span := func(s wire.Span) func(*wire.Frame) {
		return func(f *wire.Frame) { f.Lines = []wire.Line{{Spans: []wire.Span{s}}} }
	}
	for name, spoil := range map[string]func(*wire.Frame){
		"no rows":                   func(f *wire.Frame) { f.Rows = 0 },
		"negative columns":          func(f *wire.Frame) { f.Cols = -1 },
		"too many rows":             func(f *wire.Frame) { f.Rows = wire.MaxRows + 1 },
		"too many columns":          func(f *wire.Frame) { f.Cols = math.MaxInt },
		"another size, not full":    func(f *wire.Frame) { f.Full = false; f.Cols = 7 },
		"row beyond the screen":     func(f *wire.Frame) { f.Lines[1].Row = 4 },
		"negative row":              func(f *wire.Frame) { f.Lines[1].Row = -1 },
		"more lines than rows":      func(f *wire.Frame) { f.Lines = make([]wire.Line, 5) },
		"more scrolls than rows":    func(f *wire.Frame) { f.Scrolls = make([]wire.Scroll, 5) },
		"scroll above the screen":   func(f *wire.Frame) { f.Scrolls = []wire.Scroll{{Top: -1, Bottom: 2, N: 1}} },
		"scroll beyond the screen":  func(f *wire.Frame) { f.Scrolls = []wire.Scroll{{Top: 1, Bottom: 5, N: 1}} },
		"scroll of nothing":         func(f *wire.Frame) { f.Scrolls = []wire.Scroll{{Top: 2, Bottom: 2, N: 1}} },
		"history backwards":         func(f *wire.Frame) { f.History = wire.Range{First: 2, End: 1} },
		"span of no columns":        span(wire.Span{}),
		"span of negative columns":  span(wire.Span{Cols: -3}),
		"span wider than the row":   span(wire.Span{Cols: 7}),
		"span of the largest width": span(wire.Span{Cols: math.MaxInt}),
		"missing style":             span(wire.Span{Cols: 1, Style: 2}),
		"negative style":            span(wire.Span{Cols: 1, Style: -1}),
		"text on blank cells":       span(wire.Span{Cols: 1, Text: "x"}),
		"too little text":           span(wire.Span{Cols: 3, Kind: wire.Narrow, Text: "ab"}),
		"too much text":             span(wire.Span{Cols: 1, Kind: wire.Narrow, Text: "ab"}),
		"invalid UTF-8":             span(wire.Span{Cols: 2, Kind: wire.Narrow, Text: "a\xff"}),
		"half a character":          span(wire.Span{Cols: 2, Kind: wire.Narrow, Text: "\xc3"}),
		"escape in the text":        span(wire.Span{Cols: 2, Kind: wire.Narrow, Text: "a\x1b"}),
		"C1 in the text":            span(wire.Span{Cols: 1, Kind: wire.Narrow, Text: "\u009b"}),
		"wide on an odd column":     span(wire.Span{Cols: 3, Kind: wire.Wide, Text: "漢"}),
		"cluster of three columns":  span(wire.Span{Cols: 3, Kind: wire.Cluster, Text: "e\u0301"}),
		"cluster of no text":        span(wire.Span{Cols: 1, Kind: wire.Cluster}),
		"cluster without end":       span(wire.Span{Cols: 1, Kind: wire.Cluster, Text: "e" + strings.Repeat("\u0301", 10_000)}),
		"control in a cluster":      span(wire.Span{Cols: 1, Kind: wire.Cluster, Text: "e\n"}),
		"span of an unknown kind":   span(wire.Span{Cols: 1, Kind: 99}),
	} {
		t.Run(name, func(t *testing.T) {
			r := NewReplica()
			apply(t, r, first())
			before := state(r)
			f := first()
			f.Seq, f.Title = 2, "changed"
			f.Lines[0].Spans[0].Text = "xyz"
			spoil(&f)
			if err := r.Apply(f); err == nil {
				t.Error("the frame was applied")
			}
			if after := state(r); after != before {
				t.Errorf("changed from\n%s\nto\n%s", before, after)
			}
		})
	}
}

func state(r *Replica) string {
	return fmt.Sprint(drawn(r), r.rows, r.cols, r.gen, r.cursor, r.modes, r.title, r.history)
}

func TestApplyClipsAndCleans(t *testing.T) {
	r := NewReplica()
	f := first()
	f.Cursor = grid.Cursor{Row: 77, Col: -5}
	f.Scrolls = []wire.Scroll{{Top: 0, Bottom: 4, N: math.MinInt}, {Top: 1, Bottom: 3, N: math.MaxInt}}
	f.Title, f.Dir = "a\x1b]0;b\u202ec\xff"+strings.Repeat("x", 10_000), "/tmp/\ndir"
	apply(t, r, f)
	if c := r.Cursor(); c.Row != 3 || c.Col != 0 {
		t.Errorf("cursor %+v", c)
	}
	if got := r.Title(); !strings.HasPrefix(got, "a]0;bcxx") || len(got) > maxTitle {
		t.Errorf("title %.20q of %d bytes", got, len(got))
	}
	if got := r.Dir(); got != "/tmp/dir" {
		t.Errorf("dir %q", got)
	}
}

// frames reads any bytes as frames: some valid, some almost, some not at all.
type frames struct{ rest []byte }

func (f *frames) byte() int {
	if len(f.rest) == 0 {
		return 0
	}
	b := f.rest[0]
	f.rest = f.rest[1:]
	return int(b)
}

// small is mostly a number below n, rarely an invalid one.
func (f *frames) small(n int) int {
	b := f.byte()
	if b >= 250 {
		return []int{-1, n, math.MinInt, math.MaxInt, -n, n + 1}[b-250]
	}
	return b % n
}

func (f *frames) text() string {
	const pieces = "abc漢é\u0301👩\u200d\x1b\u009b\xff\x00 "
	return strings.Repeat(string([]rune(pieces)[f.byte()%12]), f.byte()%6)
}

func (f *frames) next(rows, cols int) wire.Frame {
	fr := wire.Frame{Rows: rows, Cols: cols, Full: f.byte()%4 == 0}
	if fr.Full {
		fr.Rows, fr.Cols = f.small(8)+1, f.small(12)+1
	}
	fr.Styles = make([]wire.Style, f.byte()%4)
	for range f.byte() % 3 {
		fr.Scrolls = append(fr.Scrolls, wire.Scroll{Top: f.small(8), Bottom: f.small(9), N: f.small(9) - 4})
	}
	for range f.byte() % 5 {
		l := wire.Line{Row: f.small(8), Wrapped: f.byte()%2 == 0}
		for range f.byte() % 4 {
			l.Spans = append(l.Spans, wire.Span{Kind: wire.SpanKind(f.byte() % 5), Cols: f.small(8), Style: f.small(3), Text: f.text()})
		}
		fr.Lines = append(fr.Lines, l)
	}
	fr.Cursor = grid.Cursor{Row: f.small(9), Col: f.small(13)}
	return fr
}

// Whatever a frame contains, the replica stays a valid screen, and a refused frame changes nothing.
func FuzzApply(f *testing.F) {
	f.Add([]byte("\x00\x03\x05\x02\x00\x02\x01\x00\x01\x01\x03\x00\x01\x00\x03"))
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		b := make([]byte, 300)
		for i := range b {
			b[i] = byte(rng.IntN(256))
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReplica()
		apply(t, r, first())
		for in := (frames{data}); len(in.rest) > 0; {
			before := state(r)
			frame := in.next(r.Size())
			if frame.Rows > 100 || frame.Cols > 100 {
				continue // valid, but large
			}
			if err := r.Apply(frame); err != nil && state(r) != before {
				t.Fatalf("refused (%v) and changed", err)
			}
			checkScreen(t, r)
		}
	})
}

func checkScreen(t *testing.T, r *Replica) {
	rows, cols := r.Size()
	gens := map[uint64]bool{}
	for y := range rows {
		row := r.Row(y)
		if len(row) != cols {
			t.Fatalf("row %d has %d cells of %d", y, len(row), cols)
		}
		if gens[r.RowGen(y)] {
			t.Fatalf("two rows with generation %d", r.RowGen(y))
		}
		gens[r.RowGen(y)] = true
		written := len(r.Written(y))
		for x, c := range row {
			if x >= written && c != (grid.Cell{}) {
				t.Fatalf("row %d: %+v at column %d, right of the text", y, c, x)
			}
			tail := x > 0 && row[x-1].Flags&grid.Wide != 0
			if (c.Flags&grid.Tail != 0) != tail || c.Flags&grid.Wide != 0 && x == cols-1 {
				t.Fatalf("row %d, column %d: %+v after %+v", y, x, c, row[max(x-1, 0)])
			}
		}
	}
	if c := r.Cursor(); rows > 0 && (c.Row < 0 || c.Row >= rows || c.Col < 0 || c.Col >= cols) {
		t.Fatalf("cursor %+v on %dx%d", c, rows, cols)
	}
}
