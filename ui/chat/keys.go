package chat

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"
)

// key handles a key: in a menu or list of completions, for a permission, or in the prompt.
func (m *Model) key(msg tea.KeyPressMsg) tea.Cmd {
	name := msg.String()
	if name != "ctrl+c" {
		m.leaving = false
	}
	if m.menu != nil {
		return m.menuKey(msg)
	}
	if m.list != nil {
		if cmd, taken := m.listKey(name); taken {
			return cmd
		}
	}
	if m.answering && m.permissionKey(msg) {
		return nil
	}
	switch name {
	case "enter":
		return m.send()
	case "esc":
		if m.talk.turn || !m.talk.started && !m.talk.gone {
			return m.cancel()
		}
		m.notice = ""
		return nil
	case "ctrl+c":
		return m.interrupt()
	case "ctrl+d":
		if m.prompt.Value() == "" {
			return tea.Quit
		}
	case "tab":
		if len(m.talk.asked) > 0 {
			m.answering, m.offered = true, nil
			return nil
		}
	case "shift+tab":
		return m.nextMode()
	case "alt+m":
		m.openSettings()
		return nil
	case "ctrl+n":
		if m.talk.gone {
			m.start(true)
			return nil
		}
	case "ctrl+o":
		m.toggleDetails()
		return nil
	}
	if m.scrollKey(name) || m.historyKey(name) {
		return nil
	}
	m.focusPrompt()
	m.notice = ""
	before := m.prompt.Value()
	var cmd tea.Cmd
	m.prompt, cmd = m.prompt.Update(msg)
	if m.prompt.Value() == before {
		m.complete()
		return cmd
	}
	return tea.Batch(cmd, m.promptEdited())
}

// The limits of the prompt's text, in lines and in rows on the screen. The text field lays out all of
// its text at each key.
const (
	maxPasteLines = 1000
	maxPasteRows  = 4000
)

// paste inserts a text into the prompt, unless it is too long.
func (m *Model) paste(msg tea.PasteMsg) tea.Cmd {
	m.focusPrompt()
	m.notice, m.menu = "", nil
	text := strings.ReplaceAll(strings.ReplaceAll(msg.Content, "\r\n", "\n"), "\r", "\n")
	const tooLong = "the text is too long for the prompt: write it to a file, and name the file with @"
	before, lines := m.prompt.Value(), m.prompt.LineCount()+strings.Count(text, "\n")
	if lines > maxPasteLines {
		m.notice = tooLong
		return nil
	}
	var cmd tea.Cmd
	m.prompt, cmd = m.prompt.Update(tea.PasteMsg{Content: text})
	if m.prompt.LineCount() < lines { // the field cut it because it has too many rows
		m.prompt.SetValue(before)
		m.notice = tooLong
		return cmd
	}
	return tea.Batch(cmd, m.promptEdited())
}

// interrupt handles Ctrl-C: it clears the prompt, cancels the turn, or leaves when pressed twice.
func (m *Model) interrupt() tea.Cmd {
	switch {
	case m.prompt.Value() != "":
		m.prompt.Reset()
		m.list = nil
		return nil
	case m.talk.turn:
		return m.cancel()
	case m.leaving:
		return tea.Quit
	}
	m.leaving = true
	m.notice = "press Ctrl-C again to leave: the conversation is kept"
	return nil
}

// toggleDetails unfolds or folds all thoughts and results of tools.
func (m *Model) toggleDetails() {
	m.details = !m.details
	for _, it := range m.talk.items {
		it.open = nil
		it.changed()
	}
}

func (m *Model) scrollKey(name string) bool {
	page := max(m.area.talk.H-2, 1)
	switch name {
	case "pgup":
		m.scroll(-page)
	case "pgdown":
		m.scroll(page)
	case "shift+up":
		m.scroll(-1)
	case "shift+down":
		m.scroll(1)
	case "ctrl+home":
		m.top, m.follow = place{}, false
		m.scroll(0)
	case "ctrl+end":
		m.follow = true
	default:
		return false
	}
	return true
}

func (m *Model) wheel(button tea.MouseButton) {
	switch button {
	case tea.MouseWheelUp:
		m.scroll(-3)
	case tea.MouseWheelDown:
		m.scroll(3)
	}
}

// historyKey goes to an earlier prompt from the first line of the field, and back from the last.
func (m *Model) historyKey(name string) bool {
	at := m.history
	switch {
	case name == "up" && m.prompt.Line() == 0 && m.prompt.LineInfo().RowOffset == 0 && at < len(m.talk.prompts):
		at++
	case name == "down" && at > 0 && m.prompt.Line() == m.prompt.LineCount()-1:
		at--
	default:
		return false
	}
	if m.history == 0 {
		m.draft = m.prompt.Value()
	}
	m.history = at
	text := m.draft
	if at > 0 {
		text = m.talk.prompts[len(m.talk.prompts)-at]
	}
	m.prompt.SetValue(text)
	m.list = nil
	return true
}

// permissionKey handles a key for the oldest permission. It returns false for a key that is for the
// prompt.
func (m *Model) permissionKey(msg tea.KeyPressMsg) bool {
	options := len(m.talk.asked[0].options)
	switch name := msg.String(); name {
	case "up", "left":
		m.chosen = (m.chosen + options - 1) % options
	case "down", "right":
		m.chosen = (m.chosen + 1) % options
	case "enter":
		m.answer(m.chosen)
	case "tab":
		m.focusPrompt()
	default:
		if len(name) != 1 || name[0] < '1' || int(name[0]-'1') >= options {
			return false
		}
		m.answer(int(name[0] - '1'))
	}
	return true
}

// click answers a permission, or folds or unfolds an item.
func (m *Model) click(x, y int, button tea.MouseButton) tea.Cmd {
	if button != tea.MouseLeft {
		return nil
	}
	if listed := m.listed(m.area.talk.H); len(listed.names) > 0 && m.area.talk.Contains(x, y) && y >= m.area.talk.Y+m.area.talk.H-len(listed.names) {
		at := listed.from + y - (m.area.talk.Y + m.area.talk.H - len(listed.names))
		if m.menu != nil {
			return m.pickFromMenu(at)
		}
		return m.takeListed(at)
	}
	switch {
	case m.area.asked.Contains(x, y):
		if i := y - m.area.asked.Y - 1; i >= 0 {
			m.answer(i)
		}
	case m.area.prompt.Contains(x, y):
		m.focusPrompt()
	case m.area.talk.Contains(x, y):
		_, items := m.shown(m.area.talk.H)
		if at := y - m.area.talk.Y; at < len(items) {
			it := m.talk.items[items[at]]
			open := !m.unfolded(it)
			it.open = &open
			it.changed()
		}
	}
	return nil
}

// completion is a list of completions of a word in the prompt.
type completion struct {
	word  string
	names []string
	about []string // descriptions, or nil
	at    int
}

// maxListed is the number of completions that are shown.
const maxListed = 8

// promptEdited updates the completions after the prompt has changed.
func (m *Model) promptEdited() tea.Cmd {
	m.history = 0
	wasOpen := m.list != nil
	m.complete()
	if word, _ := m.word(); strings.HasPrefix(word, "@") && !wasOpen && m.o.Files != nil {
		return func() tea.Msg { return filesFound{m.o.Files(context.Background())} }
	}
	return nil
}

// word returns the word before the cursor, and whether the text begins with it.
func (m *Model) word() (word string, begins bool) {
	lines := strings.Split(m.prompt.Value(), "\n")
	if m.prompt.Line() >= len(lines) {
		return "", false
	}
	line := []rune(lines[m.prompt.Line()])
	before := string(line[:min(m.prompt.Column(), len(line))])
	at := strings.LastIndexAny(before, " \t") + 1
	return before[at:], at == 0 && m.prompt.Line() == 0
}

func (m *Model) complete() {
	m.list = nil
	word, begins := m.word()
	switch {
	case strings.HasPrefix(word, "@"):
		m.list = match(word, m.files, nil)
	case begins && strings.HasPrefix(word, "/"):
		var names, about []string
		for _, c := range m.talk.commands {
			names, about = append(names, c.Name), append(about, c.Description)
		}
		for i, s := range m.talk.settings {
			if m.settingIndex(s.Word()) == i {
				names, about = append(names, s.Word()), append(about, "Choose it: "+valueOf(s))
			}
		}
		m.list = match(word, names, about)
	}
}

// match returns the completions of a word, keeping its first letter; nil for none.
func match(word string, names, about []string) *completion {
	l := &completion{word: word}
	add := func(i int) {
		l.names = append(l.names, word[:1]+names[i])
		if about != nil {
			l.about = append(l.about, about[i])
		}
	}
	if word[1:] == "" {
		for i := range names[:min(len(names), maxListed)] {
			add(i)
		}
	} else {
		for _, found := range first(fuzzy.Find(word[1:], names), maxListed) {
			add(found.Index)
		}
	}
	if len(l.names) == 0 || len(l.names) == 1 && l.names[0] == word {
		return nil
	}
	return l
}

func first[T any](list []T, most int) []T { return list[:min(len(list), most)] }

// listKey handles a key while completions are listed. taken is false for a key that is for the prompt.
func (m *Model) listKey(name string) (cmd tea.Cmd, taken bool) {
	n := len(m.list.names)
	switch name {
	case "up":
		m.list.at = (m.list.at + n - 1) % n
	case "down":
		m.list.at = (m.list.at + 1) % n
	case "esc":
		m.list = nil
	case "tab", "enter":
		return m.takeListed(m.list.at), true
	default:
		return nil, false
	}
	return nil, true
}

// takeListed inserts a completion, or opens the setting that it names.
func (m *Model) takeListed(at int) tea.Cmd {
	name := m.list.names[at]
	for range []rune(m.list.word) {
		m.prompt, _ = m.prompt.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	}
	m.list = nil
	if i := m.settingIndex(name[1:]); i >= 0 && name[0] == '/' {
		return m.openSetting(i)
	}
	m.prompt.InsertString(name + " ")
	return nil
}
