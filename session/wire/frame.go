package wire

import "dormer/session/grid"

// Frame is what has changed on a screen since the frame before it on this connection. It is
// applied in this order: size, scrolls, lines, the rest.
type Frame struct {
	// Seq numbers the frames of one connection from 1; the viewer acknowledges
	// it with [Ack], unless NoAck is set.
	Seq uint64
	// Rows and Cols are the size of the screen in cells.
	Rows, Cols int
	// Full says that the frame holds every row that is not blank: the viewer
	// forgets what it had.
	Full bool
	// Scrolls are moves of whole rows, in order.
	Scrolls []Scroll
	// Styles are referred to by [Span.Style]; number 0 is always the default.
	Styles []Style
	// Lines are the rows whose content changed.
	Lines  []Line
	Cursor grid.Cursor
	Modes  grid.Modes
	// Title is the child's title (OSC 0, 2), Icon its icon name (OSC 1), Dir the directory
	// that it reported (OSC 7), all without control characters.
	Title, Icon, Dir string
	// History is the range of lines above the screen that can be asked for, in absolute
	// numbers. A line keeps its number as long as it is kept.
	History Range
	// Progress is the progress that the child reported (OSC 9 ; 4). Pointer is the shape of
	// the mouse pointer that it asked for (OSC 22), a name of CSS or X11; empty for the
	// default.
	Progress grid.Progress
	Pointer  string
	// Program is the program in the foreground of the terminal, a name for people. It is
	// empty for the child itself, and if it is unknown.
	Program string
	// NoAck says that the owner does not wait for an acknowledgement of this frame. It
	// sends few such frames in a row, and only short ones. Viewers that do not know this
	// field acknowledge them all the same.
	NoAck bool
}

// Range is a half-open range of absolute history line numbers.
type Range struct{ First, End uint64 }

// Len is the number of lines in the range.
func (r Range) Len() int { return int(r.End - r.First) }

// Scroll moves the rows of [Top, Bottom) up by N (down where N is negative);
// rows that come in are blank.
type Scroll struct{ Top, Bottom, N int }

// Style is a cell's look with its hyperlink by value; the Link number inside
// Style is 0.
type Style struct {
	grid.Style
	Hyperlink grid.Link
}

// Line is the content of one row. Columns right of the last span are blank in
// the default style.
type Line struct {
	// Row is the zero-based row of the screen; in answers about history it
	// counts from the first line asked for.
	Row int
	// Wrapped says that the text goes on in the next row without a line break.
	Wrapped bool
	Spans   []Span
	// Marks are those of shell integration, in order, at most [MaxMarks].
	Marks []Mark
}

// Span is a stretch of cells with one style.
type Span struct {
	// Style is an index into the styles of the frame or answer.
	Style int
	Kind  SpanKind
	// Cols is the number of columns the span takes.
	Cols int
	// Text is empty for [Blank]; one code point a cell for [Narrow] and [Wide];
	// exactly one grapheme cluster for [Cluster].
	Text string
}

// SpanKind says how the text of a span is spread over its columns.
type SpanKind uint8

const (
	Blank   SpanKind = iota // erased cells
	Narrow                  // one code point a column
	Wide                    // one code point every two columns
	Cluster                 // the whole text is one cluster of Cols columns (1 or 2)
)
