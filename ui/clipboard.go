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

// Desktop is what the machine offers beside the terminal. Its methods are called
// outside of the event loop and return within seconds.
type Desktop interface {
	// Copy puts text on the clipboard by a program of the desktop; nil where there is
	// none, for the terminal has been told too.
	Copy(text string) error
	// Selected is the text that was selected last, in whatever window; an error where
	// the desktop has no such thing.
	Selected() (string, error)
	// Open opens an address or a file with whatever program is for it. It is an error
	// where there is no desktop.
	Open(uri string) error
}

// takeText does with a text of a session what it was asked for.
func (m *Model) takeText(id session.ID, t live.Text) tea.Cmd {
	switch {
	case t.Use == live.EditHistory, t.Use == live.EditOutput:
		return m.edit(id, t)
	case t.Of != nil:
		return m.fulfil(command.CopyOutput{Of: *t.Of, Text: t.Text})
	}
	return m.fulfil(command.CopyText{Text: t.Text, Append: t.Use == live.Append})
}

// askOutput asks for what the active pane's last command printed.
func (m *Model) askOutput(use live.Use) tea.Cmd {
	l := m.target()
	if l == nil {
		m.say(copymode.NothingYet)
		return nil
	}
	l.AskOutput(use)
	return nil
}

// keepBuffer keeps what was copied.
func (m *Model) keepBuffer(r command.KeepBuffer) tea.Cmd {
	if r.InPlaceOf != "" {
		m.buffers.Forget(r.InPlaceOf)
	}
	m.buffers.Add(r.Text, m.now())
	return m.keepCopies()
}

// toClipboard puts text on the clipboards.
func (m *Model) toClipboard(text string) tea.Cmd {
	if err := m.deps.term.SetClipboard("c", text); err != nil {
		m.sayFor("copied for "+m.keys().KeyOf("paste")+" only: the terminal does not take it ("+err.Error()+")", longNotice)
	}
	if m.deps.Desktop == nil {
		return nil
	}
	desktop := m.deps.Desktop
	return outside(func() []command.Result {
		if err := desktop.Copy(text); err != nil {
			return command.Tell("copied, but not to the desktop's clipboard: " + err.Error())
		}
		return nil
	})
}

// pasteText pastes text into the active pane, in brackets where its child asked for
// them.
func (m *Model) pasteText(text string) tea.Cmd {
	if !m.live.Get(m.activePane()).Takes() {
		m.say("nothing runs here to take a paste: Enter starts it again")
		return nil
	}
	_, _ = m.childTakesPaste(input.Paste{Data: []byte(text)})
	return nil
}

// forgetBuffer forgets what was copied under an id, all of it for an empty one.
func (m *Model) forgetBuffer(id string) tea.Cmd {
	m.buffers.Forget(id)
	m.changed()
	return m.keepCopies()
}

// selectionRead brings what was selected last on the desktop, to be pasted into a pane; none
// says that the desktop has no such thing.
type selectionRead struct {
	pane session.ID
	text string
	none bool
}

func (msg selectionRead) tell(m *Model) tea.Cmd { return m.pasteSelection(msg) }

// middleClick pastes what was selected last: on the desktop, where that is known,
// else here.
func (m *Model) middleClick(pane session.ID) tea.Cmd {
	desktop := m.deps.Desktop
	if desktop == nil {
		return m.pasteSelection(selectionRead{pane: pane, none: true})
	}
	return func() tea.Msg {
		text, err := desktop.Selected()
		return selectionRead{pane: pane, text: text, none: err != nil}
	}
}

// pasteSelection pastes into the pane that was clicked, if it has the focus still.
func (m *Model) pasteSelection(s selectionRead) tea.Cmd {
	text := s.text
	if b, ok := m.buffers.Newest(); s.none && ok {
		text = b.Text
	}
	switch {
	case s.pane != m.activePane():
		return nil
	case text == "" && s.none:
		m.say("nothing was selected yet to paste: drag over text selects it")
		return nil
	case text == "":
		return nil
	case m.live.RunsAtOnce(m.typedInto(), text):
		return m.ask(prompts.PasteLines(text))
	}
	return m.pasteText(text)
}
