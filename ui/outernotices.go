package ui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
)

// telling is what the outer terminal is told of what happens in sessions while it has
// no focus: the first thing at once, what follows closely together, so that a child
// that notifies without end is no nuisance and nothing goes unsaid.
type telling struct {
	// last is what was said last, and when.
	last telegram
	at   time.Time
	// next is the newest of those that wait to be said, how many there are waiting.
	next    telegram
	waiting int
	// due says that a timer runs for them.
	due bool
}

// telegram is one notification.
type telegram struct{ title, text string }

// tellingDue says that what waits can be said.
type tellingDue struct{}

func (tellingDue) tell(m *Model) tea.Cmd {
	m.tellTheRest()
	return nil
}

// outerPause is the least time between two notifications to the outer terminal.
const outerPause = time.Second

// tellOuter passes what happened in a session to the outer terminal, where that has
// no focus: whoever looks at it sees the marks.
func (m *Model) tellOuter(id session.ID, why reason, text string) {
	if m.outer.focused || !m.config.Attention.Outer || why == rangBell {
		return
	}
	t := &m.outer.telling
	news := telegram{m.state.Sessions[id].DisplayTitle(), strings.ReplaceAll(text, "`", "")}
	soon := m.now().Sub(t.at) < outerPause
	switch {
	case soon && (news == t.last || news == t.next):
		return
	case soon || t.waiting > 0:
		t.next = news
		t.waiting++
		return
	}
	m.telegraph(news)
}

func (m *Model) telegraph(news telegram) {
	m.outer.telling = telling{last: news, at: m.now()}
	m.deps.term.Notify(news.title, news.text)
}

// armTelling wakes when what waits can be said.
func (m *Model) armTelling() tea.Cmd {
	t := &m.outer.telling
	if t.waiting == 0 || t.due {
		return nil
	}
	t.due = true
	return m.wakeAt(t.at.Add(outerPause), tellingDue{})
}

// tellTheRest says what waited in one notification, unless somebody looks by now.
func (m *Model) tellTheRest() {
	t := m.outer.telling
	switch {
	case t.waiting == 0:
		return
	case m.outer.focused:
		m.outer.telling = telling{last: t.last, at: t.at}
		return
	case t.waiting > 1:
		t.next.text += fmt.Sprintf(" (and %d more)", t.waiting-1)
	}
	m.telegraph(t.next)
}
