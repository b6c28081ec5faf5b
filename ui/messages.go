package ui

import (
	"fmt"
	"slices"
	"time"

	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/lists"
)

// maxMessages bounds what is kept of the status line's sentences.
const maxMessages = 50

// message is a sentence that the status line said.
type message struct {
	serial int
	text   string
	at     time.Time
}

// keepMessage keeps a sentence for whoever did not read it in time; said again it is
// one.
func (m *Model) keepMessage(text string) {
	serial := 1
	if n := len(m.messages); n > 0 {
		serial = m.messages[n-1].serial + 1
		if m.messages[n-1].text == text {
			m.messages = m.messages[:n-1]
		}
	}
	if len(m.messages) == maxMessages {
		m.messages = slices.Delete(m.messages, 0, 1)
	}
	m.messages = append(m.messages, message{serial, text, m.now()})
}

// said are the sentences that the status line said, the newest first; the selected one is
// shown whole.
func (m *Model) said(l lists.Lists) (out []dialog.Item) {
	for _, said := range slices.Backward(m.messages) {
		out = append(out, dialog.Item{
			ID: fmt.Sprint("message ", said.serial), Text: said.text, Right: l.Ago(said.at), Lines: said.text, Sentence: true,
			Choose: command.Ask(command.CopyText{Text: said.text}),
		})
	}
	return out
}

// notThereYet says that a pane has nothing to look at: its session is starting, or
// could not be.
const notThereYet = "the pane shows nothing yet: try again when its program has started"
