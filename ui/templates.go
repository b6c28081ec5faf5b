package ui

import (
	"errors"
	"maps"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/lists"
	"dormer/ui/template"
	"dormer/ui/template/files"
	"dormer/workspace"
)

type (
	// templatesListed brings the names of the templates there are.
	templatesListed struct {
		names []string
		err   error
	}
	// templateRead brings a template, or what is wrong with it.
	templateRead struct {
		path     string
		template template.Template
		problems []error
	}
	// templateSaved says what became of writing one.
	templateSaved struct {
		path string
		err  error
	}
)

// The names are listed, to be chosen from.
func (msg templatesListed) tell(m *Model) tea.Cmd {
	if msg.err != nil {
		m.sayFor("list templates: "+msg.err.Error()+": make the directory readable", longNotice)
		return nil
	}
	return m.openFinder(lists.Templates(listed{m}, m.deps.Templates, msg.names, files.Ending))
}

// The tabs of the template are opened.
func (msg templateRead) tell(m *Model) tea.Cmd {
	if len(msg.problems) > 0 {
		m.sayFor(config.FirstProblem(msg.problems, "dormer template check "+shortDir(msg.path)), longNotice)
		return nil
	}
	cmd, err := m.openTabs(files.Titled(msg.template, msg.path))
	if err != nil {
		m.sayFor(err.Error(), longNotice)
	}
	return cmd
}

func (msg templateSaved) tell(m *Model) tea.Cmd {
	if msg.err != nil {
		m.sayFor(msg.err.Error(), longNotice)
		return nil
	}
	m.sayFor("saved as "+shortDir(msg.path)+": dormer open "+files.Name(msg.path)+" opens it", longNotice)
	return nil
}

func (m *Model) listTemplates() tea.Cmd {
	dir := m.deps.Templates
	return func() tea.Msg {
		names, err := files.Names(dir)
		return templatesListed{names, err}
	}
}

func readTemplate(path string) tea.Cmd {
	return func() tea.Msg {
		t, _, problems := files.Read(path)
		return templateRead{path, t, problems}
	}
}

// openTemplate opens what was in a file.
func (m *Model) openTemplate(file string, text []byte) (tea.Cmd, error) {
	t, problems := template.Parse(text, template.Around{File: file, Home: homeOf()})
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return m.openTabs(files.Titled(t, file))
}

// openTabs opens all tabs of a template at once, and types what is to be typed into
// their panes as somebody would who does not wait for the prompt.
func (m *Model) openTabs(t template.Template) (tea.Cmd, error) {
	layout, typed := t.Plan(template.Opening{
		State: m.state, Area: m.focus().SplitSize(), NewID: m.deps.NewID,
		Record: func(dir string, command []string) workspace.Record {
			if dir == "" {
				dir = m.deps.Dir
			}
			return m.deps.record(dir, command)
		},
	})
	cmd, err := m.try(layout)
	if err != nil {
		return nil, err
	}
	for _, into := range typed {
		if l := m.live.Get(into.Session); l != nil {
			l.Lines = into.Lines
		}
	}
	what := lists.Counted(len(layout.Tabs), "tab")
	if t.Title != "" {
		what = t.Title + ": " + what
	}
	m.say("opened " + what + "; " + m.keys().KeyOf("undo") + " takes that back")
	return cmd, nil
}

// takeTemplate is a template of what is open: all of it, or the tab of a focus.
func (m *Model) takeTemplate(f command.Focus, tab bool) (string, error) {
	s := m.state
	if r, ok := s.Sessions[f.Pane]; ok && f.Dir != "" { // what asks for it is no part of it
		r.Program = ""
		s.Sessions = maps.Clone(s.Sessions)
		s.Sessions[f.Pane] = r
	}
	t := template.Of(s)
	if tab {
		t = template.OfTab(s, f.Tab.ID)
	}
	if t.Panes() == 0 {
		return "", errors.New(command.NoTab)
	}
	return string(t.Encode(homeOf())), nil
}

// saveTemplate writes a template of all that is open. A file that is there already is
// not written over.
func (m *Model) saveTemplate(name, below string) tea.Cmd {
	text, err := m.takeTemplate(m.focus(), false)
	if err != nil {
		m.say("save template: " + err.Error())
		return nil
	}
	path := files.Path(name, m.deps.Templates, below)
	return func() tea.Msg {
		return templateSaved{path, files.Write(path, []byte(text))}
	}
}
