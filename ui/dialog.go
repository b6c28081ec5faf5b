package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
)

func (m *Model) dialog() dialog.Dialog {
	if len(m.dialogs) == 0 {
		return nil
	}
	return m.dialogs[len(m.dialogs)-1]
}

// ask opens a dialog; nil where what it asks about is gone.
func (m *Model) ask(d dialog.Dialog) tea.Cmd {
	if d != nil {
		m.openDialog(d)
	}
	return nil
}

func (m *Model) openDialog(d dialog.Dialog) {
	m.dialogs = append(m.dialogs, d)
	m.changed()
}

// closeDialogs closes all that is open over the panes.
func (m *Model) closeDialogs() {
	m.dialogs = nil
	m.changed()
}

func (m *Model) closeDialog(d dialog.Dialog) {
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
		r := d.Key(k)
		asks := m.conclude(d, r)
		if !r.Passes {
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
	return true, m.conclude(d, d.Paste(string(p.Data)))
}

// conclude closes a dialog that is done, and returns what a key or a click in it asks
// for.
func (m *Model) conclude(d dialog.Dialog, r dialog.Result) []command.Result {
	if r.Done {
		m.closeDialog(d)
	}
	m.changed()
	return []command.Result{r.Asks}
}

// dialogTakesMouse gives an event of the mouse to the dialog on top, and to the one below
// where that lets it pass.
func (m *Model) dialogTakesMouse(e input.Mouse) (bool, []command.Result) {
	for d := m.dialog(); d != nil; d = m.dialog() {
		m.pointer.InDialog(e.Mouse)
		r := d.Mouse(e)
		asks := m.conclude(d, r)
		if !r.Passes {
			return true, asks
		}
	}
	return false, nil
}

// drawn is an overlay as the painter has it: with the replica of the session that it
// shows.
func (m *Model) drawn(o dialog.Overlay) paint.Overlay {
	out := paint.Overlay{Rect: o.Rect, Text: o.Text, Cursor: o.Cursor, Passive: o.Passive, Dims: o.Dims}
	if p := o.Preview; p != nil {
		if c := m.clientOf(p.Session); c != nil {
			out.Previews = []paint.Preview{{Rect: p.Rect, Client: c, At: p.At}}
		}
	}
	return out
}
