package vt

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dormer/session/grid"
)

// disk is the saved history of an owner that follows [Terminal.Unsaved]: complete lines, numbered from
// base on, and the beginning of one more.
type disk struct {
	base  uint64
	lines []string
	rest  string
}

func (d *disk) save(t *testing.T, term *Terminal) {
	u := term.Unsaved()
	if u.Anew {
		*d = disk{base: u.Whole}
	}
	if u.Whole < d.base || u.Whole > d.base+uint64(len(d.lines)) {
		t.Fatalf("%d complete lines should stay of %d to %d", u.Whole, d.base, d.base+uint64(len(d.lines)))
	}
	if u.Cut {
		d.lines, d.rest = d.lines[:u.Whole-d.base], ""
	}
	_, end := term.History()
	for n := u.From; n < end; n++ {
		cells, wrapped := term.HistoryLine(n, nil)
		d.rest += textOf(term.Palette(), cells)
		if !wrapped {
			d.lines, d.rest = append(d.lines, d.rest), ""
		}
	}
	term.MarkSaved()
}

func textOf(p *grid.Palette, cells []grid.Cell) string {
	var text []byte
	for _, c := range cells {
		text = p.AppendText(text, c)
	}
	return string(text)
}

// linesOf returns the complete lines of a history, and the beginning of one more.
func linesOf(term *Terminal) (lines []string, rest string) {
	first, end := term.History()
	for n := first; n < end; n++ {
		cells, wrapped := term.HistoryLine(n, nil)
		rest += textOf(term.Palette(), cells)
		if !wrapped {
			lines, rest = append(lines, rest), ""
		}
	}
	return lines, rest
}

// Whatever happens to a terminal, the history saved as Unsaved tells equals its history: nothing is
// missing, doubled, or left of cleared text.
func TestSavedLinesAreTheHistory(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		term := New(1+r.IntN(6), 1+r.IntN(12), Options{HistoryLines: 3 + r.IntN(60)})
		var d disk
		for step := range 60 {
			switch r.IntN(8) {
			case 0:
				term.Resize(1+r.IntN(8), 1+r.IntN(16))
			case 1:
				if r.IntN(4) == 0 {
					_, _ = term.Write([]byte("\x1b[3J"))
				}
			case 2:
				_, _ = term.Write([]byte([]string{"\x1b[2J\x1b[H", "\x1b[?1049h", "\x1b[?1049l", "\x1b[H"}[r.IntN(4)]))
			default:
				for range r.IntN(6) {
					text := strings.Repeat([]string{"x", "日", "e\u0301"}[r.IntN(3)], r.IntN(30))
					_, _ = fmt.Fprintf(term, "%d.%d%s%s", seed, step, text, []string{"", "\r\n"}[r.IntN(2)])
				}
			}
			if r.IntN(3) > 0 {
				continue
			}
			d.save(t, term)
			lines, rest := linesOf(term)
			kept := d.lines[max(len(d.lines)-len(lines), 0):]
			if !slices.Equal(kept, lines) && !(len(kept) == len(lines) && len(kept) > 0 && slices.Equal(kept[1:], lines[1:]) && strings.HasSuffix(kept[0], lines[0])) || d.rest != rest && !strings.HasSuffix(d.rest, rest) {
				t.Fatalf("seed %d, step %d: saved are\n%q, %q\nof\n%q, %q", seed, step, kept, d.rest, lines, rest)
			}
			if term.Unsaved() != (Unsaved{From: term.history.end, Whole: term.history.whole()}) {
				t.Fatalf("seed %d, step %d: unsaved after all was saved: %+v", seed, step, term.Unsaved())
			}
		}
	}
}

// NewestLines returns as many lines as requested, and the position of their first.
func TestNewestLines(t *testing.T) {
	term := New(2, 10, Options{})
	for n := range 20000 {
		_, _ = fmt.Fprintf(term, "%08d\r\n", n)
	}
	_, end := term.History()
	if u := term.UnsavedFrom(term.Newest(100, 1<<30)); u.From != end-100 || u.Whole != end-100 || !u.Anew {
		t.Errorf("100 rows: %+v of %d", u, end)
	}
	if rows := end - term.Newest(1<<30, 100_000); rows < (100_000-blockBytes)/12 || rows > 100_000/8 {
		t.Errorf("100 000 bytes are %d rows", rows)
	}
	if from := term.Newest(1<<30, 1<<30); from != 0 {
		t.Errorf("all: from %d", from)
	}
}

// Restored lines equal the saved ones: cells, wraps, marks and links, also at another width, and the
// next prompt is a new one.
func TestRestoreIsTheIdentity(t *testing.T) {
	from := New(4, 10, Options{})
	for n := range 30 {
		_, _ = fmt.Fprintf(from, "\x1b]133;A\x1b\\$ \x1b]133;B\x1b\\c%d\r\n\x1b]133;C\x1b\\\x1b[3%dm日本 wrapped line %d\x1b[m\r\n\x1b]8;;http://a/%d\x1b\\link\x1b]8;;\x1b\\\r\n\x1b]133;D;1\x1b\\", n, n%8, n, n)
	}
	for _, cols := range []int{10, 7, 31} {
		to := New(4, cols, Options{})
		first, end := from.History()
		rows, _ := from.Size()
		marks := from.Marks(first, end+uint64(rows), nil)
		restore := func(n uint64, cells []grid.Cell, wrapped bool) {
			copied := slices.Clone(cells)
			for i := range copied {
				s := from.Palette().Style(copied[i].Style)
				s.Link = to.Palette().LinkID(from.Palette().Link(s.Link))
				copied[i].Style = to.Palette().StyleID(s)
			}
			var own []Mark
			for _, m := range marks {
				if m.Line == n {
					own = append(own, m)
				}
			}
			to.RestoreLine(copied, wrapped, own)
		}
		for n := first; n < end; n++ {
			cells, wrapped := from.HistoryLine(n, nil)
			restore(n, cells, wrapped)
		}
		for y := range rows {
			restore(end+uint64(y), from.Row(y), from.Wrapped(y))
		}
		to.RestoreScreen(rows, cols != 10)
		want := New(4, 10, Options{})
		for n := range 30 {
			_, _ = fmt.Fprintf(want, "\x1b]133;A\x1b\\$ \x1b]133;B\x1b\\c%d\r\n\x1b]133;C\x1b\\\x1b[3%dm日本 wrapped line %d\x1b[m\r\n\x1b]8;;http://a/%d\x1b\\link\x1b]8;;\x1b\\\r\n\x1b]133;D;1\x1b\\", n, n%8, n, n)
		}
		if got, want := content(to), content(want); got != want {
			t.Errorf("%d columns:\n%s\nwant\n%s", cols, got, want)
		}
		if got := to.Marks(0, 1<<40, nil); len(got) != len(marks) {
			t.Errorf("%d columns: %d marks of %d", cols, len(got), len(marks))
		}
		_, _ = to.Write([]byte("\r\n\x1b]133;A\x1b\\"))
		if m := to.TakeEvents(); len(m) != 1 || m[0].(Mark).ID != marks[len(marks)-1].ID+1 {
			t.Errorf("next prompt: %+v", m)
		}
	}
}

// content returns all lines of a terminal as they were printed, with the targets of links.
func content(t *Terminal) string {
	var b strings.Builder
	add := func(cells []grid.Cell, wrapped bool) {
		for len(cells) > 0 && cells[len(cells)-1] == (grid.Cell{}) {
			cells = cells[:len(cells)-1]
		}
		for _, c := range cells {
			s := t.Palette().Style(c.Style)
			fmt.Fprintf(&b, "%s", t.Palette().AppendText(nil, c))
			if s.FG != 0 || s.Link != 0 {
				fmt.Fprintf(&b, "<%v %s>", s.FG, t.Palette().Link(s.Link).URI)
			}
		}
		if !wrapped {
			b.WriteByte('\n')
		}
	}
	first, end := t.History()
	for n := first; n < end; n++ {
		add(t.HistoryLine(n, nil))
	}
	for y := range t.main.rows {
		add(t.Row(y), t.Wrapped(y))
	}
	return strings.TrimRight(b.String(), "\n")
}
