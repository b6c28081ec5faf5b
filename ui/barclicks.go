package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// What happens elsewhere shows as marks: of views in the status line, of tabs in the
// tab bar, of panes in titles. A click on one goes there and says what it was.

// elsewhere are the views that are not shown in which something asks to be looked at.
func (m *Model) elsewhere() (out []bars.View) {
	if len(m.state.Views) < 2 {
		return nil
	}
	for _, v := range m.state.Views {
		if mark := m.viewMark(v); v.ID != m.state.ActiveView && mark != "" && mark != markStarting {
			out = append(out, bars.View{Text: v.Name + " " + m.shownMark(mark), Does: command.Line("view.select", string(v.ID))})
		}
	}
	return out
}

// pressedStatus does what the piece of the status line under the pointer is for.
func (m *Model) pressedStatus(e input.Mouse) tea.Cmd {
	if e.Button != keys.ButtonLeft {
		return nil
	}
	if c, err := m.commands().Parse(m.statusDoes(e.X)); err == nil {
		return m.runCall(c)
	}
	return nil
}

// statusDoes is the command of the piece of the status line in a column of the screen,
// empty where it has none.
func (m *Model) statusDoes(x int) string {
	for _, spot := range m.statusLine(m.activeTab()).Spots(m.geo.Status.W) {
		if at := x - m.geo.Status.X; at >= spot.X && at < spot.End {
			return spot.Does
		}
	}
	return ""
}

// pressedMark goes to the session whose mark a tab has under the pointer, and says
// what it asked for; false where there is no mark.
func (m *Model) pressedMark(spot bars.TabSpot, x int) (bool, tea.Cmd) {
	_, t, open := m.state.Tab(spot.Tab)
	mark := m.tabMark(t)
	if !open || spot.More || !marked(spot.Label, x-spot.X, mark) {
		return false, nil
	}
	for _, id := range t.Panes() {
		if m.newMark(id) == mark {
			m.sayWhatFor(id)
			return true, m.goTo(id)
		}
	}
	return false, nil
}

// sayWhatFor says what a session asks to be looked at for.
func (m *Model) sayWhatFor(id session.ID) {
	l := m.live[id]
	if l == nil || l.attention.reason == noReason {
		return
	}
	m.sayFor("`"+m.state.Sessions[id].DisplayTitle()+"`: "+l.attention.text, longNotice)
}
