package ui

import (
	"errors"
	"maps"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/branch"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/lists"
	"dormer/ui/remote"
	"dormer/ui/template"
	"dormer/ui/template/files"
	"dormer/ui/worktrees"
	"dormer/workspace"
)

type (
	// templatesListed delivers the names of the templates.
	templatesListed struct{ names []string }
	// templateRead delivers a template.
	templateRead struct{ template template.Template }
)

func (msg templatesListed) applyTo(m *Model) tea.Cmd {
	return m.openFinder(lists.Templates(listed{m}, m.deps.Templates, msg.names, files.Ending))
}

func (msg templateRead) applyTo(m *Model) tea.Cmd { return m.openTabs(msg.template) }

// listTemplates lists the templates to choose from.
func (m *Model) listTemplates() tea.Cmd {
	dir := m.deps.Templates
	return func() tea.Msg {
		names, err := files.Names(dir)
		if err != nil {
			return resultMsg(command.Tell("list templates: " + err.Error() + ": make the directory readable"))
		}
		return templatesListed{names}
	}
}

// readTemplate opens the tabs of a template in a file.
func readTemplate(path string, agents config.Agents) tea.Cmd {
	return func() tea.Msg {
		t, _, problems := files.Read(path, agents)
		if len(problems) > 0 {
			return resultMsg(command.Tell(config.FirstProblem(problems, "dormer template check "+shortDir(path))))
		}
		return templateRead{files.Titled(t, path)}
	}
}

// openTabs opens the tabs of a template, or says why it cannot.
func (m *Model) openTabs(t template.Template) tea.Cmd {
	_, cmd, err := m.openNamed(worktrees.Opening{Template: t})
	if err != nil {
		m.sayFor(err.Error(), longNotice)
	}
	return cmd
}

// openTemplate opens the template in the text of a file.
func (m *Model) openTemplate(o worktrees.Opening, file string, text []byte) (remote.Answer, tea.Cmd, error) {
	t, problems := template.Parse(text, template.Env{File: file, Home: homeOf(), Agent: m.config.Agents.Find})
	if len(problems) > 0 {
		return remote.Answer{}, nil, errors.Join(problems...)
	}
	o.Template = files.Titled(t, file)
	return m.openNamed(o)
}

// openNamed opens a template, after the worktrees that it names were found or made in the
// background.
func (m *Model) openNamed(o worktrees.Opening) (remote.Answer, tea.Cmd, error) {
	if len(o.Template.Branches()) == 0 {
		cmd, err := m.openPrepared(o, nil)
		return remote.Answer{}, cmd, err
	}
	r, err := m.worktrees.Prepare(o)
	if err != nil {
		return remote.Answer{}, nil, err
	}
	return remote.Answer{Later: true}, m.worktreesResult(r), nil
}

// worktreesPrepared opens a template in the worktrees that it names.
func (m *Model) worktreesPrepared(p worktrees.Prepared) tea.Cmd {
	before, cmd := m.state.Sessions, tea.Cmd(nil)
	if p.Err == nil {
		cmd, p.Err = m.openClosed(p)
	}
	if p.Call != nil {
		m.answer(*p.Call, before, remote.Answer{Text: p.Say}, p.Err)
		return cmd
	}
	if p.Err != nil {
		p.Say = p.Err.Error()
	}
	m.sayFor(p.Say, longNotice)
	return cmd
}

// openClosed opens the tabs of a template whose worktrees have no active session. If all have one,
// the first such session gets the focus.
func (m *Model) openClosed(p worktrees.Prepared) (tea.Cmd, error) {
	left, active := p.Template.Closed(m.state, p.Of)
	if p.Template = left; left.Panes() == 0 {
		return m.try(workspace.FocusPane{Session: active})
	}
	return m.openPrepared(p.Opening, p.Of)
}

// openPrepared opens all tabs of a template at once, in the worktrees that it names, and types its
// lines into their panes.
func (m *Model) openPrepared(o worktrees.Opening, of map[template.Branch]template.Worktree) (tea.Cmd, error) {
	layout, typed := o.Plan(template.Opening{State: m.state, Area: m.area(), NewID: m.deps.NewID, Record: m.deps.record, Worktrees: of})
	cmd, err := m.try(layout)
	if err != nil {
		return nil, err
	}
	for _, into := range typed {
		if l := m.live.Get(into.Session); l != nil {
			l.Lines = into.Lines
		}
	}
	m.say("opened " + lists.Opened(layout.Title, len(layout.Tabs)) + "; " + m.keys().KeyOf("undo") + " takes that back")
	return cmd, nil
}

// branchOf returns the branch that is checked out in a worktree; empty if no session there knows it.
func (m *Model) branchOf(worktree string) string {
	for id, r := range m.state.Sessions {
		if l := m.live.Get(id); l != nil && l.Branch != "" && !branch.IsCommit(l.Branch) && r.Source.Worktree == worktree && workspace.InDir(r.Dir, worktree) {
			return l.Branch
		}
	}
	return ""
}

// takeTemplate returns a template of all that is open, or of the tab of a focus.
func (m *Model) takeTemplate(f command.Focus, tab bool) (string, error) {
	s := m.state
	if r, ok := s.Sessions[f.Pane]; ok && f.Dir != "" { // the command that asks is no part of it
		r.Program = ""
		s.Sessions = maps.Clone(s.Sessions)
		s.Sessions[f.Pane] = r
	}
	t := template.Of(s, m.branchOf)
	if tab {
		t = template.OfTab(s, f.Tab.ID, m.branchOf)
	}
	if t.Panes() == 0 {
		return "", errors.New(command.NoTab)
	}
	return string(t.Encode(homeOf())), nil
}

// saveTemplate writes a template of all that is open. It replaces no file.
func (m *Model) saveTemplate(name, below string) tea.Cmd {
	text, err := m.takeTemplate(m.focus(), false)
	if err != nil {
		m.say("save template: " + err.Error())
		return nil
	}
	path := files.Path(name, m.deps.Templates, below)
	return inBackground(func() []command.Result {
		return command.Told("saved as "+shortDir(path)+": dormer open "+files.Name(path)+" opens it", files.Write(path, []byte(text)))
	})
}
