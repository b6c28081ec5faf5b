package host

import (
	"strconv"

	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// capture is the text of a screen at the time of the request, and of the lines above it. It is
// produced in parts, so that a long history does not delay others. Lines that are dropped from the
// history meanwhile are missing at its start.
type capture struct {
	wire.Capture
	from, end uint64 // the lines above the screen that are not yet produced
	screen    []byte
	cells     []grid.Cell
}

// beginCapture begins a capture with a copy of the screen.
func (h *Host) beginCapture(q wire.Capture) *capture {
	h.mu.Lock()
	defer h.mu.Unlock()
	return newCapture(h.term, q)
}

func newCapture(t *vt.Terminal, q wire.Capture) *capture {
	c := &capture{Capture: q}
	rows, _ := t.Size()
	for rows > 0 && len(trim(t.Row(rows-1))) == 0 {
		rows--
	}
	from := 0
	if q.MaxLines > 0 {
		from = max(rows-q.MaxLines, 0)
	}
	for y := from; y < rows; y++ {
		c.screen = c.appendLine(c.screen, t.Row(y), t.Palette())
	}
	if q.Scrollback {
		c.from, c.end = t.History()
		if want := uint64(max(q.MaxLines-rows, 0)); q.MaxLines > 0 && c.end-c.from > want {
			c.from = c.end - want
		}
	}
	return c
}

// next returns the next part; More is false in the last one.
func (c *capture) next(t *vt.Terminal) wire.CaptureReply {
	first, end := t.History()
	c.from = max(c.from, first)
	c.end = min(c.end, end)
	var text []byte
	for n := 0; c.from < c.end; n++ {
		if n == wire.MaxAnswerLines || len(text) >= wire.MaxAnswerBytes {
			return wire.CaptureReply{Text: string(text), More: true}
		}
		c.cells, _ = t.HistoryLine(c.from, c.cells)
		text = c.appendLine(text, c.cells, t.Palette())
		c.from++
	}
	return wire.CaptureReply{Text: string(append(text, c.screen...))}
}

// appendLine appends a row as text with a line feed. Trailing cells are left out if they
// are blank in the default style; without styles, all trailing blanks are.
func (c *capture) appendLine(text []byte, cells []grid.Cell, p *grid.Palette) []byte {
	cells = trim(cells)
	if !c.ANSI {
		for len(cells) > 0 && cells[len(cells)-1].Blank() && cells[len(cells)-1].Flags&grid.Tail == 0 {
			cells = cells[:len(cells)-1]
		}
	}
	var style uint16
	for _, cell := range cells {
		if c.ANSI && cell.Style != style {
			style = cell.Style
			text = appendSGR(text, p.Style(style))
		}
		text = p.AppendText(text, cell)
	}
	if style != 0 {
		text = append(text, "\x1b[m"...)
	}
	return append(text, '\n')
}

// sgrAttrs are the attributes' parameters of SGR, in the order of their bits.
var sgrAttrs = [...]string{";1", ";2", ";3", ";5", ";6", ";7", ";8", ";9", ";53"}

// appendSGR appends the sequence that sets a style, independent of the previous style: CSI 0 ; Ps
// ... m (ECMA-48 8.3.117; 24-bit and palette colours as in xterm, underline shapes as in kitty).
func appendSGR(text []byte, s grid.Style) []byte {
	text = append(text, "\x1b[0"...)
	for i, code := range sgrAttrs {
		if s.Attrs&(1<<i) != 0 {
			text = append(text, code...)
		}
	}
	switch s.Underline {
	case grid.NoUnderline:
	case grid.SingleUnderline:
		text = append(text, ";4"...)
	default:
		text = append(text, ";4:"...)
		text = strconv.AppendInt(text, int64(s.Underline), 10)
	}
	text = appendColor(text, s.FG, 38)
	text = appendColor(text, s.BG, 48)
	text = appendColor(text, s.UL, 58)
	return append(text, 'm')
}

// appendColor appends the parameters of a colour: 38 for the foreground, 48 for
// the background, 58 for the underline.
func appendColor(text []byte, c grid.Color, code int) []byte {
	if i, ok := c.Index(); ok {
		return appendNumbers(text, code, 5, int(i))
	}
	if r, g, b, ok := c.RGB(); ok {
		return appendNumbers(text, code, 2, int(r), int(g), int(b))
	}
	return text
}

func appendNumbers(text []byte, numbers ...int) []byte {
	for _, n := range numbers {
		text = append(text, ';')
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return text
}
