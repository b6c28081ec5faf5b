package diffview

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session/grid"
	"dormer/ui/config"
	"dormer/ui/syntax"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Source provides the diff and takes the comments. Its methods may be called concurrently.
type Source interface {
	// Read reads the diff.
	Read(context.Context) (Diff, error)
	// Keep stores the unsent comments and replaces those stored before.
	Keep([]Comment) error
	// Sessions returns the sessions that comments can be sent to. The error says why there are
	// none, and what to do.
	Sessions(context.Context) ([]Session, error)
	// Send sends a text to a session as one prompt.
	Send(ctx context.Context, to Session, prompt string) error
}

// Session is a session that comments can be sent to.
type Session struct{ ID, Name string }

// Model is the program. It is owned by the event loop.
type Model struct {
	source Source
	looks  config.Theme
	colors [2]grid.Color // the terminal's colours of text and background, if it reports them
	theme  theme.Theme
	pens   pens
	size   struct{ cols, rows int }
	place  layout

	diff    Diff
	loaded  bool
	problem string // why there is no diff

	comments []Comment
	keeping  keeping

	// file is the shown file, and lines are the lines of its diff. rows has a row for each line
	// and for each row of its comment.
	file   int
	lines  []line
	rows   []row
	at     position
	before map[string]position // positions in other files
	inList bool                // the keys move in the list of files
	list   int                 // the first visible file of the list

	shown int                     // counts calls of show, to recognize outdated parts
	parts map[int][][]syntax.Part // by block of lines; nil while it is being highlighted

	search  search
	panel   panel
	notice  string
	sending bool
	leaving bool
}

// position is a position in a file: the line with the cursor, and the first visible row and column.
type position struct{ cursor, top, left int }

// row is a row of a file: part 0 is the line itself, the other parts are the comment on it.
type row struct{ line, part int }

// keeping is the state of writing comments to disk: one write at a time, the newest last.
type keeping struct {
	writing, again bool
}

// New returns the program for a source, with the stored comments.
func New(s Source, comments []Comment, looks config.Theme) *Model {
	m := &Model{source: s, comments: slices.Clone(comments), looks: looks, before: map[string]position{}, inList: true}
	m.colors = [2]grid.Color{grid.DefaultColor, grid.DefaultColor}
	m.applyTheme()
	return m
}

// applyTheme sets the theme by the colours of the terminal.
func (m *Model) applyTheme() {
	m.theme = theme.Of(m.looks, m.colors[0], m.colors[1])
	m.pens = pensOf(m.theme)
}

// Init reads the diff.
func (m *Model) Init() tea.Cmd { return m.read() }

// The program's own messages.
type (
	diffRead struct {
		diff Diff
		err  error
	}
	kept          struct{ err error }
	sessionsFound struct {
		all []Session
		err error
	}
	sent struct {
		comments []Comment
		to       Session
		err      error
	}
	partsFound struct {
		shown, block int
		parts        [][]syntax.Part
	}
)

func (m *Model) read() tea.Cmd {
	return func() tea.Msg {
		d, err := m.source.Read(context.Background())
		return diffRead{d, err}
	}
}

// Update implements [tea.Model].
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.size.cols, m.size.rows = msg.Width, msg.Height
		m.arrange()
	case tea.ForegroundColorMsg:
		m.colors[0] = theme.GridColor(msg.Color)
		m.applyTheme()
	case tea.BackgroundColorMsg:
		m.colors[1] = theme.GridColor(msg.Color)
		m.applyTheme()
	case tea.KeyPressMsg:
		cmd = m.key(msg)
	case tea.PasteMsg:
		m.paste(msg)
	case tea.MouseClickMsg:
		m.click(msg.X, msg.Y, msg.Button)
	case tea.MouseWheelMsg:
		m.wheel(msg.X, msg.Y, msg.Button)
	case diffRead:
		cmd = m.take(msg)
	case kept:
		cmd = m.wrote(msg.err)
	case sessionsFound:
		cmd = m.chooseSession(msg)
	case sent:
		cmd = m.sentDone(msg)
	case partsFound:
		if msg.shown == m.shown {
			m.parts[msg.block] = msg.parts
		}
	}
	return m, tea.Batch(cmd, m.highlight())
}

// take takes a new diff.
func (m *Model) take(msg diffRead) tea.Cmd {
	m.loaded = true
	if msg.err != nil {
		m.problem = msg.err.Error()
		if len(m.diff.Files) > 0 {
			m.notice, m.problem = m.problem, "" // the old diff stays
		}
		return nil
	}
	name := m.current().Name
	m.problem, m.diff = "", msg.diff
	before := slices.Clone(m.comments)
	m.placeComments()
	m.file = max(slices.IndexFunc(m.diff.Files, func(f File) bool { return f.Name == name }), 0)
	m.arrange()
	m.show(m.file)
	if !slices.Equal(before, m.comments) {
		return m.keep()
	}
	return nil
}

// placeComments finds the lines of all comments in a new diff, and adds files that have comments but
// are not in it.
func (m *Model) placeComments() {
	byName := map[string]File{}
	for _, f := range m.diff.Files {
		byName[f.Name] = f
	}
	done := map[string]bool{}
	for _, c := range slices.Clone(m.comments) {
		if done[c.File] {
			continue
		}
		done[c.File] = true
		f, ok := byName[c.File]
		if !ok {
			m.diff.Files = append(m.diff.Files, File{Name: c.File, Kind: Gone})
			continue
		}
		settle(m.comments, c.File, f.lines())
	}
}

// current returns the shown file; the zero File if there is none.
func (m *Model) current() File {
	if m.file < 0 || m.file >= len(m.diff.Files) {
		return File{}
	}
	return m.diff.Files[m.file]
}

// show shows a file, at its last position.
func (m *Model) show(i int) {
	if len(m.diff.Files) == 0 {
		m.lines, m.rows = nil, nil
		return
	}
	if name := m.current().Name; len(m.lines) > 0 && m.file != i {
		m.before[name] = m.at
	}
	m.file = min(max(i, 0), len(m.diff.Files)-1)
	m.shown++
	m.parts = map[int][][]syntax.Part{}
	f := m.current()
	found := f.lines()
	m.lines = append(settle(m.comments, f.Name, found), found...)
	at, was := m.before[f.Name]
	if !was {
		at.cursor = max(slices.IndexFunc(m.lines, func(l line) bool { _, _, takes := l.place(); return takes }), 0)
	}
	m.at = at
	m.layoutRows()
	m.moveList()
}

// commentAt returns the index of the comment on a line of the shown file, or -1.
func (m *Model) commentAt(l line) int {
	name := m.current().Name
	return slices.IndexFunc(m.comments, func(c Comment) bool { return c.on(name, l) })
}

// layoutRows makes the rows of the lines and their comments.
func (m *Model) layoutRows() {
	m.rows = slices.Grow(m.rows[:0], len(m.lines))
	name := m.current().Name
	commented := slices.ContainsFunc(m.comments, func(c Comment) bool { return c.File == name })
	for i, l := range m.lines {
		m.rows = append(m.rows, row{line: i})
		if !commented {
			continue
		}
		if at := m.commentAt(l); at >= 0 {
			for part := range m.commentRows(m.comments[at]) {
				m.rows = append(m.rows, row{i, part + 1})
			}
		}
	}
	m.at.cursor = min(max(m.at.cursor, 0), max(len(m.lines)-1, 0))
	m.follow()
}

// rowOf returns the first row of a line.
func (m *Model) rowOf(l int) int {
	at, _ := slices.BinarySearchFunc(m.rows, l, func(r row, l int) int { return r.line - l })
	for at > 0 && m.rows[at-1].line == l {
		at--
	}
	return at
}

// follow scrolls so that the cursor and the comment on its line are visible.
func (m *Model) follow() {
	height := m.place.diff.H
	if height < 1 || len(m.rows) == 0 {
		m.at.top = 0
		return
	}
	first := m.rowOf(m.at.cursor)
	last := first
	for last+1 < len(m.rows) && m.rows[last+1].line == m.at.cursor {
		last++
	}
	m.at.top = max(m.at.top, last-height+1)
	m.at.top = min(m.at.top, first, max(len(m.rows)-height, 0))
	m.at.top = max(m.at.top, 0)
}

// moveList scrolls the list so that the shown file is visible in it.
func (m *Model) moveList() {
	height := m.place.list.H
	m.list = max(m.list, m.file-height+1)
	m.list = max(min(m.list, m.file, max(len(m.diff.Files)-height, 0)), 0)
}

// arrange lays the screen out again.
func (m *Model) arrange() {
	m.place = arrange(m.size.cols, m.size.rows, len(m.diff.Files))
	if m.loaded && m.place.list.H == 0 {
		m.inList = false
	}
	m.layoutRows()
	m.moveList()
}

// layout holds the places of the screen's parts. A part for which there is no room is empty.
type layout struct{ head, list, title, diff, foot workspace.Rect }

// wide is the least number of columns for the list to be beside the diff, and not above it.
const wide = 100

func arrange(cols, rows, files int) (l layout) {
	body := workspace.Rect{W: cols, H: rows}
	cut := func(n int) (top workspace.Rect) { // takes rows off the top
		top = workspace.Rect{X: body.X, Y: body.Y, W: body.W, H: n}
		body.Y, body.H = body.Y+n, body.H-n
		return top
	}
	if rows >= 2 {
		body.H--
		l.foot = workspace.Rect{Y: rows - 1, W: cols, H: 1}
	}
	if rows >= 6 {
		l.head = cut(1)
	}
	switch {
	case files < 2:
	case cols >= wide && body.H >= 6:
		w := min(max(cols*3/10, 28), 48)
		l.list = workspace.Rect{Y: body.Y, W: w, H: body.H}
		body.X, body.W = w+1, cols-w-1
	case body.H >= 10:
		l.list = cut(min(files, max(3, body.H/4)))
	}
	if body.H >= 3 {
		l.title = cut(1)
	}
	l.diff = body
	return l
}

// keep stores the comments.
func (m *Model) keep() tea.Cmd {
	if m.keeping.writing {
		m.keeping.again = true
		return nil
	}
	m.keeping.writing = true
	comments := slices.Clone(m.comments)
	return func() tea.Msg { return kept{m.source.Keep(comments)} }
}

// wrote takes the result of storing the comments.
func (m *Model) wrote(err error) tea.Cmd {
	m.keeping.writing = false
	if err != nil {
		m.notice = "the comments could not be saved: " + err.Error()
		m.leaving = false
	}
	if m.keeping.again {
		m.keeping.again = false
		return m.keep()
	}
	if m.leaving {
		return tea.Quit
	}
	return nil
}

// quit leaves the program as soon as the comments are on disk.
func (m *Model) quit() tea.Cmd {
	if m.keeping.writing {
		m.leaving = true
		return nil
	}
	return tea.Quit
}

// setComment sets the comment on a line of the shown file; an empty text removes it.
func (m *Model) setComment(c Comment) tea.Cmd {
	at := slices.IndexFunc(m.comments, func(o Comment) bool {
		o.Text = c.Text
		return o == c
	})
	switch text := strings.TrimSpace(c.Text); {
	case text == "" && at < 0:
		return nil
	case text == "":
		m.comments = slices.Delete(m.comments, at, at+1)
	case at >= 0:
		m.comments[at].Text = text
	default:
		c.Text = text
		m.comments = append(m.comments, c)
	}
	m.layoutRows()
	return m.keep()
}

// send looks for the sessions that the comments can be sent to.
func (m *Model) send() tea.Cmd {
	switch {
	case m.sending:
		m.notice = "the comments are being sent"
		return nil
	case len(m.comments) == 0:
		m.notice = "there is no comment to send: c writes one"
		return nil
	}
	m.sending = true
	m.notice = "looking for the agent"
	return func() tea.Msg {
		all, err := m.source.Sessions(context.Background())
		return sessionsFound{all, err}
	}
}

// chooseSession sends the comments to the only session, or asks for one of several.
func (m *Model) chooseSession(msg sessionsFound) tea.Cmd {
	m.sending, m.notice = false, ""
	switch {
	case msg.err != nil:
		m.notice = msg.err.Error()
	case len(msg.all) == 1:
		return m.sendTo(msg.all[0])
	case len(msg.all) > 1:
		m.panel = &sessionList{all: msg.all}
	}
	return nil
}

func (m *Model) sendTo(to Session) tea.Cmd {
	m.sending = true
	m.notice = "sending to " + safe(to.Name)
	comments := slices.Clone(m.comments)
	return func() tea.Msg {
		return sent{comments, to, m.source.Send(context.Background(), to, Prompt(comments))}
	}
}

// sentDone removes the comments that were sent. Those that were changed meanwhile stay.
func (m *Model) sentDone(msg sent) tea.Cmd {
	m.sending = false
	if msg.err != nil {
		m.notice = msg.err.Error() + "; the comments are kept"
		return nil
	}
	m.comments = slices.DeleteFunc(m.comments, func(c Comment) bool { return slices.Contains(msg.comments, c) })
	m.notice = fmt.Sprintf("sent %s to %s", counted(len(msg.comments), "comment"), safe(msg.to.Name))
	m.show(m.file)
	return m.keep()
}

// counted returns a number of things in words.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
