package wire

import "dormer/session/grid"

// Frame contains the changes of a screen since the previous frame on this connection. It is applied
// in this order: size, scrolls, lines, the rest.
type Frame struct {
	// Seq numbers the frames of one connection from 1; the viewer acknowledges it with [Ack],
	// unless NoAck is set.
	Seq uint64
	// Rows and Cols are the size of the screen in cells.
	Rows, Cols int
	// Full means that the frame contains every row that is not blank: the viewer drops its previous
	// content.
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
	// History is the range of lines above the screen that can be requested, in absolute numbers. A
	// line keeps its number as long as it exists.
	History Range
	// Progress is the progress that the child reported (OSC 9 ; 4). Pointer is the shape of
	// the mouse pointer that it asked for (OSC 22), a name of CSS or X11; empty for the
	// default.
	Progress grid.Progress
	Pointer  string
	// Program is the program in the foreground of the terminal, a name for people. It is empty if
	// that is the child itself, or unknown.
	Program string
	// NoAck means that the owner does not wait for an acknowledgement of this frame. It sends few
	// such frames in a row, and only short ones. Viewers that do not know this field acknowledge
	// them nevertheless.
	NoAck bool
}

// Range is a half-open range of absolute history line numbers.
type Range struct{ First, End uint64 }

// Len returns the number of lines in the range.
func (r Range) Len() int { return int(r.End - r.First) }

// Scroll moves the rows of [Top, Bottom) up by N (down if N is negative); new rows are blank.
type Scroll struct{ Top, Bottom, N int }

// Style is the look of a cell, including its hyperlink by value; the Link number inside Style is 0.
type Style struct {
	grid.Style
	Hyperlink grid.Link
}

// Line is the content of one row. Columns right of the last span are blank in
// the default style.
type Line struct {
	// Row is the zero-based row of the screen; in answers about history it counts from the first
	// requested line.
	Row int
	// Wrapped means that the text continues in the next row without a line break.
	Wrapped bool
	Spans   []Span
	// Marks are the marks of shell integration, in order, at most [MaxMarks].
	Marks []Mark
}

// Span is a stretch of cells with one style.
type Span struct {
	// Style is an index into the styles of the frame or answer.
	Style int
	Kind  SpanKind
	// Cols is the number of columns of the span.
	Cols int
	// Text is empty for [Blank]; one code point per cell for [Narrow] and [Wide]; exactly one
	// grapheme cluster for [Cluster].
	Text string
}

// SpanKind tells how the text of a span is distributed over its columns.
type SpanKind uint8

const (
	Blank   SpanKind = iota // erased cells
	Narrow                  // one code point a column
	Wide                    // one code point every two columns
	Cluster                 // the whole text is one cluster of Cols columns (1 or 2)
)
