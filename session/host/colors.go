package host

import (
	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// setColors takes what a viewer says of its terminal's colours, for what the child
// asks. One that knows nothing changes nothing.
func (h *Host) setColors(m wire.Colors) {
	if m == (wire.Colors{}) {
		return
	}
	for _, c := range []*grid.Color{&m.Foreground, &m.Background, &m.Cursor} {
		*c = known(*c)
	}
	for i, c := range m.Palette {
		m.Palette[i] = known(c)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.term.SetColors(vt.Colors(m))
	h.run.in.reply(h.term.TakeReplies())
}

// known is a colour by its value, the default for anything else: a number says
// nothing about what a terminal's colour is.
func known(c grid.Color) grid.Color {
	if _, _, _, ok := c.RGB(); ok {
		return c
	}
	return grid.DefaultColor
}
