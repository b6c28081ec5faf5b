package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/lists"
	"dormer/ui/paint"
)

// dialog returns the dialog on top, nil for none.
func (m *Model) dialog() dialog.Dialog { return m.dialogs.Top() }

// ask opens a dialog. Nil is none, because its subject is gone.
func (m *Model) ask(d dialog.Dialog) tea.Cmd {
	if d != nil {
		m.dialogs.Open(d)
		m.changed()
	}
	return nil
}

// closeDialogs closes all dialogs.
func (m *Model) closeDialogs() {
	m.dialogs = nil
	m.changed()
}

// dialogTakes gives a key to the dialog on top. The prefix and the keys after it are commands also
// over a dialog: if the prefix closed the dialog, the child would get the key after it.
func (m *Model) dialogTakes(k keys.Key) (bool, []command.Result) {
	_, all := m.dialog().(dialog.TakesAll)
	if !all && (m.prefix.At != nil || !m.prefix.Locked && m.keys().BeginsPrefix(k)) {
		return false, nil
	}
	return m.dialogTakesAny(k)
}

// dialogTakesAny gives any key to the dialogs.
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

// drawn makes an overlay for the painter, with the replica of the previewed session.
func (m *Model) drawn(o dialog.Overlay) paint.Overlay {
	out := paint.Overlay{Rect: o.Rect, Text: o.Text, Passive: o.Passive, Dims: o.Dims}
	if c := o.Cursor; c != nil {
		out.Cursor = grid.Cursor{Row: c.Y, Col: c.X, Visible: true, Shape: grid.BarCursor}
	}
	if p := o.Preview; p != nil {
		if c := m.live.Client(p.Session); c != nil {
			out.Previews = []paint.Preview{{Rect: p.Rect, Client: c, At: p.At}}
		}
	}
	return out
}

// listed gives lists the model.
type listed struct{ m *Model }

func (l listed) Lists() lists.Lists       { return l.m.lists() }
func (l listed) Revised() uint64          { return l.m.revision }
func (l listed) Shows(id session.ID) bool { return l.m.live.Client(id) != nil }

// paletteSource makes what the palette lists.
func (m *Model) paletteSource() lists.PaletteSource {
	return lists.PaletteSource{
		From: listed{m}, Worktrees: m.worktrees.Listed, Texts: &m.texts, Line: m.foundLine, Answers: m.live.MayAnswer,
		Commands: func() lists.Commands {
			return lists.Commands{Focus: m.focus(), KeyOf: m.keys().ShortKey, Used: m.habits.Commands}
		},
	}
}

// openFinder opens a finder with its present list.
func (m *Model) openFinder(f *dialog.Finder) tea.Cmd {
	f.Refresh()
	return m.ask(f)
}

// lists makes the lists of finders from the present state.
func (m *Model) lists() lists.Lists {
	return lists.Lists{
		Labels: m.labels(), Pane: m.activePane(), Dirs: m.habits.Dirs,
		Choice: func(id session.ID) agent.Choice { return m.live.Get(id).Choice() },
		Inbox:  &m.alerts.Inbox, Notices: &m.notices, Buffers: &m.buffers, Kept: m.config.Undo.Time,
	}
}

// menus gives menus the model.
type menus struct{ m *Model }

func (l menus) Title(s command.Subject) string { return s.Title(l.m.state) }
func (l menus) Rows(s command.Subject) []dialog.MenuRow {
	return lists.MenuRows(s, l.m.focus(), l.m.keys())
}

// openMenuAt opens a menu at a cell. A button that is held down opens it only if the configuration
// says so.
func (m *Model) openMenuAt(r command.OpenMenuAt) tea.Cmd {
	if r.Held && m.config.Mouse.Right != config.OpensMenu {
		return nil
	}
	if r.Held && r.About.Kind == command.AboutPane {
		r.About.Link = m.linkUnder(r.At)
	}
	return m.ask(dialog.NewMenu(menus{m}, r.About, r.At, r.Held))
}
