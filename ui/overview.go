package ui

import (
	"cmp"
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"dormer/session"
	"dormer/ui/geometry"
	"dormer/workspace"
)

// openOverview shows the whole workspace as a tree: views, tabs, panes, and what
// is closed. The selection begins where the focus is.
func (m *Model) openOverview() tea.Cmd {
	f := newFinder("Overview", plain((*Model).tree))
	f.does = "goes there"
	f.verbs = []verb{
		{key: "ctrl+o", title: "more", do: func(m *Model, it item) (bool, tea.Cmd) { m.openMenuOfItem(f, it); return true, nil }},
		{key: "ctrl+r", title: "renames", do: (*Model).renameItem},
		{key: "ctrl+x", title: "closes", do: (*Model).closeItem},
		{key: "ctrl+q", title: "ends", do: (*Model).endItem},
		{key: "ctrl+t", title: "undoes", do: func(m *Model, _ item) (bool, tea.Cmd) { return true, m.runNamed("undo.close") }},
		{key: "ctrl+s", title: "starts again", do: func(m *Model, it item) (bool, tea.Cmd) { return true, m.startAgain(it.session) }},
	}
	cmd := m.openFinder(f)
	f.selectID("session " + m.activePane().String())
	return cmd
}

// openMenuOfItem opens the menu of all that can be done with what is selected, at its
// line.
func (m *Model) openMenuOfItem(f *finder, it item) {
	if s, ok := m.subjectOf(it); ok {
		m.openMenu(s, geometry.At(f.rows.X+2*it.depth+2, f.rows.Y+f.at-f.top))
	}
}

// tree lists the workspace: of each view its tabs, of each tab with several panes
// the panes.
func (m *Model) tree() []item { return m.branches((*Model).status) }

// branches are the lines of the tree, with what is told of each session at the right;
// nil for nothing.
func (m *Model) branches(told remark) []item {
	out := make([]item, 0, len(m.state.Sessions)+len(m.state.Views))
	depth := 0
	for _, v := range m.state.Views {
		if len(m.state.Views) > 1 {
			out = append(out, m.viewItem(v))
			depth = 1
		}
		for i, t := range v.Tabs {
			out = append(out, m.tabItems(i, t, depth, told)...)
		}
	}
	for _, it := range m.closedItems() {
		it.detail += ", can be brought back"
		out = append(out, it)
	}
	return out
}

func (m *Model) viewItem(v workspace.View) item {
	running := 0
	for _, t := range v.Tabs {
		running += len(t.Panes())
	}
	return item{
		id: "view " + string(v.ID), text: v.Name, mark: cmp.Or(m.viewMark(v), "▸"),
		detail: tabsText(len(v.Tabs)) + ", " + counted(running, "session"),
		choose: func(m *Model) tea.Cmd { return m.apply(workspace.SwitchView{View: v.ID}) },
	}
}

// tabItems are a tab and, where it has several, its panes. A tab of one pane is
// one line.
func (m *Model) tabItems(index int, t workspace.Tab, depth int, told remark) []item {
	number := strconv.Itoa(index + 1)
	ids := t.Panes()
	if len(ids) == 1 {
		it := m.paneItem(ids[0], depth, told)
		it.text = number + " " + m.state.TabTitle(t)
		return []item{it}
	}
	out := []item{{
		id: "tab " + t.ID.String(), text: number + " " + m.state.TabTitle(t), depth: depth,
		detail: panesText(len(ids)), session: t.Active, mark: m.tabMark(t),
		choose: func(m *Model) tea.Cmd { return m.goTo(t.Active) },
	}}
	for _, id := range ids {
		out = append(out, m.paneItem(id, depth+1, told))
	}
	return out
}

// paneItem is a pane with what is known of its session.
func (m *Model) paneItem(id session.ID, depth int, told remark) item {
	r := m.state.Sessions[id]
	it := item{
		id: "session " + id.String(), text: r.DisplayTitle(), depth: depth, mark: m.mark(id),
		detail: shortDir(r.Dir), session: id,
		choose: func(m *Model) tea.Cmd { return m.goTo(id) },
	}
	if told != nil {
		it.right = told(m, id)
	}
	return it
}

// remark is what a list tells of a session.
type remark func(*Model, session.ID) string

// status says what a session does, what runs in it where its title does not say so, and
// how old it is.
func (m *Model) status(id session.ID) string {
	var said []string
	r := m.state.Sessions[id]
	for _, words := range []string{m.describe(id), running(r)} {
		if words != "" {
			said = append(said, words)
		}
	}
	if !r.CreatedAt.IsZero() {
		said = append(said, "opened "+m.ago(r.CreatedAt))
	}
	return strings.Join(said, ", ")
}

// running is the program in a session's foreground, empty where its title names it.
func running(r workspace.Record) string {
	program := r.Program
	if program == "" && len(r.Source.Command) > 0 {
		program = filepath.Base(r.Source.Command[0])
	}
	if strings.Contains(r.DisplayTitle(), program) {
		return ""
	}
	return program
}

// describe says in words what the mark of a session says in one character.
func (m *Model) describe(id session.ID) string {
	if m.askingMark(id) != "" {
		return m.live[id].attention.words(m.now())
	}
	if words := progressWords(m.progressOf(id)); words != "" {
		return words
	}
	switch m.mark(id) {
	case markStarting:
		return "not shown yet"
	case markUnhealthy:
		if l := m.live[id]; l != nil && l.health.CanStart {
			return "its host is gone"
		}
		return "not answering"
	case markAsleep:
		return "suspended"
	case markFailed, markDone:
		return m.ending(id)
	}
	return ""
}

// ending says in a few words how a session has ended.
func (m *Model) ending(id session.ID) string {
	how := ""
	switch l := m.live[id]; {
	case l == nil:
	case l.asleep != nil && l.asleep.Past.Stopped():
		how = "stopped on request"
	case l.asleep != nil && l.asleep.Past.Exit != nil:
		how, _ = exitWords(*l.asleep.Past.Exit)
	case l.client != nil && l.exited():
		how, _ = exitWords(l.status.Exit)
	}
	return cmp.Or(how, "ended")
}

// tabOfItem is the tab that an item is or, for a pane that is its only one, is
// in; false for anything else.
func (m *Model) tabOfItem(it item) (workspace.Tab, bool) {
	if rest, ok := strings.CutPrefix(it.id, "tab "); ok {
		id, err := uuid.Parse(rest)
		if err != nil {
			return workspace.Tab{}, false
		}
		_, t, ok := m.state.Tab(id)
		return t, ok
	}
	_, t, ok := m.state.TabOf(it.session)
	return t, ok && len(t.Panes()) == 1
}

func (m *Model) renameItem(it item) (bool, tea.Cmd) {
	if s, ok := m.subjectOf(it); ok && s.kind == aboutView {
		return true, m.runMenu(s, "view.rename")
	}
	if t, ok := m.tabOfItem(it); ok {
		m.askNameOfTab(t)
	} else if _, _, open := m.state.TabOf(it.session); open {
		m.askNameOfPane(it.session)
	}
	return true, nil
}

func (m *Model) closeItem(it item) (bool, tea.Cmd) {
	if s, ok := m.subjectOf(it); ok && s.kind == aboutView {
		return true, m.runMenu(s, "view.close")
	}
	if t, ok := m.tabOfItem(it); ok {
		return true, m.apply(workspace.CloseTab{Tab: t.ID, At: m.now()})
	}
	if _, _, open := m.state.TabOf(it.session); open {
		return true, m.apply(workspace.ClosePane{Session: it.session, At: m.now(), Area: m.focus().splitSize()})
	}
	if m.state.ClosedHolding(it.session) >= 0 {
		m.askEndClosed(it.session)
	}
	return true, nil
}

// endItem ends the process of a pane, or of what is closed, for good: it asks first.
func (m *Model) endItem(it item) (bool, tea.Cmd) {
	_, tab, open := m.state.TabOf(it.session)
	switch {
	case m.state.ClosedHolding(it.session) >= 0:
		m.askEndClosed(it.session)
	case !open:
	case strings.HasPrefix(it.id, "tab ") && len(tab.Panes()) > 1:
		m.say("a process is ended by its pane: choose one of the tab's")
	default:
		return true, m.askKill(it.session)
	}
	return true, nil
}

// startAgain starts a session whose process has ended.
func (m *Model) startAgain(id session.ID) tea.Cmd {
	l := m.live[id]
	switch {
	case l == nil && m.state.ClosedHolding(id) >= 0:
		m.say("it is closed: bring it back first")
		return nil
	case l == nil:
		m.say("it is not shown yet: go there first")
		return nil
	case l.client != nil && l.exited() && !l.client.Gone():
		return m.askHost(id)
	case l.over(): // and its host is gone
		return m.restartLost(id)
	}
	m.say("it runs: only what has ended can be started again")
	return nil
}
