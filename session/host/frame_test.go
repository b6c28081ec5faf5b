package host

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// pair is an emulator and a replica that gets frames of some of its screens.
type pair struct {
	term    *vt.Terminal
	view    view
	replica *client.Replica
	marks   []int // number of marks of each row by the frames
	scrolls int   // seen so far
	lines   int

	checkGens bool // of every row, which is slow
}

func newPair(rows, cols int) *pair {
	return &pair{term: vt.New(rows, cols, vt.Options{HistoryLines: 500}), replica: client.NewReplica()}
}

// sync sends a frame and returns how the replica differs from the emulator after it, or "".
func (p *pair) sync() string {
	f, changed := p.view.next(p.term, p.term.Dir(), "")
	if changed {
		var before map[uint64]string
		if p.checkGens {
			before = gensOf(p.replica)
		}
		if err := p.replica.Apply(f); err != nil {
			return "refused: " + err.Error()
		}
		p.takeMarks(f)
		p.scrolls += len(f.Scrolls)
		p.lines += len(f.Lines)
		if before != nil {
			if d := staleGens(p.replica, before); d != "" {
				return d
			}
		}
	}
	for y, got := range p.marks {
		if want := marksAt(p.term, y); got != want {
			return fmt.Sprintf("row %d: %d marks, want %d", y, got, want)
		}
	}
	return difference(p.term, p.replica)
}

// takeMarks applies the marks of a frame, whose rows scroll before lines are set.
func (p *pair) takeMarks(f wire.Frame) {
	if f.Full {
		p.marks = make([]int, f.Rows)
	}
	for _, s := range f.Scrolls {
		rows := p.marks[s.Top:s.Bottom]
		moved := make([]int, len(rows))
		for y := range rows {
			if from := y + s.N; from >= 0 && from < len(rows) {
				moved[y] = rows[from]
			}
		}
		copy(rows, moved)
	}
	for _, l := range f.Lines {
		p.marks[l.Row] = len(l.Marks)
	}
}

// difference returns the first difference between a replica's screen and the emulator's.
func difference(t *vt.Terminal, r *client.Replica) string {
	rows, cols := t.Size()
	if gotRows, gotCols := r.Size(); gotRows != rows || gotCols != cols {
		return fmt.Sprintf("size %dx%d, want %dx%d", gotRows, gotCols, rows, cols)
	}
	for y := range rows {
		if d := rowDifference(t, t.Row(y), r.Palette(), r.Row(y)); d != "" {
			return fmt.Sprintf("row %d: %s", y, d)
		}
		if _, wrapped := r.Page().Row(y); wrapped != t.Wrapped(y) {
			return fmt.Sprintf("row %d: wrapped %v, want %v", y, wrapped, t.Wrapped(y))
		}
	}
	if r.Cursor() != t.Cursor() {
		return fmt.Sprintf("cursor %+v, want %+v", r.Cursor(), t.Cursor())
	}
	if r.Modes() != t.Modes() {
		return fmt.Sprintf("modes %+v, want %+v", r.Modes(), t.Modes())
	}
	first, end := t.History()
	if r.Title() != t.Title() || r.Dir() != t.Dir() || r.History() != (wire.Range{First: first, End: end}) {
		return fmt.Sprintf("title %q dir %q history %v, want %q %q %d-%d",
			r.Title(), r.Dir(), r.History(), t.Title(), t.Dir(), first, end)
	}
	return ""
}

// marksAt returns the number of marks on a visible row.
func marksAt(t *vt.Terminal, y int) int {
	_, end := t.History()
	if t.Modes().AltScreen {
		return 0
	}
	return len(t.Marks(end+uint64(y), end+uint64(y)+1, nil))
}

// rowDifference compares the look of two rows: text, width, style, link. The wanted row is in the
// colours that the child set.
func rowDifference(t *vt.Terminal, want []grid.Cell, gp *grid.Palette, got []grid.Cell) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d cells, want %d", len(got), len(want))
	}
	const shape = grid.Wide | grid.Tail
	wp := t.Palette()
	for x := range want {
		w, g := want[x], got[x]
		wt, gt := wp.AppendText(nil, w), gp.AppendText(nil, g)
		ws, gs := wp.Style(w.Style), gp.Style(g.Style)
		wl, gl := wp.Link(ws.Link), gp.Link(gs.Link)
		ws.Link, gs.Link = 0, 0
		ws = t.Recolor(ws)
		if !bytes.Equal(wt, gt) || (w.Char == 0) != (g.Char == 0) || w.Flags&shape != g.Flags&shape || ws != gs || wl != gl {
			return fmt.Sprintf("column %d: %q %v %+v %v, want %q %v %+v %v", x, gt, g.Flags&shape, gs, gl, wt, w.Flags&shape, ws, wl)
		}
	}
	return ""
}

// gensOf maps each row generation of a replica to the row's look.
func gensOf(r *client.Replica) map[uint64]string {
	looks := map[uint64]string{}
	rows, _ := r.Size()
	for y := range rows {
		looks[r.RowGen(y)] = fmt.Sprint(r.PaletteEpoch(), r.Row(y))
	}
	return looks
}

// staleGens returns a row that has changed its look but not its generation.
func staleGens(r *client.Replica, before map[uint64]string) string {
	rows, _ := r.Size()
	for y := range rows {
		now := fmt.Sprint(r.PaletteEpoch(), r.Row(y))
		if was, ok := before[r.RowGen(y)]; ok && was != now {
			return fmt.Sprintf("row %d changed and kept its generation", y)
		}
	}
	return ""
}

// traffic is output of children, in pieces that interfere with each other.
var traffic = []string{
	"hello", "\r\n", "\n", "\r", "\b", "\t", "漢字", "e\u0301", "👩‍👩‍👧", "🇩🇪", "x\u200dy", "\x1b[1;31m", "\x1b[0m", "\x1b[48;2;10;20;30m",
	"\x1b[4:3m\x1b[58;5;9m", "\x1b[7m", "\x1b[H", "\x1b[2J", "\x1b[3J", "\x1b[K", "\x1b[1K", "\x1b[J", "\x1b[3;5H", "\x1b[99;99H", "\x1b[L", "\x1b[2M",
	"\x1b[3S", "\x1b[2T", "\x1b[2;5r", "\x1b[r", "\x1bM", "\x1bD", "\x1b[4@", "\x1b[3P", "\x1b[5X", "\x1b[?1049h", "\x1b[?1049l",
	"\x1b[?7l", "\x1b[?7h", "\x1b[?6h", "\x1b[?6l", "\x1b[4h", "\x1b[4l", "\x1b[?25l", "\x1b[?25h", "\x1b[3 q", "\x1b(0qqx\x1b(B", "\x1bc", "\x1b#8",
	"\x1b]0;title\x07", "\x1b]1;icon\x07", "\x1b]7;file://h/tmp/a\x07", "\x1b]8;id=a;http://x/\x1b\\link\x1b]8;;\x1b\\", "\x1b[?2004h", "\x1b[?1002h\x1b[?1006h",
	"\x1b[>1u", "\x1b[<u", "\x1b[38;5;200mlong line of text that wraps around the edge of a narrow screen", "\x1b[5b", "\x1b7", "\x1b8", "\x1b[!p",
	"a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n", "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\n",
}

// After a frame the replica shows the emulator's screen, however many screens it has missed.
func TestAFrameBringsTheWholeScreen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPair(rapid.IntRange(1, 12).Draw(t, "rows"), rapid.IntRange(1, 30).Draw(t, "cols"))
		p.checkGens = true
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				p.term.Resize(rapid.IntRange(1, 12).Draw(t, "rows"), rapid.IntRange(1, 30).Draw(t, "cols"))
			case 1, 2, 3:
				if d := p.sync(); d != "" {
					t.Fatal(d)
				}
			default:
				piece := rapid.SampledFrom(traffic).Draw(t, "piece")
				if _, err := p.term.Write([]byte(piece)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if d := p.sync(); d != "" {
			t.Fatal(d)
		}
	})
}

// corpus lists the recordings beside the repository.
func corpus(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../../../shared/corpus/*.raw")
	if err != nil || len(files) == 0 {
		t.Skip("the recordings of ../shared/corpus are not here")
	}
	return files
}

func sizeOf(t testing.TB, raw string) (rows, cols int) {
	t.Helper()
	read := func(ext string) int {
		text, err := os.ReadFile(strings.TrimSuffix(raw, ".raw") + ext)
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return read(".rows"), read(".cols")
}

func TestFramesOfRecordings(t *testing.T) {
	lines, scrolls, bytes := 0, 0, 0
	for _, file := range corpus(t) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		bytes += len(raw)
		rows, cols := sizeOf(t, file)
		rng := rand.New(rand.NewPCG(1, uint64(len(raw))))
		p := newPair(rows, cols)
		for rest := raw; len(rest) > 0; {
			n := min(1+rng.IntN(4000), len(rest))
			if _, err := p.term.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
			if d := p.sync(); d != "" {
				t.Fatalf("%s, with %d bytes left: %s", filepath.Base(file), len(rest), d)
			}
		}
		lines += p.lines
		scrolls += p.scrolls
	}
	t.Logf("%d bytes: %d lines and %d scrolls sent", bytes, lines, scrolls)
}

func TestScrollsAreSentAsScrolls(t *testing.T) {
	number := func(n int) string { return fmt.Sprintf("line %d\r\n", n) }
	for name, c := range map[string]struct {
		first, then string
		want        []wire.Scroll
		lines       int
	}{
		"one line more":             {"", number(100), []wire.Scroll{{Top: 0, Bottom: 10, N: 1}}, 2},
		"three lines more":          {"", number(100) + number(101) + number(102), []wire.Scroll{{Top: 0, Bottom: 10, N: 3}}, 4},
		"a screenful":               {"", strings.Repeat(number(7), 10), nil, 10},
		"region":                    {"\x1b[3;8r\x1b[8;1H", "\n\n", []wire.Scroll{{Top: 2, Bottom: 8, N: 2}}, 2},
		"down":                      {"\x1b[H", "\x1b[2L", []wire.Scroll{{Top: 0, Bottom: 10, N: -2}}, 2},
		"one changed row":           {"\x1b[5;1H", "changed", nil, 1},
		"only the cursor":           {"\x1b[5;1H", "\x1b[6;2H", nil, 0},
		"title":                     {"", "\x1b]2;new\x07", nil, 0},
		"two regions, one each way": {"", "\x1b[1;5r\x1b[5;1H\n\x1b[6;10r\x1b[6;1H\x1bM\x1b[r", []wire.Scroll{{Top: 0, Bottom: 5, N: 1}, {Top: 4, Bottom: 10, N: -1}}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPair(10, 20)
			var start strings.Builder
			for n := range 20 {
				start.WriteString(number(n))
			}
			_, _ = p.term.Write([]byte(start.String() + c.first))
			if d := p.sync(); d != "" {
				t.Fatal(d)
			}
			_, _ = p.term.Write([]byte(c.then))
			f, changed := p.view.next(p.term, "", "")
			if !changed {
				t.Fatal("no frame")
			}
			if fmt.Sprint(f.Scrolls) != fmt.Sprint(c.want) || len(f.Lines) > c.lines {
				t.Errorf("scrolls %v and %d lines, want %v and at most %d", f.Scrolls, len(f.Lines), c.want, c.lines)
			}
			if err := p.replica.Apply(f); err != nil {
				t.Fatal(err)
			}
			if d := difference(p.term, p.replica); d != "" {
				t.Error(d)
			}
			if _, changed := p.view.next(p.term, "", ""); changed {
				t.Error("a frame where nothing changed")
			}
		})
	}
}

// A screen with more styles and clusters than a palette can hold arrives complete.
func TestFramesOutliveThePalette(t *testing.T) {
	p := newPair(20, 60)
	for n := range 90_000 {
		_, _ = fmt.Fprintf(p.term, "\x1b[38;2;%d;%d;%dm%c\u0301", n&255, n>>8&255, n>>16, 'a'+n%26)
		if n%997 == 0 {
			if d := p.sync(); d != "" {
				t.Fatalf("after %d styles: %s", n, d)
			}
		}
	}
	if d := p.sync(); d != "" {
		t.Fatal(d)
	}
}

func TestHistoryAnswers(t *testing.T) {
	term := vt.New(4, 30, vt.Options{HistoryLines: 5000})
	for n := range 3000 {
		_, _ = fmt.Fprintf(term, "\x1b[3%dmline %d 漢\x1b[0m\r\n", n%8, n)
	}
	first, end := term.History()
	var enc encoder
	for name, c := range map[string]struct{ ask, want wire.Range }{
		"few":         {wire.Range{First: first + 3, End: first + 8}, wire.Range{First: first + 3, End: first + 8}},
		"all in part": {wire.Range{First: first, End: end}, wire.Range{First: first, End: first + wire.MaxAnswerLines}},
		"beyond":      {wire.Range{First: end - 2, End: end + 100}, wire.Range{First: end - 2, End: end}},
		"none":        {wire.Range{First: end + 5, End: end + 9}, wire.Range{First: end + 5, End: end + 5}},
		"backwards":   {wire.Range{First: first + 9, End: first + 3}, wire.Range{First: first + 9, End: first + 9}},
		"huge":        {wire.Range{First: 0, End: ^uint64(0)}, wire.Range{First: first, End: first + wire.MaxAnswerLines}},
	} {
		got := historyLines(term, &enc, wire.Lines{Tag: 5, Range: c.ask})
		if got.Range != c.want || got.Tag != 5 || len(got.Lines) != c.want.Len() {
			t.Errorf("%s: got %v with %d lines, want %v", name, got.Range, len(got.Lines), c.want)
		}
	}
	term.ClearHistory()
	if got := historyLines(term, &enc, wire.Lines{Range: wire.Range{First: first, End: end}}); len(got.Lines) != 0 {
		t.Errorf("after clearing: %d lines", len(got.Lines))
	}
}

func BenchmarkFrame(b *testing.B) {
	for name, change := range map[string]func(p *pair, n int){
		"one line": func(p *pair, n int) { _, _ = fmt.Fprintf(p.term, "\x1b[10;1Hcompiling %d", n) },
		"full screen": func(p *pair, n int) {
			for y := range 50 {
				_, _ = fmt.Fprintf(p.term, "\x1b[%d;1H\x1b[3%dm%-100d\x1b[0m%-99d", y+1, y%8, n+y, n)
			}
		},
		"scroll": func(p *pair, n int) { _, _ = fmt.Fprintf(p.term, "\x1b[50;1Hnext %d\r\n", n) },
	} {
		b.Run(name, func(b *testing.B) {
			p := newPair(50, 200)
			for n := range 60 {
				_, _ = fmt.Fprintf(p.term, "%0180d\r\n", n)
			}
			_ = p.sync()
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				b.StopTimer()
				change(p, n)
				b.StartTimer()
				f, _ := p.view.next(p.term, "", "")
				if err := p.replica.Apply(f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
