package dialog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/geometry"
	"dormer/ui/keys"
	"dormer/ui/textfield"
	"dormer/ui/theme"
	"dormer/workspace"
)

// The sizes of a finder. On a wide screen the picture is beside the list, on a narrower one
// with enough rows below it.
const (
	finderWidest   = 94 // maximum columns of text
	finderList     = 40 // minimum columns of a list beside a picture
	finderMaxRows  = 16
	finderMinRows  = 10 // with pictures
	pictureRows    = 10 // maximum rows of a picture below a list
	finderFootRows = 20 // minimum screen rows for two lines of keys
	spaciousRows   = 18 // minimum screen rows for a blank line below the list
)

// finderShape is the layout of a finder on a screen: the sizes of its parts.
type finderShape struct {
	inner  int // columns of text
	listed int // columns of the list
	rows   int // rows of the list
	// cols and lines are the size of the picture, 0 for none. It is below the list or beside it.
	cols, lines int
	below       bool
	gap         int // blank lines above the foot
	foot        []string
}

func (f *Finder) shape(size session.Size, l theme.Looks) finderShape {
	s := finderShape{inner: size.Cols}
	if size.Cols < 20 || size.Rows < 8 {
		s.listed, s.rows = s.inner, max(size.Rows-1, 0)
		return s
	}
	s.inner = min(size.Cols-frameCols, finderWidest)
	most := 1
	if size.Rows >= finderFootRows {
		most = 2
	}
	if size.Rows >= spaciousRows {
		s.gap = 1
	}
	s.foot = f.foot(s.inner, most, l)
	room := min(size.Rows-5-2*s.gap-len(s.foot), finderMaxRows)
	s.listed, s.rows = s.inner, min(room, max(f.maxShown, 1))
	switch {
	case !f.pictures():
	case s.inner >= 2*finderList:
		s.rows = min(room, max(s.rows, finderMinRows))
		if f.shows() {
			s.listed = max(finderList, s.inner/2)
			s.cols, s.lines = s.inner-s.listed-3, s.rows-1
		}
	case f.shows() && room >= finderMinRows && (!f.Palette || f.News != ""):
		s.below, s.rows = true, min(s.rows, room/2)
		s.cols, s.lines = s.inner, min(room-s.rows-1, pictureRows)
	}
	return s
}

// Render draws the list, with the preview of the selected item beside or below it.
func (f *Finder) Render(size session.Size, l theme.Looks) Overlay {
	s := f.shape(size, l)
	f.scroll(s.rows)
	field, at := f.renderField(s.inner, l)
	list := f.renderList(s, l)
	switch {
	case s.cols > 0 && s.below:
		list = append(append(list, f.previewTitle(s.cols, l)), f.previewText(s, l)...)
	case s.cols > 0:
		list = beside(list, append([]string{f.previewTitle(s.cols, l)}, f.previewText(s, l)...), s.listed, l)
	}
	lines := append([]string{field}, list...)
	for range s.gap {
		lines = append(lines, "")
	}
	b := box{title: f.Title, note: f.place(s.rows), lines: append(lines, s.foot...), cols: s.inner}
	o, text := b.over(l, size)
	o.Dims = !f.Bright
	f.recordLayout(&o, s, text, at, l)
	return o
}

// place returns the position of the selected item ("3 of 40") if the list does not fit.
func (f *Finder) place(rows int) string {
	if len(f.Shown) <= rows {
		return ""
	}
	return fmt.Sprintf("%d of %d", f.at+1, len(f.Shown))
}

// renderList returns the rows of the list.
func (f *Finder) renderList(s finderShape, l theme.Looks) []string {
	lines := make([]string, s.rows)
	for i := range lines {
		if at := f.top + i; at < len(f.Shown) {
			lines[i] = f.renderItem(at, s.listed, l)
		} else if i == 0 {
			lines[i] = l.Dim.Render(grid.Cut(cmp.Or(f.News, f.none()), s.listed))
		}
	}
	return lines
}

// beside puts the preview to the right of the list, separated by a rule.
func beside(list, shown []string, width int, l theme.Looks) []string {
	rule := make([]string, len(list))
	for i := range rule {
		rule[i] = " " + l.Rule.Render(l.Frame.Left) + " "
	}
	left := lipgloss.NewStyle().Width(width).Render(strings.Join(list, "\n"))
	return strings.Split(lipgloss.JoinHorizontal(lipgloss.Top, left, strings.Join(rule, "\n"), strings.Join(shown, "\n")), "\n")
}

// previewTitle returns the rule above the preview, with the item's title and at the right its
// note. A note that is too long loses parts from its end, which matter least.
func (f *Finder) previewTitle(width int, l theme.Looks) string {
	it, _ := f.Selected()
	note := it.Note
	for note != "" && width-grid.StringWidth(note) < previewTitleCols {
		note = note[:max(strings.LastIndex(note, ", "), 0)]
	}
	if note != "" {
		note = " " + note
	}
	title := grid.Cut(it.Text, max(width-grid.StringWidth(note)-4, 0))
	rule := strings.Repeat(l.Frame.Top, max(width-grid.StringWidth(title+note)-1, 0))
	return l.Head.Render(title) + " " + l.Rule.Render(rule) + renderText(l.Dim, note)
}

// previewTitleCols are reserved for the title of a picture beside its note.
const previewTitleCols = 12

// previewText returns the lines of a textual preview. A sentence is wrapped, other lines are
// cut.
func (f *Finder) previewText(s finderShape, l theme.Looks) []string {
	lines := make([]string, s.lines)
	it, _ := f.Selected()
	text := strings.SplitN(it.Lines, "\n", s.lines+1)
	if it.Sentence {
		text = Wrapped(it.Lines, s.cols)
	}
	for i := range min(len(text), s.lines) {
		lines[i] = l.Dim.Render(grid.Cut(text[i], s.cols))
	}
	return lines
}

// recordLayout records where on the screen the parts of the dialog are.
func (f *Finder) recordLayout(o *Overlay, s finderShape, text geometry.Point, at int, l theme.Looks) {
	x, y := text.X, text.Y
	o.Cursor = &geometry.Point{X: min(x+at, o.Rect.X+max(o.Rect.W-1, 0)), Y: y}
	if l.Reader && len(f.Shown) > 0 { // a screen reader reads the line of the cursor
		o.Cursor = &geometry.Point{X: x, Y: y + 1 + f.at - f.top}
	}
	f.Rows = workspace.Rect{X: x, Y: y + 1, W: s.listed, H: s.rows}
	if s.cols < 1 || !f.pictured {
		return
	}
	it, _ := f.Selected()
	r := workspace.Rect{X: x + s.listed + 3, Y: y + 2, W: s.cols, H: s.lines}
	if s.below {
		r.X, r.Y = x, y+1+s.rows+1
	}
	o.Preview = &Preview{Rect: r, Session: it.Session, At: it.At}
}

// pictures reports whether any item has a preview.
func (f *Finder) pictures() bool {
	return slices.ContainsFunc(f.Items, func(it Item) bool { return it.Session != session.ID{} || it.Lines != "" })
}

// shows reports whether the selected item has a preview.
func (f *Finder) shows() bool {
	it, _ := f.Selected()
	return f.pictured || it.Lines != ""
}

// scroll scrolls so that the selected item is visible in room rows.
func (f *Finder) scroll(room int) {
	f.top = scrolled(f.top, f.at, room, len(f.Shown))
}

// scrolled returns the first visible line of a list: top, changed as little as needed to show
// the line at, unless that is -1.
func scrolled(top, at, rows, lines int) int {
	if at >= 0 {
		top = min(max(top, at-rows+1), at)
	}
	return max(min(top, lines-rows), 0)
}

// sign is drawn before a text field.
const sign = "› "

// renderField returns the line with the text field, and the column of the cursor in it.
func (f *Finder) renderField(inner int, l theme.Looks) (line string, cursor int) {
	f.field.Placeholder = f.Placeholder
	text, cursor := textfield.Window(f.field, max(inner-grid.StringWidth(sign), 1), l.Dim.Render)
	return l.Key.Render(grid.Cut(sign, inner)) + text, grid.StringWidth(sign) + cursor
}

// renderItem returns a line of the list.
func (f *Finder) renderItem(at, width int, l theme.Looks) string {
	s := f.Shown[at]
	return renderItem(f.Items[s.Item], f.treeLines(at, l), s.at, at == f.at, width, l)
}

// treeLines returns the tree lines before an item. (The tree of lipgloss would draw all items, of
// which twenty in a thousand are visible.)
func (f *Finder) treeLines(at int, l theme.Looks) (treeLines string) {
	depth := f.depth(at)
	for level := 1; level <= depth; level++ {
		next := at + 1
		for next < len(f.Shown) && f.depth(next) > level {
			next++
		}
		more := next < len(f.Shown) && f.depth(next) == level
		switch {
		case level < depth && more:
			treeLines += l.Frame.Left + " "
		case level < depth:
			treeLines += "  "
		case more:
			treeLines += l.Frame.MiddleLeft + " "
		default:
			treeLines += l.Frame.BottomLeft + " "
		}
	}
	return treeLines
}

// depth returns the depth of a shown item in its tree.
func (f *Finder) depth(at int) int { return f.Items[f.Shown[at].Item].Depth }

// renderItem returns an item as a line of a list, after its tree lines. The selected one is
// reversed, so that it stands out without colours too.
func renderItem(it Item, guide string, found []int, selected bool, width int, l theme.Looks) string {
	mark := it.Mark
	if mark == "" {
		mark = " "
	}
	head := guide + mark + " "
	right := it.Right
	for right != "" && width-grid.StringWidth(head+right)-1 < 8 {
		right = right[:max(strings.LastIndex(right, ", "), 0)] // the last part matters least
	}
	room := width - grid.StringWidth(head+right) - 1
	text := grid.Cut(it.Text, max(room, 0))
	detail := ""
	if left := room - grid.StringWidth(text) - 2; it.Detail != "" && left > 3 {
		detail = "  " + grid.Cut(it.Detail, left)
	}
	fill := strings.Repeat(" ", max(width-grid.StringWidth(head+text+detail+right), 0))
	switch {
	case selected && it.Disabled != "":
		return l.Off.Render(head + text + detail + fill + right)
	case selected:
		return l.Selected.Render(head + text + detail + fill + right)
	case it.Disabled != "":
		return l.Dim.Render(head + text + detail + fill + right)
	}
	last := l.Dim
	if it.Command {
		last = l.Key
	}
	return renderText(l.Rule, guide) + renderText(attention.ByTone(mark, l.Bad, l.Warn, l.Good, l.Dim), mark) + " " + highlight(text, found, l) + renderText(l.Dim, detail) + fill + renderText(last, right)
}

// renderText renders a text in a style. It leaves blanks alone: lists are full of them, and each
// Render costs some microseconds.
func renderText(style lipgloss.Style, text string) string {
	if strings.TrimSpace(text) == "" {
		return text
	}
	return style.Render(text)
}

// highlight highlights the characters that begin at some bytes of a text. Positions in a part that
// was cut off are ignored.
func highlight(text string, at []int, l theme.Looks) string {
	var runes []int
	n := 0
	for i := range text {
		if _, hit := slices.BinarySearch(at, i); hit {
			runes = append(runes, n)
		}
		n++
	}
	if runes == nil {
		return text
	}
	return lipgloss.StyleRunes(text, runes, l.Key, lipgloss.NewStyle())
}

// foot returns the help for keys, in at most that many lines. Keys that do not fit are left
// out, except the one that closes.
func (f *Finder) foot(width, most int, l theme.Looks) []string {
	if f.News != "" {
		return []string{l.Dim.Render(grid.Cut(f.News, width))}
	}
	does := []keyHelp{{"Enter", f.Does}}
	if f.More {
		does = append(does, keyHelp{keys.Printed(menuKey), "more"})
	}
	for _, v := range f.Verbs {
		does = append(does, keyHelp{keys.Printed(v.Key), v.Title})
	}
	return footOf(append(does, keyHelp{"Esc", "closes"}), width, most, l)
}

// none says why no item is shown.
func (f *Finder) none() string {
	if len(f.Items) > 0 {
		return nothingMatches
	}
	return f.Empty
}
