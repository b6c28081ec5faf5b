package wire

import (
	"math"

	"dormer/session/grid"
)

// frame appends the fields of a frame. The content of rows is a sequence of spans, each with the
// number of its style.
func (w *writer) frame(f *Frame) {
	w.number(f.Seq)
	w.integer(f.Rows)
	w.integer(f.Cols)
	w.truth(f.Full)
	w.number(uint64(len(f.Scrolls)))
	for _, s := range f.Scrolls {
		w.integer(s.Top)
		w.integer(s.Bottom)
		w.integer(s.N)
	}
	w.styles(f.Styles)
	w.lines(f.Lines)
	w.cursor(f.Cursor)
	w.modes(f.Modes)
	w.text(f.Title)
	w.text(f.Icon)
	w.text(f.Dir)
	w.rangeOf(f.History)
	if f.Progress != (grid.Progress{}) || f.Pointer != "" || countMarks(f.Lines) > 0 || f.Program != "" || f.NoAck {
		w.number(uint64(f.Progress.State))
		w.number(uint64(f.Progress.Percent))
		w.text(f.Pointer)
		w.marks(f.Lines)
	}
	if f.Program != "" || f.NoAck {
		w.text(f.Program)
	}
	if f.NoAck {
		w.truth(f.NoAck)
	}
}

func (r *reader) frame() Frame {
	f := Frame{Seq: r.number(), Rows: r.integer(), Cols: r.integer(), Full: r.truth()}
	f.Scrolls = r.scrolls()
	f.Styles = r.styles()
	f.Lines = r.lines()
	f.Cursor = r.cursor()
	f.Modes = r.modes()
	f.Title, f.Icon, f.Dir = r.text(), r.text(), r.text()
	f.History = r.rangeOf()
	f.Progress = grid.Progress{State: grid.ProgressState(r.index(1<<8 - 1)), Percent: uint8(r.index(100))}
	f.Pointer = r.text()
	r.marks(f.Lines)
	f.Program = r.text()
	f.NoAck = r.truth()
	return f
}

func (r *reader) scrolls() []Scroll {
	n := r.count()
	if n > MaxRows {
		r.fail()
	}
	if n == 0 || r.failed {
		return nil
	}
	scrolls := make([]Scroll, n)
	for i := range scrolls {
		scrolls[i] = Scroll{Top: r.integer(), Bottom: r.integer(), N: r.integer()}
	}
	return scrolls
}

func (w *writer) styles(styles []Style) {
	w.number(uint64(len(styles)))
	for _, s := range styles {
		w.number(uint64(s.FG))
		w.number(uint64(s.BG))
		w.number(uint64(s.UL))
		w.number(uint64(s.Attrs))
		w.number(uint64(s.Underline))
		w.text(s.Hyperlink.URI)
		if s.Hyperlink.URI != "" {
			w.text(s.Hyperlink.ID)
		}
	}
}

// maxStyles limits the styles of a message; a palette has no more.
const maxStyles = 1 << 16

func (r *reader) styles() []Style {
	n := r.count()
	if n > maxStyles {
		r.fail()
	}
	if n == 0 || r.failed {
		return nil
	}
	styles := make([]Style, n)
	for i := range styles {
		s := &styles[i]
		s.FG, s.BG, s.UL = r.color(), r.color(), r.color()
		s.Attrs = grid.Attrs(r.index(1<<16 - 1))
		s.Underline = grid.Underline(r.index(1<<8 - 1))
		if s.Hyperlink.URI = r.text(); s.Hyperlink.URI != "" {
			s.Hyperlink.ID = r.text()
		}
	}
	return styles
}

func (r *reader) color() grid.Color { return grid.Color(r.bounded(math.MaxUint32)) }

// A line begins with twice its row, plus 1 if it is wrapped; a span with four times its style, plus
// its kind.

func (w *writer) lines(lines []Line) {
	w.number(uint64(len(lines)))
	for i := range lines {
		l := &lines[i]
		row := uint64(l.Row) << 1
		if l.Wrapped {
			row |= 1
		}
		w.number(row)
		w.number(uint64(len(l.Spans)))
		for j := range l.Spans {
			s := &l.Spans[j]
			w.number(uint64(s.Style)<<2 | uint64(s.Kind&3))
			w.number(uint64(s.Cols))
			if s.Kind != Blank {
				w.text(s.Text)
			}
		}
	}
}

func (r *reader) lines() []Line {
	n := r.count()
	if n > MaxRows {
		r.fail()
	}
	if n == 0 || r.failed {
		return nil
	}
	lines := make([]Line, n)
	for i := range lines {
		row := r.index(math.MaxInt32)
		lines[i] = Line{Row: row >> 1, Wrapped: row&1 != 0, Spans: r.spans()}
	}
	return lines
}

func (r *reader) spans() []Span {
	n := r.count()
	if n > MaxCols {
		r.fail()
	}
	if n == 0 || r.failed {
		return nil
	}
	spans := r.roomFor(n)
	for i := range spans {
		style := r.index(maxStyles<<2 | 3)
		spans[i] = Span{Style: style >> 2, Kind: SpanKind(style & 3), Cols: r.index(MaxCols)}
		if spans[i].Kind != Blank {
			spans[i].Text = r.text()
		}
	}
	return spans
}

// roomFor returns n spans. The spans of several lines share one slice.
func (r *reader) roomFor(n int) []Span {
	const sharing, shortest = 128, 4 // bytes of a span with a character
	if len(r.room) < n {
		r.room = make([]Span, max(n, min(sharing, (len(r.s)-r.off)/shortest)))
	}
	spans := r.room[:n:n]
	r.room = r.room[n:]
	return spans
}

const (
	cursorVisible = 1 << iota
	cursorBlink
)

func (w *writer) cursor(c grid.Cursor) {
	w.integer(c.Row)
	w.integer(c.Col)
	w.number(bit(c.Visible, cursorVisible) | bit(c.Blink, cursorBlink))
	w.number(uint64(c.Shape))
}

func (r *reader) cursor() grid.Cursor {
	c := grid.Cursor{Row: r.integer(), Col: r.integer()}
	flags := r.number()
	c.Visible, c.Blink = flags&cursorVisible != 0, flags&cursorBlink != 0
	c.Shape = grid.CursorShape(r.index(1<<8 - 1))
	return c
}

// Modes that are on or off are bits of one number, so that more can be added.
const (
	modeAltScreen = 1 << iota
	modeAppCursor
	modeAppKeypad
	modeBracketedPaste
	modeFocusEvents
	modeAltScroll
	modeBackarrowBS
	modeNewLine
	modeReverseScreen
	modeSync
)

func (w *writer) modes(m grid.Modes) {
	w.number(bit(m.AltScreen, modeAltScreen) | bit(m.AppCursor, modeAppCursor) | bit(m.AppKeypad, modeAppKeypad) |
		bit(m.BracketedPaste, modeBracketedPaste) | bit(m.FocusEvents, modeFocusEvents) | bit(m.AltScroll, modeAltScroll) |
		bit(m.BackarrowBS, modeBackarrowBS) | bit(m.NewLine, modeNewLine) | bit(m.ReverseScreen, modeReverseScreen) |
		bit(m.Sync, modeSync))
	w.number(uint64(m.Mouse))
	w.number(uint64(m.MouseEncoding))
	w.number(uint64(m.Kitty))
	w.number(uint64(m.ModifyOtherKeys))
}

func (r *reader) modes() grid.Modes {
	on := r.number()
	return grid.Modes{
		AltScreen: on&modeAltScreen != 0, AppCursor: on&modeAppCursor != 0, AppKeypad: on&modeAppKeypad != 0,
		BracketedPaste: on&modeBracketedPaste != 0, FocusEvents: on&modeFocusEvents != 0, AltScroll: on&modeAltScroll != 0,
		BackarrowBS: on&modeBackarrowBS != 0, NewLine: on&modeNewLine != 0, ReverseScreen: on&modeReverseScreen != 0,
		Sync:            on&modeSync != 0,
		Mouse:           grid.MouseMode(r.index(1<<8 - 1)),
		MouseEncoding:   grid.MouseEncoding(r.index(1<<8 - 1)),
		Kitty:           uint8(r.index(1<<8 - 1)),
		ModifyOtherKeys: uint8(r.index(1<<8 - 1)),
	}
}

func bit(on bool, b uint64) uint64 {
	if on {
		return b
	}
	return 0
}
