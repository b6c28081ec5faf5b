package chat

import (
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session/grid"
)

// span is a text in one style, safe to draw.
type span struct {
	text string
	pen  lipgloss.Style
}

func width(text string) int { return grid.StringWidth(text) }

// spansWidth returns the width of spans in columns.
func spansWidth(spans []span) (cols int) {
	for _, s := range spans {
		cols += width(s.text)
	}
	return cols
}

// wrap breaks spans into rows of at most cols columns, between words, or within a word that is too
// long. The rows after the first begin with hang.
func wrap(spans []span, cols int, hang []span) (rows [][]span) {
	cols = max(cols, 2)
	if spansWidth(hang) > cols/2 {
		hang = nil
	}
	w := wrapper{cols: cols, hang: hang}
	for _, s := range spans {
		for text := s.text; text != ""; {
			cluster, size := grid.NextCluster(text)
			text = text[len(cluster):]
			if cluster == " " {
				w.endWord()
				w.blanks = append(w.blanks, span{" ", s.pen})
				continue
			}
			if w.wordCols+size > cols-w.begin() {
				w.endWord()
				w.endRow()
			}
			w.word = appendSpan(w.word, span{cluster, s.pen})
			w.wordCols += size
		}
	}
	w.endWord()
	w.endRow()
	return w.rows
}

// wrapper is the state of wrap: the row being filled, the blanks after it, and the word after them.
type wrapper struct {
	cols, used, wordCols int
	hang                 []span
	row, blanks, word    []span
	rows                 [][]span
}

// begin returns the width of the hang of the row.
func (w *wrapper) begin() int {
	if len(w.rows) == 0 && w.used == 0 {
		return 0
	}
	return spansWidth(w.hang)
}

func (w *wrapper) endWord() {
	if w.wordCols == 0 {
		return
	}
	if w.used+len(w.blanks)+w.wordCols > w.cols && w.used > 0 {
		w.endRow()
	}
	for _, s := range append(w.blanks, w.word...) {
		w.row = appendSpan(w.row, s)
	}
	w.used += len(w.blanks) + w.wordCols
	w.blanks, w.word, w.wordCols = nil, nil, 0
}

func (w *wrapper) endRow() {
	w.rows = append(w.rows, w.row)
	w.row = append([]span(nil), w.hang...)
	w.used = spansWidth(w.hang)
	w.blanks = nil
}

// appendSpan appends a span, or joins it with the last one if they have the same pen.
func appendSpan(row []span, s span) []span {
	if n := len(row); n > 0 && samePen(row[n-1].pen, s.pen) {
		row[n-1].text += s.text
		return row
	}
	return append(row, s)
}

func samePen(a, b lipgloss.Style) bool {
	return a.GetForeground() == b.GetForeground() && a.GetBackground() == b.GetBackground() &&
		a.GetBold() == b.GetBold() && a.GetUnderline() == b.GetUnderline() && a.GetReverse() == b.GetReverse() && a.GetItalic() == b.GetItalic() && a.GetStrikethrough() == b.GetStrikethrough()
}

// render draws spans in exactly cols columns. It cuts them, or fills up with blanks.
func render(spans []span, cols int, rest lipgloss.Style) string {
	var b strings.Builder
	for _, s := range spans {
		text := s.text
		if w := width(text); w > cols {
			text = grid.Front(text, cols)
		}
		if text != "" {
			b.WriteString(s.pen.Render(text))
		}
		cols -= width(text)
		if len(text) < len(s.text) {
			break
		}
	}
	if cols > 0 {
		b.WriteString(rest.Render(strings.Repeat(" ", cols)))
	}
	return b.String()
}

// one returns a single span.
func one(text string, pen lipgloss.Style) []span { return []span{{text, pen}} }
