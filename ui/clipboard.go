package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/copymode"
	"dormer/ui/input"
	"dormer/ui/live"
	"dormer/ui/prompts"
)

// Desktop is the clipboard and the opener of the machine. Its methods are called outside of the
// event loop and return within seconds.
type Desktop interface {
	// Copy puts text on the clipboard. Without one it returns nil, since the terminal gets the text
	// too.
	Copy(text string) error
	// Selected returns the primary selection, the text that was last selected in any window.
	Selected() (string, error)
	// Open opens an address or a file with its program.
	Open(uri string) error
}

// takeText takes a text of a session that the program asked for.
func (m *Model) takeText(id session.ID, t live.Text) tea.Cmd {
	switch {
	case t.Use == live.EditHistory, t.Use == live.EditOutput:
		return m.edit(id, t)
	case t.Of != nil:
		return m.dispatch(command.CopyOutput{Of: *t.Of, Text: t.Text})
	}
	return m.dispatch(command.CopyText{Text: t.Text, Append: t.Use == live.Append})
}

// askOutput asks for the output of the last command in the active pane.
func (m *Model) askOutput(use live.Use) tea.Cmd {
	l := m.target()
	if l == nil {
		m.say(copymode.NothingYet)
		return nil
	}
	l.AskOutput(use)
	return nil
}

// keepBuffer adds copied text to the buffers.
func (m *Model) keepBuffer(r command.KeepBuffer) tea.Cmd {
	if r.InPlaceOf != "" {
		m.buffers.Forget(r.InPlaceOf)
	}
	m.buffers.Add(r.Text, m.now())
	return m.keepCopies()
}

// forgetBuffer forgets the buffer with an id; an empty id stands for all.
func (m *Model) forgetBuffer(id string) tea.Cmd {
	m.buffers.Forget(id)
	m.changed()
	return m.keepCopies()
}

// toClipboard puts text on the clipboards of the outer terminal and of the desktop.
func (m *Model) toClipboard(text string) tea.Cmd {
	if err := m.deps.term.SetClipboard("c", text); err != nil {
		m.sayFor("copied for "+m.keys().KeyOf("paste")+" only: the terminal does not take it ("+err.Error()+")", longNotice)
	}
	desktop := m.deps.Desktop
	if desktop == nil {
		return nil
	}
	return inBackground(func() []command.Result {
		if err := desktop.Copy(text); err != nil {
			return command.Tell("copied, but not to the desktop's clipboard: " + err.Error())
		}
		return nil
	})
}

// pasteText pastes text into the active pane.
func (m *Model) pasteText(r command.PasteText) tea.Cmd {
	if r.Into != (session.ID{}) && r.Into != m.activePane() {
		m.say("nothing was pasted: the pane that it was for no longer has the focus")
		return nil
	}
	if !m.live.Get(m.activePane()).TakesInput() {
		m.say("no program runs here to paste into: Enter starts it again")
		return nil
	}
	m.pasteToChildren(m.typedInto(), input.Paste{Data: []byte(r.Text)})
	return nil
}

// selectionRead delivers the primary selection for the pane that was clicked; none means that the
// desktop has none.
type selectionRead struct {
	pane session.ID
	text string
	none bool
}

// middleClick pastes the primary selection of the desktop, or else the newest buffer.
func (m *Model) middleClick(pane session.ID) tea.Cmd {
	desktop := m.deps.Desktop
	if desktop == nil {
		return selectionRead{pane: pane, none: true}.applyTo(m)
	}
	return func() tea.Msg {
		text, err := desktop.Selected()
		return selectionRead{pane: pane, text: text, none: err != nil}
	}
}

// applyTo pastes the selection if the pane still has the focus.
func (msg selectionRead) applyTo(m *Model) tea.Cmd {
	text := msg.text
	if b, ok := m.buffers.Newest(); msg.none && ok {
		text = b.Text
	}
	switch {
	case msg.pane != m.activePane():
		return nil
	case text == "" && msg.none:
		m.say("nothing was selected yet to paste: drag over text selects it")
		return nil
	case text == "":
		return nil
	case m.live.WouldRunLines(m.typedInto(), text):
		return m.ask(prompts.PasteLines(msg.pane, text))
	}
	return m.pasteText(command.PasteText{Text: text})
}
