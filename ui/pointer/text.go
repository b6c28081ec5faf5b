package pointer

import (
	"time"

	"dormer/ui/command"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/ui/keys"

	"dormer/session"
)

// selection is a press of the left button on text: dragging selects.
type selection struct {
	on      bool
	session session.ID
	from    geometry.Point
	// at is the position of the pointer, which may be outside of the pane.
	at geometry.Point
	// moved is set once something is selected: a single click selects nothing.
	moved bool
	block bool
	// serial identifies a stay of the pointer beyond the pane's edge, during which the text
	// scrolls.
	serial  int
	scrolls bool
}

// clicks counts consecutive clicks on one cell.
type clicks struct {
	at    geometry.Point
	when  time.Time
	count int
}

// clickTime is the maximum time between consecutive clicks.
const clickTime = 400 * time.Millisecond

// add returns the count of a click on a cell: 1, 2, 3, and then 1 again.
func (c *clicks) add(at geometry.Point, now time.Time) int {
	if at != c.at || now.Sub(c.when) > clickTime || c.count >= 3 {
		c.count = 0
	}
	c.at, c.when = at, now
	c.count++
	return c.count
}

// leave resets the count when the mouse leaves the cell: a press that becomes a drag is not a click.
func (c *clicks) leave(at geometry.Point) {
	if at != c.at {
		c.count = 0
	}
}

// beginText clears the selection. A second click selects a word, a third one a line.
func (s *State) beginText(on Screen, box geometry.Pane, e keys.Mouse) (out []command.Result) {
	at := geometry.At(e.X, e.Y)
	n := s.clicks.add(at, on.Maker.Now())
	s.text = selection{serial: s.text.serial}
	p := on.Parts.Pane(box)
	if !p.Connected {
		return nil
	}
	s.text.on, s.text.session, s.text.from, s.text.at, s.text.block = true, box.Session, at, at, e.Mod&keys.Alt != 0
	if p.CopyMode {
		out = inText(box.Session, copymode.Press{Cell: cellUnder(box, at)})
	}
	if n > 1 {
		kind := copymode.Words
		if n > 2 {
			kind = copymode.Lines
		}
		s.text.moved = true
		out = append(out, inText(box.Session, copymode.Select{Cell: cellUnder(box, at), Kind: kind})...)
	}
	return out
}

// inText requests a verb of copy mode.
func inText(pane session.ID, v copymode.Verb) []command.Result {
	return ask(command.InCopyMode{Session: pane, Verb: v})
}

// cellUnder returns the cell of a pane that is nearest to a cell of the screen.
func cellUnder(box geometry.Pane, at geometry.Point) copymode.Cell {
	return copymode.Cell{
		Row: min(max(at.Y-box.Content.Y, 0), max(box.Content.H-1, 0)),
		Col: min(max(at.X-box.Content.X, 0), max(box.Content.W-1, 0)),
	}
}

// dragText handles an event while the button that was pressed on text is down.
func (s *State) dragText(on Screen, e keys.Mouse) []command.Result {
	g := &s.text
	box, ok := on.Screen.Pane(g.session)
	if !ok {
		s.text = selection{serial: g.serial}
		return nil
	}
	g.at = geometry.At(e.X, e.Y)
	switch {
	case e.Kind == keys.MouseRelease:
		return s.releaseText(on, box)
	case e.Kind != keys.MouseMotion:
		return nil
	case g.at == g.from && !g.moved:
		return nil
	}
	return s.selectTo(on, box)
}

// selectTo extends the selection to the pointer, and starts scrolling if that is beyond the pane's
// edge.
func (s *State) selectTo(on Screen, box geometry.Pane) (out []command.Result) {
	g := &s.text
	p := on.Parts.Pane(box)
	if !p.Connected || g.moved && !p.CopyMode {
		s.text = selection{serial: g.serial}
		return nil
	}
	if !g.moved {
		g.moved = true
		kind := copymode.Chars
		if g.block {
			kind = copymode.Block
		}
		out = inText(g.session, copymode.Select{Cell: cellUnder(box, g.from), Kind: kind})
	}
	out = append(out, inText(g.session, copymode.Drag{Cell: cellUnder(box, g.at)})...)
	beyond := g.rowsBeyond(box)
	if beyond == 0 || g.scrolls {
		g.scrolls = g.scrolls && beyond != 0
		return out
	}
	g.serial++
	g.scrolls = true
	return append(out, ask(command.ScrollDragSoon{Serial: g.serial})...)
}

// rowsBeyond returns how many rows the pointer is above the pane (negative) or below it. The first row
// of the screen counts as above the pane, because the pointer cannot go further.
func (g *selection) rowsBeyond(box geometry.Pane) int {
	r := box.Content
	switch {
	case g.at.Y < r.Y:
		return g.at.Y - r.Y
	case g.at.Y >= r.Y+r.H:
		return g.at.Y - (r.Y + r.H) + 1
	case g.at.Y == 0:
		return -1
	}
	return 0
}

// ScrollDrag scrolls while the pointer is still beyond the edge, faster if it is further away. The
// serial is that of [dormer/ui/command.ScrollDragSoon]. If there is nothing more to scroll, the
// caller calls [State.ScrolledToEnd].
func (s *State) ScrollDrag(on Screen, serial int) []command.Result {
	g := &s.text
	if !g.on || !g.scrolls || serial != g.serial {
		return nil
	}
	box, ok := on.Screen.Pane(g.session)
	if !ok || !on.Parts.Pane(box).CopyMode {
		g.scrolls = false
		return nil
	}
	return ask(command.ScrollDrag{Session: g.session, Cell: cellUnder(box, g.at), Lines: g.rowsBeyond(box), Serial: serial})
}

// ScrolledToEnd stops scrolling until the mouse moves.
func (s *State) ScrolledToEnd() { s.text.scrolls = false }

// releaseText copies the selection, which stays highlighted until the next key or click.
func (s *State) releaseText(on Screen, box geometry.Pane) []command.Result {
	g := s.text
	s.text = selection{serial: g.serial}
	if !g.moved || !on.Parts.Pane(box).CopyMode {
		return nil
	}
	return inText(g.session, copymode.Release{Cell: cellUnder(box, g.at)})
}
