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

// Menu is a dialog at the pointer: what can be done with something on the screen.
// A press elsewhere closes it; the button that opened it may also be dragged to a
// row and let go there.
type Menu struct {
	from  MenuSource
	About command.Subject
	Title string
	Rows  []MenuRow
	// At is the row that is selected, -1 for none.
	At int
	// corner is where it was asked for: a corner of it, where the screen has room.
	corner geometry.Point
	// held says that the button that opened it is down still, entered that the pointer
	// has been in it, armed that a button went down on a row.
	held, entered, armed bool

	// Shown are the rows in the box as it was drawn last, from the one at Top on, in
	// Area.
	Shown []int
	Top   int
	frame workspace.Rect
	Area  workspace.Rect
}

// MenuSource is where a menu gets its title and its rows, as they are now.
type MenuSource interface {
	Title(command.Subject) string
	Rows(command.Subject) []MenuRow
}

// MenuRow is a line of a menu: a command, or the line between two groups.
type MenuRow struct {
	Name  string // empty between groups
	Title string
	Keys  string // that do it without the menu
	Key   string // that does it in the menu
	Why   string // it cannot be done just now
}

// NewMenu is the menu about something at a cell. Held says that the button that opened
// it is down.
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

// step selects the next row in a direction, around the end.
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

// choose does what is selected; what cannot be done just now says why, and the menu
// stays.
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
		return Result{Done: true, Passes: e.Button == keys.ButtonRight} // which opens one there
	case e.Kind == keys.MousePress:
		d.At, d.armed = row, row >= 0
	case e.Kind == keys.MouseRelease:
		return d.released(row, in)
	}
	return stays
}

// released takes the end of a click, or of the drag that opened the menu.
func (d *Menu) released(row int, in bool) Result {
	dragged := d.held && d.entered
	armed := d.armed || dragged
	d.held, d.armed = false, false
	switch {
	case row >= 0 && armed:
		d.At = row
		return d.choose()
	case dragged && !in: // it was looked at, and left
		return closes
	}
	return stays
}

// rowAt is the row at a cell, -1 where there is none.
func (d *Menu) rowAt(x, y int) int {
	i := d.Top + y - d.Area.Y
	if !d.Area.Contains(x, y) || i >= len(d.Shown) || d.Rows[d.Shown[i]].Name == "" {
		return -1
	}
	return d.Shown[i]
}

// The least screen that a menu has a frame on, in cells, and the room between a
// title and its keys.
const (
	menuLeastCols = 12
	menuLeastRows = 5
	menuGap       = 2
)

// Render draws the menu where it was asked for.
func (d *Menu) Render(size session.Size, l theme.Looks) Overlay {
	edge, margin := 1, 1
	switch {
	case size.Cols < menuLeastCols || size.Rows < menuLeastRows:
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
	if at := d.selected(); l.Reader && at >= 0 { // what is selected is read
		o.Cursor = &geometry.Point{X: d.Area.X, Y: d.Area.Y + at - d.Top}
	}
	return o
}

// framed puts the rows into a frame. Its upper line has the title, the lower one says why
// the selected row cannot be done; arrows tell of rows beyond.
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

// list chooses the rows that are shown in a number of lines, and gives how many they
// are: the lines between groups go first.
func (d *Menu) list(room int) int {
	d.Shown = d.Shown[:0]
	for i, r := range d.Rows {
		if r.Name != "" || len(d.Rows) <= room {
			d.Shown = append(d.Shown, i)
		}
	}
	return max(min(len(d.Shown), room), 1)
}

// selected is the place of the selected row among those that are shown, -1 for none.
func (d *Menu) selected() int {
	for i, row := range d.Shown {
		if row == d.At {
			return i
		}
	}
	return -1
}

// scroll keeps the selected row in a window of a number of lines.
func (d *Menu) scroll(rows int) {
	d.Top = scrolled(d.Top, d.selected(), rows, len(d.Shown))
}

// width is the width that all rows and the title have room in.
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

// place puts the box at the corner that it was asked for at: to the right and below,
// or where there is no room, above, and as far to the left as is needed.
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

// line is a row: its title, and its keys at the right.
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
