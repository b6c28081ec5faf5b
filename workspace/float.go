package workspace

import (
	"cmp"
	"fmt"
	"slices"

	"dormer/session"
)

// Float is a pane that floats over the layout of its tab.
type Float struct {
	Session session.ID
	Frame   Frame
	// Hidden means that the pane is not shown; its session keeps running. The focused pane is
	// never hidden.
	Hidden bool
}

// Frame is the outline of a floating pane, border included. The unit is 1/[FrameUnit] of the
// tab's area. So the frame keeps its proportions at every size of the terminal, and does not
// change when the terminal shrinks and grows back.
type Frame struct{ X, Y, W, H int }

// FrameUnit is the width and height of a tab's area in units of [Frame].
const FrameUnit = 10_000

// Size of the smallest frame that is drawn: the smallest pane and its border.
const (
	minFrameCols = minCols + 2
	minFrameRows = minRows + 2
)

// frameOf returns the frame for a rectangle of cells in an area.
func frameOf(r, area Rect) Frame {
	if area.Empty() {
		return Frame{W: FrameUnit, H: FrameUnit}
	}
	parts := func(cells, of int) int { return (2*cells*FrameUnit + of) / (2 * of) }
	f := Frame{
		X: parts(max(r.X-area.X, 0), area.W), Y: parts(max(r.Y-area.Y, 0), area.H),
		W: parts(max(r.W, 1), area.W), H: parts(max(r.H, 1), area.H),
	}
	return f.clamped()
}

// In returns the frame in cells. The result lies within area and, if area has room for that, is
// at least as large as the smallest pane with a border.
func (f Frame) In(area Rect) Rect {
	if area.Empty() {
		return Rect{}
	}
	cells := func(parts, of int) int { return (2*parts*of + FrameUnit) / (2 * FrameUnit) }
	r := Rect{W: clamp(cells(f.W, area.W), minFrameCols, area.W), H: clamp(cells(f.H, area.H), minFrameRows, area.H)}
	r.X = area.X + clamp(cells(f.X, area.W), 0, area.W-r.W)
	r.Y = area.Y + clamp(cells(f.Y, area.H), 0, area.H-r.H)
	return r
}

// clamp returns v limited to [low, high]. If low is greater than high, it returns high.
func clamp(v, low, high int) int { return min(max(v, low), high) }

// valid reports whether the frame lies within the area.
func (f Frame) valid() bool {
	return f.X >= 0 && f.Y >= 0 && f.W >= 1 && f.H >= 1 && f.X+f.W <= FrameUnit && f.Y+f.H <= FrameUnit
}

// clamped returns the nearest frame within the area.
func (f Frame) clamped() Frame {
	f.W, f.H = clamp(f.W, 1, FrameUnit), clamp(f.H, 1, FrameUnit)
	f.X, f.Y = clamp(f.X, 0, FrameUnit-f.W), clamp(f.Y, 0, FrameUnit-f.H)
	return f
}

// wideFrame is the number of columns from which on a frame has a blank column inside its left
// and right border.
const wideFrame = 30

// insideFrame returns the content of a frame: all of it if there is no room for a border.
func insideFrame(r Rect) (content Rect, bordered bool) {
	if r.W < minFrameCols || r.H < minFrameRows {
		return r, false
	}
	side := 1
	if r.W >= wideFrame {
		side = 2
	}
	return Rect{X: r.X + side, Y: r.Y + 1, W: r.W - 2*side, H: r.H - 2}, true
}

// nextFrame returns the frame for a new float: in the middle, and offset a little from the
// previous float.
func (t *Tab) nextFrame() Frame {
	const side, step = 6000, 400
	at := (FrameUnit-side)/2 - 2*step + len(t.Floats)%5*step
	return Frame{X: at, Y: at, W: side, H: side}
}

// Panes returns the sessions of all panes of a tab: those of the layout, then the floating
// ones, the topmost last.
func (t Tab) Panes() []session.ID { return t.appendPanes(nil) }

func (t Tab) appendPanes(ids []session.ID) []session.ID {
	eachLeaf(t.Root, func(id session.ID) { ids = append(ids, id) })
	for _, f := range t.Floats {
		ids = append(ids, f.Session)
	}
	return ids
}

// shown returns the panes that are not hidden.
func (t Tab) shown() []session.ID {
	return filter(t.Panes(), t.visible)
}

// HiddenFloats returns the hidden floating panes.
func (t Tab) HiddenFloats() (ids []session.ID) {
	for _, f := range t.Floats {
		if f.Hidden {
			ids = append(ids, f.Session)
		}
	}
	return ids
}

// Float returns the floating pane of a session, or false if the session's pane does not float.
func (t Tab) Float(id session.ID) (Float, bool) {
	if i := t.floatIndex(id); i >= 0 {
		return t.Floats[i], true
	}
	return Float{}, false
}

func (t Tab) floatIndex(id session.ID) int {
	return slices.IndexFunc(t.Floats, func(f Float) bool { return f.Session == id })
}

// Has reports whether the tab has a pane of the session.
func (t Tab) Has(id session.ID) bool { return t.floatIndex(id) >= 0 || holds(t.Root, id) }

// hasSeveralPanes reports whether the tab has more than one pane.
func (t Tab) hasSeveralPanes() bool { return len(t.Floats) > 0 || t.Root != nil && !t.Root.Pane() }

// Tile returns the tiled pane to use in place of a pane: the pane itself, or for a floating
// pane the tiled pane that last had the focus.
func (t Tab) Tile(id session.ID) session.ID {
	if t.floatIndex(id) < 0 {
		return id
	}
	for _, recent := range slices.Backward(t.Recent) {
		if holds(t.Root, recent) {
			return recent
		}
	}
	return Leaves(t.Root)[0]
}

// raise moves a floating pane to the top and shows it.
func (t *Tab) raise(id session.ID) {
	i := t.floatIndex(id)
	if i < 0 || i == len(t.Floats)-1 && !t.Floats[i].Hidden {
		return
	}
	f := t.Floats[i]
	f.Hidden = false
	t.Floats = append(slices.Delete(slices.Clone(t.Floats), i, i+1), f)
}

// reframe sets the frame of a floating pane.
func (t *Tab) reframe(id session.ID, f Frame) {
	t.Floats = slices.Clone(t.Floats)
	t.Floats[t.floatIndex(id)].Frame = f.clamped()
}

// dropFloat removes a floating pane from the tab.
func (t *Tab) dropFloat(id session.ID) {
	t.Floats = filter(t.Floats, func(f Float) bool { return f.Session != id })
}

// tileOne makes a floating pane the layout if no tiled pane is left, since a tab always has a
// layout. It takes the lowest visible one, or else the lowest.
func (t *Tab) tileOne() {
	if t.Root != nil || len(t.Floats) == 0 {
		return
	}
	i := max(slices.IndexFunc(t.Floats, func(f Float) bool { return !f.Hidden }), 0)
	id := t.Floats[i].Session
	t.Root = Leaf(id)
	t.dropFloat(id)
}

func (d *draft) openFloat(a OpenFloat) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("float: %w", err)
	}
	if err := d.addRecord(a.Record); err != nil {
		return err
	}
	t := p.tab()
	t.addSynced(a.Record.ID)
	t.addFloat(a.Record.ID, a.Frame)
	d.start(d.spec(a.Record.ID, cmp.Or(a.Size, t.sizeIn(a.Area, a.Record.ID))), false)
	return nil
}

// addFloat adds a focused floating pane on top. The zero frame means the next default one.
func (t *Tab) addFloat(id session.ID, f Frame) {
	if f == (Frame{}) {
		f = t.nextFrame()
	}
	t.Floats = append(slices.Clone(t.Floats), Float{Session: id, Frame: f.clamped()})
	t.Zoomed = false
	t.focus(id)
}

func (d *draft) floatPane(a FloatPane) error {
	p, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("float: %w", err)
	}
	t := p.tab()
	switch {
	case t.floatIndex(a.Session) >= 0:
		return nil
	case t.Root.Pane():
		return fmt.Errorf("float: it is the only pane in the layout: open another beside it first")
	}
	t.setRoot(dropPane(t.Root, a.Area, a.Session))
	t.addFloat(a.Session, a.Frame)
	t.Recent = dropped(t.Recent, a.Session)
	return nil
}

func (d *draft) tilePane(a TilePane) error {
	p, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("tile: %w", err)
	}
	t := p.tab()
	if t.floatIndex(a.Session) < 0 {
		return nil
	}
	return d.movePane(MovePane{Session: a.Session, At: t.Tile(a.Session), Side: Right, Area: a.Area})
}

func (d *draft) placeFloat(a PlaceFloat) error {
	p, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("place: %w", err)
	}
	t := p.tab()
	if t.floatIndex(a.Session) < 0 {
		return fmt.Errorf("place pane %s: it does not float", a.Session)
	}
	area := areaOf(a.Area)
	if area.Empty() {
		return fmt.Errorf("place: %w", ErrNoRoom)
	}
	t.reframe(a.Session, frameOf(within(a.Rect, area), area))
	return nil
}

// within returns the nearest rectangle inside an area that is at least as large as the smallest
// frame.
func within(r, area Rect) Rect {
	r.W, r.H = clamp(r.W, minFrameCols, area.W), clamp(r.H, minFrameRows, area.H)
	r.X, r.Y = clamp(r.X, 0, area.W-r.W), clamp(r.Y, 0, area.H-r.H)
	return r
}

func (d *draft) moveFloat(a MoveFloat) error {
	p, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("move: %w", err)
	}
	f, floats := p.tab().Float(a.Session)
	if !floats || a.Side > Down {
		return fmt.Errorf("move pane %s: it does not float", a.Session)
	}
	r := f.Frame.In(areaOf(a.Area))
	cells := a.Cells
	if a.Side.first() {
		cells = -cells
	}
	if a.Side.axis() == Row {
		r.X += cells
	} else {
		r.Y += cells
	}
	return d.placeFloat(PlaceFloat{Session: a.Session, Rect: r, Area: a.Area})
}

// resizeFloat moves the right or lower edge of a floating pane, within the area. So opposite
// directions grow and shrink it.
func (t *Tab) resizeFloat(a ResizePane) error {
	f, _ := t.Float(a.Session)
	area := areaOf(a.Area)
	if area.Empty() {
		return fmt.Errorf("resize: %w", ErrNoRoom)
	}
	r := f.Frame.In(area)
	start, length := r.span(a.Side.axis())
	_, whole := area.span(a.Side.axis())
	least := minFrameCols
	if a.Side.axis() == Column {
		least = minFrameRows
	}
	cells := a.Cells
	if a.Side.first() {
		cells = -cells
	}
	length = clamp(length+cells, min(least, whole-start), whole-start)
	t.reframe(a.Session, frameOf(r.cut(a.Side.axis(), start, length), area))
	return nil
}

func (d *draft) showFloats(a ShowFloats) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("floats: %w", err)
	}
	t := p.tab()
	if len(t.Floats) == 0 {
		return nil
	}
	t.Floats = slices.Clone(t.Floats)
	for i := range t.Floats {
		t.Floats[i].Hidden = !a.Show
	}
	top := t.Floats[len(t.Floats)-1].Session
	switch _, floating := t.Float(t.Active); {
	case a.Show:
		t.Zoomed = false
		t.focus(top)
	case floating:
		t.Zoomed = false
		t.focus(t.Tile(t.Active))
	}
	return nil
}

func (d *draft) hideFloat(a HideFloat) error {
	p, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("hide: %w", err)
	}
	t := p.tab()
	i := t.floatIndex(a.Session)
	if i < 0 {
		return fmt.Errorf("hide pane %s: it does not float", a.Session)
	}
	t.Floats = slices.Clone(t.Floats)
	t.Floats[i].Hidden = true
	if t.Active != a.Session {
		return nil
	}
	t.Zoomed = false
	for _, recent := range slices.Backward(t.Recent) {
		if t.visible(recent) {
			t.focus(recent)
			return nil
		}
	}
	t.focus(t.Tile(a.Session))
	return nil
}
