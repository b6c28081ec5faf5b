package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/buffers"
	"dormer/ui/command"
	"dormer/ui/dialog"
)

// Habits is what the program remembers of whoever uses it, beside the workspaces:
// what was used lately, and how the screen is liked. Nothing but comfort is lost
// with it.
type Habits struct {
	// Welcomed says that the page for a first launch was shown.
	Welcomed bool `json:"welcomed"`
	// Sidebar says that the sidebar is open, SidebarCols how wide it is, 0 for the
	// width that it has by itself.
	Sidebar     bool `json:"sidebar"`
	SidebarCols int  `json:"sidebarCols,omitempty"`
	// Commands are the names of commands that were chosen in the palette, and Dirs the
	// directories that sessions were opened in, the latest first.
	Commands []string `json:"commands,omitempty"`
	Dirs     []string `json:"dirs,omitempty"`
}

// Memory keeps habits, and what was copied in the workspace. It is called outside of the
// event loop, but before that runs.
type Memory interface {
	Recall() Habits
	Keep(Habits)
	RecallCopied() []buffers.Copied
	KeepCopied([]buffers.Copied)
}

// mostRecent is how many recent things are remembered of a kind.
const mostRecent = 20

// remember changes the habits and keeps them.
func (m *Model) remember(change func(*Habits)) tea.Cmd {
	h := m.habits
	h.Commands, h.Dirs = slices.Clone(h.Commands), slices.Clone(h.Dirs)
	change(&h)
	m.habits = h
	m.changed()
	memory := m.deps.Memory
	if memory == nil {
		return nil
	}
	return func() tea.Msg {
		memory.Keep(h)
		return nil
	}
}

// latest is a list with one thing moved to its front.
func latest(list []string, thing string) []string {
	out := []string{thing}
	for _, t := range list {
		if t != thing && len(out) < mostRecent {
			out = append(out, t)
		}
	}
	return out
}

// recentDirs are the directories of the sessions that are open and of those that
// were, the latest first, without the one that the active pane is in.
func (m *Model) recentDirs() []string {
	here := m.state.Sessions[m.activePane()].Dir
	var out []string
	add := func(dir string) {
		if dir != "" && dir != here && !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	for _, id := range m.state.OpenIDs() {
		add(m.state.Sessions[id].Dir)
	}
	for _, dir := range m.habits.Dirs {
		add(dir)
	}
	return out
}

// dirItems are directories to open a tab in.
func (m *Model) dirItems() []dialog.Item {
	var out []dialog.Item
	for _, dir := range m.recentDirs() {
		out = append(out, m.dirItem(shortDir(dir), dir))
	}
	return out
}

func (m *Model) dirItem(text, dir string) dialog.Item {
	return dialog.Item{
		ID: "dir " + dir, Text: text, Detail: "opens a tab there", Mark: "+",
		Choose: command.Ask(command.OpenTabIn{Dir: dir}),
	}
}

// dirsFor are the directories that what is typed behind "~" can mean: those that are
// known, and the one that it is the path of, from the home directory or, behind a
// blank, from the root or from where the pane is.
func (m *Model) dirsFor(typed string) ([]dialog.Item, string) {
	out, path := m.dirItems(), typed
	if rest := strings.TrimSpace(typed[1:]); strings.HasPrefix(typed, "~ ") && rest != "" || strings.HasPrefix(rest, ".") {
		path = rest
	} else if rest != "" && rest[0] != '/' {
		return out, typed[1:]
	}
	dir := homeDir(path, m.state.Sessions[m.activePane()].Dir)
	if !slices.ContainsFunc(out, func(it dialog.Item) bool { return it.ID == "dir "+dir }) {
		out = append(out, m.dirItem(path, dir))
	}
	return out, strings.TrimSpace(typed[1:])
}

// openTabIn opens a tab with a shell in a directory.
func (m *Model) openTabIn(dir string) tea.Cmd {
	return m.apply(command.OpenTab(m.focus(), m.deps.record(dir, nil)).Action)
}
