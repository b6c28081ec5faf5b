package client

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"dormer/session/grid"
	"dormer/session/wire"
)

// maxCluster is how many bytes one grapheme cluster may have.
const maxCluster = 1 << 10

// checkFrame reports what is wrong with a frame for a screen that now has the
// given size, before any of it is applied.
func checkFrame(f *wire.Frame, rows, cols int) error {
	if f.Rows < 1 || f.Rows > wire.MaxRows || f.Cols < 1 || f.Cols > wire.MaxCols {
		return fmt.Errorf("screen of %d rows and %d columns", f.Rows, f.Cols)
	}
	if !f.Full && (f.Rows != rows || f.Cols != cols) {
		return fmt.Errorf("changes to a screen of %dx%d, have %dx%d", f.Rows, f.Cols, rows, cols)
	}
	if f.History.First > f.History.End {
		return fmt.Errorf("history from %d to %d", f.History.First, f.History.End)
	}
	if f.Progress.State > grid.ProgressPaused || f.Progress.Percent > 100 {
		return fmt.Errorf("progress %d of %d %%", f.Progress.State, f.Progress.Percent)
	}
	if !isPointer(f.Pointer) {
		return errors.New("a pointer's name that is none")
	}
	if len(f.Scrolls) > f.Rows || len(f.Lines) > f.Rows {
		return fmt.Errorf("%d scrolls and %d lines on %d rows", len(f.Scrolls), len(f.Lines), f.Rows)
	}
	for _, s := range f.Scrolls {
		if s.Top < 0 || s.Bottom > f.Rows || s.Top >= s.Bottom {
			return fmt.Errorf("scroll of rows %d to %d of %d", s.Top, s.Bottom, f.Rows)
		}
	}
	return checkLines(f.Lines, f.Rows, f.Cols, len(f.Styles))
}

// checkLines reports what is wrong with lines of at most rows rows and cols columns.
func checkLines(lines []wire.Line, rows, cols, styles int) error {
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

// isPointer reports whether a name can be that of a pointer's shape; the empty one
// can.
func isPointer(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && c != '-' && c != '_' {
			return false
		}
	}
	return len(name) <= 32
}

func checkMarks(marks []wire.Mark) error {
	if len(marks) > wire.MaxMarks {
		return fmt.Errorf("%d marks", len(marks))
	}
	for _, m := range marks {
		if m.Kind < 'A' || m.Kind > 'D' || m.Col < 0 || m.Col > wire.MaxCols {
			return fmt.Errorf("mark %q in column %d", m.Kind, m.Col)
		}
	}
	return nil
}

func checkSpans(spans []wire.Span, cols, styles int) error {
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
func checkText(s *wire.Span) error {
	want := -1
	switch s.Kind {
	case wire.Blank:
		want = 0
	case wire.Narrow:
		if len(s.Text) == s.Cols && isPlainASCII(s.Text) {
			return nil
		}
		want = s.Cols
	case wire.Wide:
		if s.Cols%2 != 0 {
			return fmt.Errorf("wide characters on %d columns", s.Cols)
		}
		want = s.Cols / 2
	case wire.Cluster:
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

// countRunes counts the code points of text that may stand in cells.
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
