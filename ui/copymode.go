package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
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

// clientOf is the connection to a pane's session, nil where there is nothing to read.
func (m *Model) clientOf(id session.ID) *client.Session {
	if l := m.live.Get(id); l != nil {
		return l.Client
	}
	return nil
}

// rowsOf is how many rows of a pane are on the screen, 0 for one that is hidden.
func (m *Model) rowsOf(id session.ID) int {
	if box, shown := m.geo.Pane(id); shown {
		return max(box.Content.H, 1)
	}
	return 0
}

// copyPlace is what copy mode is given of a pane; false where there is nothing to read.
func (m *Model) copyPlace(id session.ID) (copymode.Place, bool) {
	c := m.clientOf(id)
	if c == nil {
		return copymode.Place{}, false
	}
	s := transcript.Session{Session: c}
	return copymode.Place{Session: s, Keys: m.keys().CopyMode(), Rows: m.rowsOf(id), Cursor: s.Cursor()}, true
}

// copyPane is a pane in copy mode with the text as it is now, nil where it is not in
// copy mode.
func (m *Model) copyPane(id session.ID) *copymode.Pane {
	if m.copies.Open[id] == nil {
		return nil // the first picture does not wait for the keys
	}
	at, ok := m.copyPlace(id)
	if !ok {
		return nil
	}
	return m.copies.Look(id, at)
}

// inCopyMode does something in a pane in copy mode, which may begin with that.
func (m *Model) inCopyMode(id session.ID, v copymode.Verb) tea.Cmd {
	at, ok := m.copyPlace(id)
	if !ok {
		m.say(copymode.NothingYet)
		return nil
	}
	r, done := m.copies.Do(id, at, v)
	if !done {
		return nil
	}
	return m.copyResult(id, r)
}

// leaveCopy shows the live screen of a pane again.
func (m *Model) leaveCopy(id session.ID) {
	if m.copies.Open[id] != nil {
		m.copyPane(id)
		m.copies.Leave(id)
		m.changed()
	}
}

// copyKeyed reports whether the active pane's keys are copy mode's.
func (m *Model) copyKeyed() bool { return m.copies.Keyed(m.activePane()) }

// copyModeTakes gives a key to the active pane where that is in copy mode.
func (m *Model) copyModeTakes(k keys.Key) (bool, []command.Result) {
	id := m.activePane()
	p := m.copyPane(id)
	if p == nil {
		return false, nil
	}
	r, taken := p.Key(k)
	if !taken {
		return false, nil
	}
	return true, asked(command.FromCopyMode{Session: id, Result: r})
}

// showMatch shows a line of a pane's history in copy mode, with what was looked for
// lit. What is on the screen is seen anyway.
func (m *Model) showMatch(id session.ID, match wire.Match) tea.Cmd {
	m.geo = m.measure(m.activeTab())
	c := m.clientOf(id)
	if c == nil || match.First.Line >= transcript.Of(c, 1).Screen() {
		return nil
	}
	return m.inCopyMode(id, copymode.Show{Match: match, Query: m.texts.Query})
}

// linesOf are the lines of its session's text that a pane shows.
func (m *Model) linesOf(id session.ID) wire.Range {
	if p := m.copyPane(id); p != nil {
		return p.Lines()
	}
	rows := max(m.rowsOf(id), 1)
	top := copymode.Bottom(transcript.Of(m.clientOf(id), rows))
	return wire.Range{First: top, End: top + uint64(rows)}
}

// past is what a pane shows instead of its live screen, nil where it shows that.
func (m *Model) past(id session.ID) *paint.Past {
	var s *paint.Past
	if p := m.copyPane(id); p != nil {
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

// copyResult does what came of a key, a click or an answer in copy mode.
func (m *Model) copyResult(id session.ID, r copymode.Result) tea.Cmd {
	if r.Say != "" {
		m.say(r.Say)
	}
	cmd := m.copyRequest(id, r.Ask)
	if r.Leave {
		m.leaveCopy(id)
	}
	m.changed()
	return cmd
}

// copyRequest does what copy mode asks of the program.
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
			m.prefix.Did(m.keys(), n.Bound, root, m.deps.Now())
			return m.run(n.Bound.Call)
		}
	}
	return nil
}

// copyNews looks at what has come for a pane in copy mode: lines, or a screen of
// another width.
func (m *Model) copyNews(id session.ID) tea.Cmd {
	p := m.copyPane(id)
	if p == nil {
		return nil
	}
	if p.Redraw() {
		m.changed()
	}
	if !p.Awaits() {
		return nil
	}
	m.changed()
	return m.takeWaitingKeys(id, p)
}

// copyAnswer gives an answer of a session's host to the pane in copy mode that asked for
// it, and reports whether it had asked.
func (m *Model) copyAnswer(id session.ID, e wire.Message) (asked bool, cmd tea.Cmd) {
	p := m.copyPane(id)
	if p == nil {
		return false, nil
	}
	r, asked := p.Answer(e)
	if !asked {
		return false, nil
	}
	cmd = m.copyResult(id, r)
	return true, tea.Batch(cmd, m.takeWaitingKeys(id, p))
}

// takeWaitingKeys takes the keys that waited for lines or an answer, until one of them ends
// copy mode.
func (m *Model) takeWaitingKeys(id session.ID, p *copymode.Pane) tea.Cmd {
	var cmds []tea.Cmd
	for _, k := range p.TakeWaiting() {
		if m.copyPane(id) != p {
			break
		}
		r, _ := p.Key(k)
		cmds = append(cmds, m.copyResult(id, r))
	}
	return tea.Batch(cmds...)
}

// holdPlaces tells the hosts which places are read, so that they can tell where they
// are when the width changes.
func (m *Model) holdPlaces() {
	for id, p := range m.copies.Open {
		if c := m.clientOf(id); c != nil {
			p.Hold(c)
		}
	}
}

// held takes where the places of a pane in copy mode are in lines of another width.
func (m *Model) held(id session.ID, h wire.Held) {
	if p := m.copies.Open[id]; p != nil {
		p.Held(h)
		m.copyPane(id) // takes them where the screen has that width by now
		m.changed()
	}
}

// copyHint is what the status line says while keys are copy mode's.
func (m *Model) copyHint() string {
	if !m.copyKeyed() {
		return ""
	}
	return m.keys().CopyMode().Hint()
}
