package ui

import (
	"strings"
	"time"

	"dormer/session"
	"dormer/ui/geometry"
	"dormer/ui/homedir"
	"dormer/ui/links"
	"dormer/workspace"
)

// command is what a user names: a row of the table. Keys, hints and help are
// made from it.
type command struct {
	// name is what configuration and the command line call it.
	name  string
	title string
	group group
	// prefix lists the keys after the prefix, direct the chords that work without
	// it: only chords that legacy terminals cannot send.
	prefix []string
	direct []string
	// also lists keys after the prefix that give the command arguments.
	also []argumentKey
	// vi and emacs are the sequences that do it in copy mode, in each of the two sets of
	// keys.
	vi, emacs []string
	// reading is what copy mode calls it, empty for what is none of its commands.
	reading string
	// args says which arguments it takes, as one writes them; with gives the command
	// with its arguments, or says which of them makes no sense.
	args string
	with func(args []string) (func(focus) resolved, error)
	// repeat says that after the prefix the keys may be pressed again and again.
	repeat bool
	// hidden rows are left out of hints: they are one of a series.
	hidden bool
	// byWord says that it cannot be undone or takes the screen away: the palette selects
	// it only for its word. pointer says that only a menu knows what it is about.
	byWord, pointer bool
	// menu is the title in a menu, where that can be shorter: it says what it is about.
	menu string
	// resolve is the command without arguments, nil where it needs some.
	resolve func(focus) resolved
}

// argumentKey is a key that gives a command arguments.
type argumentKey struct {
	key  string
	args []string
}

// group orders help and hints.
type group string

const (
	groupTabs    group = "tabs"
	groupPanes   group = "panes"
	groupCopy    group = "copying"
	groupReading group = "copy mode"
	groupLayout  group = "layout"
	groupViews   group = "views"
	groupDormer  group = "dormer"
)

// resolved is what a command means for a focus: a change of the workspace, a request to
// the program, or the reason why it cannot be done just now.
type resolved struct {
	action   workspace.Action
	request  request
	disabled string
}

// focus is what commands are resolved with: the workspace and what is active.
type focus struct {
	state workspace.State
	view  workspace.View
	tab   workspace.Tab
	pane  session.ID
	geo   geometry.Screen
	// dir is where a command was typed that did not come by a key; empty else.
	dir   string
	waits bool // a session asks to be looked at
	// closed is the closed thing that is meant, by what it holds; uuid.Nil for the
	// newest.
	closed session.ID
	// link is what was under the pointer, nil for none.
	link *links.Target
	// over reports whether a session's process has ended.
	over  func(session.ID) bool
	maker maker
	// home is the home directory, empty for none.
	home string
	// keyOf is how another command is reached, for a reason that names it.
	keyOf func(command string) string
	// unlocks is the key that would take the lock of the keys away, empty for none.
	unlocks string
	// reading says that keys are copy mode's.
	reading bool
}

// maker gives what new things need: ids, the time, and a record for a session that is
// opened from the focus.
type maker interface {
	NewTab() workspace.TabID
	NewRecord(focus) workspace.Record
	Now() time.Time
}

// path is a file or directory as it was written: ~ is the home directory, and what is
// relative is below another directory.
func (f focus) path(written, below string) string { return homedir.Full(written, below, f.home) }

func act(a workspace.Action) resolved        { return resolved{action: a} }
func ask(r request) resolved                 { return resolved{request: r} }
func cannot(why string) resolved             { return resolved{disabled: why} }
func always(r resolved) func(focus) resolved { return func(focus) resolved { return r } }
func (f focus) empty() bool                  { return f.tab.Root == nil }
func (f focus) alone() bool                  { return len(f.tab.Panes()) < 2 }

// withPane resolves a command that needs an open tab.
func withPane(f func(focus) resolved) func(focus) resolved {
	return func(c focus) resolved {
		if c.empty() {
			return c.withoutTab()
		}
		return f(c)
	}
}

// withPanes resolves a command that needs a tab with several panes.
func withPanes(f func(focus) resolved) func(focus) resolved {
	return withPane(func(c focus) resolved {
		if c.alone() {
			return c.withoutOther()
		}
		return f(c)
	})
}

// inCopyMode reports whether the command is one of copy mode's.
func (c *command) inCopyMode() bool { return c.reading != "" }

// usage is how the command is written with its arguments.
func (c *command) usage() string { return strings.TrimSpace(c.name + " " + c.args) }

// base is the directory that files are named from.
func (f focus) base() string {
	if f.dir != "" {
		return f.dir
	}
	return f.state.Sessions[f.pane].Dir
}

// prefixKey stands for the prefix in the keys of a row and in what is configured.
const prefixKey = "prefix"

// helpKey is the key of the help, after the prefix.
const helpKey = "?"
