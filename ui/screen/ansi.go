package screen

import (
	"image/color"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"dormer/session/grid"
)

// ANSI draws text with SGR sequences, as lipgloss and bubbles render it, into rows [y,
// bottom) and columns [x, end). After a line break it continues at column x of the next row, in
// the current style. It leaves cells beyond the text unchanged. Default colours in the text become
// those of base. Other escape sequences are dropped, and so are the characters that [Buffer.Text]
// drops.
func (b *Buffer) ANSI(y, x, end, bottom int, s string, base grid.Style) {
	var last uv.Style
	style := base
	for i, line := range uv.NewStyledString(s).Lines(ansi.GraphemeWidth) {
		if y+i >= min(bottom, b.rows) {
			return
		}
		p := b.pen(y+i, x, end, style)
		for _, c := range line {
			if !c.Style.Equal(&last) {
				last = c.Style
				style = styleOf(last, base)
				p.style = b.palette.StyleID(style)
			}
			if c.Content[0] == ansi.ESC { // ultraviolet keeps control strings with the cell after them
				c.Content = ansi.Strip(c.Content)
			}
			p.write(c.Content)
		}
	}
}

// styleOf converts a style of ultraviolet, with the colours of base as its defaults.
func styleOf(s uv.Style, base grid.Style) grid.Style {
	out := grid.Style{
		FG: colorOf(s.Fg), BG: colorOf(s.Bg), UL: colorOf(s.UnderlineColor),
		Underline: grid.Underline(s.Underline),
	}
	for _, a := range attrs {
		if s.Attrs&a.theirs != 0 {
			out.Attrs |= a.ours
		}
	}
	if out.FG.IsDefault() {
		out.FG = base.FG
	}
	if out.BG.IsDefault() {
		out.BG = base.BG
	}
	return out
}

// attrs are the attributes of ultraviolet, as we have them.
var attrs = []struct {
	theirs uint8
	ours   grid.Attrs
}{
	{uv.AttrBold, grid.Bold}, {uv.AttrFaint, grid.Faint}, {uv.AttrItalic, grid.Italic}, {uv.AttrBlink, grid.Blink},
	{uv.AttrRapidBlink, grid.Rapid}, {uv.AttrReverse, grid.Reverse}, {uv.AttrConceal, grid.Conceal}, {uv.AttrStrikethrough, grid.Strike},
}

// colorOf converts a colour; nil is the terminal's own.
func colorOf(c color.Color) grid.Color {
	switch c := c.(type) {
	case nil:
		return grid.DefaultColor
	case ansi.BasicColor:
		return grid.Indexed(uint8(c))
	case ansi.IndexedColor:
		return grid.Indexed(uint8(c))
	}
	r, g, b, _ := c.RGBA()
	return grid.RGB(uint8(r>>8), uint8(g>>8), uint8(b>>8))
}
