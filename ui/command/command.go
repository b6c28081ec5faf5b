package command

import (
	"strings"

	"dormer/workspace"
)

// Command is what a user names: a row of the table. Keys, hints and help are made from
// it.
type Command struct {
	// Name is what configuration and the command line call it.
	Name  string
	Title string
	Group Group
	// Prefix lists the keys after the prefix, Direct the chords that work without it:
	// only chords that legacy terminals cannot send.
	Prefix []string
	Direct []string
	// Also lists keys after the prefix that give the command arguments.
	Also []ArgumentKey
	// Vi and Emacs are the sequences that do it in copy mode, in each of the two sets of
	// keys.
	Vi, Emacs []string
	// CopyMode is what copy mode calls it, empty for a command that is not copy mode's.
	CopyMode string
	// Args says which arguments it takes, as one writes them. With gives the command with
	// its arguments, or says which of them makes no sense.
	Args string
	With func(args []string) (func(Focus) Result, error)
	// Repeat says that after the prefix the keys may be pressed again and again.
	Repeat bool
	// Hidden rows are left out of hints: they are one of a series.
	Hidden bool
	// ByWord says that it cannot be undone or takes the screen away: the palette selects
	// it only for its word. Pointer says that only a menu knows what it is about.
	ByWord, Pointer bool
	// Menu is the title in a menu, where that can be shorter: it says what it is about.
	Menu string
	// Resolve is the command without arguments, nil where it needs some.
	Resolve func(Focus) Result
}

// ArgumentKey is a key that gives a command arguments.
type ArgumentKey struct {
	Key  string
	Args []string
}

// Group orders help and hints.
type Group string

const (
	GroupTabs     Group = "tabs"
	GroupPanes    Group = "panes"
	GroupCopy     Group = "copying"
	GroupCopyMode Group = "copy mode"
	GroupLayout   Group = "layout"
	GroupViews    Group = "views"
	GroupDormer   Group = "dormer"
)

// Groups lists the groups in the order in which help shows them.
func Groups() []Group {
	return []Group{GroupTabs, GroupPanes, GroupCopy, GroupCopyMode, GroupLayout, GroupViews, GroupDormer}
}

// Result is what a command means for a focus: a change of the workspace, a request to
// the program, or the reason why it cannot be done just now. The zero Result is nothing
// at all.
type Result struct {
	Action  workspace.Action
	Request Request
	Why     string
}

// Act is a change of the workspace.
func Act(a workspace.Action) Result { return Result{Action: a} }

// Ask is a request to the program.
func Ask(r Request) Result { return Result{Request: r} }

// Cannot is the reason why a command cannot be done.
func Cannot(why string) Result { return Result{Why: why} }

// Tell asks for a sentence to be shown.
func Tell(text string) []Result { return []Result{Ask(Say{Text: text})} }

// Told asks to tell what was done, or why it could not be.
func Told(done string, err error) []Result {
	if err != nil {
		done = err.Error()
	}
	return Tell(done)
}

// always resolves a command to the same result, whatever has the focus.
func always(r Result) func(Focus) Result { return func(Focus) Result { return r } }

// InCopyMode reports whether the command is one of copy mode's.
func (c *Command) InCopyMode() bool { return c.CopyMode != "" }

// Usage is how the command is written with its arguments.
func (c *Command) Usage() string { return strings.TrimSpace(c.Name + " " + c.Args) }

// PrefixKey stands for the prefix in the keys of a row and in what is configured.
const PrefixKey = "prefix"

// HelpKey is the key of the help, after the prefix.
const HelpKey = "?"
