package ui

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/branch"
	"dormer/ui/remote"
	"dormer/ui/template"
	"dormer/workspace"
)

// templateOpening is a template that is being opened.
type templateOpening struct {
	template template.Template
	// in is the worktree that it is opened in, nil for none; call waits for it, nil for nobody.
	in   *remote.OpenWorktree
	call *remote.Call
}

// worktreesPrepared brings the worktrees that a template names.
type worktreesPrepared struct {
	opening templateOpening
	of      map[template.Branch]template.Worktree
	say     string
	err     error
}

func (msg worktreesPrepared) tell(m *Model) tea.Cmd { return m.worktreesPrepared(msg) }

// openNamed opens a template. The worktrees that it names are looked for and made first, in the
// background.
func (m *Model) openNamed(o templateOpening) (remote.Answer, tea.Cmd, error) {
	named, w := o.template.Branches(), &m.newWorktree
	stops := m.keys().KeyOf("worktree.new") + " stops that"
	switch {
	case len(named) == 0:
		cmd, err := m.openPrepared(o, nil)
		return remote.Answer{}, cmd, err
	case m.deps.Worktrees == nil:
		return remote.Answer{}, nil, errors.New("worktrees cannot be opened here")
	case w.making != "":
		return remote.Answer{}, nil, errors.New("a worktree is being made: " + stops)
	}
	var names []string
	for _, b := range named {
		names = append(names, b.Name)
	}
	ctx, stop := context.WithCancel(context.Background())
	w.making, w.stop = strings.Join(names, ", "), stop
	m.sayFor("making the worktrees "+w.making+": "+stops, longNotice)
	maker := m.deps.Worktrees
	return remote.Answer{Later: true}, func() tea.Msg {
		of, say, err := maker.Prepare(ctx, named)
		return worktreesPrepared{o, of, say, err}
	}, nil
}

// worktreesPrepared opens a template in the worktrees that it names.
func (m *Model) worktreesPrepared(msg worktreesPrepared) tea.Cmd {
	w, before := &m.newWorktree, m.state.Sessions
	w.stop()
	w.making, w.stop = "", nil
	cmd, err := tea.Cmd(nil), msg.err
	if err == nil {
		cmd, err = m.openClosed(msg)
	}
	call := msg.opening.call
	switch {
	case call != nil:
		return m.answer(*call, before, remote.Answer{Text: msg.say}, cmd, err)
	case err != nil:
		m.sayFor(err.Error(), longNotice)
	case msg.say != "":
		m.sayFor(msg.say, longNotice)
	}
	return cmd
}

// openClosed opens the tabs of a template whose worktrees have no active session. If all have one,
// the first of these gets the focus.
func (m *Model) openClosed(msg worktreesPrepared) (tea.Cmd, error) {
	var active session.ID
	o := msg.opening
	o.template = o.template.Without(func(b template.Branch) bool {
		id, open := m.state.OnWorktree(msg.of[b].Source)
		if open && active == (session.ID{}) {
			active = id
		}
		return open
	})
	if o.template.Panes() == 0 {
		return m.try(workspace.FocusPane{Session: active})
	}
	return m.openPrepared(o, msg.of)
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
