package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
)

// dialog is the dialog on top, nil for none.
func (m *Model) dialog() dialog.Dialog { return m.dialogs.Top() }

// ask opens a dialog; nil where what it asks about is gone.
func (m *Model) ask(d dialog.Dialog) tea.Cmd {
	if d != nil {
		m.dialogs.Open(d)
		m.changed()
	}
	return nil
}

// closeDialogs closes all that is open over the panes.
func (m *Model) closeDialogs() {
	m.dialogs = nil
	m.changed()
}

// dialogTakes gives a key to the dialog on top. The prefix and the keys after it are
// commands whatever is open: a dialog that ends with the prefix would leave the key after
// it to the child.
func (m *Model) dialogTakes(k keys.Key) (bool, []command.Result) {
	_, all := m.dialog().(dialog.TakesAll)
	if !all && (m.prefix.At != nil || !m.prefix.Locked && m.keys().BeginsPrefix(k)) {
		return false, nil
	}
	return m.dialogTakesAny(k)
}

// dialogTakesAny gives a key, whatever it is, to the dialogs.
func (m *Model) dialogTakesAny(k keys.Key) (bool, []command.Result) {
	if m.dialog() == nil {
		return false, nil
	}
	m.changed()
	return m.dialogs.Key(k)
}

// dialogTakesPaste gives a paste to the dialogs.
func (m *Model) dialogTakesPaste(p input.Paste) (bool, []command.Result) {
	if m.dialog() == nil {
		return false, nil
	}
	m.changed()
	return m.dialogs.Paste(string(p.Data))
}

// dialogTakesMouse gives an event of the mouse to the dialogs.
func (m *Model) dialogTakesMouse(e input.Mouse) (bool, []command.Result) {
	if m.dialog() == nil {
		return false, nil
	}
	m.changed()
	m.pointer.InDialog(e.Mouse)
	return m.dialogs.Mouse(e)
}

// drawn is an overlay as the painter has it: with the replica of the session that it
// shows.
func (m *Model) drawn(o dialog.Overlay) paint.Overlay {
	out := paint.Overlay{Rect: o.Rect, Text: o.Text, Cursor: o.Cursor, Passive: o.Passive, Dims: o.Dims}
	if p := o.Preview; p != nil {
		if c := m.live.Client(p.Session); c != nil {
			out.Previews = []paint.Preview{{Rect: p.Rect, Client: c, At: p.At}}
		}
	}
	return out
}
