package diffview

import (
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"dormer/session/grid"
	"dormer/workspace"
)

// View draws the program.
func (m *Model) View() tea.View {
	lines, cursor := m.screen()
	v := tea.NewView(strings.Join(lines, "\n"))
	v.WindowTitle = "diff"
	if name := m.current().Name; name != "" {
		v.WindowTitle = "diff: " + safe(name)
	}
	if cursor != nil {
		v.Cursor = tea.NewCursor(cursor.x, cursor.y)
	}
	return v
}

// point is a cell of the screen.
type point struct{ x, y int }

// screen returns the rows of the screen, and the cursor; nil for none.
func (m *Model) screen() (lines []string, cursor *point) {
	cols, rows := m.size.cols, m.size.rows
	if cols < 1 || rows < 1 {
		return nil, nil
	}
	lines = make([]string, rows)
	m.drawInto(lines, m.place.head, m.headLine)
	m.drawInto(lines, m.place.title, m.titleLine)
	if m.place.list.H > 0 && m.place.list.W < cols {
		for y := range m.place.list.H {
			at := m.place.list.Y + y
			side := m.fileLine(m.list+y, m.place.list.W) + m.pens.dim.Render(m.theme.Plain(m.upright()))
			lines[at] = side + lines[at]
		}
	} else {
		for y := range m.place.list.H {
			lines[m.place.list.Y+y] = m.fileLine(m.list+y, cols)
		}
	}
	for y := range m.place.diff.H {
		lines[m.place.diff.Y+y] += m.diffLine(y, m.place.diff.W)
	}
	m.drawInto(lines, m.place.foot, m.footLine)
	if m.panel != nil {
		over, x := m.panel.draw(m, cols, rows)
		over = over[:min(len(over), rows)]
		copy(lines[rows-len(over):], over)
		if x >= 0 {
			cursor = &point{x, rows - 1}
		}
	}
	return lines, cursor
}

// upright returns the line between the list and the diff.
func (m *Model) upright() string {
	if m.theme.ASCII {
		return "|"
	}
	return "│"
}

func (m *Model) drawInto(lines []string, at workspace.Rect, draw func(cols int) string) {
	if at.H > 0 {
		lines[at.Y] += draw(at.W)
	}
}

// cut shortens a text of the program.
func (m *Model) cut(text string, cols int) string { return m.theme.Plain(grid.Cut(text, cols)) }

// headLine returns the line with the numbers of changes and comments, and the base.
func (m *Model) headLine(cols int) string {
	if !m.loaded {
		return fit(m.cut(" reading the diff", cols), cols, m.pens.bar)
	}
	added, deleted := 0, 0
	for _, f := range m.diff.Files {
		added, deleted = added+f.Added, deleted+f.Deleted
	}
	said := fmt.Sprintf(" %s +%d -%d", counted(len(m.diff.Files), "file"), added, deleted)
	if n := len(m.comments); n > 0 {
		said += " · " + counted(n, "comment")
	}
	if m.diff.Base != "" {
		said += " · since " + safe(m.diff.Base)
	}
	return fit(m.cut(said, cols), cols, m.pens.bar)
}

// titleLine returns the line with the name of the shown file.
func (m *Model) titleLine(cols int) string {
	pen := m.pens.head
	if !m.inList {
		pen = m.pens.active
	}
	f := m.current()
	if len(m.diff.Files) == 0 {
		return fit("", cols, m.pens.text)
	}
	right := fmt.Sprintf(" %d/%d ", m.file+1, len(m.diff.Files))
	if cols < 24 {
		right = ""
	}
	about := " " + f.Kind.String() + " " + tally(f)
	room := cols - width(right)
	name := " " + cutFront(safe(f.Name), max(room-1-width(about), min(room/2, 20)))
	return render(crop([]span{{m.theme.Plain(grid.Cut(name+about, room)), pen}}, 0, room), room, pen) + fit(right, width(right), pen)
}

// tally returns the numbers of added and deleted lines of a file.
func tally(f File) string {
	if f.Binary {
		return "binary"
	}
	return fmt.Sprintf("+%d -%d", f.Added, f.Deleted)
}

// cutFront shortens a text to cols columns by cutting its beginning.
func cutFront(text string, cols int) string {
	if width(text) <= cols {
		return text
	}
	for text != "" && width(text) > cols-1 {
		cluster, _ := grid.NextCluster(text)
		text = text[len(cluster):]
	}
	return "…" + text
}

// fileLine returns a row of the list of files.
func (m *Model) fileLine(i, cols int) string {
	if i >= len(m.diff.Files) {
		return fit("", cols, m.pens.text)
	}
	f := m.diff.Files[i]
	count := m.countOf(f)
	room := max(cols-4-width(count), 4)
	name := m.theme.Plain(cutFront(safe(f.Name), room))
	spans := []span{
		{" " + string(rune(f.Kind)) + " ", m.kindPen(f.Kind)},
		{name + strings.Repeat(" ", max(room-width(name), 0)), m.pens.text},
		{count + " ", m.pens.dim},
	}
	return m.line(spans, cols, i == m.file, m.inList)
}

// countOf returns the numbers after a file in the list: its comments and lines.
func (m *Model) countOf(f File) string {
	n := 0
	for _, c := range m.comments {
		if c.File == f.Name {
			n++
		}
	}
	said := " " + tally(f)
	if n > 0 {
		said = " " + strconv.Itoa(n) + "c" + said
	}
	return said
}

func (m *Model) kindPen(k Kind) lipgloss.Style {
	switch k {
	case Added, Untracked, Copied:
		return m.pens.added
	case Deleted:
		return m.pens.deleted
	case Modified, Renamed, Gone:
	}
	return m.pens.hunk
}

// line draws a row. The selected row is highlighted if the keys move it, else bold.
func (m *Model) line(spans []span, cols int, selected, active bool) string {
	rest := m.pens.text
	if selected {
		rest = m.pens.head
		if active {
			rest = m.pens.selected
		}
		for i := range spans {
			spans[i].pen = rest
		}
	}
	return render(crop(spans, 0, cols), cols, rest)
}

// diffLine returns a row of the diff, or of the message if there is none.
func (m *Model) diffLine(y, cols int) string {
	if len(m.rows) == 0 {
		return m.withoutLines(y, cols)
	}
	at := m.at.top + y
	if at >= len(m.rows) {
		return fit("", cols, m.pens.text)
	}
	r := m.rows[at]
	l := m.lines[r.line]
	if r.part > 0 {
		return m.commentLine(l, r.part-1, cols)
	}
	here := r.line == m.at.cursor
	switch l.kind {
	case hunkLine:
		return m.line([]span{{l.text, m.pens.hunk}}, cols, here, !m.inList)
	case noteLine:
		return m.line(crop([]span{{l.text, m.pens.dim}}, m.at.left, cols), cols, here, !m.inList)
	case contextLine, addedLine, deletedLine, lostLine:
	}
	gutter := m.numbers(l)
	room := max(cols-width(gutter), 0)
	sign, pen := " ", m.pens.dim
	switch l.kind {
	case addedLine:
		sign, pen = "+", m.pens.added
	case deletedLine:
		sign, pen = "-", m.pens.deleted
	case lostLine:
		sign, pen = "?", m.pens.comment
	case contextLine, hunkLine, noteLine:
	}
	spans := append([]span{{gutter[:len(gutter)-1] + sign, pen}}, crop(m.texts(r.line), m.at.left, room)...)
	return m.line(spans, cols, here, !m.inList)
}

// withoutLines returns a row of the message that says why there is no diff.
func (m *Model) withoutLines(y, cols int) string {
	said := ""
	switch {
	case m.problem != "":
		said = m.problem
	case m.loaded:
		said = "no changes since " + safe(m.diff.Base)
	}
	lines := strings.Split(ansi.Wrap(said, max(cols-2, 1), ""), "\n")
	if y >= len(lines) {
		return fit("", cols, m.pens.text)
	}
	return fit(" "+lines[y], cols, m.pens.text)
}

// texts returns the text of a line in the styles of its parts, with matches highlighted.
func (m *Model) texts(i int) (out []span) {
	l := m.lines[i]
	for _, p := range m.partsAt(i) {
		out = append(out, span{p.Text, m.pens.classes[p.Class]})
	}
	if len(out) == 0 {
		out = []span{{l.text, m.pens.text}}
	}
	if l.kind == lostLine {
		out = append(out, span{"  (no longer in the diff)", m.pens.dim})
	}
	if !m.search.on {
		return out
	}
	for at, n := m.search.matches(l.text, 0); at >= 0; at, n = m.search.matches(l.text, at+n) {
		out = highlight(out, at, n, m.pens.match)
	}
	return out
}

// narrow is the number of columns of the diff below which a line shows one number instead of both.
const narrow = 60

// digits returns the width of a line number.
func (m *Model) digits() int {
	last := 0
	if n := len(m.lines); n > 0 {
		last = max(m.lines[n-1].old, m.lines[n-1].new, m.lines[max(n-2, 0)].old, m.lines[max(n-2, 0)].new)
	}
	return max(len(strconv.Itoa(last)), 3)
}

// gutter returns the number of columns before the text of a line.
func (m *Model) gutter() int {
	return len(m.numbers(line{}))
}

// numbers returns the text before a line; its last column is for the sign.
func (m *Model) numbers(l line) string {
	number := func(n int) string {
		if n == 0 {
			return strings.Repeat(" ", m.digits())
		}
		return fmt.Sprintf("%*d", m.digits(), n)
	}
	switch cols := m.place.diff.W; {
	case cols < 20:
		return " "
	case cols < narrow && l.new == 0:
		return number(l.old) + "  "
	case cols < narrow:
		return number(l.new) + "  "
	}
	return number(l.old) + " " + number(l.new) + "  "
}

// commentRows returns the rows of a comment.
func (m *Model) commentRows(c Comment) []string {
	room := max(m.place.diff.W-m.gutter()-3, 8)
	return strings.Split(ansi.Wrap(safe(c.Text), room, ""), "\n")
}

// commentLine returns a row of the comment on a line.
func (m *Model) commentLine(l line, part, cols int) string {
	at := m.commentAt(l)
	if at < 0 {
		return fit("", cols, m.pens.text)
	}
	rows := m.commentRows(m.comments[at])
	if part >= len(rows) {
		return fit("", cols, m.pens.text)
	}
	bar := strings.Repeat(" ", max(m.gutter()-1, 0)) + m.upright() + " "
	return render(crop([]span{{bar, m.pens.comment}, {rows[part], m.pens.comment}}, 0, cols), cols, m.pens.text)
}

// footLine returns the last row: a notice, or the keys.
func (m *Model) footLine(cols int) string {
	switch {
	case m.notice != "":
		return fit(m.cut(" "+safe(m.notice), cols), cols, m.pens.bar)
	case m.search.on:
		return fit(m.cut(" search "+safe(m.search.text)+": n next, N previous, Esc ends it", cols), cols, m.pens.bar)
	}
	hints := []string{"j k move", "n N file", "c comment", "/ search", "q quit", "? help"}
	if len(m.comments) > 0 {
		hints = []string{"S send " + counted(len(m.comments), "comment"), "n N file", "c comment", "d delete", "q quit", "? help"}
	}
	if m.inList {
		hints = append([]string{"Enter reads the file"}, hints...)
	}
	said := ""
	for i, h := range hints {
		last := hints[len(hints)-1]
		if i < len(hints)-1 && width(said)+width(h)+3+width(last)+3 > cols {
			continue
		}
		said += " " + h + "  "
	}
	return fit(m.cut(strings.TrimRight(said, " "), cols), cols, m.pens.bar)
}
