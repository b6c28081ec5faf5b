package command

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/ui/buffers"
	"dormer/ui/geometry"
	"dormer/ui/homedir"
	"dormer/ui/links"
	"dormer/workspace"
)

// Focus is the context in which commands are resolved: the workspace, the focused view, tab
// and pane, and what the program knows besides.
type Focus struct {
	State  workspace.State
	View   workspace.View
	Tab    workspace.Tab
	Pane   session.ID
	Screen geometry.Screen
	// Dir is the working directory of the command line that sent the command; empty for keys.
	Dir string
	// Home is the home directory, empty for none.
	Home string
	// Waiting is the session that has waited longest for attention; uuid.Nil for none.
	Waiting session.ID
	Marks   Marks
	// Closed is a session in the closed pane or tab to act on; uuid.Nil for the newest.
	Closed session.ID
	// Link is the link under the pointer, nil for none.
	Link *links.Target
	// CopyMode is set while keys go to copy mode.
	CopyMode bool
	// UnlockKey is the key that would unlock the keys, empty for none.
	UnlockKey string
	// Ended reports whether a session's process has ended.
	Ended func(session.ID) bool
	// Retries reports whether a session's agent is about to start again by itself.
	Retries func(session.ID) bool
	// Confirm is set if the user is asked before a process is ended.
	Confirm bool
	// Buffers are the copied texts.
	Buffers *buffers.Buffers
	// Agent finds a coding agent by its name.
	Agent func(name string) (agent.Agent, error)
	// Table holds all commands. KeyOf returns the key of a command, for messages that name it.
	Table *Table
	KeyOf func(command string) string
	Maker Maker
}

// Marks tells which sessions have a mark.
type Marks interface {
	// AsksNew reports whether one of the sessions has a mark that was not seen yet.
	AsksNew([]session.ID) bool
}

// Maker makes ids and session records, and tells the time.
type Maker interface {
	NewTab() workspace.TabID
	NewRecord(Focus) workspace.Record
	Now() time.Time
}

// Empty reports whether no tab is open.
func (f Focus) Empty() bool { return f.Tab.Root == nil }

// alone reports whether the tab has only one pane.
func (f Focus) alone() bool { return len(f.Tab.Panes()) < 2 }

// Base returns the directory that relative file names start from.
func (f Focus) Base() string {
	if f.Dir != "" {
		return f.Dir
	}
	return f.State.Sessions[f.Pane].Dir
}

// Place describes the focused pane: its number, tab and view, its size, its process id
// (unless that is 0), and its directory.
func (f Focus) Place(process int) string {
	ids := f.Tab.Panes()
	said := []string{
		fmt.Sprintf("pane %d of %d", slices.Index(ids, f.Pane)+1, len(ids)),
		fmt.Sprintf("tab %d of %d", f.View.Index(f.Tab.ID)+1, len(f.View.Tabs)),
	}
	if len(f.State.Views) > 1 {
		said = append(said, "view "+f.View.Name)
	}
	if box, ok := f.Screen.Pane(f.Pane); ok {
		said = append(said, fmt.Sprintf("%dx%d", box.Content.W, box.Content.H))
	}
	if process > 0 {
		said = append(said, fmt.Sprintf("process %d", process))
	}
	return strings.Join(said, ", ") + ", in " + homedir.Short(f.State.Sessions[f.Pane].Dir, f.Home)
}

// path expands ~ in a path, and joins a relative path to the directory below.
func (f Focus) path(written, below string) string { return homedir.Full(written, below, f.Home) }

// withPane resolves a command that needs an open tab.
func withPane(f func(Focus) Result) func(Focus) Result {
	return func(c Focus) Result {
		if c.Empty() {
			return c.WithoutTab()
		}
		return f(c)
	}
}

// withPanes resolves a command that needs a tab with several panes.
func withPanes(f func(Focus) Result) func(Focus) Result {
	return withPane(func(c Focus) Result {
		if c.alone() {
			return c.withoutOther()
		}
		return f(c)
	})
}
