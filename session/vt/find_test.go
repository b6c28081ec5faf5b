package vt

import (
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dormer/session/grid"
)

// findAll finds all matches of a pattern, some lines at a time.
func findAll(t *testing.T, term *Terminal, p *Pattern, lines int) [][2]Place {
	t.Helper()
	return findAllWith(t, NewFinder(p), term, lines)
}

func findAllWith(t *testing.T, f *Finder, term *Terminal, lines int) (found [][2]Place) {
	t.Helper()
	first, end := term.History()
	end += uint64(term.scr.rows)
	for first < end {
		next := f.Find(term, first, end, lines, func(from, to Place) { found = append(found, [2]Place{from, to}) })
		if next <= first {
			t.Fatalf("searched no line from %d on", first)
		}
		first = next
	}
	return found
}

func newPattern(t *testing.T, text string, expression, fold bool) *Pattern {
	t.Helper()
	p, err := NewPattern(text, expression, fold)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		name, in, text   string
		expression, fold bool
		want             string // line:col-line:col
	}{
		{"in the history", "one two\r\n\n\n\n", "two", false, false, "0:4-0:7 "},
		{"on the screen", "a\r\nb two", "two", false, false, "1:2-1:5 "},
		{"several in a line", "aaaa\r\n\n\n\n", "aa", false, false, "0:0-0:2 0:2-0:4 "},
		{"another case", "Two TWO two\r\n\n\n\n", "two", false, true, "0:0-0:3 0:4-0:7 0:8-0:11 "},
		{"only this case", "Two TWO two\r\n\n\n\n", "two", false, false, "0:8-0:11 "},
		{"characters next to the letters are not letters", "@[`{ [\r\n\n\n\n", "`{", false, true, "0:2-0:4 "},
		{"another case beyond ASCII", "ÄÖ äö\r\n\n\n\n", "äö", false, true, "0:0-0:2 0:3-0:5 "},
		{"after wide characters", "日本 x日\r\n\n\n\n", "x日", false, false, "0:5-0:8 "},
		{"a wide character", "a日本b\r\n\n\n\n", "本", false, false, "0:3-0:5 "},
		{"over a change of style", "a\x1b[1mb\x1b[mc\r\n\n\n\n", "abc", false, false, "0:0-0:3 "},
		{"after clusters", "e\u0301e\u0301 x\r\n\n\n\n", "x", false, false, "0:3-0:4 "},
		{"a cluster", "ae\u0301b\r\n\n\n\n", "e\u0301", false, false, "0:1-0:2 "},
		{"a part of a cluster", "ae\u0301b\r\n\n\n\n", "e", false, false, "0:1-0:2 "},
		{"over skipped columns", "\x1b[1ma\x1b[4Cb\r\n\n\n\n", "a    b", false, false, "0:0-0:6 "},
		{"skipped columns separate", "\x1b[1ma\x1b[4Cb\r\n\n\n\n", "ab", false, false, ""},
		{"over a wrap", "0123456789abcdefghij\r\n\n\n\n", "9abcdefghij", false, false, "0:9-1:8 "},
		{"up to a wrap", "0123456789abcdefghij\r\n\n\n\n", "ab", false, false, "0:10-0:12 "},
		{"from a wrap on", "0123456789abcdefghij\r\n\n\n\n", "cd", false, false, "1:0-1:2 "},
		{"over a wrap into the screen", "\r\n\r\n\r\n0123456789abcdef\r\nx\r\ny", "bcd", false, false, "3:11-4:2 "},
		{"not over the end of a line", "ab\r\ncd\r\n\n\n\n", "abcd", false, false, ""},
		{"expression", "err 12, err 345\r\n\n\n\n", `err \d+`, true, false, "0:0-0:6 0:8-1:3 "},
		{"expression in any case", "ERR 1\r\n\n\n\n", `e(r+) \d`, true, true, "0:0-0:5 "},
		{"expression at the start", "a a\r\na\r\n\n\n\n", `^a`, true, false, "0:0-0:1 1:0-1:1 "},
		{"expression of a choice", "cat dog\r\n\n\n\n", `cat|dog`, true, false, "0:0-0:3 0:4-0:7 "},
		{"expression that matches a character folding to ASCII", "\u017ferved\r\n\n\n\n", `ser`, true, true, "0:0-0:3 "},
		{"expression that repeats a text", "xaab abab\r\n\n\n\n", `xa+b`, true, false, "0:0-0:4 "},
		{"expression without text", "ab12\r\n\n\n\n", `[0-9]+|x*`, true, false, "0:2-0:4 "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(3, 12, Options{})
			_, _ = term.Write([]byte(tt.in))
			var got strings.Builder
			for _, m := range findAll(t, term, newPattern(t, tt.text, tt.expression, tt.fold), 2) {
				fmt.Fprintf(&got, "%d:%d-%d:%d ", m[0].Line, m[0].Col, m[1].Line, m[1].Col)
			}
			if got.String() != tt.want {
				t.Errorf("got %q, want %q", got.String(), tt.want)
			}
		})
	}
}

func TestRequired(t *testing.T) {
	for _, tt := range []struct {
		expression, want string
		fold             bool
	}{
		{`request 7+ served`, "request 7", false},
		{`a 7+ served`, "7 served", false},
		{`(?i)request 7+ served`, "request 7", true},
		{`a(?i:b)cd`, "cd", false},
		{`\bERR(OR)$`, "ERROR", false},
		{`(ab+)+c`, "ab", false},
		{`a|b`, "", false},
		{`x*abc?`, "ab", false},
		{`(?i:é)a`, "a", false},
	} {
		p := newPattern(t, tt.expression, true, false)
		if string(p.needle) != tt.want || p.fold != tt.fold {
			t.Errorf("%s: got %q, %v, want %q, %v", tt.expression, p.needle, p.fold, tt.want, tt.fold)
		}
	}
}

func TestInvalidPatterns(t *testing.T) {
	for _, tt := range []struct {
		text       string
		expression bool
		want       string
	}{
		{"", false, "nothing to search for: type a text"},
		{"\xff", false, "not UTF-8"},
		{"a(b", true, "missing closing ): a(b"},
		{"a{9999}", true, "invalid repeat count"},
	} {
		if _, err := NewPattern(tt.text, tt.expression, false); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %s", tt.text, err, tt.want)
		}
	}
}

// The automaton and package regexp find the same.
func TestExpressionsWithoutAutomaton(t *testing.T) {
	term := New(3, 40, Options{})
	logLines(term, 300)
	for _, expression := range []string{`request \d*7 s`, `\bINFO\b`, `(?i)Z info +|ms$`, `.`} {
		p := newPattern(t, expression, true, false)
		f := NewFinder(p)
		if f.automaton == nil {
			t.Fatalf("%s: got no automaton", expression)
		}
		got := findAllWith(t, f, term, 100)
		want := findAllWith(t, &Finder{pattern: p}, term, 100)
		if len(got) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: got %d matches, package regexp %d", expression, len(got), len(want))
		}
	}
}

// Matches are compared with the text of all cells: none is wrong, and none is missing.
func TestFindAgreesWithTheCells(t *testing.T) {
	rnd := rand.New(rand.NewSource(3))
	alphabet := []string{"a", "b", "A", " ", "é", "日", "e\u0301", "\x1b[1m", "\x1b[m", "\x1b[2C", "\r\n", "ab", "\t"}
	for range 60 {
		term := New(1+rnd.Intn(4), 2+rnd.Intn(20), Options{})
		for range 400 {
			_, _ = term.Write([]byte(alphabet[rnd.Intn(len(alphabet))]))
		}
		for _, text := range []string{"ab", "a", "b a", "é", "日a", " ", "e\u0301"} {
			for _, fold := range []bool{false, true} {
				got := fmt.Sprint(findAll(t, term, newPattern(t, text, false, fold), 1+rnd.Intn(50)))
				if want := fmt.Sprint(findInCells(term, text, fold)); got != want {
					t.Fatalf("%q, folded %v: got %v, want %v", text, fold, got, want)
				}
			}
		}
	}
}

// findInCells finds a text by reading all cells.
func findInCells(term *Terminal, text string, fold bool) (found [][2]Place) {
	quoted := regexp.QuoteMeta(text)
	if fold {
		quoted = "(?i)" + quoted
	}
	re := regexp.MustCompile(quoted)
	first, end := term.History()
	var line []byte
	var starts, ends []Place // of each byte
	for n := first; n < end+uint64(term.scr.rows); n++ {
		var cells []grid.Cell
		var wrapped bool
		if n < end {
			cells, wrapped = term.HistoryLine(n, nil)
		} else {
			cells, wrapped = term.scr.content(int(n-end)), term.Wrapped(int(n-end))
		}
		for x, c := range cells {
			from := len(line)
			line = term.palette.AppendText(line, c)
			for range len(line) - from {
				starts = append(starts, Place{n, x})
				ends = append(ends, Place{n, x + c.Width()})
			}
		}
		if wrapped && n+1 < end+uint64(term.scr.rows) {
			continue
		}
		for _, m := range re.FindAllIndex(line, -1) {
			found = append(found, [2]Place{starts[m[0]], ends[m[1]-1]})
		}
		line, starts, ends = line[:0], nil, nil
	}
	return found
}

// logLines writes lines like a log's into a terminal of 120 columns.
func logLines(term *Terminal, lines int) {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "2026-01-02T03:%02d:%02d.%03dZ INFO  server/handler.go:%d request %d served in %d ms, %d bytes\r\n",
			i/60%60, i%60, i%1000, 100+i%37, i, i%251, i*7919%100_000)
		if i%1000 == 999 {
			_, _ = term.Write([]byte(b.String()))
			b.Reset()
		}
	}
	_, _ = term.Write([]byte(b.String()))
}

func BenchmarkFind(b *testing.B) {
	const lines = 1_000_000
	term := New(50, 120, Options{HistoryLines: lines, HistoryBytes: 1 << 30})
	logLines(term, lines)
	first, end := term.History()
	for _, bb := range []struct {
		name, text       string
		expression, fold bool
	}{
		{"literal", "request 777777 ", false, false},
		{"fold", "request 777777 ", false, true},
		{"frequent", "INFO", false, false},
		{"expression", `request 7+ served`, true, false},
		{"expression_fold", `request 7+ served`, true, true},
		{"no_needle", `[0-9]{6} s`, true, false},
		{"no_needle_fold", `(get|post|served) in [0-9]+`, true, true},
		{"words", `\w+-\w+|[a-z]+:\d+`, true, false},
	} {
		b.Run(bb.name, func(b *testing.B) {
			p, err := NewPattern(bb.text, bb.expression, bb.fold)
			if err != nil {
				b.Fatal(err)
			}
			before := processorTime(b)
			for b.Loop() {
				n := 0
				f := NewFinder(p)
				for at := first; at < end; {
					at = f.Find(term, at, end, 4096, func(_, _ Place) { n++ })
				}
				if n == 0 {
					b.Fatal("nothing found")
				}
			}
			took := processorTime(b) - before
			b.ReportMetric(took.Seconds()*1e3/float64(b.N), "cpu-ms/op")
		})
	}
}
