package ui

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/ui/config"
	"dormer/ui/config/located"
	"dormer/ui/template"
	"dormer/workspace"
)

// templateEnd ends the names of templates.
const templateEnd = ".toml"

// templateCommands are the rows of the table for templates.
func templateCommands() []command {
	return []command{
		{name: "template.open", title: "open a template (from a file)", group: groupLayout, hidden: true,
			resolve: always(do((*Model).listTemplates)), args: "[NAME|FILE]", with: withOne("template", func(m *Model, c focus, name string) tea.Cmd {
				return readTemplate(FindTemplate(name, m.deps.Templates, c.base()))
			})},
		{name: "template.save", title: "save what is open as a template", group: groupLayout, hidden: true,
			resolve: withPane(func(focus) resolved { return do((*Model).askSaveTemplate) }), args: "[NAME|FILE]", with: withOne("template", func(m *Model, c focus, name string) tea.Cmd {
				return m.saveTemplate(name, c.base())
			})},
	}
}

// withOne is a verb that takes one argument; what names it.
func withOne(what string, verb func(*Model, focus, string) tea.Cmd) func([]string) (func(focus) resolved, error) {
	return func(args []string) (func(focus) resolved, error) {
		if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
			return nil, fmt.Errorf("one %s is to be named", what)
		}
		return func(c focus) resolved {
			return do(func(m *Model) tea.Cmd { return verb(m, c, args[0]) })
		}, nil
	}
}

// base is the directory that files are named from.
func (f focus) base() string {
	if f.dir != "" {
		return f.dir
	}
	return f.state.Sessions[f.pane].Dir
}

// FindTemplate is the file that a name means: a file, where there is one of that name,
// counted from below; or one in the directory of templates.
func FindTemplate(name, templates, below string) string {
	path := homeDir(name, below)
	if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() || strings.ContainsRune(name, '/') {
		return path
	}
	kept := filepath.Join(templates, strings.TrimSuffix(name, templateEnd)+templateEnd)
	if _, err := os.Stat(kept); err == nil {
		return kept
	}
	return path
}

// TemplateFile is the file that a template is written to: one that is named as a file
// counts from below, any other name is kept among the templates.
func TemplateFile(name, templates, below string) string {
	if strings.ContainsRune(name, '/') || strings.HasSuffix(name, templateEnd) {
		return homeDir(name, below)
	}
	return filepath.Join(templates, name+templateEnd)
}

// ReadTemplate reads a template from a file; the errors say all that is wrong.
func ReadTemplate(path string) (template.Template, []byte, []error) {
	data, err := located.Load(path)
	if err == nil && data == nil {
		err = errors.New("there is no such file: dormer template save writes one")
	}
	if err != nil {
		return template.Template{}, nil, []error{config.Problem{At: config.Place{File: path}, Err: err}}
	}
	home, _ := os.UserHomeDir()
	t, problems := template.Parse(data, template.Around{File: path, Home: home, IsDir: func(dir string) bool {
		st, err := os.Stat(dir)
		return err == nil && st.IsDir()
	}})
	return t, data, problems
}

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

func (m *Model) listTemplates() tea.Cmd {
	dir := m.deps.Templates
	return func() tea.Msg {
		names, err := TemplateNames(dir)
		return templatesListed{names, err}
	}
}

// TemplateNames are the names of the templates in a directory, which need not be there.
func TemplateNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), templateEnd); ok && !e.IsDir() {
			names = append(names, name)
		}
	}
	return names, err
}

// chooseTemplate asks which template is to be opened.
func (m *Model) chooseTemplate(msg templatesListed) tea.Cmd {
	f := newFinder("Templates", plain(func(m *Model) (items []item) {
		for _, name := range msg.names {
			path := filepath.Join(m.deps.Templates, name+templateEnd)
			items = append(items, item{
				id: "template " + name, text: name, detail: shortDir(path),
				choose: func(*Model) tea.Cmd { return readTemplate(path) },
			})
		}
		return items
	}))
	f.does = "opens its tabs here"
	if msg.err != nil {
		m.sayFor("list templates: "+msg.err.Error()+": make the directory readable", longNotice)
		return nil
	}
	f.empty = "no template is in " + shortDir(m.deps.Templates) + ": `save what is open as a template` makes one, and `dormer open FILE` opens any"
	return m.openFinder(f)
}

func readTemplate(path string) tea.Cmd {
	return func() tea.Msg {
		t, _, problems := ReadTemplate(path)
		return templateRead{path, t, problems}
	}
}

// templateCame opens a template that was read.
func (m *Model) templateCame(msg templateRead) tea.Cmd {
	if len(msg.problems) > 0 {
		m.sayFor(firstProblem(msg.problems, "dormer template check "+shortDir(msg.path)), longNotice)
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
		return nil, oneLine(problems)
	}
	return m.openTabs(titled(t, file))
}

// titled is a template with a title: its own, else the name of its file.
func titled(t template.Template, path string) template.Template {
	if t.Title == "" {
		t.Title = strings.TrimSuffix(filepath.Base(path), templateEnd)
	}
	return t
}

// openTabs opens all tabs of a template at once, and types what is to be typed into
// their panes as somebody would who does not wait for the prompt.
func (m *Model) openTabs(t template.Template) (tea.Cmd, error) {
	layout, typed := t.Plan(template.Opening{
		State: m.state, Area: m.focus().splitSize(), NewID: m.deps.NewID,
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
		if l := m.live[into.Session]; l != nil {
			l.lines = into.Lines
		}
	}
	m.say("opened " + t.Title + ": " + tabsText(len(layout.Tabs)) + "; " + m.keys.keyOf("undo") + " takes that back")
	return cmd, nil
}

// takeTemplate is a template of what is open: all of it, or the tab of a focus.
func (m *Model) takeTemplate(f focus, tab bool) (string, error) {
	s := m.state
	if r, ok := s.Sessions[f.pane]; ok && f.dir != "" { // what asks for it is no part of it
		r.Program = ""
		s.Sessions = maps.Clone(s.Sessions)
		s.Sessions[f.pane] = r
	}
	t := template.Of(s)
	if tab {
		t = template.OfTab(s, f.tab.ID)
	}
	if t.Panes() == 0 {
		return "", errors.New(noTab)
	}
	home, _ := os.UserHomeDir()
	return string(t.Encode(home)), nil
}

// askSaveTemplate asks for the name that all that is open is kept under.
func (m *Model) askSaveTemplate() tea.Cmd {
	name, below := m.state.Name, m.focus().base()
	m.openDialog(newPrompt("Save what is open as the template", name, name, func(m *Model, typed string) tea.Cmd {
		if typed = strings.TrimSpace(typed); typed == "" {
			typed = name
		}
		return m.saveTemplate(typed, below)
	}))
	return nil
}

// saveTemplate writes a template of all that is open. A file that is there already is
// not written over.
func (m *Model) saveTemplate(name, below string) tea.Cmd {
	text, err := m.takeTemplate(m.focus(), false)
	if err != nil {
		m.say("save template: " + err.Error())
		return nil
	}
	path := TemplateFile(name, m.deps.Templates, below)
	return func() tea.Msg {
		return templateSaved{path, WriteTemplate(path, []byte(text))}
	}
}

// WriteTemplate writes a template to a file that is not there yet; its directory is
// made where it is missing.
func WriteTemplate(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("write the template: %w: name another file", err)
	}
	return writeFresh("the template", path, text)
}

func (m *Model) templateWritten(msg templateSaved) {
	if msg.err != nil {
		m.sayFor(msg.err.Error(), longNotice)
		return
	}
	m.sayFor("saved as "+shortDir(msg.path)+": dormer open "+strings.TrimSuffix(filepath.Base(msg.path), templateEnd)+" opens it", longNotice)
}

// quietTime is how long a new session may print nothing before lines are typed into it
// all the same.
const quietTime = 2 * time.Second

// waitToType begins to wait for the first output of a session that lines are to be
// typed into: typed earlier, they would be on the screen twice, once by the terminal
// and once by the shell that reads them then.
func (m *Model) waitToType(id session.ID, l *live, w *watch) tea.Cmd {
	if len(l.lines) == 0 {
		return nil
	}
	w.silent.Store(true)
	if w.speaks() { // before the watch began
		return m.typeLines(id)
	}
	return m.after(quietTime, linesDue{id})
}

// speaks reports, once, that a session that was silent has printed something.
func (w *watch) speaks() bool {
	c := w.client.Load()
	if c == nil || !w.silent.Load() {
		return false
	}
	moved := false
	c.View(func(r *client.Replica) {
		at := r.Cursor()
		moved = at.Row > 0 || at.Col > 0
	})
	return moved && w.silent.Swap(false)
}

// typeLines types what is to be typed into a new session, each line with Enter.
func (m *Model) typeLines(id session.ID) tea.Cmd {
	l := m.live[id]
	if l == nil || l.client == nil {
		return nil
	}
	for _, line := range l.lines {
		l.client.Input(slices.Concat([]byte(line), []byte{'\r'}))
	}
	l.lines = nil
	return nil
}
