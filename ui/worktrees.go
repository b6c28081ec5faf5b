package ui

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

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
	r.Source, r.Name, r.Env = w.Source, w.Name, w.Env
	cmd, err := m.try(workspace.OpenTab{View: m.activeView().ID, Tab: m.newTab(), Index: -1, Record: r, Size: m.sizeFor(session.ID{})})
	if l := m.live.Get(r.ID); l != nil {
		l.Lines = w.Lines
	}
	return remote.Answer{Session: r.ID}, cmd, err
}

// openTemplateIn opens a template in a worktree. Its panes that are in the worktree belong to
// it, and the first shell among them is prepared.
func (m *Model) openTemplateIn(w remote.OpenWorktree) (tea.Cmd, error) {
	file := filepath.Join(w.Source.Worktree, filepath.Base(w.File)) // relative directories count from there
	t, problems := template.Parse(w.Text, template.Around{File: file, Home: homeOf()})
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	layout, typed := m.plan(files.Titled(t, w.File))
	lines := w.Lines
	for i := range layout.Records {
		r := &layout.Records[i]
		r.Env = append(slices.Clone(w.Env), r.Env...)
		if !inDir(r.Dir, w.Source.Worktree) {
			continue
		}
		r.Source.Kind, r.Source.Repo, r.Source.Worktree = session.Worktree, w.Source.Repo, w.Source.Worktree
		if len(r.Source.Command) == 0 && len(lines) > 0 {
			typed = typeFirst(typed, r.ID, lines)
			lines = nil
		}
	}
	if len(lines) > 0 {
		return nil, errors.New("the template has no shell in the worktree that could run its setup: add a pane without a command")
	}
	return m.tryLayout(layout, typed)
}

// typeFirst adds lines before those that are typed into a session.
func typeFirst(typed []template.Typed, id session.ID, lines []string) []template.Typed {
	for i := range typed {
		if typed[i].Session == id {
			typed[i].Lines = slices.Concat(lines, typed[i].Lines)
			return typed
		}
	}
	return append(typed, template.Typed{Session: id, Lines: lines})
}

// closeIn closes the panes that belong to a worktree or are in its directory. They can be
// brought back as anything that is closed.
func (m *Model) closeIn(dir string) (tea.Cmd, error) {
	inside := func(id session.ID) bool {
		r := m.state.Sessions[id]
		return r.Source.Kind == session.Worktree && r.Source.Worktree == dir || inDir(r.Dir, dir)
	}
	var cmds []tea.Cmd
	var failed error
	for _, v := range m.state.Views {
		for _, t := range v.Tabs {
			panes := t.Panes()
			closing := slices.DeleteFunc(slices.Clone(panes), func(id session.ID) bool { return !inside(id) })
			actions := []workspace.Action{workspace.CloseTab{Tab: t.ID, At: m.now()}}
			if len(closing) < len(panes) {
				actions = nil
				for _, id := range closing {
					actions = append(actions, workspace.ClosePane{Session: id, At: m.now(), Area: m.measure(t).Body.Size()})
				}
			}
			for _, a := range actions {
				cmd, err := m.try(a)
				cmds, failed = append(cmds, cmd), errors.Join(failed, err)
			}
		}
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

// portOf is the variable with the port of the worktree that a directory is in, as a session has
// it that belongs to the worktree; none if none does.
func (m *Model) portOf(dir string) []string {
	for _, r := range m.state.Sessions {
		if r.Source.Kind != session.Worktree || !inDir(dir, r.Source.Worktree) {
			continue
		}
		if i := slices.IndexFunc(r.Env, func(kv string) bool { return strings.HasPrefix(kv, "DORMER_PORT=") }); i >= 0 {
			return r.Env[i : i+1 : i+1]
		}
	}
	return nil
}

// inDir reports whether a directory is another one or in it.
func inDir(dir, top string) bool {
	return dir == top || strings.HasPrefix(dir, strings.TrimSuffix(top, "/")+"/")
}
