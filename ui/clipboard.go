package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/buffers"
	"dormer/ui/command"
	"dormer/ui/copymode"
	"dormer/ui/input"
	"dormer/ui/live"
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
	switch t.Use {
	case live.Append:
		return m.appended(t.Text)
	case live.EditHistory, live.EditOutput:
		return m.edit(id, t)
	}
	if t.Of == nil {
		return m.copied(t.Text)
	}
	return m.copiedOutput(*t.Of, t.Text)
}

// copiedOutput keeps what a command printed.
func (m *Model) copiedOutput(c wire.Command, text string) tea.Cmd {
	if strings.Trim(text, "\n") == "" {
		m.say(copymode.CommandWords(c) + " printed blank lines only")
		return nil
	}
	cmd := m.copied(text)
	if c.Running() {
		m.say("copied what " + copymode.CommandWords(c) + " has printed so far: " + buffers.Size(strings.TrimSuffix(text, "\n")) + "; it still runs")
	}
	return cmd
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

// copied keeps text that was copied and puts it on the clipboards: the terminal's
// (OSC 52) and the desktop's.
func (m *Model) copied(text string) tea.Cmd {
	if text = strings.TrimSuffix(text, "\n"); text == "" {
		m.say("there is nothing to copy there: select some text first")
		return nil
	}
	m.buffers.Add(text, m.now())
	m.say("copied " + buffers.Size(text) + "; " + m.keys().KeyOf("paste") + " pastes")
	return tea.Batch(m.keepCopies(), m.toClipboard(text))
}

// appended adds text to what was copied last, as tmux's append-selection does: the
// clipboards get both.
func (m *Model) appended(text string) tea.Cmd {
	newest, ok := m.buffers.Newest()
	if !ok || text == "" {
		return m.copied(text)
	}
	m.buffers.Forget(newest.ID())
	return m.copied(newest.Text + text)
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
