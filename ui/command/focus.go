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

// Focus is what commands are resolved with: the workspace, and what of it is meant.
type Focus struct {
	State  workspace.State
	View   workspace.View
	Tab    workspace.Tab
	Pane   session.ID
	Screen geometry.Screen
	// Dir is the directory that a command was typed in, where it did not come by a key;
	// empty else.
	Dir string
	// Home is the home directory, empty for none.
	Home string
	// Waiting is the session that has asked for longest to be looked at; uuid.Nil for none.
	Waiting session.ID
	Marks   Marks
	// Closed is the closed thing that is meant, by what it holds; uuid.Nil for the
	// newest.
	Closed session.ID
	// Link is what was under the pointer, nil for none.
	Link *links.Target
	// CopyMode says that keys are copy mode's.
	CopyMode bool
	// UnlockKey is the key that would take the lock of the keys away, empty for none.
	UnlockKey string
	// Ended reports whether a session's process has ended.
	Ended func(session.ID) bool
	// Retries reports whether a session's agent is about to start again by itself.
	Retries func(session.ID) bool
	// Confirm says that a process is asked about before it ends.
	Confirm bool
	// Buffers are the texts that were copied.
	Buffers *buffers.Buffers
	// Agent finds a coding agent by its name.
	Agent func(name string) (agent.Agent, error)
	// Table is all commands, KeyOf how another one is reached, for a reason that names it.
	Table *Table
	KeyOf func(command string) string
	Maker Maker
}

// Marks tells which sessions have a mark.
type Marks interface {
	// AsksNew reports whether one of some sessions asks to be looked at and was not seen yet.
	AsksNew([]session.ID) bool
}

// Maker gives what new things need: ids, the time, and a record for a session that is
// opened from the focus.
type Maker interface {
	NewTab() workspace.TabID
	NewRecord(Focus) workspace.Record
	Now() time.Time
}

// Empty reports whether no tab is open.
func (f Focus) Empty() bool { return f.Tab.Root == nil }

// alone reports whether the tab has one pane only.
func (f Focus) alone() bool { return len(f.Tab.Panes()) < 2 }

// Base is the directory that files are named from.
func (f Focus) Base() string {
	if f.Dir != "" {
		return f.Dir
	}
	return f.State.Sessions[f.Pane].Dir
}

// Place says which pane of which tab and view has the focus, how large it is, and where its
// child runs; the process is left out where it is 0.
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

// path is a file or directory as it was written: ~ is the home directory, and what is
// relative is below another directory.
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
