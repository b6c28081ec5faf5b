package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/workspace"
)

// openOverview shows the whole workspace as a tree: views, tabs, panes, and what
// is closed. The selection begins where the focus is.
func (m *Model) openOverview() tea.Cmd {
	f := dialog.NewFinder("Overview", m.plain(m.tree))
	f.Does, f.More = "goes there", true
	f.Verbs = []dialog.Verb{
		{Key: "ctrl+r", Title: "renames", Asks: about(func(s command.Subject) command.Request { return command.Rename{About: s} })},
		{Key: "ctrl+x", Title: "closes", Asks: about(func(s command.Subject) command.Request { return command.Close{About: s} })},
		{Key: "ctrl+q", Title: "ends", Asks: about(func(s command.Subject) command.Request { return command.End{About: s} })},
		{Key: "ctrl+t", Title: "undoes", Asks: func(dialog.Item) command.Result { return command.Ask(command.RunNamed{Command: "undo.close"}) }},
		{Key: "ctrl+s", Title: "starts again", Asks: func(it dialog.Item) command.Result { return command.Ask(command.StartAgain{Session: it.Session}) }},
	}
	cmd := m.openFinder(f)
	f.SelectID("session " + m.activePane().String())
	return cmd
}

// about asks for something about what an item is about.
func about(asks func(command.Subject) command.Request) func(dialog.Item) command.Result {
	return func(it dialog.Item) command.Result {
		if it.About == nil {
			return command.Result{}
		}
		return command.Ask(asks(*it.About))
	}
}

// tree lists the workspace: of each view its tabs, of each tab with several panes
// the panes.
func (m *Model) tree() []dialog.Item { return m.lists().Tree(m.labels().Told) }

// renameListed asks for the name of something that is listed.
func (m *Model) renameListed(s command.Subject) tea.Cmd {
	switch s.Kind {
	case command.AboutView:
		return m.runMenu(s, "view.rename")
	case command.AboutTab:
		return m.askTabName(s.Tab)
	case command.AboutOther:
		if _, _, open := m.state.TabOf(s.Pane); open {
			return m.askPaneName(s.Pane)
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
		m.askEndClosed(s.Pane)
	case command.AboutAll, command.AboutPane, command.AboutTabs, command.AboutView, command.AboutLayout:
	}
	return nil
}

// startAgain starts a session whose process has ended.
func (m *Model) startAgain(id session.ID) tea.Cmd {
	l := m.live[id]
	switch {
	case l == nil && m.state.ClosedHolding(id) >= 0:
		m.say("it is closed: bring it back first")
		return nil
	case l == nil:
		m.say("it is not shown yet: go there first")
		return nil
	case l.client != nil && l.exited() && !l.client.Gone():
		return m.askHost(id)
	case l.over(): // and its host is gone
		return m.restartLost(id)
	}
	m.say("it runs: only what has ended can be started again")
	return nil
}
