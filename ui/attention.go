package ui

import (
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/workspace"
)

// reason is what a session asks to be looked at for, the more urgent the greater.
type reason uint8

const (
	noReason reason = iota
	hadOutput
	fellSilent
	finished
	failedCommand
	notifiedUs
	rangBell
)

// marksOfReasons are the reasons in one character, each another.
var marksOfReasons = map[reason]string{
	hadOutput: markOutput, fellSilent: markSilent, finished: markDone, failedCommand: markFailed,
	notifiedUs: markNotified, rangBell: markBell,
}

// attention is that a session asks to be looked at. It asks until its pane has had
// the keys: what it prints meanwhile changes nothing, and only a reason that is as
// urgent takes the place of another.
type attention struct {
	reason reason
	// since is when it began to ask; another reason meanwhile does not change it.
	since time.Time
	text  string
	// seen says that the pane was on the screen since then: its tab has no mark for it
	// any more.
	seen bool
}

// watches are what the user asked to be told of a session.
type watches struct {
	output, silence, commands bool
	// counting says that a timer runs for its silence; after a silence that was told it
	// does so again from new output on.
	counting bool
}

// looked reports whether the user looks at a session: it has the keys, and the
// outer terminal the focus.
func (m *Model) looked(id session.ID) bool { return id == m.activePane() && m.outer.focused }

// shown reports whether a session's pane is on the screen, as far as is known: the
// outer terminal has the focus, or does not tell.
func (m *Model) shown(id session.ID) bool {
	_, placed := m.geo.Pane(id)
	return m.outer.focused && (placed || id == m.activePane())
}

// attend takes note that something happened in a session, at a time that may be
// before this program came: unless the user looks at it anyway, the session is
// marked, the inbox has an entry, and the outer terminal is told.
func (m *Model) attend(id session.ID, why reason, at time.Time, text string) {
	l := m.live[id]
	if l == nil || m.looked(id) {
		return
	}
	if at.IsZero() {
		at = m.now()
	}
	a := &l.attention
	if a.reason == noReason {
		a.since = at
	}
	if why >= a.reason {
		a.reason, a.text = why, text
	}
	a.seen = m.shown(id)
	m.record(id, why, at, text)
	m.tellOuter(id, why, text)
	m.changed()
}

// lookAt takes note of a session whose pane is on the screen: nothing of it is new
// any more, and one that the user looks at asks for nothing more.
func (m *Model) lookAt(id session.ID) {
	l := m.live[id]
	if l == nil || !m.shown(id) {
		return
	}
	was := l.attention
	l.attention.seen = true
	if m.looked(id) {
		l.attention = attention{}
	}
	if was.reason != noReason && l.attention != was {
		m.changed()
	}
	m.read(id)
}

// reasonNames are the reasons as the workspace keeps them.
var reasonNames = map[reason]string{
	hadOutput: "output", fellSilent: "silence", finished: "finished", failedCommand: "failed",
	notifiedUs: "notification", rangBell: "bell",
}

// keepAttention has the workspace keep what sessions ask for, so that they go on to ask
// in the next program that shows it.
func (m *Model) keepAttention() tea.Cmd {
	var cmds []tea.Cmd
	for id, l := range m.live {
		r, known := m.state.Sessions[id]
		asks := workspace.Attention{Reason: reasonNames[l.attention.reason]}
		if asks.Reason != "" {
			asks.Text, asks.Since, asks.Seen = l.attention.text, l.attention.since, l.attention.seen
		}
		if !known || l.client == nil || r.Attention.Same(asks) {
			continue
		}
		if next, effects, err := workspace.Apply(m.state, workspace.SessionAsks{Session: id, Attention: asks}); err == nil {
			m.state = next
			cmds = append(cmds, m.perform(effects))
		}
	}
	return tea.Batch(cmds...)
}

// recallAttention has a session that is attached ask for what it asked for in an earlier
// program.
func (m *Model) recallAttention(id session.ID, l *live) {
	kept := m.state.Sessions[id].Attention
	for why, name := range reasonNames {
		if name != kept.Reason || l.attention.reason != noReason || m.looked(id) {
			continue
		}
		l.attention = attention{why, kept.Since, kept.Text, kept.Seen}
		m.record(id, why, kept.Since, kept.Text)
		if kept.Seen {
			m.read(id)
		}
	}
}

// waitingLongest is the session that has asked for longest to be looked at; false
// where none does.
func (m *Model) waitingLongest() (session.ID, bool) {
	var longest session.ID
	var since time.Time
	if !m.anyoneWaits() {
		return longest, false
	}
	for _, id := range m.state.SessionIDs() {
		l := m.live[id]
		if l == nil || l.attention.reason == noReason || m.looked(id) {
			continue
		}
		if _, _, open := m.state.TabOf(id); open && (since.IsZero() || l.attention.since.Before(since)) {
			longest, since = id, l.attention.since
		}
	}
	return longest, !since.IsZero()
}

// anyoneWaits reports whether any session asks to be looked at.
func (m *Model) anyoneWaits() bool {
	for _, l := range m.live {
		if l.attention.reason != noReason {
			return true
		}
	}
	return false
}

func (m *Model) goToMarked(by int) tea.Cmd {
	tabs := m.activeView().Tabs
	at := m.activeView().Index(m.activeTab().ID)
	for i := 1; i <= len(tabs); i++ {
		t := tabs[((at+by*i)%len(tabs)+len(tabs))%len(tabs)]
		if m.asksIn(t) {
			return m.apply(workspace.FocusTab{Tab: t.ID})
		}
	}
	m.say(m.focus().Refusal("no tab of this view has a mark", "attention.next", "goes to what waits elsewhere"))
	return nil
}

// asksIn reports whether a session of a tab asks to be looked at and was not seen yet.
func (m *Model) asksIn(t workspace.Tab) bool {
	return slices.ContainsFunc(t.Panes(), func(id session.ID) bool {
		l := m.live[id]
		return l != nil && l.attention.reason != noReason && !l.attention.seen
	})
}

// words say what a session asks for, for its own lines in lists.
func (a attention) words(now time.Time) string {
	switch a.reason {
	case noReason:
		return ""
	case fellSilent:
		return "silent"
	}
	return a.reason.verb() + " " + ago(now.Sub(a.since))
}

// verb is what a session did, behind its name.
func (r reason) verb() string {
	switch r {
	case hadOutput:
		return "printed"
	case fellSilent:
		return "fell silent"
	case finished:
		return "finished"
	case failedCommand:
		return "failed"
	case notifiedUs:
		return "notified"
	case rangBell:
		return "rang"
	case noReason:
	}
	return ""
}

// rang takes a bell. Of a session that is looked at it only rings the terminal.
func (m *Model) rang(id session.ID, at time.Time) {
	m.attend(id, rangBell, at, "rang the bell")
	if m.config.Terminal.Bell {
		m.deps.term.Bell()
	}
}

// notified takes what a child notifies of, or what its host has to say.
func (m *Model) notified(id session.ID, n wire.Notice) {
	if !m.config.Terminal.Notices {
		return
	}
	text := n.Text
	if id != m.activePane() {
		text = "`" + m.state.Sessions[id].DisplayTitle() + "`: " + text
		if n.Child {
			text += " (" + m.keys().KeyOf("attention.next") + " goes there)"
		}
	}
	m.sayFor(text, longNotice)
	if n.Child {
		m.attend(id, notifiedUs, n.At, n.Text)
	}
}

// commandDone takes the end of a command: it is told where it took long, or the
// session is watched for it.
func (m *Model) commandDone(id session.ID, c wire.Command) {
	l := m.live[id]
	took := c.Ended.Sub(c.Started)
	if l == nil || c.Ended.IsZero() || took < m.config.Attention.Finished && !l.watches.commands {
		return
	}
	line := ""
	if c.Line != "" { // how it ended comes first: there may be no room for all of it
		line = ": `" + cut(c.Line, 60) + "`"
	}
	if c.HasExitCode && c.ExitCode != 0 {
		m.attend(id, failedCommand, c.Ended, fmt.Sprintf("failed with code %d after %s%s", c.ExitCode, lasted(took), line))
		return
	}
	m.attend(id, finished, c.Ended, fmt.Sprintf("finished after %s%s", lasted(took), line))
}

// childEnded takes the end of a command that a session was opened with. It is told as
// that of a command in a shell is; a shell's own end is not told.
func (m *Model) childEnded(id session.ID, e session.Exit, stopped bool) {
	took := e.Ended.Sub(e.Started)
	if l := m.live[id]; m.isShell(id) || took < m.config.Attention.Finished && !l.watches.commands {
		return
	}
	why, how := finished, "finished"
	if !e.Clean() {
		why = failedCommand
		how, _ = exitWords(e, stopped)
	}
	m.attend(id, why, e.Ended, how+" after "+lasted(took))
}
