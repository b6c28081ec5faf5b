package ui

import (
	"strings"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

// menu is a dialog at the pointer: what can be done with something on the screen.
// A press elsewhere closes it; the button that opened it may also be dragged to a
// row and let go there.
type menu struct {
	from  menuSource
	about command.Subject
	title string
	rows  []menuRow
	// at is the row that is selected, -1 for none.
	at int
	// corner is where it was asked for: a corner of it, where the screen has room.
	corner geometry.Point
	// held says that the button that opened it is down still, entered that the pointer
	// has been in it, armed that a button went down on a row.
	held, entered, armed bool

	// shown are the rows in the box as it was drawn last, from the one at the top of
	// area on.
	shown []int
	top   int
	frame workspace.Rect
	area  workspace.Rect
}

// openMenu opens the menu about something at a cell.
func (m *Model) openMenu(s command.Subject, at geometry.Point) *menu {
	d := &menu{from: m, about: s, at: -1, corner: at}
	d.refresh()
	m.openDialog(d)
	return d
}

// openMenuHeld opens it under the pointer, whose button is down.
func (m *Model) openMenuHeld(s command.Subject, at geometry.Point) { m.openMenu(s, at).held = true }

// menuSource is where a menu gets its title and its rows.
type menuSource interface {
	called(command.Subject) string
	menuRows(command.Subject) []menuRow
}

func (d *menu) refresh() {
	d.title, d.rows = d.from.called(d.about), d.from.menuRows(d.about)
}

func (d *menu) paste(string) result { return stays }

func (d *menu) key(k keys.Key) result {
	if k.Modifier() {
		return stays
	}
	name := k.Name()
	for i, r := range d.rows {
		if r.key != "" && (r.key == name || r.key == k.Text) {
			d.at = i
			return d.choose()
		}
	}
	switch name {
	case "esc", "ctrl+c", "ctrl+g", "q", "left":
		return closes
	case "enter", "right", "space":
		return d.choose()
	case "up", "ctrl+p", "k":
		d.step(-1)
	case "down", "ctrl+n", "j", "tab":
		d.step(1)
	case "home", "pgup":
		d.at = -1
		d.step(1)
	case "end", "pgdown":
		d.at = len(d.rows)
		d.step(-1)
	default:
		d.find(k.Text)
	}
	return stays
}

// step selects the next row in a direction, around the end.
func (d *menu) step(by int) {
	if d.at < 0 && by < 0 {
		d.at = len(d.rows)
	}
	for range d.rows {
		d.at = (d.at + by + len(d.rows)) % len(d.rows)
		if d.rows[d.at].name != "" {
			return
		}
	}
}

// find selects the next row whose title begins with a letter.
func (d *menu) find(letter string) {
	if letter == "" {
		return
	}
	before := d.at
	for range d.rows {
		d.step(1)
		if strings.HasPrefix(strings.ToLower(d.rows[d.at].title), strings.ToLower(letter)) {
			return
		}
	}
	d.at = before
}

// choose does what is selected; what cannot be done just now says why, and the menu
// stays.
func (d *menu) choose() result {
	d.refresh()
	if d.at < 0 || d.at >= len(d.rows) || d.rows[d.at].name == "" {
		return stays
	}
	r := d.rows[d.at]
	if r.why != "" {
		return result{asks: command.Cannot(r.why)}
	}
	return closing(command.Ask(command.RunAbout{About: d.about, Command: r.name}))
}

func (d *menu) mouse(e input.Mouse) result {
	row, in := d.rowAt(e.X, e.Y), d.frame.Contains(e.X, e.Y)
	here := geometry.At(e.X, e.Y) == d.corner
	switch {
	case e.Button == keys.WheelUp:
		d.step(-1)
	case e.Button == keys.WheelDown:
		d.step(1)
	case e.Button.Wheel():
	case e.Kind == keys.MouseMotion:
		if !here || d.entered {
			d.at = row
			d.entered = d.entered || in
		}
	case e.Kind == keys.MousePress && !in:
		return result{done: true, passes: e.Button == keys.ButtonRight} // which opens one there
	case e.Kind == keys.MousePress:
		d.at, d.armed = row, row >= 0
	case e.Kind == keys.MouseRelease:
		return d.released(row, in)
	}
	return stays
}

// released takes the end of a click, or of the drag that opened the menu.
func (d *menu) released(row int, in bool) result {
	dragged := d.held && d.entered
	armed := d.armed || dragged
	d.held, d.armed = false, false
	switch {
	case row >= 0 && armed:
		d.at = row
		return d.choose()
	case dragged && !in: // it was looked at, and left
		return closes
	}
	return stays
}

// rowAt is the row at a cell, -1 where there is none.
func (d *menu) rowAt(x, y int) int {
	i := d.top + y - d.area.Y
	if !d.area.Contains(x, y) || i >= len(d.shown) || d.rows[d.shown[i]].name == "" {
		return -1
	}
	return d.shown[i]
}

// The least screen that a menu has a frame on, in cells, and the room between a
// title and its keys.
const (
	menuLeastCols = 12
	menuLeastRows = 5
	menuGap       = 2
)

func (d *menu) render(size session.Size, l theme.Looks) paint.Overlay {
	edge := 1
	if size.Cols < menuLeastCols || size.Rows < menuLeastRows {
		edge = 0
	}
	rows := d.list(size.Rows - 2*edge)
	inner := min(d.width(), size.Cols-2*edge)
	d.frame = d.place(workspace.Rect{W: inner + 2*edge, H: rows + 2*edge}, size)
	d.area = workspace.Rect{X: d.frame.X + edge, Y: d.frame.Y + edge, W: inner, H: rows}
	d.scroll(rows)
	var lines []string
	if edge > 0 {
		lines = append(lines, d.border(inner, l, true))
	}
	side := d.side(l, edge)
	for _, i := range d.shown[d.top:min(d.top+rows, len(d.shown))] {
		if d.rows[i].name == "" {
			lines = append(lines, d.rule(inner, l, edge))
		} else {
			lines = append(lines, side+d.line(i, inner, l)+side)
		}
	}
	if edge > 0 {
		lines = append(lines, d.border(inner, l, false))
	}
	o := paint.Overlay{Rect: d.frame, Text: strings.Join(lines, "\n")}
	if at := d.selected(); l.Reader && at >= 0 { // what is selected is read
		o.Cursor = &geometry.Point{X: d.area.X, Y: d.area.Y + at - d.top}
	}
	return o
}

// list chooses the rows that are shown in a number of lines, and gives how many they
// are: the lines between groups go first.
func (d *menu) list(room int) int {
	d.shown = d.shown[:0]
	for i, r := range d.rows {
		if r.name != "" || len(d.rows) <= room {
			d.shown = append(d.shown, i)
		}
	}
	return max(min(len(d.shown), room), 1)
}

// selected is the place of the selected row among those that are shown, -1 for none.
func (d *menu) selected() int {
	for i, row := range d.shown {
		if row == d.at {
			return i
		}
	}
	return -1
}

// scroll keeps the selected row in a window of a number of lines.
func (d *menu) scroll(rows int) {
	d.top = scrolled(d.top, d.selected(), rows, len(d.shown))
}

// width is the width that all rows and the title have room in.
func (d *menu) width() int {
	w := grid.StringWidth(d.title) + 2
	w = min(w, 40)
	for _, r := range d.rows {
		n := grid.StringWidth(r.title) + 2
		if r.keys != "" {
			n += menuGap + grid.StringWidth(r.keys)
		}
		w = max(w, n)
	}
	return w
}

// place puts the box at the corner that it was asked for at: to the right and below,
// or where there is no room, above, and as far to the left as is needed.
func (d *menu) place(r workspace.Rect, size session.Size) workspace.Rect {
	r.X = max(min(d.corner.X, size.Cols-r.W), 0)
	r.Y = d.corner.Y
	if r.Y+r.H > size.Rows {
		r.Y = d.corner.Y - r.H
	}
	if r.Y < 0 {
		r.Y = max(size.Rows-r.H, 0)
	}
	return r
}

// line is a row: its title, and its keys at the right.
func (d *menu) line(i, width int, l theme.Looks) string {
	r := d.rows[i]
	room := width - 2
	text := cut(r.title, max(room, 0))
	right := r.keys
	if grid.StringWidth(text)+menuGap+grid.StringWidth(right) > room {
		right = ""
	}
	fill := strings.Repeat(" ", max(room-grid.StringWidth(text)-grid.StringWidth(right), 0))
	edge := " "
	if width < 2 {
		edge = ""
	}
	switch {
	case i == d.at && r.why != "":
		return l.Off.Render(edge + text + fill + right + edge)
	case i == d.at:
		return l.Selected.Render(edge + text + fill + right + edge)
	case r.why != "":
		return l.Dim.Render(edge + text + fill + right + edge)
	}
	return edge + text + fill + l.Key.Render(right) + edge
}

func (d *menu) side(l theme.Looks, edge int) string {
	if edge == 0 {
		return ""
	}
	return l.Edge.Render(l.Frame.Left)
}

// rule is the line between two groups.
func (d *menu) rule(inner int, l theme.Looks, edge int) string {
	b := l.Frame
	line := strings.Repeat(b.Top, inner)
	if edge > 0 {
		line = b.MiddleLeft + line + b.MiddleRight
	}
	return l.Edge.Render(line)
}

// border is the upper or the lower line of the frame. The upper one has the title,
// the lower one says why the selected row cannot be done; arrows tell of rows beyond.
func (d *menu) border(inner int, l theme.Looks, upper bool) string {
	b := l.Frame
	left, line, right, text, style, more, arrow := b.BottomLeft, b.Bottom, b.BottomRight, "", l.Dim, d.top+d.area.H < len(d.shown), "↓"
	switch {
	case upper:
		left, line, right, text, style, more, arrow = b.TopLeft, b.Top, b.TopRight, d.title, l.Head, d.top > 0, "↑"
	case d.at >= 0 && d.at < len(d.rows):
		text = d.rows[d.at].why
	}
	room := inner
	tail := ""
	if more {
		tail, room = arrow, room-1
	}
	label := ""
	if text = cut(text, room-2); text != "" {
		label = " " + text + " "
	}
	fill := strings.Repeat(line, max(room-grid.StringWidth(label), 0))
	return l.Edge.Render(left) + style.Render(label) + l.Edge.Render(fill+tail+right)
}
