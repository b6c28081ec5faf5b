package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/lists"
	"dormer/ui/prompts"
	"dormer/workspace"
)

// openOverview shows the whole workspace as a tree. The selection begins where the focus is.
func (m *Model) openOverview() tea.Cmd {
	f := lists.Overview(m.listed(func(l lists.Lists) []dialog.Item { return l.Tree(l.Told) }))
	cmd := m.openFinder(f)
	f.SelectID("session " + m.activePane().String())
	return cmd
}

// renameListed asks for the name of something that is listed.
func (m *Model) renameListed(s command.Subject) tea.Cmd {
	switch s.Kind {
	case command.AboutView:
		return m.runMenu(s, "view.rename")
	case command.AboutTab:
		return m.ask(prompts.TabName(m.state, s.Tab))
	case command.AboutOther:
		if _, _, open := m.state.TabOf(s.Pane); open {
			return m.ask(prompts.PaneName(m.state, s.Pane))
		}
	case command.AboutAll, command.AboutPane, command.AboutTabs, command.AboutLayout, command.AboutClosed:
	}
	return nil
}

// closeListed closes something that is listed.
func (m *Model) closeListed(s command.Subject) tea.Cmd {
	switch s.Kind {
	case command.AboutView:
		return m.runMenu(s, "view.close")
	case command.AboutTab:
		return m.apply(workspace.CloseTab{Tab: s.Tab, At: m.now()})
	case command.AboutOther:
		return m.apply(workspace.ClosePane{Session: s.Pane, At: m.now(), Area: m.focus().SplitSize()})
	case command.AboutClosed:
		m.say("it is closed already: Ctrl-q ends it for good")
	case command.AboutAll, command.AboutPane, command.AboutTabs, command.AboutLayout:
	}
	return nil
}

// endListed ends the process of a pane, or of what is closed, for good: it asks first.
func (m *Model) endListed(s command.Subject) tea.Cmd {
	switch s.Kind {
	case command.AboutTab:
		_, tab, open := m.state.Tab(s.Tab)
		switch {
		case !open:
		case len(tab.Panes()) > 1:
			m.say("a process is ended by its pane: choose one of the tab's")
		default:
			return m.askKill(tab.Active)
		}
	case command.AboutOther:
		return m.askKill(s.Pane)
	case command.AboutClosed:
		return m.ask(prompts.EndClosed(m.state, s.Pane))
	case command.AboutAll, command.AboutPane, command.AboutTabs, command.AboutView, command.AboutLayout:
	}
	return nil
}

// startAgain starts a session whose process has ended.
func (m *Model) startAgain(id session.ID) tea.Cmd {
	l := m.live.Get(id)
	switch {
	case l == nil && m.state.ClosedHolding(id) >= 0:
		m.say("it is closed: bring it back first")
		return nil
	case l == nil:
		m.say("it is not shown yet: go there first")
		return nil
	case l.Client != nil && l.Exited() && !l.Client.Gone():
		return m.live.AskHost(id)
	case l.Over(): // and its host is gone
		return m.restartLost(id)
	}
	m.say("it runs: only what has ended can be started again")
	return nil
}
