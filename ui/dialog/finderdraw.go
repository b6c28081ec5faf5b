package dialog

import (
	"cmp"
	"slices"
	"strings"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/geometry"
	"dormer/ui/keys"
	"dormer/ui/textfield"
	"dormer/ui/theme"
	"dormer/workspace"
)

// The sizes of a finder: beside a list of enough columns there is room for a
// picture, on a narrower screen of enough rows below it.
const (
	finderWidest    = 120 // where three quarters of the screen are less
	finderList      = 40
	finderMostRows  = 24
	finderLeastRows = 12 // with pictures
	pictureRows     = 10 // below a list at most
	finderFootRows  = 20 // of a screen on which the keys may take two lines
)

// finderShape is how a finder is laid out on a screen: the sizes of its parts.
type finderShape struct {
	framed bool
	inner  int // columns within the frame
	listed int // those of the list
	rows   int // of the list
	// cols and lines are the size of the picture, below the list or beside it; 0 for
	// none.
	cols, lines int
	below       bool
	foot        []string
}

func (f *Finder) shape(size session.Size) finderShape {
	s := finderShape{inner: size.Cols}
	if size.Cols < 20 || size.Rows < 8 {
		s.listed, s.rows = s.inner, max(size.Rows-1, 0)
		return s
	}
	s.framed, s.inner = true, min(size.Cols-6, max(finderWidest, size.Cols*3/4))
	most := 1
	if size.Rows >= finderFootRows {
		most = 2
	}
	s.foot = f.foot(s.inner, most)
	room := min(size.Rows-5-len(s.foot), finderMostRows)
	s.listed, s.rows = s.inner, min(room, max(f.most, 1))
	shows := f.pictured || f.textual() != ""
	switch {
	case !f.pictures():
	case s.inner >= 2*finderList:
		s.rows = min(room, max(s.rows, finderLeastRows))
		if shows {
			s.listed = max(finderList, s.inner*2/5)
			s.cols, s.lines = s.inner-s.listed-1, s.rows
		}
	case room >= finderLeastRows && (!f.Palette || f.News != ""):
		s.below, s.rows = true, min(s.rows, room/2)
		s.cols, s.lines = s.inner, min(room-s.rows-1, pictureRows)
	}
	return s
}

func (f *Finder) Render(size session.Size, l theme.Looks) Overlay {
	s := f.shape(size)
	f.scroll(s.rows)
	lines := []string{f.renderField(s.inner, l)}
	for i := range s.rows {
		line := ""
		if at := f.top + i; at < len(f.Shown) {
			line = f.renderItem(at, s.listed, l)
		} else if i == 0 {
			line = l.Dim.Render(grid.Cut(cmp.Or(f.News, f.Empty), s.listed))
		}
		if s.cols > 0 && !s.below && !f.pictured {
			line = beside(line, s.listed, l.Dim.Render(f.textLine(i, s.cols)))
		}
		lines = append(lines, line)
	}
	if s.below {
		lines = append(lines, l.Edge.Render(strings.Repeat(l.Frame.Top, s.inner)))
		for i := range s.lines {
			lines = append(lines, l.Dim.Render(f.textLine(i, s.cols)))
		}
	}
	for _, line := range s.foot {
		lines = append(lines, l.Dim.Render(grid.Cut(line, s.inner)))
	}
	o := Framed(l, lines, s.inner, size)
	f.place(&o, s, l)
	return o
}

// place notes where on the screen the parts of the dialog are.
func (f *Finder) place(o *Overlay, s finderShape, l theme.Looks) {
	x, y := o.Rect.X, o.Rect.Y
	if s.framed {
		x, y = x+2, y+1
	}
	_, column := textfield.Window(f.field, max(o.Rect.W-grid.StringWidth(f.label()), 1), l.Dim.Render)
	o.Cursor = &geometry.Point{X: min(x+grid.StringWidth(f.label())+column, o.Rect.X+max(o.Rect.W-1, 0)), Y: y}
	if l.Reader && len(f.Shown) > 0 { // what is selected is read
		o.Cursor = &geometry.Point{X: x, Y: y + 1 + f.at - f.top}
	}
	f.Rows = workspace.Rect{X: x, Y: y + 1, W: s.listed, H: s.rows}
	if s.cols < 1 || !f.pictured {
		return
	}
	it, _ := f.Selected()
	at := workspace.Rect{X: x + s.listed + 1, Y: y + 1, W: s.cols, H: s.lines}
	if s.below {
		at.X, at.Y = x, y+1+s.rows+1
	}
	o.Preview = &preview{Rect: at, Session: it.Session, At: it.At}
}

// pictures reports whether any of its items can be shown.
func (f *Finder) pictures() bool {
	return slices.ContainsFunc(f.Items, func(it Item) bool { return it.Session != session.ID{} || it.Lines != "" })
}

// textual is the text that is shown of the selected item.
func (f *Finder) textual() string {
	it, _ := f.Selected()
	return it.Lines
}

// beside is a line of the list with what stands at its right.
func beside(line string, width int, right string) string {
	return line + strings.Repeat(" ", max(width-theme.InkWidth(line), 0)+1) + right
}

// textLine is line i of the text that is shown of the selected item: a sentence is
// shown whole, of other texts lines are cut.
func (f *Finder) textLine(i, width int) string {
	text := f.textual()
	if it, _ := f.Selected(); it.Sentence {
		if lines := Wrapped(text, width); i < len(lines) {
			return lines[i]
		}
		return ""
	}
	return lineOf(text, i, width)
}

// lineOf is line i of a text, cut to a width.
func lineOf(text string, i, width int) string {
	for ; i > 0; i-- {
		_, rest, ok := strings.Cut(text, "\n")
		if !ok {
			return ""
		}
		text = rest
	}
	line, _, _ := strings.Cut(text, "\n")
	return grid.Cut(line, width)
}

// scroll keeps the selected item in a window of a number of rows.
func (f *Finder) scroll(room int) {
	f.top = scrolled(f.top, f.at, room, len(f.Shown))
}

// scrolled is the first of so many lines that is shown in a window of a number of
// rows: as it was, but for one of them that is to be in sight; at -1 none is.
func scrolled(top, at, rows, lines int) int {
	if at >= 0 {
		top = min(max(top, at-rows+1), at)
	}
	return max(min(top, lines-rows), 0)
}

func (f *Finder) label() string {
	if f.Title == "" {
		return ""
	}
	return f.Title + " "
}

func (f *Finder) renderField(inner int, l theme.Looks) string {
	label := f.label()
	f.field.Placeholder = f.Placeholder
	text, _ := textfield.Window(f.field, max(inner-grid.StringWidth(label), 1), l.Dim.Render)
	return l.Head.Render(grid.Cut(label, inner)) + text
}

// renderItem is one line of the list.
func (f *Finder) renderItem(at, width int, l theme.Looks) string {
	s := f.Shown[at]
	return RenderItem(f.Items[s.Item], s.at, at == f.at, width, l)
}

// RenderItem is an item as a line of a list: the selected one in reverse, so that it
// shows without colours too.
func RenderItem(it Item, found []int, selected bool, width int, l theme.Looks) string {
	mark := it.Mark
	if mark == "" {
		mark = " "
	}
	head := strings.Repeat("  ", it.Depth) + mark + " "
	right := it.Right
	for right != "" && width-grid.StringWidth(head+right)-1 < 8 {
		right = right[:max(strings.LastIndex(right, ", "), 0)] // what comes first says most
	}
	room := width - grid.StringWidth(head+right) - 1
	text := grid.Cut(it.Text, max(room, 0))
	detail := ""
	if left := room - grid.StringWidth(text) - 2; it.Detail != "" && left > 3 {
		detail = "  " + grid.Cut(it.Detail, left)
	}
	fill := strings.Repeat(" ", max(width-grid.StringWidth(head+text+detail+right), 0))
	if selected {
		return l.Selected.Render(head + text + detail + fill + right)
	}
	if it.Disabled != "" {
		return l.Dim.Render(head + text + detail + fill + right)
	}
	return head + lit(text, found, l) + l.Dim.Render(detail) + fill + l.Key.Render(right)
}

// lit is a text with the clusters that begin at some bytes lit; what was cut off is
// not.
func lit(text string, at []int, l theme.Looks) string {
	if len(at) == 0 {
		return text
	}
	var b strings.Builder
	place := 0
	for rest := text; rest != ""; {
		cluster, w := grid.NextCluster(rest)
		if _, hit := slices.BinarySearch(at, place); hit && w > 0 {
			b.WriteString(l.Key.Render(cluster))
		} else {
			b.WriteString(cluster)
		}
		place, rest = place+len(cluster), rest[len(cluster):]
	}
	return b.String()
}

// foot says what the keys do, in as many lines at most: what has no room there is
// left out, and how to leave stays.
func (f *Finder) foot(width, most int) []string {
	if f.News != "" {
		return []string{f.News}
	}
	parts := []string{"Enter " + f.Does}
	if f.More {
		parts = append(parts, keys.Printed(menuKey)+" more")
	}
	for _, v := range f.Verbs {
		parts = append(parts, keys.Printed(v.Key)+" "+v.Title)
	}
	parts = append(parts, "Esc closes")
	if lines := packed(parts, "  ", width); len(lines) == 1 && len(packed(parts, "   ", width)) > 1 {
		return lines
	}
	for {
		lines := packed(parts, "   ", width)
		if n := len(parts); len(lines) <= most || n < 3 {
			return lines
		}
		parts = slices.Delete(parts, len(parts)-2, len(parts)-1)
	}
}

// packed puts parts into as few lines of a width as they have room in.
func packed(parts []string, gap string, width int) (lines []string) {
	for _, p := range parts {
		if n := len(lines); n > 0 && grid.StringWidth(lines[n-1]+gap+p) <= width {
			lines[n-1] += gap + p
		} else {
			lines = append(lines, p)
		}
	}
	return lines
}
