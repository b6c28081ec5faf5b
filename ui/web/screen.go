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

// maxStyles is the number of styles that a page keeps for a terminal. A frame that needs more
// begins anew.
const maxStyles = 4096

// screen is what a page shows of a session: which rows it has, and which styles it knows.
type screen struct {
	rows, cols int
	gens       []uint64
	styles     map[look]int
	gen        uint64 // of the replica when the last frame was made
	begun      bool
}

// look is a style, and the link that it has.
type look struct {
	style grid.Style
	uri   string
}

// frame is what changed on a screen since the frame before.
type frame struct {
	Type string `json:"t"`
	Term int    `json:"term"`
	Rows int    `json:"rows"`
	Cols int    `json:"cols"`
	// Anew says that the page forgets rows and styles first.
	Anew bool `json:"anew,omitempty"`
	// Styles are new ones. They are numbered in the order in which they come, from 1.
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
	// Link is what a click opens: an address of the web or of mail.
	Link string `json:"link,omitempty"`
}

// color is written as the number of an entry of the palette, or as "#rrggbb".
type color grid.Color

// MarshalJSON writes the colour.
func (c color) MarshalJSON() ([]byte, error) {
	if i, ok := grid.Color(c).Index(); ok {
		return json.Marshal(i)
	}
	r, g, b, _ := grid.Color(c).RGB()
	const hex = "0123456789abcdef"
	return []byte{'"', '#', hex[r>>4], hex[r&15], hex[g>>4], hex[g&15], hex[b>>4], hex[b&15], '"'}, nil
}

// colorOf is a colour, nil for the terminal's own.
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
	// From is the row of the frame before that has the same content.
	From *int  `json:"from,omitempty"`
	Runs []run `json:"runs,omitempty"`
	// Wrapped says that the text goes on in the next line.
	Wrapped bool `json:"wrapped,omitempty"`
}

// run is text in one style. Its characters take one column each, or, where Cols is set, it is one
// character that takes that many.
type run struct {
	Text  string
	Style int
	Cols  int
}

// MarshalJSON writes a run as an array, without the zeros at its end.
func (r run) MarshalJSON() ([]byte, error) {
	switch {
	case r.Cols != 0:
		return json.Marshal([]any{r.Text, r.Style, r.Cols})
	case r.Style != 0:
		return json.Marshal([]any{r.Text, r.Style})
	}
	return json.Marshal([]string{r.Text})
}

// cursor is where the cursor is, how it looks and what is under it.
type cursor struct {
	Row   int    `json:"row"`
	Col   int    `json:"col"`
	On    bool   `json:"on"`
	Shape uint8  `json:"shape"`
	Blink bool   `json:"blink"`
	Text  string `json:"text"`
	Cols  int    `json:"cols"`
}

// modes are those of the session that the page has to know: what it does with the wheel, the mouse
// and releases of keys.
type modes struct {
	Alt     bool  `json:"alt,omitempty"`
	Mouse   uint8 `json:"mouse,omitempty"`
	Kitty   uint8 `json:"kitty,omitempty"`
	Reverse bool  `json:"reverse,omitempty"`
	// Paste says that the program knows what is pasted from what is typed.
	Paste bool `json:"paste,omitempty"`
}

// frame returns what has changed since the last call, false where nothing has. It is called under
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

// cursorOf is the cursor of a screen.
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

// runs are the cells of a row as text, without the blanks at its end that have no style. Styles
// that the page does not know are added to added.
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

// number is the page's number of a style.
func (s *screen) number(added *[]style, p *grid.Palette, of grid.Style) int {
	l := look{style: of, uri: opened(p.Link(of.Link).URI)}
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

// past is lines of the history.
type past struct {
	Type   string  `json:"t"`
	Term   int     `json:"term"`
	Styles []style `json:"styles,omitempty"`
	Lines  []line  `json:"lines"`
}

// maxPast is the number of lines of the history that a page gets at once.
const maxPast = 500

// past returns lines of the history, false where some have been asked for and are not here yet.
func (s *screen) past(c *client.Session, r wire.Range) (past, bool) {
	r.End = min(r.End, r.First+maxPast)
	p := past{Type: "past", Lines: []line{}}
	var palette *grid.Palette
	c.View(func(r *client.Replica) { palette = r.Palette() })
	whole := c.HistoryText(r, func(n uint64, cells []grid.Cell, wrapped bool) {
		p.Lines = append(p.Lines, line{N: n, Runs: s.runs(&p.Styles, palette, cells), Wrapped: wrapped})
	})
	if !whole {
		// The page does not get these styles now.
		known := len(s.styles) - len(p.Styles)
		maps.DeleteFunc(s.styles, func(_ look, n int) bool { return n > known })
		return past{}, false
	}
	return p, true
}

// opened is an address that a page may open: of the web or of mail; empty for any other.
func opened(uri string) string {
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
