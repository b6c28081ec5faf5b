package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/buffers"
	"dormer/ui/command"
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

// openTabIn opens a tab with a shell in a directory.
func (m *Model) openTabIn(dir string) tea.Cmd {
	return m.apply(command.OpenTab(m.focus(), m.deps.record(dir, nil)).Action)
}
