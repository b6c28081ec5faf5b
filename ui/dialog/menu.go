package dialog

import (
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Menu is a context menu at the pointer. A press elsewhere closes it. The button that opened it
// may also be held, dragged to a row and released there.
type Menu struct {
	from  MenuSource
	About command.Subject
	Title string
	Rows  []MenuRow
	// At is the selected row, -1 for none.
	At int
	// corner is the cell at which it was opened, a corner of the box if there is room.
	corner geometry.Point
	// held is set while the button that opened it is still down, entered once the pointer
	// has been in the menu, armed while a button that was pressed on a row is down.
	held, entered, armed bool

	// Shown are the indexes of the rows that are drawn, Top is the first visible one, and Area
	// their rectangle, as last drawn.
	Shown []int
	Top   int
	frame workspace.Rect
	Area  workspace.Rect
}

// MenuSource provides the current title and rows of a menu.
type MenuSource interface {
	Title(command.Subject) string
	Rows(command.Subject) []MenuRow
}

// MenuRow is a row of a menu: a command, or the line between two groups.
type MenuRow struct {
	Name  string // of the command; empty for a line
	Title string
	Keys  string // key binding outside of the menu
	Key   string // shortcut within the menu
	Why   string // reason why it is disabled; empty if it is not
}

// NewMenu returns the menu of a subject, opened at a cell. Held says whether the mouse button
// that opened it is down.
func NewMenu(from MenuSource, about command.Subject, at geometry.Point, held bool) *Menu {
	d := &Menu{from: from, About: about, At: -1, corner: at, held: held}
	d.Refresh()
	return d
}

func (d *Menu) Refresh() {
	d.Title, d.Rows = d.from.Title(d.About), d.from.Rows(d.About)
}

func (d *Menu) Paste(string) Result { return stays }

func (d *Menu) Key(k keys.Key) Result {
	if k.Modifier() {
		return stays
	}
	name := k.Name()
	for i, r := range d.Rows {
		if r.Key != "" && (r.Key == name || r.Key == k.Text) {
			d.At = i
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
		d.At = -1
		d.step(1)
	case "end", "pgdown":
		d.At = len(d.Rows)
		d.step(-1)
	default:
		d.find(k.Text)
	}
	return stays
}

// step selects the next row in a direction, wrapping around.
func (d *Menu) step(by int) {
	if d.At < 0 && by < 0 {
		d.At = len(d.Rows)
	}
	for range d.Rows {
		d.At = (d.At + by + len(d.Rows)) % len(d.Rows)
		if d.Rows[d.At].Name != "" {
			return
		}
	}
}

// find selects the next row whose title begins with a letter.
func (d *Menu) find(letter string) {
	if letter == "" {
		return
	}
	before := d.At
	for range d.Rows {
		d.step(1)
		if strings.HasPrefix(strings.ToLower(d.Rows[d.At].Title), strings.ToLower(letter)) {
			return
		}
	}
	d.At = before
}

// choose runs the selected command and closes the menu. If the command is disabled, it shows
// why, and the menu stays.
func (d *Menu) choose() Result {
	d.Refresh()
	if d.At < 0 || d.At >= len(d.Rows) || d.Rows[d.At].Name == "" {
		return stays
	}
	r := d.Rows[d.At]
	if r.Why != "" {
		return Result{Asks: command.Cannot(r.Why)}
	}
	return closing(command.Ask(command.RunAbout{About: d.About, Command: r.Name}))
}

func (d *Menu) Mouse(e input.Mouse) Result {
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
			d.At = row
			d.entered = d.entered || in
		}
	case e.Kind == keys.MousePress && !in:
		return Result{Done: true, Passes: e.Button == keys.ButtonRight} // a right press opens another menu there
	case e.Kind == keys.MousePress:
		d.At, d.armed = row, row >= 0
	case e.Kind == keys.MouseRelease:
		return d.released(row, in)
	}
	return stays
}

// released handles the release after a click, or after the drag that opened the menu.
func (d *Menu) released(row int, in bool) Result {
	dragged := d.held && d.entered
	armed := d.armed || dragged
	d.held, d.armed = false, false
	switch {
	case row >= 0 && armed:
		d.At = row
		return d.choose()
	case dragged && !in: // the pointer has left the menu
		return closes
	}
	return stays
}

// rowAt returns the row at a cell, -1 for none.
func (d *Menu) rowAt(x, y int) int {
	i := d.Top + y - d.Area.Y
	if !d.Area.Contains(x, y) || i >= len(d.Shown) || d.Rows[d.Shown[i]].Name == "" {
		return -1
	}
	return d.Shown[i]
}

// The minimum size of a screen for a menu with a frame, in cells, and the gap between a title
// and its keys.
const (
	menuMinCols = 12
	menuMinRows = 5
	menuGap     = 2
)

// Render draws the menu at the cell where it was opened.
func (d *Menu) Render(size session.Size, l theme.Looks) Overlay {
	edge, margin := 1, 1
	switch {
	case size.Cols < menuMinCols || size.Rows < menuMinRows:
		edge, margin = 0, 0
	case d.width()+4 > size.Cols:
		margin = 0
	}
	rows := d.list(size.Rows - 2*edge)
	inner := min(d.width(), size.Cols-2*edge)
	d.frame = d.place(workspace.Rect{W: inner + 2*(edge+margin), H: rows + 2*edge}, size)
	d.Area = workspace.Rect{X: d.frame.X + edge + margin, Y: d.frame.Y + edge, W: inner, H: rows}
	d.scroll(rows)
	var lines []string
	for _, i := range d.Shown[d.Top:min(d.Top+rows, len(d.Shown))] {
		switch {
		case d.Rows[i].Name != "":
			lines = append(lines, d.line(i, inner, l))
		case edge > 0:
			lines = append(lines, l.Rule.Render(strings.Repeat(l.Frame.Top, inner)))
		default:
			lines = append(lines, "")
		}
	}
	text := strings.Join(lines, "\n")
	if edge > 0 {
		text = d.framed(text, inner, rows, l)
	}
	o := Overlay{Rect: d.frame, Text: lipgloss.NewStyle().Padding(0, margin).Render(text)}
	if at := d.selected(); l.Reader && at >= 0 { // a screen reader reads the line of the cursor
		o.Cursor = &geometry.Point{X: d.Area.X, Y: d.Area.Y + at - d.Top}
	}
	return o
}

// framed draws a frame around the rows. Its top line shows the title, its bottom line why the
// selected command is disabled; arrows mark that there are more rows.
func (d *Menu) framed(text string, inner, rows int, l theme.Looks) string {
	f := l.Frame
	b, above, below := box{cols: inner - 2}, "", ""
	if d.Top > 0 {
		above = "↑"
	}
	if d.At >= 0 && d.At < len(d.Rows) {
		below = d.Rows[d.At].Why
	}
	if d.Top+rows < len(d.Shown) {
		below = strings.TrimSpace(below + " ↓")
	}
	sides := lipgloss.NewStyle().Border(f, false, true).BorderForeground(l.Edge.GetForeground())
	return b.edge(l, f.TopLeft, f.Top, f.TopRight, d.Title, above) + "\n" + sides.Render(text) + "\n" + b.edge(l, f.BottomLeft, f.Bottom, f.BottomRight, "", below)
}

// list sets Shown and returns the number of visible rows. If room is short, it leaves out the
// lines between groups.
func (d *Menu) list(room int) int {
	d.Shown = d.Shown[:0]
	for i, r := range d.Rows {
		if r.Name != "" || len(d.Rows) <= room {
			d.Shown = append(d.Shown, i)
		}
	}
	return max(min(len(d.Shown), room), 1)
}

// selected returns the index of the selected row in Shown, -1 for none.
func (d *Menu) selected() int {
	for i, row := range d.Shown {
		if row == d.At {
			return i
		}
	}
	return -1
}

// scroll scrolls so that the selected row is visible.
func (d *Menu) scroll(rows int) {
	d.Top = scrolled(d.Top, d.selected(), rows, len(d.Shown))
}

// width returns the width that fits all rows and the title.
func (d *Menu) width() int {
	w := grid.StringWidth(d.Title) + 4
	w = min(w, 40)
	for _, r := range d.Rows {
		n := grid.StringWidth(r.Title) + 2
		if r.Keys != "" {
			n += menuGap + grid.StringWidth(r.Keys)
		}
		w = max(w, n)
	}
	return w
}

// place puts the box to the right of and below the corner; if there is no room, above it and as
// far to the left as needed.
func (d *Menu) place(r workspace.Rect, size session.Size) workspace.Rect {
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

// line renders a row: its title, and its keys at the right.
func (d *Menu) line(i, width int, l theme.Looks) string {
	r := d.Rows[i]
	room := width - 2
	text := grid.Cut(r.Title, max(room, 0))
	right := r.Keys
	if grid.StringWidth(text)+menuGap+grid.StringWidth(right) > room {
		right = ""
	}
	fill := strings.Repeat(" ", max(room-grid.StringWidth(text)-grid.StringWidth(right), 0))
	edge := " "
	if width < 2 {
		edge = ""
	}
	switch {
	case i == d.At && r.Why != "":
		return l.Off.Render(edge + text + fill + right + edge)
	case i == d.At:
		return l.Selected.Render(edge + text + fill + right + edge)
	case r.Why != "":
		return l.Dim.Render(edge + text + fill + right + edge)
	}
	return edge + text + fill + l.Key.Render(right) + edge
}
