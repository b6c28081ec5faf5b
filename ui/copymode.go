package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/buffers"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/copymode"
	"dormer/ui/dialog"
	"dormer/ui/keys"
	"dormer/ui/live"
	"dormer/ui/paint"
	"dormer/ui/transcript"
)

// copyState is which panes are in copy mode, what was searched for last, and what was
// copied.
type copyState struct {
	copies  map[session.ID]*copymode.Pane
	sought  copymode.LastSearch
	buffers buffers.Buffers
}

// readSession is a session as copy mode sees it.
type readSession struct{ *client.Session }

func (s readSession) Text(rows int) copymode.Page { return transcript.Of(s.Session, rows) }

// Search looks in the text as it is read.
func (s readSession) Search(q wire.Search) uint64 { return s.SearchStill(q) }

func (s readSession) Shows(first, end wire.Position) (there bool) {
	s.View(func(r *client.Replica) { there = r.Holds(first, end) })
	return there
}

// keysOfCopyMode are the keys of copy mode as they are configured now.
type keysOfCopyMode struct{ m *Model }

func (k keysOfCopyMode) Find(sequence []keys.Key) copymode.Meaning {
	n := k.m.keys().Root(config.Copy).Follow(sequence)
	switch {
	case n == nil:
		return copymode.Meaning{}
	case n.Leads():
		return copymode.Meaning{Leads: true}
	}
	c := n.Bound.Call.Command
	return copymode.Meaning{Command: c.CopyMode, Other: !c.InCopyMode()}
}

func (k keysOfCopyMode) KeyOf(command string) string { return k.m.copyKeyOf(command) }
func (k keysOfCopyMode) Emacs() bool                 { return k.m.keys().Config.Emacs }

// copyKeyOf is the first key of a command of copy mode, as people write it.
func (m *Model) copyKeyOf(name string) string {
	if all := m.keys().Sequences(config.Copy, "copy-mode."+name); len(all) > 0 {
		return all[0].Printed()
	}
	return m.keys().KeyOf("copy-mode." + name)
}

// copyRows are the rows of the command table for what can be done in copy mode.
func copyRows() []command.CopyRow {
	all := copymode.Commands()
	out := make([]command.CopyRow, 0, len(all))
	for _, c := range all {
		out = append(out, command.CopyRow{Name: c.Name, Title: c.Title, Vi: c.Vi, Emacs: c.Emacs})
	}
	return out
}

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

// copyPane is a pane in copy mode with the text as it is now, nil where it is not in
// copy mode.
func (m *Model) copyPane(id session.ID) *copymode.Pane {
	p, c := m.copies[id], m.clientOf(id)
	if p == nil || c == nil {
		return nil
	}
	p.Look(readSession{c}, m.rowsOf(id))
	return p
}

// startCopy puts a pane into copy mode where it is not, with the cursor where the
// child's is. It is nil where there is nothing to read.
func (m *Model) startCopy(id session.ID) *copymode.Pane {
	if p := m.copyPane(id); p != nil {
		return p
	}
	c := m.clientOf(id)
	if c == nil {
		return nil
	}
	var at wire.Position
	c.View(func(r *client.Replica) {
		cursor := r.Cursor()
		at = wire.Position{Line: r.History().End + uint64(cursor.Row), Col: cursor.Col}
	})
	p := copymode.Enter(readSession{c}, keysOfCopyMode{m}, &m.sought, m.rowsOf(id), at)
	m.copies[id] = p
	m.changed()
	return p
}

// leaveCopy shows the live screen of a pane again.
func (m *Model) leaveCopy(id session.ID) {
	if _, ok := m.copies[id]; !ok {
		return
	}
	if p := m.copyPane(id); p != nil {
		p.Close()
	}
	delete(m.copies, id)
	m.changed()
}

// copyKeyed reports whether the active pane's keys are copy mode's.
func (m *Model) copyKeyed() bool {
	p := m.copies[m.activePane()]
	return p != nil && p.Keyed()
}

// enterCopy begins copy mode in the active pane, by key.
func (m *Model) enterCopy() tea.Cmd {
	p := m.startCopy(m.activePane())
	if p == nil {
		m.say(notThereYet)
		return nil
	}
	p.TakeKeys()
	m.changed()
	return nil
}

// enterCopyUp begins copy mode a page further up.
func (m *Model) enterCopyUp() tea.Cmd {
	cmd := m.enterCopy()
	if p := m.copyPane(m.activePane()); p != nil {
		p.PageUp()
	}
	return cmd
}

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

// readBy does a command of copy mode in the active pane.
func (m *Model) readBy(name string) tea.Cmd {
	id := m.activePane()
	p := m.copyPane(id)
	if p == nil {
		return nil
	}
	return m.copyResult(id, p.Do(name))
}

// scrollCopy moves what a pane shows by a number of lines, as the wheel does.
func (m *Model) scrollCopy(id session.ID, lines int) tea.Cmd {
	p := m.copyPane(id)
	if p == nil {
		if c := m.clientOf(id); c == nil || lines > 0 || !hasHistory(c) {
			return nil // nothing is further on: the ends of history say nothing
		}
		p = m.startCopy(id)
	}
	return m.copyResult(id, p.Wheel(lines))
}

func hasHistory(c *client.Session) bool {
	text := transcript.Of(c, 1)
	return text.Screen() > text.Bounds().First
}

// goToLine shows a line of a pane in copy mode, counted up from the screen.
func (m *Model) goToLine(id session.ID, up int) tea.Cmd {
	if p := m.copyPane(id); p != nil {
		p.GoToLine(up)
		m.changed()
	}
	return nil
}

// showMatch shows a line of a pane's history in copy mode, with what was looked for
// lit. What is on the screen is seen anyway.
func (m *Model) showMatch(id session.ID, match wire.Match) {
	m.geo = m.measure(m.activeTab())
	c := m.clientOf(id)
	if c == nil || match.First.Line >= transcript.Of(c, 1).Screen() {
		return
	}
	m.startCopy(id).ShowMatch(match, m.texts.Query)
	m.changed()
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
	if d, ok := m.dialog().(*linkChooser); ok && d.Pane == id {
		if s == nil {
			s = &paint.Past{Shown: copymode.Shown{Follow: true}}
		}
		s.Links = d.hints()
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
		m.openDialog(&dialog.SearchPrompt{Prompt: r.Prompt, Pane: id})
	case copymode.AskLine:
		m.openDialog(newLinePrompt(id))
	case copymode.ChooseLink:
		return m.hintLinks()
	case copymode.EditText:
		return m.editHistory()
	case copymode.RunBound:
		root := m.keys().Root(config.Copy)
		if n := root.Follow(r.Keys); n != nil && n.Bound != nil {
			m.prefix.Did(m.keys(), n.Bound, root, m.deps.Now())
			return m.runCall(n.Bound.Call)
		}
	}
	return nil
}

// newLinePrompt asks for the line to go to, counted from the screen up as the position at
// the pane's corner is.
func newLinePrompt(id session.ID) *dialog.Prompt {
	return dialog.NewPrompt("Go to line, counted up from the screen", "", "0", func(text string) command.Result {
		n := 0
		if _, err := fmt.Sscan(text, &n); text != "" && (err != nil || n < 0) {
			return command.Cannot(fmt.Sprintf("%q is not a number of lines", text))
		}
		return command.Ask(command.GoToLine{Session: id, Up: n})
	})
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
	if p.Awaits() {
		return m.takeWaitingKeys(id)
	}
	return nil
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
	return true, tea.Batch(m.copyResult(id, r), m.takeWaitingKeys(id))
}

// takeWaitingKeys takes the keys that waited for lines or an answer.
func (m *Model) takeWaitingKeys(id session.ID) tea.Cmd {
	p := m.copyPane(id)
	if p == nil {
		return nil
	}
	m.changed()
	var cmds []tea.Cmd
	for _, k := range p.TakeWaiting() {
		if m.copyPane(id) != p {
			break // a key before ended it
		}
		r, _ := p.Key(k)
		cmds = append(cmds, m.copyResult(id, r))
	}
	return tea.Batch(cmds...)
}

// holdPlaces tells the hosts which places are read, so that they can tell where they
// are when the width changes.
func (m *Model) holdPlaces() {
	for id, p := range m.copies {
		if c := m.clientOf(id); c != nil {
			p.Hold(c)
		}
	}
}

// held takes where the places of a pane in copy mode are in lines of another width.
func (m *Model) held(id session.ID, h wire.Held) {
	if p := m.copies[id]; p != nil {
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
	return fmt.Sprintf("copying: %s selects, %s copies, %s searches, %s returns, %s keys",
		m.copyKeyOf("select"), m.copyKeyOf("copy"), m.copyKeyOf("search"), m.copyKeyOf("return"), m.keys().KeyOf("help"))
}
