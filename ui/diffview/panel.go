package diffview

import (
	"cmp"
	"fmt"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"dormer/session/grid"
	"dormer/ui/textfield"
)

// panel is a question in the last rows of the screen. It has the keys until it is closed.
type panel interface {
	key(*Model, tea.KeyPressMsg) tea.Cmd
	// draw returns its rows, and the column of the cursor in the last one; -1 for none.
	draw(m *Model, cols, rows int) (lines []string, cursor int)
}

// field asks for a line of text.
type field struct {
	title string
	input textinput.Model
	// cut says that the end of the last paste was cut off; empty if it was not.
	cut  string
	take func(*Model, string) tea.Cmd
}

// maxComment is the largest number of characters of a comment.
const maxComment = 4000

func newField(title, value, empty string, take func(*Model, string) tea.Cmd) *field {
	f := &field{title: title, input: textfield.New("", empty), take: take}
	f.input.CharLimit = maxComment
	f.input.SetValue(value)
	f.input.CursorEnd()
	return f
}

// placeOf returns the title of a comment's field.
func placeOf(c Comment) string {
	return fmt.Sprintf("comment on %s:%d (%s)", safe(c.File), c.Line, c.Side)
}

func (f *field) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc", "ctrl+c", "ctrl+g":
		m.panel = nil
		return nil
	case "enter":
		m.panel = nil
		return f.take(m, f.input.Value())
	}
	f.cut = ""
	f.input, _ = f.input.Update(k)
	return nil
}

func (f *field) draw(m *Model, cols, rows int) ([]string, int) {
	const sign = "> "
	if rows < 2 || cols < 12 {
		shown, x := textfield.Window(f.input, cols, m.pens.dim.Render)
		return []string{shown}, x
	}
	shown, x := textfield.Window(f.input, cols-len(sign), m.pens.dim.Render)
	title := fit(m.cut(cmp.Or(f.cut, f.title+" · Enter accepts, Esc cancels"), cols), cols, m.pens.bar)
	return []string{title, m.pens.key.Render(sign) + shown}, len(sign) + x
}

// question asks what to do with unsent comments before quitting.
type question struct{}

func (*question) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	m.panel = nil
	switch k.String() {
	case "q", "y", "ctrl+c":
		return m.quit()
	case "s", "S":
		return m.send()
	}
	return nil
}

func (*question) draw(m *Model, cols, rows int) ([]string, int) {
	said := fmt.Sprintf("%s not sent", were(len(m.comments)))
	does := "q quits and keeps them for the next time, s sends them, Esc stays"
	if rows < 2 {
		return []string{fit(m.cut(said+": "+does, cols), cols, m.pens.bar)}, -1
	}
	return []string{fit(m.cut(said, cols), cols, m.pens.bar), fit(m.cut(does, cols), cols, m.pens.text)}, -1
}

// were returns a number of comments with a verb.
func were(n int) string {
	if n == 1 {
		return "1 comment was"
	}
	return fmt.Sprintf("%d comments were", n)
}

// sessionList asks which session comments are sent to.
type sessionList struct {
	all []Session
	at  int
}

func (s *sessionList) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch name := k.String(); name {
	case "esc", "q", "ctrl+c", "ctrl+g":
		m.panel = nil
	case "j", "down", "tab", "ctrl+n":
		s.at = (s.at + 1) % len(s.all)
	case "k", "up", "shift+tab", "ctrl+p":
		s.at = (s.at + len(s.all) - 1) % len(s.all)
	case "enter":
		m.panel = nil
		return m.sendTo(s.all[s.at])
	default:
		if len(name) == 1 && name[0] >= '1' && int(name[0]-'1') < len(s.all) {
			m.panel = nil
			return m.sendTo(s.all[name[0]-'1'])
		}
	}
	return nil
}

func (s *sessionList) draw(m *Model, cols, rows int) ([]string, int) {
	lines := []string{fit(m.cut("send the comments to · Enter sends, Esc cancels", cols), cols, m.pens.bar)}
	room := max(min(rows-1, len(s.all)), 1)
	first := max(0, min(s.at-room/2, len(s.all)-room))
	for i := first; i < first+room; i++ {
		pen := m.pens.text
		if i == s.at {
			pen = m.pens.selected
		}
		lines = append(lines, fit(grid.Cut(fmt.Sprintf(" %d %s", i+1, safe(s.all[i].Name)), cols), cols, pen))
	}
	return lines, -1
}

// help lists the keys.
type help struct{ top int }

func (h *help) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "j", "down", "space", "pgdown":
		h.top++
	case "k", "up", "b", "pgup":
		h.top = max(h.top-1, 0)
	default:
		m.panel = nil
	}
	return nil
}

func (h *help) draw(m *Model, cols, rows int) ([]string, int) {
	all := bindings()
	room := max(rows-1, 1)
	h.top = max(min(h.top, len(all)-room), 0)
	note := "keys · any key closes this"
	if len(all) > room {
		note = "keys · j k scroll, any other key closes this"
	}
	lines := []string{fit(m.cut(note, cols), cols, m.pens.bar)}
	for _, b := range all[h.top:min(h.top+room, len(all))] {
		keys := b.shown + strings.Repeat(" ", max(12-len(b.shown), 1))
		lines = append(lines, render(crop([]span{{" " + keys, m.pens.key}, {b.does, m.pens.text}}, 0, cols), cols, m.pens.text))
	}
	return lines, -1
}
