package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session/wire"
)

// answers are what waits for the answers of a session's host, by the tags of what
// was asked.
type answers map[uint64]func(wire.Message) tea.Cmd

// mostAnswers bounds what waits: a question that another took the place of is never
// answered.
const mostAnswers = 64

// await calls f with the answer to what was asked with a tag.
func (l *live) await(tag uint64, f func(wire.Message) tea.Cmd) {
	if l.answers == nil {
		l.answers = answers{}
	}
	for old := range l.answers {
		if old+mostAnswers < tag {
			delete(l.answers, old)
		}
	}
	l.answers[tag] = f
}

// answered gives an answer to what waits for it.
func (l *live) answered(tag uint64, e wire.Message) tea.Cmd {
	f, ok := l.answers[tag]
	if !ok {
		return nil
	}
	delete(l.answers, tag)
	return f(e)
}
