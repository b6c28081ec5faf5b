package ui

import (
	"errors"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/remote"
	"dormer/ui/template"
	"dormer/ui/template/files"
	"dormer/workspace"
)

// openWorktree opens a worktree: the focus goes to its active session if it has one, else a
// tab or the tabs of a template are opened in it.
func (m *Model) openWorktree(w remote.OpenWorktree) (remote.Answer, tea.Cmd, error) {
	if id, active := m.state.OnWorktree(w.Source); active {
		cmd, err := m.try(workspace.FocusPane{Session: id})
		return remote.Answer{Session: id}, cmd, err
	}
	if len(w.Text) > 0 {
		cmd, err := m.openTemplateIn(w)
		return remote.Answer{}, cmd, err
	}
	r := m.deps.record(w.Source.Worktree, w.Source.Command)
	r.Source, r.Name, r.Env, r.Agent, r.Prompt, r.Setup = w.Source, w.SessionName(), w.Env, w.Agent, w.Prompt, w.Setup()
	cmd, err := m.try(m.tabOf(r))
	if l := m.live.Get(r.ID); l != nil && r.Setup == "" {
		l.Lines = w.Lines
	}
	return remote.Answer{Session: r.ID}, cmd, err
}

// openTemplateIn opens a template in a worktree. Its panes that are in the worktree belong to
// it, and one of them prepares the worktree.
func (m *Model) openTemplateIn(w remote.OpenWorktree) (tea.Cmd, error) {
	file := filepath.Join(w.Source.Worktree, filepath.Base(w.File)) // relative directories count from there
	t, problems := template.Parse(w.Text, template.Around{File: file, Home: homeOf(), Agent: m.config.Agents.Find})
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	layout, typed := m.plan(files.Titled(t, w.File))
	return m.tryLayout(layout, template.Worktree{Source: w.Source, Env: w.Env, Lines: w.Lines, Everywhere: true}.Prepare(layout, typed))
}

// closeIn closes the panes that belong to a worktree or are in its directory. They can be
// brought back as anything that is closed.
func (m *Model) closeIn(dir string) (tea.Cmd, error) {
	var cmds []tea.Cmd
	var failed error
	for _, a := range m.state.CloseIn(dir, m.now(), m.area()) {
		cmd, err := m.try(a)
		cmds, failed = append(cmds, cmd), errors.Join(failed, err)
	}
	return tea.Batch(cmds...), failed
}

// bringBack brings back what is closed and holds one of some sessions.
func (m *Model) bringBack(ids []session.ID) (remote.Answer, tea.Cmd, error) {
	var cmds []tea.Cmd
	var failed error
	a := remote.Answer{}
	for _, id := range ids {
		if m.state.ClosedHolding(id) < 0 {
			continue
		}
		cmd, err := m.try(workspace.UndoClose{At: m.now(), Holding: id, Tab: m.newTab()})
		cmds, failed = append(cmds, cmd), errors.Join(failed, err)
		a.Text = "what was open in it is back"
	}
	return a, tea.Batch(cmds...), failed
}
