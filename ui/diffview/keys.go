package diffview

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/textfield"
)

// binding binds keys to an action.
type binding struct {
	keys  []string
	shown string // how the help writes the keys
	does  string
	do    func(*Model) tea.Cmd
}

// bindings returns the keys while no panel is open, in the order of the help.
func bindings() []binding {
	still := func(do func(*Model)) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd {
			do(m)
			return nil
		}
	}
	by := func(n int) func(*Model) tea.Cmd { return still(func(m *Model) { m.move(n) }) }
	pages := func(n, of int) func(*Model) tea.Cmd {
		return still(func(m *Model) { m.move(n * max(m.height()/of, 1)) })
	}
	return []binding{
		{[]string{"j", "down", "ctrl+n"}, "j Down", "next line, or next file in the list", by(1)},
		{[]string{"k", "up", "ctrl+p"}, "k Up", "previous line, or file", by(-1)},
		{[]string{"space", "pgdown", "ctrl+f"}, "Space PgDn", "a page down", pages(1, 1)},
		{[]string{"b", "pgup", "ctrl+b"}, "b PgUp", "a page up", pages(-1, 1)},
		{[]string{"ctrl+d"}, "Ctrl-d", "half a page down", pages(1, 2)},
		{[]string{"ctrl+u"}, "Ctrl-u", "half a page up", pages(-1, 2)},
		{[]string{"g", "home", "<"}, "g Home", "to the beginning", by(-1 << 30)},
		{[]string{"G", "end", ">"}, "G End", "to the end", by(1 << 30)},
		{[]string{"}", "J"}, "}", "to the next change", still(func(m *Model) { m.part(1) })},
		{[]string{"{", "K"}, "{", "to the previous change", still(func(m *Model) { m.part(-1) })},
		{[]string{"l", "right"}, "l Right", "scroll right", still(func(m *Model) { m.sideways(1) })},
		{[]string{"h", "left"}, "h Left", "scroll left", still(func(m *Model) { m.sideways(-1) })},
		{[]string{"n", "]"}, "n ]", "next file; next match after a search", still(func(m *Model) { m.next(1) })},
		{[]string{"N", "[", "p"}, "N [", "previous file, or match", still(func(m *Model) { m.next(-1) })},
		{[]string{"tab", "shift+tab"}, "Tab", "switch between the list of files and the diff", still(func(m *Model) { m.inList = !m.inList && m.place.list.H > 0 })},
		{[]string{"enter"}, "Enter", "read the file; on a line, comment it", (*Model).enter},
		{[]string{"/"}, "/", "search in all files; / Enter finds the next match", still((*Model).askSearch)},
		{[]string{"c", "e"}, "c e", "comment the line, or edit its comment", (*Model).askComment},
		{[]string{"d", "x"}, "d", "delete the comment on the line", (*Model).deleteComment},
		{[]string{"C"}, "C", "go to the next comment", still((*Model).nextComment)},
		{[]string{"S"}, "S", "send all comments to the agent", (*Model).send},
		{[]string{"r", "R"}, "r", "read the diff again", (*Model).reload},
		{[]string{"?", "f1"}, "?", "this help", still(func(m *Model) { m.panel = &help{} })},
		{[]string{"q", "ctrl+c"}, "q", "quit; unsent comments are kept", (*Model).askQuit},
		{[]string{"esc"}, "Esc", "end a search", still(func(m *Model) { m.search.on = false })},
	}
}

// key handles a key.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	if m.leaving {
		return nil
	}
	m.notice = ""
	if m.panel != nil {
		return m.panel.key(m, k)
	}
	name := k.String()
	for _, b := range bindings() {
		if slices.Contains(b.keys, name) {
			return b.do(m)
		}
	}
	if k.Text != "" {
		m.notice = safe(k.Text) + " does nothing here: ? lists the keys"
	}
	return nil
}

// paste inserts a text into the open field.
func (m *Model) paste(p tea.PasteMsg) {
	if f, ok := m.panel.(*field); ok {
		f.input, f.cut = textfield.Paste(f.input, p.Content)
	}
}

// height returns the number of rows of the list or the diff, whichever has the keys.
func (m *Model) height() int {
	if m.inList {
		return m.place.list.H
	}
	return m.place.diff.H
}

// move moves by lines, or by files in the list.
func (m *Model) move(n int) {
	if m.inList {
		m.toFile(m.file + n)
		return
	}
	m.at.cursor = min(max(m.at.cursor+n, 0), max(len(m.lines)-1, 0))
	m.follow()
}

// toFile shows file i, or the nearest one that exists.
func (m *Model) toFile(i int) {
	if i = min(max(i, 0), len(m.diff.Files)-1); i >= 0 && i != m.file {
		m.show(i)
	}
}

// next goes to the next or previous match of a search or, without a search, file.
func (m *Model) next(by int) {
	if m.search.on {
		m.find(by)
		return
	}
	if i := m.file + by; i < 0 || i >= len(m.diff.Files) {
		m.notice = map[bool]string{true: "this is the last file", false: "this is the first file"}[by > 0]
		return
	}
	m.toFile(m.file + by)
}

// part goes to the next or previous hunk of the file.
func (m *Model) part(by int) {
	m.inList = false
	for i := m.at.cursor + by; i >= 0 && i < len(m.lines); i += by {
		if m.lines[i].kind == hunkLine && (by > 0 || i+1 < m.at.cursor) {
			m.at.cursor = min(i+1, len(m.lines)-1)
			m.at.top = m.rowOf(i)
			m.follow()
			return
		}
	}
	m.notice = map[bool]string{true: "there is no change below", false: "there is no change above"}[by > 0]
}

// sideways scrolls by half of the width.
func (m *Model) sideways(by int) {
	step := max(m.place.diff.W/2, 1)
	m.at.left = min(max(m.at.left+by*step, 0), maxLine)
}

func (m *Model) enter() tea.Cmd {
	if m.inList {
		m.inList = false
		return nil
	}
	return m.askComment()
}

func (m *Model) reload() tea.Cmd {
	m.notice = "reading the diff again"
	return m.read()
}

// onLine returns the comment on the line with the cursor, with an empty text if there is none yet;
// false if the line takes no comment.
func (m *Model) onLine() (Comment, bool) {
	if m.at.cursor >= len(m.lines) {
		return Comment{}, false
	}
	l := m.lines[m.at.cursor]
	side, n, ok := l.place()
	if at := m.commentAt(l); ok && at >= 0 {
		return m.comments[at], true
	}
	return Comment{File: m.current().Name, Side: side, Line: n, Quote: l.text}, ok
}

func (m *Model) askComment() tea.Cmd {
	c, ok := m.onLine()
	if !ok {
		m.notice = "this line cannot have a comment: go to a line of the file"
		return nil
	}
	m.inList = false
	m.panel = newField(placeOf(c), c.Text, "what should be changed here", func(m *Model, text string) tea.Cmd {
		c.Text = text
		return m.setComment(c)
	})
	return nil
}

func (m *Model) deleteComment() tea.Cmd {
	c, _ := m.onLine()
	if c.Text == "" {
		m.notice = "there is no comment on this line: C goes to the next"
		return nil
	}
	c.Text = ""
	return m.setComment(c)
}

// nextComment goes to the next line with a comment, in this file or a later one.
func (m *Model) nextComment() {
	if len(m.comments) == 0 {
		m.notice = "there is no comment yet: c writes one"
		return
	}
	m.inList = false
	for n := range len(m.diff.Files) + 1 {
		i := (m.file + n) % len(m.diff.Files)
		name := m.diff.Files[i].Name
		if !slices.ContainsFunc(m.comments, func(c Comment) bool { return c.File == name }) {
			continue
		}
		from := m.at.cursor + 1
		if n > 0 {
			from = 0
			m.show(i)
		}
		for at := from; at < len(m.lines); at++ {
			if m.commentAt(m.lines[at]) >= 0 {
				m.at.cursor = at
				m.follow()
				return
			}
		}
	}
}

func (m *Model) askQuit() tea.Cmd {
	if len(m.comments) == 0 {
		return m.quit()
	}
	m.panel = &question{}
	return nil
}

// click goes to the file or the line that was clicked.
func (m *Model) click(x, y int, button tea.MouseButton) {
	if button != tea.MouseLeft || m.panel != nil || m.leaving {
		return
	}
	m.notice = ""
	switch l := m.place; {
	case l.list.Contains(x, y):
		m.inList = true
		if i := m.list + y - l.list.Y; i < len(m.diff.Files) {
			m.toFile(i)
		}
	case l.diff.Contains(x, y):
		m.inList = false
		if at := m.at.top + y - l.diff.Y; at < len(m.rows) {
			m.at.cursor = m.rows[at].line
			m.follow()
		}
	}
}

// wheelRows is how many rows a step of the wheel scrolls.
const wheelRows = 3

// wheel scrolls the list or the diff, whichever is under the pointer.
func (m *Model) wheel(x, y int, button tea.MouseButton) {
	by := 0
	switch button {
	case tea.MouseWheelUp:
		by = -wheelRows
	case tea.MouseWheelDown:
		by = wheelRows
	}
	if m.panel != nil || by == 0 {
		return
	}
	if m.place.list.Contains(x, y) {
		m.list = min(max(m.list+by, 0), max(len(m.diff.Files)-m.place.list.H, 0))
		return
	}
	height := m.place.diff.H
	m.at.top = min(max(m.at.top+by, 0), max(len(m.rows)-height, 0))
	if len(m.rows) == 0 {
		return
	}
	// The cursor stays on the screen.
	first, last := m.rows[m.at.top].line, m.rows[min(m.at.top+max(height, 1), len(m.rows))-1].line
	if m.rows[m.at.top].part > 0 {
		first = min(first+1, last)
	}
	m.at.cursor = min(max(m.at.cursor, first), last)
}
