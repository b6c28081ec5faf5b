package command

import (
	"strings"

	"dormer/workspace"
)

// Command is a row of the command table. Key bindings, hints and help are generated from it.
type Command struct {
	// Name is its name in the configuration and on the command line.
	Name  string
	Title string
	Group Group
	// Prefix lists the keys after the prefix. Direct lists the chords that work without it;
	// they are chords that legacy terminals cannot send.
	Prefix []string
	Direct []string
	// Also lists keys after the prefix that run the command with arguments.
	Also []ArgumentKey
	// Vi and Emacs are its key sequences in copy mode, in each of the two sets of keys.
	Vi, Emacs []string
	// CopyMode is its name in package copymode; empty for other commands.
	CopyMode string
	// Args is the usage of its arguments, such as "[NAME]". With parses arguments into a
	// function like Resolve.
	Args string
	With func(args []string) (func(Focus) Result, error)
	// Repeat allows its key to be pressed again without the prefix.
	Repeat bool
	// Hidden rows are left out of hints.
	Hidden bool
	// ByWord is set if it cannot be undone or leaves the screen: the palette selects it only
	// if its full word is typed. Pointer is set if its subject is only known to a menu.
	ByWord, Pointer bool
	// Menu is a shorter title for menus, which name the subject themselves.
	Menu string
	// Resolve runs the command without arguments; nil if it needs some.
	Resolve func(Focus) Result
}

// ArgumentKey is a key that runs a command with arguments.
type ArgumentKey struct {
	Key  string
	Args []string
}

// Group is a section of help and hints.
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

// Groups returns the groups in the order of the help.
func Groups() []Group {
	return []Group{GroupTabs, GroupPanes, GroupCopy, GroupCopyMode, GroupLayout, GroupViews, GroupDormer}
}

// Result is a resolved command: a change of the workspace, a request to the program, or the
// reason why the command cannot run now. The zero Result does nothing.
type Result struct {
	Action  workspace.Action
	Request Request
	Why     string
}

// Act returns a change of the workspace.
func Act(a workspace.Action) Result { return Result{Action: a} }

// Ask returns a request to the program.
func Ask(r Request) Result { return Result{Request: r} }

// Cannot returns the reason why a command cannot run.
func Cannot(why string) Result { return Result{Why: why} }

// Tell returns a request to show a sentence.
func Tell(text string) []Result { return []Result{Ask(Say{Text: text})} }

// Told returns a request to show done, or the error if there is one.
func Told(done string, err error) []Result {
	if err != nil {
		done = err.Error()
	}
	return Tell(done)
}

// always resolves a command to the same result for every focus.
func always(r Result) func(Focus) Result { return func(Focus) Result { return r } }

// InCopyMode reports whether the command belongs to copy mode.
func (c *Command) InCopyMode() bool { return c.CopyMode != "" }

// Usage returns the name and the arguments of the command.
func (c *Command) Usage() string { return strings.TrimSpace(c.Name + " " + c.Args) }

// PrefixKey stands for the prefix key in rows and in the configuration.
const PrefixKey = "prefix"

// HelpKey opens the help, after the prefix.
const HelpKey = "?"
