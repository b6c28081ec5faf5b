package ui

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dormer/session"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// dialog is something that takes the keyboard until it is done. Dialogs stack;
// the one on top has the keys.
type dialog interface {
	key(m *Model, k keys.Key) (done bool, cmd tea.Cmd)
	paste(text string)
	mouse(e input.Mouse)
	// render draws the dialog for a screen of the given size.
	render(size session.Size) overlay
}

func (m *Model) dialog() dialog {
	if len(m.dialogs) == 0 {
		return nil
	}
	return m.dialogs[len(m.dialogs)-1]
}

func (m *Model) openDialog(d dialog) {
	m.dialogs = append(m.dialogs, d)
	m.changed()
}

func (m *Model) closeDialog(d dialog) {
	for i := range m.dialogs {
		if m.dialogs[i] == d {
			m.dialogs = append(m.dialogs[:i:i], m.dialogs[i+1:]...)
			break
		}
	}
	m.changed()
}

func (m *Model) dialogKey(d dialog, k keys.Key) tea.Cmd {
	done, cmd := d.key(m, k)
	if done {
		m.closeDialog(d)
	}
	m.changed()
	return cmd
}

func (m *Model) dialogPaste(d dialog, text string) tea.Cmd {
	d.paste(text)
	m.changed()
	return nil
}

func (m *Model) dialogMouse(d dialog, e input.Mouse) tea.Cmd {
	d.mouse(e)
	m.changed()
	return nil
}

// Looks of dialogs: the terminal's own colours, so that every theme suits.
var (
	accent    = lipgloss.ANSIColor(6)
	boxStyle  = lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).BorderForeground(accent).Padding(0, 1)
	headStyle = lipgloss.NewStyle().Bold(true)
	dimStyle  = lipgloss.NewStyle().Faint(true)
	keyStyle  = lipgloss.NewStyle().Bold(true).Foreground(accent)
)

// prompt asks for one line of text.
type prompt struct {
	title  string
	field  textinput.Model
	accept func(*Model, string) tea.Cmd
}

func newPrompt(title, value string, accept func(*Model, string) tea.Cmd) *prompt {
	f := textinput.New()
	f.Prompt = ""
	f.CharLimit = 200
	f.SetValue(value)
	f.CursorEnd()
	f.SetVirtualCursor(false)
	f.Focus()
	return &prompt{title: title, field: f, accept: accept}
}

func (p *prompt) key(m *Model, k keys.Key) (bool, tea.Cmd) {
	switch k.Name() {
	case "esc", "ctrl+c", "ctrl+g":
		return true, nil
	case "enter":
		return true, p.accept(m, p.field.Value())
	}
	p.field, _ = p.field.Update(teaKey(k))
	return false, nil
}

func (p *prompt) paste(text string) { p.field, _ = p.field.Update(tea.PasteMsg{Content: text}) }

func (p *prompt) mouse(input.Mouse) {}

func (p *prompt) render(size session.Size) overlay {
	width := min(max(size.Cols-8, 4), 48)
	p.field.SetWidth(width - 1)
	box := boxStyle.Width(width + 4).Render(headStyle.Render(p.title) + "\n" + p.field.View() + "\n" +
		dimStyle.Render("Enter accepts, Esc cancels"))
	o := centred(box, size)
	if c := p.field.Cursor(); c != nil {
		o.cursor = &point{x: o.rect.X + 2 + c.X, y: o.rect.Y + 2}
	}
	return o
}

// question asks for a yes before something dies.
type question struct {
	title, detail string
	yes           func(*Model) tea.Cmd
}

func (q *question) key(m *Model, k keys.Key) (bool, tea.Cmd) {
	switch k.Name() {
	case "y", "Y", "enter":
		return true, q.yes(m)
	case "n", "N", "esc", "q", "ctrl+c", "ctrl+g":
		return true, nil
	}
	return false, nil
}

func (q *question) paste(string)      {}
func (q *question) mouse(input.Mouse) {}

func (q *question) render(size session.Size) overlay {
	width := min(max(size.Cols-4, 10), 60)
	return centred(boxStyle.Width(width).Render(headStyle.Render(q.title)+"\n"+q.detail+"\n"+
		keyStyle.Render("y")+" yes   "+keyStyle.Render("n")+" no"), size)
}

// teaKey is a key as the components of bubbles take it.
func teaKey(k keys.Key) tea.KeyPressMsg {
	out := tea.Key{Code: k.TeaCode(), Text: k.Text, ShiftedCode: k.Shifted, BaseCode: k.Base}
	for _, mod := range []struct {
		ours keys.Mod
		tea  tea.KeyMod
	}{{keys.Shift, tea.ModShift}, {keys.Alt, tea.ModAlt}, {keys.Ctrl, tea.ModCtrl}} {
		if k.Mod&mod.ours != 0 {
			out.Mod |= mod.tea
		}
	}
	return tea.KeyPressMsg(out)
}
