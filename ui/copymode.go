package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/copymode"
	"dormer/ui/dialog"
	"dormer/ui/keys"
	"dormer/ui/live"
	"dormer/ui/paint"
	"dormer/ui/prompts"
	"dormer/ui/transcript"
)

// copyModePlaces are the panes for copy mode.
type copyModePlaces struct{ m *Model }

func (p copyModePlaces) Place(id session.ID) (at copymode.Place, there bool) {
	c := p.m.live.Client(id)
	if c == nil {
		return at, false
	}
	if box, shown := p.m.geo.Pane(id); shown {
		at.Rows = max(box.Content.H, 1)
	}
	at.Session, at.Keys = transcript.Session{Session: c}, p.m.keys().CopyMode()
	return at, true
}

// inCopyMode carries out a verb of copy mode in a pane. Some verbs enter copy mode.
func (m *Model) inCopyMode(id session.ID, v copymode.Verb) tea.Cmd {
	if r, done := m.copyModes.Do(id, v); done {
		return m.copyResult(id, r)
	}
	return nil
}

// leaveCopy ends copy mode in a pane.
func (m *Model) leaveCopy(id session.ID) {
	if m.copyModes.Leave(id) {
		m.changed()
	}
}

// copyKeyed reports whether copy mode takes the keys of the active pane.
func (m *Model) copyKeyed() bool { return m.copyModes.Keyed(m.activePane()) }

// copyModeTakes gives a key to the active pane if it is in copy mode.
func (m *Model) copyModeTakes(k keys.Key) (bool, []command.Result) {
	id := m.activePane()
	r, taken := m.copyModes.Key(id, k)
	if !taken {
		return false, nil
	}
	return true, resultsOf(command.FromCopyMode{Session: id, Result: r})
}

// showMatch shows a line of a pane's history in copy mode, with the matches of the search lit. A
// line on the screen needs no copy mode.
func (m *Model) showMatch(id session.ID, match wire.Match) tea.Cmd {
	m.geo = m.measure(m.activeTab())
	c := m.live.Client(id)
	if c == nil || match.First.Line >= transcript.Of(c, 1).Screen() {
		return nil
	}
	return m.inCopyMode(id, copymode.Show{Match: match, Query: m.texts.Query})
}

// pastView returns what a pane shows instead of its live screen, nil if it shows that.
func (m *Model) pastView(id session.ID) *paint.Past {
	var s *paint.Past
	if p := m.copyModes.Update(id); p != nil {
		s = &paint.Past{Shown: p.Shown()}
	}
	if d, ok := m.dialog().(*dialog.LinkLetters); ok && d.Pane == id {
		if s == nil {
			s = &paint.Past{Shown: copymode.Shown{Follow: true}}
		}
		for _, h := range d.Hints() {
			s.Links = append(s.Links, paint.Link(h))
		}
	}
	return s
}

// copyResult carries out the result of a key, a click or an answer in copy mode.
func (m *Model) copyResult(id session.ID, r copymode.Result) tea.Cmd {
	m.say(r.Say)
	cmd := m.copyRequest(id, r.Ask)
	if r.Leave {
		m.leaveCopy(id)
	}
	m.changed()
	return cmd
}

// copyRequest carries out a request of copy mode.
func (m *Model) copyRequest(id session.ID, r copymode.Request) tea.Cmd {
	switch r := r.(type) {
	case copymode.CopyText:
		use := live.Copy
		if r.Append {
			use = live.Append
		}
		m.live.Get(id).AskText(use, r.Span)
	case copymode.OpenSearch:
		m.ask(&dialog.SearchPrompt{Prompt: r.Prompt, Pane: id})
	case copymode.AskLine:
		m.ask(prompts.Line(id))
	case copymode.ChooseLink:
		return m.chooseLink()
	case copymode.EditText:
		return m.editHistory()
	case copymode.RunBound:
		root := m.keys().Root(config.Copy)
		if n := root.Follow(r.Keys); n != nil && n.Bound != nil {
			m.prefix.RecordRun(m.keys(), n.Bound, root, m.deps.Now())
			return m.run(n.Bound.Call)
		}
	}
	return nil
}

// copyNews tells copy mode that the text of a session has changed.
func (m *Model) copyNews(id session.ID) tea.Cmd {
	if !m.copyModes.News(id) {
		return nil
	}
	m.changed()
	return m.takeWaitingKeys(id)
}

// copyAnswer gives an answer of a host to the pane in copy mode that asked for it, and reports
// whether one did.
func (m *Model) copyAnswer(id session.ID, e wire.Message) (asked bool, cmd tea.Cmd) {
	r, asked := m.copyModes.Answer(id, e)
	if !asked {
		return false, nil
	}
	cmd = m.copyResult(id, r)
	return true, tea.Batch(cmd, m.takeWaitingKeys(id))
}

// takeWaitingKeys takes the keys that waited for lines or an answer.
func (m *Model) takeWaitingKeys(id session.ID) tea.Cmd {
	var cmds []tea.Cmd
	for r := range m.copyModes.Waiting(id) {
		cmds = append(cmds, m.copyResult(id, r))
	}
	return tea.Batch(cmds...)
}
