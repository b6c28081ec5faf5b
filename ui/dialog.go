package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

// dialog is something that takes the keyboard until it is done. Dialogs stack;
// the one on top has the keys. A dialog does nothing itself: it returns what was asked
// for.
type dialog interface {
	key(keys.Key) result
	paste(text string) result
	mouse(input.Mouse) result
	// render draws the dialog for a screen of the given size.
	render(session.Size, theme.Looks) paint.Overlay
}

// result is what came of a key or a click in a dialog.
type result struct {
	// done says that the dialog closes.
	done bool
	// passes says that the key or click is not the dialog's, and goes on to what is
	// below it.
	passes bool
	// asks is what was asked for: the zero value for nothing.
	asks command.Result
}

// stays is the result of a key after which a dialog stays open, closes that of one that
// only closes it.
var stays, closes = result{}, result{done: true}

// closing closes a dialog and asks for something.
func closing(asks command.Result) result { return result{done: true, asks: asks} }

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

// dialogTakes gives a key to the dialog on top. The prefix and the keys after it are
// commands whatever is open: a dialog that ends with the prefix would leave the key after
// it to the child.
func (m *Model) dialogTakes(k keys.Key) (bool, []command.Result) {
	if m.prefix.At != nil || !m.prefix.Locked && m.keys().BeginsPrefix(k) {
		return false, nil
	}
	return m.dialogTakesAny(k)
}

// dialogTakesAny gives a key, whatever it is, to the dialog on top, and to the one below
// where that lets it pass.
func (m *Model) dialogTakesAny(k keys.Key) (bool, []command.Result) {
	for d := m.dialog(); d != nil; d = m.dialog() {
		r := d.key(k)
		asks := m.conclude(d, r)
		if !r.passes {
			return true, asks
		}
	}
	return false, nil
}

// dialogTakesPaste gives a paste to the dialog on top.
func (m *Model) dialogTakesPaste(p input.Paste) (bool, []command.Result) {
	d := m.dialog()
	if d == nil {
		return false, nil
	}
	return true, m.conclude(d, d.paste(string(p.Data)))
}

// conclude closes a dialog that is done, and returns what a key or a click in it asks
// for.
func (m *Model) conclude(d dialog, r result) []command.Result {
	if r.done {
		m.closeDialog(d)
	}
	m.changed()
	return []command.Result{r.asks}
}

func (m *Model) concluded(d dialog, r result) tea.Cmd { return m.doAll(m.conclude(d, r)) }

func (m *Model) dialogMouse(d dialog, e input.Mouse) tea.Cmd {
	if e.Kind == keys.MousePress && !e.Button.Wheel() {
		m.mouse = pointer{button: e.Button, spent: true}
	} else if e.Kind == keys.MouseRelease {
		m.mouse = pointer{}
	}
	r := d.mouse(e)
	cmd := m.concluded(d, r)
	if r.passes {
		cmd = tea.Batch(cmd, m.mouseEvent(e))
	}
	return cmd
}

// refresher is a dialog that shows what changes by itself: it is asked to look
// again before it is drawn.
type refresher interface{ refresh() }

// question asks for a yes before something dies. Only y says so: every other key that
// types something is no, as in tmux's confirm-before, for it may well have been meant for
// something else. A chord leaves it open: in some presets the key after it is a command.
type question struct {
	title, detail string
	yes           command.Result
	// answers is where the answers are on the screen; empty where they have no line of
	// their own.
	answers workspace.Rect
}

func (q *question) key(k keys.Key) result {
	switch k.Name() {
	case "y", "Y":
		return closing(q.yes)
	case "enter", "esc", "tab", "backspace", "ctrl+c", "ctrl+g":
		return closes
	}
	if k.Text != "" && k.Mod&(keys.Ctrl|keys.Alt) == 0 {
		return closes
	}
	return stays
}

func (q *question) paste(string) result { return stays }

// mouse takes a click on an answer.
func (q *question) mouse(e input.Mouse) result {
	if e.Kind != keys.MousePress || e.Button != keys.ButtonLeft || !q.answers.Contains(e.X, e.Y) {
		return stays
	}
	switch x := e.X - q.answers.X; {
	case x < len(answerYes):
		return closing(q.yes)
	case x >= len(answerYes+answerGap):
		return closes
	}
	return stays
}

// The answers of a question as they stand in its last line, the capital for what all
// others say.
const (
	answerYes = "y yes"
	answerGap = "   "
	answerNo  = "N no"
)

func (q *question) render(size session.Size, l theme.Looks) paint.Overlay {
	const answers = answerYes + answerGap + answerNo
	q.answers = workspace.Rect{}
	inner := min(size.Cols-4, 56)
	if inner >= len(answers) {
		lines := []string{l.Head.Render(cut(q.title, inner))}
		lines = append(lines, wrapped(q.detail, inner)...)
		lines = append(lines, l.Key.Render("y")+answerYes[1:]+answerGap+l.Key.Render("N")+answerNo[1:])
		if len(lines)+2 <= size.Rows {
			o := framed(l, lines, inner, size)
			q.answers = workspace.Rect{X: o.Rect.X + 2, Y: o.Rect.Y + o.Rect.H - 2, W: len(answers), H: 1}
			return o
		}
	}
	return bottomLine(cut(q.title, max(size.Cols-4, 0))+" y/N", size)
}
