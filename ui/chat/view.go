package chat

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session/chat"
	"dormer/session/grid"
	"dormer/ui/safetext"
	"dormer/workspace"
)

// areas are the places of the screen's parts. A part for which there is no room is empty.
type areas struct{ head, talk, asked, line, prompt, foot workspace.Rect }

// arrange lays the screen out.
func (m *Model) arrange() {
	cols, rows := m.size.cols, m.size.rows
	m.area = areas{}
	if cols < 1 || rows < 1 {
		return
	}
	top, bottom := 0, rows
	above := func(n int) workspace.Rect { // takes rows off the bottom
		bottom -= n
		return workspace.Rect{Y: bottom, W: cols, H: n}
	}
	if rows >= 3 {
		m.area.foot = above(1)
	}
	if rows >= 8 {
		m.area.head = workspace.Rect{W: cols, H: 1}
		top = 1
	}
	m.prompt.MaxHeight = max(min(rows/3, 10), 1)
	m.prompt.SetWidth(max(cols-promptIndent, 1))
	if len(m.talk.asked) == 0 || rows >= 10 || !m.answering {
		m.area.prompt = above(min(m.prompt.Height(), bottom-top))
		if rows >= 10 {
			m.area.line = above(1)
		}
	}
	if len(m.talk.asked) > 0 {
		m.area.asked = above(min(1+len(m.talk.asked[0].options), bottom-top))
	}
	m.area.talk = workspace.Rect{Y: top, W: cols, H: bottom - top}
}

// promptIndent is the width of the sign before the prompt.
const promptIndent = 2

// View draws the program.
func (m *Model) View() tea.View {
	v := tea.NewView(strings.Join(m.screen(), "\n"))
	v.WindowTitle = "chat: " + safetext.Line(m.talk.agent)
	if at := m.prompt.Cursor(); at != nil && m.area.prompt.H > 0 && !m.answering && m.menu == nil {
		v.Cursor = tea.NewCursor(min(at.X+promptIndent, m.size.cols-1), m.area.prompt.Y+min(at.Y, m.area.prompt.H-1))
	}
	return v
}

// screen returns the rows of the screen.
func (m *Model) screen() []string {
	cols := m.size.cols
	if cols < 1 || m.size.rows < 1 {
		return nil
	}
	lines := make([]string, 0, m.size.rows)
	if m.area.head.H > 0 {
		lines = append(lines, m.headLine(cols))
	}
	rows, _ := m.shown(m.area.talk.H)
	lines = append(lines, rows...)
	for len(lines) < m.area.talk.Y+m.area.talk.H {
		lines = append(lines, render(nil, cols, m.pens.text))
	}
	m.drawList(lines[m.area.talk.Y:], cols)
	lines = append(lines, m.askedLines(m.area.asked.H, cols)...)
	if m.area.line.H > 0 {
		lines = append(lines, render(one(strings.Repeat(m.plain("─"), cols), m.pens.dim), cols, m.pens.text))
	}
	if m.area.prompt.H > 0 {
		lines = append(lines, m.promptLines(cols)...)
	}
	if m.area.foot.H > 0 {
		lines = append(lines, m.footLine(cols))
	}
	return lines
}

// headLine returns the line with the agent, its mode, its settings and its directory.
func (m *Model) headLine(cols int) string {
	said := " " + safetext.Line(m.talk.agent)
	for _, mode := range m.talk.modes {
		if mode.ID == m.talk.mode {
			said += " · " + safetext.Line(mode.Name)
		}
	}
	if !m.follow {
		said += " · PgDn scrolls down"
	}
	for _, s := range m.talk.settings {
		if now := safetext.Line(valueOf(s)); now != "" {
			said += " · " + now
		}
	}
	dir := safetext.Line(m.dir) + " "
	room := cols - width(said) - 2
	if room < width(dir) {
		dir = ""
	}
	pad := max(cols-width(said)-width(dir), 0)
	return render(one(m.plain(grid.Cut(said, cols))+strings.Repeat(" ", pad)+dir, m.pens.bar), cols, m.pens.bar)
}

// promptLines returns the rows of the prompt.
func (m *Model) promptLines(cols int) []string {
	sign := "> "
	if cols <= promptIndent {
		sign = ""
	}
	rows := strings.Split(m.prompt.View(), "\n")
	rows = rows[:min(len(rows), m.area.prompt.H)]
	for i, row := range rows {
		if i > 0 {
			sign = strings.Repeat(" ", len(sign))
		}
		rows[i] = m.pens.user.Render(sign) + row
	}
	for len(rows) < m.area.prompt.H {
		rows = append(rows, "")
	}
	return rows
}

// askedLines returns the rows of the oldest permission with its options.
func (m *Model) askedLines(height, cols int) []string {
	if height < 1 {
		return nil
	}
	it := m.talk.asked[0]
	title := safetext.Line(it.tool.Title)
	if title == "" {
		title = "may it continue?"
	}
	more := ""
	if n := len(m.talk.asked); n > 1 {
		more = " (1 of " + strconv.Itoa(n) + ")"
	}
	lines := []string{render([]span{{m.plain("⚑ "), m.pens.warn}, {safetext.Line(m.talk.agent) + " asks: ", m.pens.warn}, {title + more, m.pens.bold}}, cols, m.pens.text)}
	for i, o := range it.options {
		pen := m.pens.text
		if m.answering && i == m.chosen {
			pen = m.pens.selected
		}
		row := []span{{"  " + strconv.Itoa(i+1) + ".", m.pens.key}, {" " + safetext.Line(o.Name) + " ", pen}}
		lines = append(lines, render(row, cols, m.pens.text))
	}
	return lines[:min(len(lines), height)]
}

// listed is the visible part of a menu or of completions.
type listed struct {
	names, about []string // about is nil for names without descriptions
	from, at     int      // index of the first visible entry, and of the selected one among the visible
}

// listed returns the list over the last rows of a conversation of a height.
func (m *Model) listed(height int) (l listed) {
	at := 0
	switch {
	case m.menu != nil:
		at = m.menu.at
		for _, i := range m.menu.shown {
			l.names, l.about = append(l.names, m.menu.names[i]), append(l.about, m.menu.about[i])
		}
	case m.list != nil:
		at, l.names, l.about = m.list.at, m.list.names, m.list.about
	}
	n := min(len(l.names), height, 2*maxListed)
	l.from = max(min(at-n+1, len(l.names)-n), 0)
	l.names, l.at = l.names[l.from:l.from+n], at-l.from
	if l.about != nil {
		l.about = l.about[l.from : l.from+n]
	}
	return l
}

// drawList draws the list over the last rows of the conversation.
func (m *Model) drawList(lines []string, cols int) {
	l := m.listed(len(lines))
	widest := 0
	for _, name := range l.names {
		widest = max(widest, width(safetext.Line(name)))
	}
	for i, name := range l.names {
		name = safetext.Line(name)
		pen := m.pens.bar
		if i == l.at {
			pen = m.pens.selected
		}
		text := " " + name + strings.Repeat(" ", max(widest-width(name), 0)) + " "
		if l.about != nil {
			text += " " + safetext.Line(l.about[i]) + " "
		}
		lines[len(lines)-len(l.names)+i] = render(one(grid.Cut(text, cols), pen), cols, m.pens.text)
	}
}

// footLine returns the line with the state and the keys.
func (m *Model) footLine(cols int) string {
	state, keys := m.statusText()
	switch {
	case m.menu != nil:
		state, keys = m.menu.title, "Enter chooses it · Esc goes back · type to search"
		if m.menu.typed != "" {
			keys = m.menu.typed
		}
		state, keys = safetext.Line(state)+":", safetext.Line(keys)
	case m.notice != "":
		keys = safetext.Line(m.notice)
	}
	row := one(" ", m.pens.dim)
	if state != "" {
		row = append(row, span{state + "  ", m.pens.bold})
	}
	room := cols - spansWidth(row)
	return render(append(row, span{m.plain(grid.Cut(keys, room)), m.pens.dim}), cols, m.pens.text)
}

// statusText returns the state in a word, and the keys for it.
func (m *Model) statusText() (state, keys string) {
	switch {
	case m.talk.gone:
		return "ended", "Enter starts the agent again · Ctrl-N begins a new conversation · Ctrl-D leaves"
	case !m.talk.started:
		return m.spin.View() + " starting", "your prompt is sent when it has started · Esc ends it"
	case len(m.talk.asked) > 0 && m.answering:
		return "asks", "a number or Enter answers · Tab goes to the prompt · Esc cancels"
	case len(m.talk.asked) > 0:
		return "asks", "Tab goes to the answers · Esc cancels"
	case m.talk.turn:
		return m.spin.View() + " working", "Esc cancels · Ctrl-O shows details · PgUp goes back"
	case m.talk.stop == chat.StopFailed:
		return "failed", "Enter sends"
	}
	hints := "Enter sends"
	if len(m.talk.modes) > 1 {
		hints += " · Shift-Tab mode"
	}
	if len(m.talk.settings) > 0 {
		hints += " · Alt-M model"
	}
	return "", hints + " · Alt-Enter new line · @ file · / command · Ctrl-O details · Ctrl-D leaves"
}
