package wire

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"dormer/session/grid"
)

// maxCluster is the largest size of a grapheme cluster, in bytes.
const maxCluster = 1 << 10

// CheckLines returns an error for invalid lines of at most rows rows and cols columns.
func CheckLines(lines []Line, rows, cols, styles int) error {
	for i := range lines {
		l := &lines[i]
		if l.Row < 0 || l.Row >= rows {
			return fmt.Errorf("row %d of %d", l.Row, rows)
		}
		if err := checkSpans(l.Spans, cols, styles); err != nil {
			return fmt.Errorf("row %d: %w", l.Row, err)
		}
		if err := checkMarks(l.Marks); err != nil {
			return fmt.Errorf("row %d: %w", l.Row, err)
		}
	}
	return nil
}

func checkMarks(marks []Mark) error {
	if len(marks) > MaxMarks {
		return fmt.Errorf("%d marks", len(marks))
	}
	for _, m := range marks {
		if m.Kind < 'A' || m.Kind > 'D' || m.Col < 0 || m.Col > MaxCols {
			return fmt.Errorf("mark %q in column %d", m.Kind, m.Col)
		}
	}
	return nil
}

func checkSpans(spans []Span, cols, styles int) error {
	left := cols
	for i := range spans {
		s := &spans[i]
		if s.Cols < 1 || s.Cols > left {
			return fmt.Errorf("span of %d columns where %d are left", s.Cols, left)
		}
		if s.Style < 0 || s.Style >= max(styles, 1) {
			return fmt.Errorf("style %d of %d", s.Style, styles)
		}
		if err := checkText(s); err != nil {
			return err
		}
		left -= s.Cols
	}
	return nil
}

// checkText reports whether a span's text fits its kind and its columns.
func checkText(s *Span) error {
	want := -1
	switch s.Kind {
	case Blank:
		want = 0
	case Narrow:
		if len(s.Text) == s.Cols && isPlainASCII(s.Text) {
			return nil
		}
		want = s.Cols
	case Wide:
		if s.Cols%2 != 0 {
			return fmt.Errorf("wide characters on %d columns", s.Cols)
		}
		want = s.Cols / 2
	case Cluster:
		if s.Text == "" || len(s.Text) > maxCluster || s.Cols > 2 {
			return fmt.Errorf("cluster of %d bytes on %d columns", len(s.Text), s.Cols)
		}
	default:
		return fmt.Errorf("span of unknown kind %d", s.Kind)
	}
	got, err := countRunes(s.Text)
	if err == nil && want >= 0 && got != want {
		err = fmt.Errorf("%d characters where %d fit", got, want)
	}
	return err
}

// isPlainASCII reports whether every byte is one printable character.
func isPlainASCII(text string) bool {
	for i := range len(text) {
		if text[i]-' ' > '~'-' ' {
			return false
		}
	}
	return true
}

// countRunes counts the code points of text that is valid in cells.
func countRunes(text string) (int, error) {
	n := 0
	for i, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return 0, errors.New("text is not UTF-8")
			}
		}
		if grid.RuneIsControl(r) {
			return 0, fmt.Errorf("control character %U in text", r)
		}
		n++
	}
	return n, nil
}

// DecodeSpans writes the cells of spans that [CheckLines] has accepted, and returns their number.
// The cells must be blank before; styles are the palette's numbers of the styles.
func DecodeSpans(cells []grid.Cell, spans []Span, styles []uint16, p *grid.Palette) int {
	x := 0
	for i := range spans {
		s := &spans[i]
		style := styles[s.Style]
		part := cells[x : x+s.Cols]
		x += s.Cols
		if s.Kind == Narrow {
			decodeNarrow(part, s.Text, style)
			continue
		}
		for j := range part {
			part[j].Style = style
		}
		switch s.Kind {
		case Wide:
			decodeWide(part, s.Text)
		case Cluster:
			decodeCluster(part, s.Text, p)
		}
	}
	return x
}

func decodeNarrow(cells []grid.Cell, text string, style uint16) {
	if len(text) == len(cells) { // a byte a cell: ASCII
		for x := range cells {
			cells[x] = grid.Cell{Char: uint32(text[x]), Style: style}
		}
		return
	}
	x := 0
	for _, c := range text {
		cells[x] = grid.Cell{Char: uint32(c), Style: style}
		x++
	}
}

func decodeWide(cells []grid.Cell, text string) {
	x := 0
	for _, c := range text {
		cells[x].Char, cells[x].Flags = uint32(c), grid.Wide
		cells[x+1].Flags = grid.Tail
		x += 2
	}
}

func decodeCluster(cells []grid.Cell, text string, p *grid.Palette) {
	if c, size := utf8.DecodeRuneInString(text); size == len(text) {
		cells[0].Char = uint32(c)
	} else {
		cells[0].Char = p.ClusterChar(text)
	}
	if len(cells) == 2 {
		cells[0].Flags = grid.Wide
		cells[1].Flags = grid.Tail
	}
}

// Columns returns the number of columns of spans.
func Columns(spans []Span) int {
	n := 0
	for i := range spans {
		n += spans[i].Cols
	}
	return n
}
