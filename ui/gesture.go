package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// gesture is a left button that went down on text: dragging selects.
type gesture struct {
	on      bool
	session session.ID
	from    geometry.Point
	// at is where the pointer is, beyond the pane where it was dragged out of it.
	at geometry.Point
	// moved says that something is selected: a click of its own selects nothing.
	moved bool
	block bool
	// scrolls tells the timer of one stay beyond the pane's edge from another's.
	scrolls   int
	scrolling bool
}

// clicks counts clicks at one place that follow each other closely.
type clicks struct {
	at    geometry.Point
	when  time.Time
	count int
}

const (
	// clickTime is how soon a click follows another to be counted with it.
	clickTime = 400 * time.Millisecond
	// scrollTime is how often a drag beyond the edge scrolls, while the button is down.
	scrollTime = 50 * time.Millisecond
)

// dragTick scrolls a drag that stays beyond the pane's edge.
type dragTick struct{ serial int }

func (msg dragTick) tell(m *Model) tea.Cmd { return m.draggedOn(msg) }

// pressedText is a button that went down on a pane whose child does not want it.
func (m *Model) pressedText(box geometry.Pane, e input.Mouse) tea.Cmd {
	switch {
	case e.Button == keys.ButtonMiddle:
		return m.middleClick(box.Session)
	case e.Button != keys.ButtonLeft:
		return nil
	case e.Mod&keys.Ctrl != 0:
		return m.openLinkAt(box, e.X-box.Content.X, e.Y-box.Content.Y)
	}
	return m.beginGesture(box, e)
}

// beginGesture ends what was selected, and selects a word or a line where the click
// is the second or the third one.
func (m *Model) beginGesture(box geometry.Pane, e input.Mouse) tea.Cmd {
	at := geometry.At(e.X, e.Y)
	n := m.clicked(at)
	m.gesture = gesture{on: true, session: box.Session, from: at, at: at, block: e.Mod&keys.Alt != 0, scrolls: m.gesture.scrolls}
	if m.clientOf(box.Session) == nil {
		m.gesture = gesture{}
		return nil
	}
	var cmd tea.Cmd
	if p := m.copyPane(box.Session); p != nil {
		cmd = m.copyResult(box.Session, p.Press(cellUnder(box, at)))
	}
	if n > 1 {
		kind := copymode.Words
		if n > 2 {
			kind = copymode.Lines
		}
		m.gesture.moved = true
		m.startCopy(box.Session).Select(cellUnder(box, at), kind)
		m.changed()
	}
	return cmd
}

// clicked counts a click at a cell: once, twice, three times, and once again.
func (m *Model) clicked(at geometry.Point) int {
	c := &m.clicks
	now := m.now()
	if at != c.at || now.Sub(c.when) > clickTime || c.count >= 3 {
		c.count = 0
	}
	c.at, c.when = at, now
	c.count++
	return c.count
}

// unclick forgets the clicks at a cell that the mouse has left: a press that became a
// drag is no click.
func (m *Model) unclick(at geometry.Point) {
	if at != m.clicks.at {
		m.clicks.count = 0
	}
}

// cellUnder is the cell of a pane that is nearest to a cell of the screen.
func cellUnder(box geometry.Pane, at geometry.Point) copymode.Cell {
	return copymode.Cell{
		Row: min(max(at.Y-box.Content.Y, 0), max(box.Content.H-1, 0)),
		Col: min(max(at.X-box.Content.X, 0), max(box.Content.W-1, 0)),
	}
}

// gestured is what the mouse does while the button is down on text.
func (m *Model) gestured(e input.Mouse) tea.Cmd {
	g := &m.gesture
	box, ok := m.geo.Pane(g.session)
	if !ok {
		m.gesture = gesture{}
		return nil
	}
	g.at = geometry.At(e.X, e.Y)
	switch {
	case e.Kind == keys.MouseRelease:
		return m.released(box)
	case e.Kind != keys.MouseMotion:
		return nil
	case g.at == g.from && !g.moved:
		return nil
	}
	return m.draggedTo(box)
}

// draggedTo selects up to where the pointer is, and scrolls where that is beyond the
// pane's edge.
func (m *Model) draggedTo(box geometry.Pane) tea.Cmd {
	g := &m.gesture
	p := m.copyPane(g.session)
	if !g.moved {
		g.moved = true
		kind := copymode.Chars
		if g.block {
			kind = copymode.Block
		}
		if p = m.startCopy(g.session); p != nil {
			p.Select(cellUnder(box, g.from), kind)
		}
	}
	if p == nil {
		m.gesture = gesture{}
		return nil
	}
	p.Drag(cellUnder(box, g.at))
	m.changed()
	beyond := g.beyond(box)
	if beyond == 0 || g.scrolling {
		g.scrolling = g.scrolling && beyond != 0
		return nil
	}
	g.scrolls++
	g.scrolling = true
	return m.after(scrollTime, dragTick{g.scrolls})
}

// beyond is how many rows the pointer is above the pane (negative) or below it. At
// the screen's own edge, which nothing is beyond, the last row counts.
func (g *gesture) beyond(box geometry.Pane) int {
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

// draggedOn scrolls a drag that is still beyond the edge, faster the further it is.
func (m *Model) draggedOn(t dragTick) tea.Cmd {
	g := &m.gesture
	if !g.on || !g.scrolling || t.serial != g.scrolls {
		return nil
	}
	g.scrolling = false
	box, ok := m.geo.Pane(g.session)
	p := m.copyPane(g.session)
	if !ok || p == nil {
		return nil
	}
	m.changed()
	if !p.DragBeyond(cellUnder(box, g.at), g.beyond(box)) {
		return nil // nothing is further on: the timer ends until the mouse moves
	}
	g.scrolling = true
	return m.after(scrollTime, t)
}

// released copies what was selected and leaves it lit until the next key or click.
func (m *Model) released(box geometry.Pane) tea.Cmd {
	g := m.gesture
	m.gesture = gesture{scrolls: g.scrolls}
	p := m.copyPane(g.session)
	if !g.moved || p == nil {
		return nil
	}
	return m.copyResult(g.session, p.Release(cellUnder(box, g.at)))
}
