package screen

import "dormer/session/grid"

// cursorState is the known state of the terminal's cursor, except its position.
type cursorState struct {
	known   bool // visible and shape are valid
	visible bool
	shape   byte // parameter of DECSCUSR
}

// place moves, shapes and shows or hides the cursor, if that differs.
func (r *Renderer) place(c grid.Cursor) {
	if !c.Visible || c.Row < 0 || c.Row >= r.rows || c.Col < 0 || c.Col >= r.cols {
		r.show(false)
		return
	}
	r.moveTo(c.Row, c.Col)
	shape := shapeParameter(c)
	if r.caps.CursorShape && (!r.cursor.known || r.cursor.shape != shape) {
		r.out = append(r.out, 0x1b, '[', '0'+shape, ' ', 'q')
		r.cursor.shape = shape
	}
	r.show(true)
}

// show turns the cursor on or off: DECTCEM, CSI ? 25 h and l.
func (r *Renderer) show(on bool) {
	if r.cursor.known && r.cursor.visible == on {
		return
	}
	if on {
		r.out = append(r.out, "\x1b[?25h"...)
	} else {
		r.out = append(r.out, "\x1b[?25l"...)
	}
	r.cursor.known, r.cursor.visible = true, on
}

// shapeParameter returns the parameter of DECSCUSR (CSI Ps SP q) for a cursor: 0 is the
// user's default, followed by pairs of blinking and steady shapes.
func shapeParameter(c grid.Cursor) byte {
	if c.Shape == grid.DefaultCursor {
		return 0
	}
	n := 2 * byte(c.Shape)
	if c.Blink {
		n--
	}
	return n
}

// maxUnsyncedFrame is the size, in bytes, up to which a frame is not protected against tearing, because
// every terminal shows it at once.
const maxUnsyncedFrame = 64

// frame appends the frame to dst such that it is never shown partially: with synchronized
// output (DECSET 2026) if the terminal supports it, else with the cursor hidden while it moves.
func (r *Renderer) frame(dst []byte) []byte {
	switch {
	case len(r.out) <= maxUnsyncedFrame:
		return append(dst, r.out...)
	case r.caps.Sync:
		dst = append(append(dst, "\x1b[?2026h"...), r.out...)
		return append(dst, "\x1b[?2026l"...)
	case r.cursor.visible:
		dst = append(append(dst, "\x1b[?25l"...), r.out...)
		return append(dst, "\x1b[?25h"...)
	}
	return append(dst, r.out...)
}
