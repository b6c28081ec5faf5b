package host

import (
	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// setColors sets the colours of a viewer's terminal; the emulator answers the child's colour
// queries with them. If none is known it does nothing.
func (h *Host) setColors(m wire.Colors) {
	if m == (wire.Colors{}) {
		return
	}
	for _, c := range []*grid.Color{&m.Foreground, &m.Background, &m.Cursor} {
		*c = trueColor(*c)
	}
	for i, c := range m.Palette {
		m.Palette[i] = trueColor(c)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.term.SetColors(vt.Colors(m))
	h.run.in.reply(h.term.TakeReplies())
}

// trueColor returns a 24-bit colour unchanged, and the default for any other, since a palette number
// does not determine a colour.
func trueColor(c grid.Color) grid.Color {
	if _, _, _, ok := c.RGB(); ok {
		return c
	}
	return grid.DefaultColor
}
