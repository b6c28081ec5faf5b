package ui

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"

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

func (msg templatesListed) tell(m *Model) tea.Cmd { return m.chooseTemplate(msg) }

func (msg templateRead) tell(m *Model) tea.Cmd { return m.templateCame(msg) }

func (msg templateSaved) tell(m *Model) tea.Cmd {
	m.templateWritten(msg)
	return nil
}

func (m *Model) listTemplates() tea.Cmd {
	dir := m.deps.Templates
	return func() tea.Msg {
		names, err := files.Names(dir)
		return templatesListed{names, err}
	}
}

// chooseTemplate asks which template is to be opened.
func (m *Model) chooseTemplate(msg templatesListed) tea.Cmd {
	if msg.err != nil {
		m.sayFor("list templates: "+msg.err.Error()+": make the directory readable", longNotice)
		return nil
	}
	return m.openFinder(lists.Templates(listed{m}, m.deps.Templates, msg.names, files.Ending))
}

func readTemplate(path string) tea.Cmd {
	return func() tea.Msg {
		t, _, problems := files.Read(path)
		return templateRead{path, t, problems}
	}
}

// templateCame opens a template that was read.
func (m *Model) templateCame(msg templateRead) tea.Cmd {
	if len(msg.problems) > 0 {
		m.sayFor(config.FirstProblem(msg.problems, "dormer template check "+shortDir(msg.path)), longNotice)
		return nil
	}
	cmd, err := m.openTabs(titled(msg.template, msg.path))
	if err != nil {
		m.sayFor(err.Error(), longNotice)
	}
	return cmd
}

// openTemplate opens what was in a file.
func (m *Model) openTemplate(file string, text []byte) (tea.Cmd, error) {
	home, _ := os.UserHomeDir()
	t, problems := template.Parse(text, template.Around{File: file, Home: home})
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return m.openTabs(titled(t, file))
}

// titled is a template with a title: its own, else the name of its file.
func titled(t template.Template, path string) template.Template {
	if t.Title == "" {
		t.Title = strings.TrimSuffix(filepath.Base(path), files.Ending)
	}
	return t
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
	home, _ := os.UserHomeDir()
	return string(t.Encode(home)), nil
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

func (m *Model) templateWritten(msg templateSaved) {
	if msg.err != nil {
		m.sayFor(msg.err.Error(), longNotice)
		return
	}
	m.sayFor("saved as "+shortDir(msg.path)+": dormer open "+strings.TrimSuffix(filepath.Base(msg.path), files.Ending)+" opens it", longNotice)
}
