package host

import (
	"dormer/session/vt"
	"dormer/session/wire"
)

// setColors takes what a viewer says of its terminal's colours, for what the child
// asks. One that knows nothing changes nothing.
func (h *Host) setColors(m wire.Colors) {
	if m == (wire.Colors{}) {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.term.SetColors(vt.Colors(m))
	h.run.in.reply(h.term.TakeReplies())
}
