package ui

import (
	"errors"
	"path/filepath"
	"slices"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/remote"
	"dormer/ui/worktrees"
	"dormer/workspace"
)

// worktreesResult carries out what [worktrees.Worktrees] returned.
func (m *Model) worktreesResult(r worktrees.Result) tea.Cmd {
	m.changed()
	cmds := []tea.Cmd{m.ask(r.Ask), r.Cmd}
	if r.Open != nil {
		_, cmd, err := m.openWorktree(*r.Open, nil)
		if err != nil {
			m.sayFor(err.Error(), longNotice)
		}
		cmds = append(cmds, cmd)
	}
	if r.Prepared != nil {
		cmds = append(cmds, m.worktreesPrepared(*r.Prepared))
	}
	m.sayFor(r.Say, longNotice)
	return tea.Batch(cmds...)
}

// listWorktrees looks up the repositories that the palette lists.
func (m *Model) listWorktrees() tea.Cmd {
	return m.worktrees.Seek(m.dialogs.SearchesWorktrees(), func() []string {
		dirs := slices.Clone(m.habits.Dirs)
		for _, id := range m.state.OpenIDs() {
			dirs = append(dirs, m.state.Sessions[id].Dir)
		}
		return dirs
	})
}

// openWorktree opens a worktree. If it has an active session, that gets the focus; otherwise a tab
// or the tabs of a template are opened in it. The call waits for that; it may be nil.
func (m *Model) openWorktree(w remote.OpenWorktree, call *remote.Call) (remote.Answer, tea.Cmd, error) {
	if id, active := m.state.OnWorktree(w.Source); active {
		cmd, err := m.try(workspace.FocusPane{Session: id})
		return remote.Answer{Session: id}, cmd, err
	}
	if len(w.Text) > 0 {
		file := filepath.Join(w.Source.Worktree, filepath.Base(w.File)) // relative directories count from there
		return m.openTemplate(worktrees.Opening{In: &w, Call: call}, file, w.Text)
	}
	r := m.deps.record(w.Source.Worktree, w.Source.Command)
	r.Source, r.Name, r.Env, r.Agent, r.Prompt, r.Retry, r.Setup = w.Source, w.SessionName(), w.Env, w.Agent, w.Prompt, w.Retry, w.Setup()
	tab := m.tabOf(r)
	tab.Background = w.Background
	cmd, err := m.try(tab)
	if l := m.live.Get(r.ID); l != nil && r.Setup == "" {
		l.Lines = w.Lines
	}
	return remote.Answer{Session: r.ID}, cmd, err
}

// bringBack brings back the closed tabs and panes of sessions.
func (m *Model) bringBack(ids []session.ID) (remote.Answer, tea.Cmd, error) {
	var cmds []tea.Cmd
	var failed error
	a := remote.Answer{}
	for _, id := range ids {
		if m.state.ClosedHolding(id) < 0 {
			continue
		}
		cmd, err := m.try(workspace.UndoClose{At: m.now(), Holding: id, Tab: m.deps.NewID()})
		cmds, failed = append(cmds, cmd), errors.Join(failed, err)
		a.Text = "its tabs are back"
	}
	return a, tea.Batch(cmds...), failed
}
