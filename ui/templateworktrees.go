package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/branch"
	"dormer/ui/remote"
	"dormer/ui/template"
	"dormer/ui/worktrees"
	"dormer/workspace"
)

// templateOpening is a template that is being opened.
type templateOpening struct {
	template template.Template
	// in is the worktree that it is opened in, nil for none; call waits for it, nil for nobody.
	in   *remote.OpenWorktree
	call *remote.Call
}

// openNamed opens a template. The worktrees that it names are looked for and made first, in the
// background.
func (m *Model) openNamed(o templateOpening) (remote.Answer, tea.Cmd, error) {
	named := o.template.Branches()
	if len(named) == 0 {
		cmd, err := m.openPrepared(o, nil)
		return remote.Answer{}, cmd, err
	}
	r, err := m.worktrees.Prepare(named)
	if err != nil {
		return remote.Answer{}, nil, err
	}
	m.preparing = o
	return remote.Answer{Later: true}, m.ofWorktrees(r), nil
}

// worktreesPrepared opens a template in the worktrees that it names.
func (m *Model) worktreesPrepared(p worktrees.Prepared) tea.Cmd {
	before, o := m.state.Sessions, m.preparing
	m.preparing = templateOpening{}
	cmd, err := tea.Cmd(nil), p.Err
	if err == nil {
		cmd, err = m.openClosed(o, p.Of)
	}
	switch {
	case o.call != nil:
		return m.answer(*o.call, before, remote.Answer{Text: p.Say}, cmd, err)
	case err != nil:
		m.sayFor(err.Error(), longNotice)
	case p.Say != "":
		m.sayFor(p.Say, longNotice)
	}
	return cmd
}

// openClosed opens the tabs of a template whose worktrees have no active session. If all have one,
// the first of these gets the focus.
func (m *Model) openClosed(o templateOpening, of map[template.Branch]template.Worktree) (tea.Cmd, error) {
	var active session.ID
	o.template = o.template.Without(func(b template.Branch) bool {
		id, open := m.state.OnWorktree(of[b].Source)
		if open && active == (session.ID{}) {
			active = id
		}
		return open
	})
	if o.template.Panes() == 0 {
		return m.try(workspace.FocusPane{Session: active})
	}
	return m.openPrepared(o, of)
}

// branchOf is the branch that is checked out in a worktree, as its sessions have told; empty where
// none has.
func (m *Model) branchOf(worktree string) string {
	for id, r := range m.state.Sessions {
		if l := m.live.Get(id); l != nil && l.Branch != "" && !branch.IsCommit(l.Branch) && r.Source.Worktree == worktree && workspace.InDir(r.Dir, worktree) {
			return l.Branch
		}
	}
	return ""
}
