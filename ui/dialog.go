package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

// dialog is something that takes the keyboard until it is done. Dialogs stack;
// the one on top has the keys.
type dialog interface {
	key(m *Model, k keys.Key) (done bool, cmd tea.Cmd)
	paste(text string)
	mouse(m *Model, e input.Mouse) (done bool, cmd tea.Cmd)
	// render draws the dialog for a screen of the given size.
	render(session.Size, theme.Looks) paint.Overlay
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

// closeDialogs closes all that is open over the panes.
func (m *Model) closeDialogs() {
	m.dialogs = nil
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
	if e.Kind == keys.MousePress && !e.Button.Wheel() {
		m.mouse = pointer{button: e.Button, spent: true}
	} else if e.Kind == keys.MouseRelease {
		m.mouse = pointer{}
	}
	done, cmd := d.mouse(m, e)
	if done {
		m.closeDialog(d)
	}
	m.changed()
	return cmd
}

// refresher is a dialog that shows what changes by itself: it is asked to look
// again before it is drawn.
type refresher interface{ refresh(*Model) }

// question asks for a yes before something dies.
type question struct {
	title, detail string
	yes           func(*Model) tea.Cmd
	// answers is where the answers are on the screen; empty where they have no line of
	// their own.
	answers workspace.Rect
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

func (q *question) paste(string) {}

// mouse takes a click on an answer.
func (q *question) mouse(m *Model, e input.Mouse) (bool, tea.Cmd) {
	if e.Kind != keys.MousePress || e.Button != keys.ButtonLeft || !q.answers.Contains(e.X, e.Y) {
		return false, nil
	}
	switch x := e.X - q.answers.X; {
	case x < len(answerYes):
		return true, q.yes(m)
	case x >= len(answerYes+answerGap):
		return true, nil
	}
	return false, nil
}

// The answers of a question as they stand in its last line.
const (
	answerYes = "y yes"
	answerGap = "   "
	answerNo  = "n no"
)

func (q *question) render(size session.Size, l theme.Looks) paint.Overlay {
	const answers = answerYes + answerGap + answerNo
	q.answers = workspace.Rect{}
	inner := min(size.Cols-4, 56)
	if inner >= len(answers) {
		lines := []string{l.Head.Render(cut(q.title, inner))}
		lines = append(lines, wrapped(q.detail, inner)...)
		lines = append(lines, l.Key.Render("y")+answerYes[1:]+answerGap+l.Key.Render("n")+answerNo[1:])
		if len(lines)+2 <= size.Rows {
			o := framed(l, lines, inner, size)
			q.answers = workspace.Rect{X: o.Rect.X + 2, Y: o.Rect.Y + o.Rect.H - 2, W: len(answers), H: 1}
			return o
		}
	}
	return bottomLine(cut(q.title, max(size.Cols-4, 0))+" y/n", size)
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
