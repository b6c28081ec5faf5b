package web

import (
	"encoding/json"
	"maps"
	"strings"
	"unicode/utf8"

	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
)

// maxStyles is the number of styles that a page keeps for a terminal. If there are more, the next
// frame is a complete one.
const maxStyles = 4096

// screen records which rows and styles of a session a page has.
type screen struct {
	rows, cols int
	gens       []uint64
	styles     map[look]int
	gen        uint64 // generation of the replica at the last frame
	begun      bool
}

// look is a style with its link.
type look struct {
	style grid.Style
	uri   string
}

// frame holds the changes of a screen since the previous frame.
type frame struct {
	Type string `json:"t"`
	Term int    `json:"term"`
	Rows int    `json:"rows"`
	Cols int    `json:"cols"`
	// Anew marks a complete frame: the page first forgets its rows and styles.
	Anew bool `json:"anew,omitempty"`
	// Styles are new styles. They are numbered in the order in which they are sent, from 1.
	Styles []style `json:"styles,omitempty"`
	Lines  []line  `json:"lines,omitempty"`
	Cursor cursor  `json:"cursor"`
	// Past is the range of lines above the screen.
	Past  [2]uint64 `json:"past"`
	Modes modes     `json:"modes"`
}

// style is a style as the page draws it.
type style struct {
	FG        *color `json:"fg,omitempty"`
	BG        *color `json:"bg,omitempty"`
	UL        *color `json:"ul,omitempty"`
	Attrs     uint16 `json:"attrs,omitempty"`
	Underline uint8  `json:"underline,omitempty"`
	// Link is the address that a click opens: http, https or mailto.
	Link string `json:"link,omitempty"`
}

// color is encoded as the number of a palette entry, or as "#rrggbb".
type color grid.Color

// MarshalJSON implements [json.Marshaler].
func (c color) MarshalJSON() ([]byte, error) {
	if i, ok := grid.Color(c).Index(); ok {
		return json.Marshal(i)
	}
	r, g, b, _ := grid.Color(c).RGB()
	const hex = "0123456789abcdef"
	return []byte{'"', '#', hex[r>>4], hex[r&15], hex[g>>4], hex[g&15], hex[b>>4], hex[b&15], '"'}, nil
}

// colorOf returns a colour, nil for the default.
func colorOf(c grid.Color) *color {
	if c.IsDefault() {
		return nil
	}
	return (*color)(&c)
}

// line is a row of the screen, or a line of the history.
type line struct {
	// N is the row, or the number of the line.
	N uint64 `json:"n"`
	// From is the row of the previous frame with the same content; nil if Runs has the content.
	From *int  `json:"from,omitempty"`
	Runs []run `json:"runs,omitempty"`
	// Wrapped says that the text continues in the next line.
	Wrapped bool `json:"wrapped,omitempty"`
}

// run is text in one style. Each character is one column wide; if Cols is set, the run is a single
// character of that width.
type run struct {
	Text  string
	Style int
	Cols  int
}

// MarshalJSON encodes a run as an array without trailing zeros.
func (r run) MarshalJSON() ([]byte, error) {
	switch {
	case r.Cols != 0:
		return json.Marshal([]any{r.Text, r.Style, r.Cols})
	case r.Style != 0:
		return json.Marshal([]any{r.Text, r.Style})
	}
	return json.Marshal([]string{r.Text})
}

// cursor is the cursor's position and shape, and the character under it.
type cursor struct {
	Row   int    `json:"row"`
	Col   int    `json:"col"`
	On    bool   `json:"on"`
	Shape uint8  `json:"shape"`
	Blink bool   `json:"blink"`
	Text  string `json:"text"`
	Cols  int    `json:"cols"`
}

// modes are the session's modes that the page needs: they decide what it does with the wheel, the
// mouse, key releases and pastes.
type modes struct {
	Alt     bool  `json:"alt,omitempty"`
	Mouse   uint8 `json:"mouse,omitempty"`
	Kitty   uint8 `json:"kitty,omitempty"`
	Reverse bool  `json:"reverse,omitempty"`
	// Paste says that the program has asked for bracketed paste.
	Paste bool `json:"paste,omitempty"`
}

// frame returns the changes since the last call, or false if there are none. The caller must hold
// the lock of the replica.
func (s *screen) frame(r *client.Replica) (frame, bool) {
	rows, cols := r.Size()
	if rows == 0 || s.begun && s.gen == r.Gen() {
		return frame{}, false
	}
	f := frame{Type: "frame", Rows: rows, Cols: cols}
	if !s.begun || rows != s.rows || cols != s.cols || len(s.styles) > maxStyles {
		*s = screen{rows: rows, cols: cols, styles: map[look]int{}, begun: true}
		f.Anew = true
	}
	gens := make([]uint64, rows)
	was := make(map[uint64]int, len(s.gens))
	for y, g := range s.gens {
		was[g] = y
	}
	shown := r.Page()
	for y := range rows {
		gens[y] = r.RowGen(y)
		if y < len(s.gens) && s.gens[y] == gens[y] {
			continue
		}
		_, wrapped := shown.Row(y)
		l := line{N: uint64(y), Wrapped: wrapped}
		if from, ok := was[gens[y]]; ok {
			l.From = &from
		} else {
			l.Runs = s.runs(&f.Styles, r.Palette(), r.Written(y))
		}
		f.Lines = append(f.Lines, l)
	}
	s.gens, s.gen = gens, r.Gen()
	f.Cursor = cursorOf(r)
	h, m := r.History(), r.Modes()
	f.Past = [2]uint64{h.First, h.End}
	f.Modes = modes{Alt: m.AltScreen, Mouse: uint8(m.Mouse), Kitty: m.Kitty, Reverse: m.ReverseScreen, Paste: m.BracketedPaste}
	return f, true
}

// cursorOf returns the cursor of a screen.
func cursorOf(r *client.Replica) cursor {
	c := r.Cursor()
	out := cursor{Row: c.Row, Col: c.Col, On: c.Visible, Shape: uint8(c.Shape), Blink: c.Blink, Text: " ", Cols: 1}
	row := r.Row(c.Row)
	if c.Col > 0 && c.Col < len(row) && row[c.Col].Flags&grid.Tail != 0 {
		out.Col--
	}
	if out.Col < len(row) {
		out.Text = string(r.Palette().AppendText(nil, row[out.Col]))
		out.Cols = max(row[out.Col].Width(), 1)
	}
	return out
}

// runs returns the cells of a row as text, without trailing blanks in the default style. Styles
// that the page does not have yet are appended to added.
func (s *screen) runs(added *[]style, p *grid.Palette, cells []grid.Cell) []run {
	for len(cells) > 0 && cells[len(cells)-1].Style == 0 && cells[len(cells)-1].Blank() {
		cells = cells[:len(cells)-1]
	}
	var out []run
	var text []byte
	number, last := 0, uint16(0)
	flush := func() {
		if len(text) > 0 {
			out = append(out, run{Text: string(text), Style: number})
			text = text[:0]
		}
	}
	for _, c := range cells {
		if c.Flags&grid.Tail != 0 {
			continue
		}
		if c.Style != last {
			flush()
			last, number = c.Style, s.number(added, p, p.Style(c.Style))
		}
		if c.Width() == 1 && c.Char&grid.ClusterBit == 0 {
			text = p.AppendText(text, c)
			continue
		}
		flush()
		out = append(out, run{Text: string(p.AppendText(nil, c)), Style: number, Cols: c.Width()})
	}
	flush()
	return out
}

// number returns the page's number for a style.
func (s *screen) number(added *[]style, p *grid.Palette, of grid.Style) int {
	l := look{style: of, uri: safeURL(p.Link(of.Link).URI)}
	l.style.Link = 0
	if l == (look{}) {
		return 0
	}
	n, ok := s.styles[l]
	if !ok {
		n = len(s.styles) + 1
		s.styles[l] = n
		*added = append(*added, style{
			FG: colorOf(l.style.FG), BG: colorOf(l.style.BG), UL: colorOf(l.style.UL),
			Attrs: uint16(l.style.Attrs), Underline: uint8(l.style.Underline), Link: l.uri,
		})
	}
	return n
}

// past holds lines of the history.
type past struct {
	Type   string  `json:"t"`
	Term   int     `json:"term"`
	Styles []style `json:"styles,omitempty"`
	Lines  []line  `json:"lines"`
}

// maxPast is the number of lines of the history that a page gets at once.
const maxPast = 500

// past returns lines of the history, or false if some have been requested and have not arrived.
func (s *screen) past(c *client.Session, r wire.Range) (past, bool) {
	r.End = min(r.End, r.First+maxPast)
	p := past{Type: "past", Lines: []line{}}
	var palette *grid.Palette
	c.View(func(r *client.Replica) { palette = r.Palette() })
	whole := c.HistoryText(r, func(n uint64, cells []grid.Cell, wrapped bool) {
		p.Lines = append(p.Lines, line{N: n, Runs: s.runs(&p.Styles, palette, cells), Wrapped: wrapped})
	})
	if !whole {
		// The styles are not sent now, so forget them.
		known := len(s.styles) - len(p.Styles)
		maps.DeleteFunc(s.styles, func(_ look, n int) bool { return n > known })
		return past{}, false
	}
	return p, true
}

// safeURL returns an address that a page may open: http, https or mailto. It is empty for others.
func safeURL(uri string) string {
	scheme, rest, found := strings.Cut(uri, ":")
	switch strings.ToLower(scheme) {
	case "http", "https":
		found = found && strings.HasPrefix(rest, "//")
	case "mailto":
	default:
		return ""
	}
	if !found || !utf8.ValidString(uri) {
		return ""
	}
	return uri
}
