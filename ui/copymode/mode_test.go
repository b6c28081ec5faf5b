package copymode

import (
	"math/rand/v2"
	"strings"
	"testing"

	"dormer/session/grid"
	"dormer/session/wire"
)

// page is a text for tests: its lines are numbered from 100, and one that ends in "\" continues in
// the next.
type page struct {
	lines      []Line
	rows, cols int
}

func newPage(rows, cols int, text string) *page {
	p := &page{rows: rows, cols: cols}
	for line := range strings.SplitSeq(text, "\n") {
		body, wrapped := strings.CutSuffix(line, `\`)
		var l Line
		for rest := body; rest != ""; {
			cluster, w := grid.NextCluster(rest)
			l.Runes = append(l.Runes, []rune(cluster)[0])
			if w == 2 {
				l.Runes = append(l.Runes, 0)
			}
			rest = rest[len(cluster):]
		}
		l.Wrapped = wrapped
		p.lines = append(p.lines, l)
	}
	return p
}

func (p *page) Bounds() wire.Range {
	return wire.Range{First: 100, End: 100 + uint64(len(p.lines))}
}
func (p *page) Size() (rows, cols int) { return p.rows, p.cols }
func (p *page) Line(n uint64) Line {
	if n < 100 || n-100 >= uint64(len(p.lines)) {
		return Line{}
	}
	return p.lines[n-100]
}

func at(line uint64, col int) wire.Position { return wire.Position{Line: 100 + line, Col: col} }

const sample = "func (a *A) do(x int) {\n  日本 text, here\n\nlong line that goes \\\non_and_on 42\n}"

func TestMotions(t *testing.T) {
	again := func(n int, f func(*Mode, Text)) func(*Mode, Text) {
		return func(m *Mode, t Text) {
			for range n {
				f(m, t)
			}
		}
	}
	word := func(m *Mode, t Text) { m.NextWord(t, false) }
	tests := []struct {
		name       string
		from, want wire.Position
		move       func(*Mode, Text)
	}{
		{"word", at(0, 0), at(0, 5), word},
		{"words_across_lines", at(0, 16), at(1, 2), again(4, word)},
		{"big_word", at(0, 5), at(0, 8), func(m *Mode, t Text) { m.NextWord(t, true) }},
		{"word_in_a_wrapped_line", at(3, 15), at(4, 0), word},
		{"word_end", at(0, 0), at(0, 3), func(m *Mode, t Text) { m.WordEnd(t, false) }},
		{"word_end_of_wide", at(1, 2), at(1, 4), func(m *Mode, t Text) { m.WordEnd(t, false) }},
		{"back", at(1, 7), at(1, 2), func(m *Mode, t Text) { m.PreviousWord(t, false) }},
		{"back_over_a_line", at(1, 2), at(0, 22), func(m *Mode, t Text) { m.PreviousWord(t, false) }},
		{"right_over_wide", at(1, 2), at(1, 4), (*Mode).Right},
		{"left_to_wide", at(1, 6), at(1, 4), (*Mode).Left},
		{"down_into_wide", at(0, 3), at(1, 2), func(m *Mode, t Text) { m.Vertical(t, 1) }},
		{"down_past_an_empty_line", at(1, 8), at(3, 8), func(m *Mode, t Text) { m.Vertical(t, 1); m.Vertical(t, 1) }},
		{"line_start_of_wrapped", at(4, 6), at(3, 0), (*Mode).LineStart},
		{"line_end_of_wrapped", at(3, 6), at(4, 11), (*Mode).LineEnd},
		{"indent", at(1, 9), at(1, 2), (*Mode).IndentEnd},
		{"bracket", at(0, 0), at(0, 10), (*Mode).Matching},
		{"bracket_across_lines", at(0, 22), at(5, 0), (*Mode).Matching},
		{"bracket_back", at(5, 0), at(0, 22), (*Mode).Matching},
		{"back_to_the_bracket", at(5, 0), at(0, 22), (*Mode).MatchingBack},
		{"back_to_the_bracket_before", at(0, 21), at(0, 14), (*Mode).MatchingBack},
		{"back_from_elsewhere", at(0, 3), at(0, 3), (*Mode).MatchingBack},
		{"paragraph", at(0, 0), at(2, 0), func(m *Mode, t Text) { m.Paragraph(t, 1) }},
		{"paragraph_up", at(5, 0), at(2, 0), func(m *Mode, t Text) { m.Paragraph(t, -1) }},
		{"find", at(0, 0), at(0, 12), func(m *Mode, t Text) { m.Seek(t, 'd', false, false) }},
		{"till_back", at(0, 12), at(0, 5), func(m *Mode, t Text) { m.Seek(t, ' ', true, true); m.SeekAgain(t, false) }},
		{"find_again_turned", at(0, 0), at(0, 4), func(m *Mode, t Text) {
			again(3, func(m *Mode, t Text) { m.Seek(t, ' ', false, false) })(m, t)
			m.SeekAgain(t, true)
			m.SeekAgain(t, true)
		}},
		{"find_without_a_match", at(0, 3), at(0, 3), func(m *Mode, t Text) { m.Seek(t, 'Z', false, false) }},
		{"mark", at(0, 3), at(0, 3), func(m *Mode, t Text) { m.SetMark(); m.Last(t); m.JumpMark(t) }},
		{"last", at(0, 3), at(5, 0), (*Mode).Last},
		{"first", at(5, 0), at(0, 0), (*Mode).First},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := newPage(6, 24, sample)
			m := begin(text, tt.from)
			tt.move(&m, text)
			if m.Cursor != tt.want {
				t.Errorf("from %v to %v, want %v", tt.from, m.Cursor, tt.want)
			}
		})
	}
}

// With emacs keys the cursor is between characters, and can be after the last one.
func TestMotionsBetweenCharacters(t *testing.T) {
	right := func(m *Mode, t Text) { m.Right(t) }
	tests := []struct {
		name       string
		from, want wire.Position
		move       func(*Mode, Text)
	}{
		{"line_end", at(0, 3), at(0, 23), (*Mode).LineEnd},
		{"line_end_of_wrapped", at(3, 6), at(4, 12), (*Mode).LineEnd},
		{"line_end_of_empty", at(2, 0), at(2, 0), (*Mode).LineEnd},
		{"right_behind_the_last", at(0, 22), at(0, 23), right},
		{"right_to_the_next_line", at(0, 22), at(1, 0), func(m *Mode, t Text) { m.Right(t); m.Right(t) }},
		{"right_over_a_wrap", at(3, 20), at(4, 0), right},
		{"right_behind_all", at(5, 0), at(5, 1), func(m *Mode, t Text) { m.Right(t); m.Right(t) }},
		{"left_from_behind_the_last", at(0, 22), at(0, 22), func(m *Mode, t Text) { m.Right(t); m.Left(t) }},
		{"word_end", at(0, 0), at(0, 4), func(m *Mode, t Text) { m.WordEnd(t, false) }},
		{"word_end_twice", at(0, 0), at(0, 6), func(m *Mode, t Text) { m.WordEnd(t, false); m.WordEnd(t, false) }},
		{"word_end_of_wide", at(1, 2), at(1, 6), func(m *Mode, t Text) { m.WordEnd(t, false) }},
		{"word_end_at_the_line_end", at(4, 11), at(4, 12), func(m *Mode, t Text) { m.WordEnd(t, false) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := newPage(6, 24, sample)
			m := begin(text, tt.from)
			m.Between = true
			tt.move(&m, text)
			if m.Cursor != tt.want {
				t.Errorf("from %v to %v, want %v", tt.from, m.Cursor, tt.want)
			}
		})
	}
}

func TestSelections(t *testing.T) {
	tests := []struct {
		name         string
		kind         Kind
		anchor, to   wire.Position
		open         bool
		first, end   wire.Position
		blockOrEmpty bool
	}{
		{"characters", Chars, at(0, 2), at(0, 4), false, at(0, 2), at(0, 5), false},
		{"backwards", Chars, at(0, 4), at(0, 2), false, at(0, 2), at(0, 5), false},
		{"to_a_wide_one", Chars, at(0, 2), at(1, 4), false, at(0, 2), at(1, 6), false},
		{"open", Chars, at(0, 2), at(0, 4), true, at(0, 2), at(0, 4), false},
		{"words", Words, at(0, 1), at(1, 9), false, at(0, 0), at(1, 11), false},
		{"wrapped_lines", Lines, at(4, 3), at(4, 3), false, at(3, 0), at(4, 24), false},
		{"block", Block, at(0, 8), at(1, 4), false, at(0, 4), at(1, 9), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := newPage(6, 24, sample)
			m := begin(text, tt.anchor)
			m.Select(tt.kind)
			m.Selection.Open = tt.open
			m.Go(text, tt.to)
			got, ok := m.Selected(text)
			if want := (Span{First: tt.first, End: tt.end, Block: tt.blockOrEmpty}); !ok || got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
	m := begin(newPage(6, 24, sample), at(0, 0))
	if _, ok := m.Selected(newPage(6, 24, sample)); ok {
		t.Error("there is a selection at the start")
	}
}

func TestWordUnderTheCursorContinuesInTheNextRow(t *testing.T) {
	text := newPage(4, 8, "see long\\\n_name x")
	m := begin(text, at(1, 2))
	if got := m.Word(text); got != "long_name" {
		t.Errorf("got %q", got)
	}
}

// After any sequence of commands in any text, the cursor is inside the text, visible, and on the
// first column of a character.
func TestCursorStaysWithinTheText(t *testing.T) {
	verbs := []func(*Mode, Text){
		(*Mode).Left, (*Mode).Right, (*Mode).LineStart, (*Mode).LineEnd, (*Mode).IndentEnd, (*Mode).First, (*Mode).Last, (*Mode).Matching, (*Mode).MatchingBack, (*Mode).OtherEnd,
		func(m *Mode, t Text) { m.Vertical(t, 3) }, func(m *Mode, t Text) { m.Vertical(t, -2) }, func(m *Mode, t Text) { m.Page(t, 4) }, func(m *Mode, t Text) { m.Page(t, -4) },
		func(m *Mode, t Text) { m.Scroll(t, 2) }, func(m *Mode, t Text) { m.Scroll(t, -3) }, func(m *Mode, t Text) { m.NextWord(t, false) }, func(m *Mode, t Text) { m.WordEnd(t, true) },
		func(m *Mode, t Text) { m.PreviousWord(t, false) }, func(m *Mode, t Text) { m.Paragraph(t, -1) }, func(m *Mode, t Text) { m.Row(t, 2) }, func(m *Mode, t Text) { m.Show(t, 1) },
		func(m *Mode, t Text) { m.Seek(t, 'n', true, true) }, func(m *Mode, _ Text) { m.Select(Lines) }, func(m *Mode, _ Text) { m.Select(Chars) },
		func(m *Mode, t Text) { m.GoShown(t, wire.Position{Line: 1 << 60, Col: 1 << 30}) }, func(m *Mode, t Text) { m.Go(t, wire.Position{Col: -5}) },
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, text := range []*page{newPage(3, 24, sample), newPage(1, 1, "日"), newPage(1, 1, ""), newPage(50, 3, "a\n\n\n"), newPage(2, 2, "日本\\\n語\\\n")} {
		m := begin(text, at(9, 9))
		for i := range 3000 {
			m.Between = i > 1500 // then with emacs keys
			verbs[r.IntN(len(verbs))](&m, text)
			l, b := text.Line(m.Cursor.Line), text.Bounds()
			shown := m.Cursor.Line >= m.Top && m.Cursor.Line < m.Top+uint64(text.rows)
			if m.Cursor.Line < b.First || m.Cursor.Line >= b.End || !shown || m.Cursor.Col > m.rightmost(text, l) || l.isTail(m.Cursor.Col) {
				t.Fatalf("step %d: %+v with line %q", i, m, string(l.Runes))
			}
			m.Selected(text)
			m.Word(text)
		}
	}
}
