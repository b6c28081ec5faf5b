package config

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"dormer/session"
)

// Config is the whole configuration. It is a value: a change of the file makes a new one.
type Config struct {
	Keys     Keys
	Theme    Theme
	Status   Status
	Panes    Panes
	Sessions Sessions
	Agents   Agents
	// Worktrees is how worktrees are made and removed.
	Worktrees Worktrees
	Relay     Relay
	Hooks     Hooks
	History   History
	Copy      Copies
	Undo      Undo
	Terminal  Terminal
	Mouse     Mouse
	// Attention says when sessions ask for attention.
	Attention Attention
	// From maps the keys that are set to their places in the file. Other keys have their defaults.
	From map[string]Place
}

// Sessions is the configuration of all sessions of a user.
type Sessions struct {
	// Max is the largest number of sessions at the same time, 0 for no limit.
	Max int
	// OnePerAgent refuses a second session of an agent in the worktree of one that runs.
	OnePerAgent bool
	// IdleShell, IdleAgent and IdleCommand are how long a session of each kind shows
	// nothing new before it is called idle.
	IdleShell, IdleAgent, IdleCommand time.Duration
	// EndIdle is how long a session of the kind EndIdleOf may show nothing new before it is ended;
	// 0 for ever.
	EndIdle   time.Duration
	EndIdleOf IdleKind
}

// Worktrees says how worktrees are made and removed.
type Worktrees struct {
	// Directory is the directory of a new worktree, relative to the main worktree. {name} stands
	// for its name, {repo} for the name of the main worktree.
	Directory string
	// Setup is a command line that is typed into the first shell of a new worktree; empty for none.
	Setup string
	// Keep is how long a removed worktree can be restored.
	Keep time.Duration
}

// IdleKind says which sessions are ended when they are idle.
type IdleKind string

// The kinds of sessions that are ended for being idle.
const (
	IdleAgents   IdleKind = "agents"
	IdleCommands IdleKind = "commands" // and agents
	IdleAll      IdleKind = "all"      // shells too
)

// Hooks are commands for sh that run when something happens, with the event as JSON on
// their standard input; empty for none.
type Hooks struct {
	SessionStarted, SessionFailed, SessionCompleted, SessionWaits, WorkspaceOpened string
	// Timeout is how long a hook may run.
	Timeout time.Duration
}

// Theme is the look of the program.
type Theme struct {
	// Name is the theme. Light and Dark replace it on terminals with a light or dark background,
	// if they are set and the background is known.
	Name, Light, Dark string
	Borders           Borders
	// ASCII draws everything with characters of ASCII.
	ASCII bool
	// Colors replace the theme's colours for roles: "#rrggbb", a number of the palette or the name
	// of one of its first sixteen colours; empty for the theme's own.
	Colors map[Role]string
}

// Borders is the style of the lines between panes and around dialogs.
type Borders string

// The styles of borders.
const (
	HeavyActive Borders = "heavy-active" // light, and heavy around the active pane
	Single      Borders = "single"
	Rounded     Borders = "rounded"
	Double      Borders = "double"
	NoBorders   Borders = "none" // blank
)

// Role is a use of a colour.
type Role string

// Roles are all roles, with descriptions.
var Roles = []struct {
	Role  Role
	About string
}{
	{"accent", "keys, the workspace's name, the active pane's title, frames of dialogs"},
	{"muted", "less important text"},
	{"border", "lines between panes"},
	{"active_border", "lines around the active pane"},
	{"bar", "background of the tab bar and the status line"},
	{"bar_text", "text of the tab bar and the status line"},
	{"active", "background of the active tab and of selected items"},
	{"active_text", "text of the active tab and of selected items"},
	{"good", "sessions that run or have finished"},
	{"bad", "sessions that have failed"},
	{"warn", "sessions that ask for your attention"},
}

// Status is the status line and the tab bar.
type Status struct {
	Left, Right []string
	Tab         string
	Clock       bool
	// Command is run by sh every Interval; the first line of its output is {output} in the status
	// line. Empty for none.
	Command  string
	Interval time.Duration
}

// ShowsOutput reports whether the status line has {output}.
func (s Status) ShowsOutput() bool {
	holds := func(entry string) bool { return strings.Contains(entry, "{output}") }
	return slices.ContainsFunc(s.Left, holds) || slices.ContainsFunc(s.Right, holds)
}

// Parts are the parts of the status line. Everything else in its lists is text.
var Parts = []string{"{workspace}", "{view}", "{elsewhere}", "{directory}", "{branch}", "{title}", "{zoomed}", "{waiting}", "{new}", "{closed}", "{output}", "{help}", "{clock}", "{host}"}

// TabParts are the parts of a tab's label.
var TabParts = []string{"{number}", "{title}", "{zoomed}", "{progress}", "{mark}"}

// TitleParts are the parts of a pane's title.
var TitleParts = []string{"{mark}", "{title}", "{command}", "{directory}", "{branch}", "{progress}"}

// Panes says how panes and their sessions start and end.
type Panes struct {
	// Title is the format of the line above a pane, with [TitleParts].
	Title string
	// Shell is the program of a session without a command, empty for the login shell.
	Shell string
	// Editor is the editor for histories and files, empty for VISUAL or EDITOR.
	Editor string
	// Directory is the directory of new panes: [SamePlace], [HomePlace] or a path.
	Directory string
	// Close says when a pane closes because its shell exits.
	Close Closing
	// Integration makes shells mark their prompts and commands.
	Integration bool
	// Confirm asks before a process is killed.
	Confirm bool
	// Restore says how sessions whose process is gone are started again.
	Restore Restore
	// Restart says whether commands that ran when their host died start again by themselves:
	// [session.RestartAsk] or [session.RestartAlways].
	Restart session.Restart
}

// Special values for the directory of new panes.
const (
	SamePlace = "pane" // the directory of the active pane
	HomePlace = "home"
)

// Closing says when a pane closes because its shell exits.
type Closing string

// The values of Closing.
const (
	CloseExit   Closing = "exit"  // if it exits by itself, with status 0 or after keys were pressed
	CloseClean  Closing = "clean" // if it exits with status 0
	CloseAlways Closing = "always"
	CloseNever  Closing = "never"
)

// Restore says when sessions whose process is gone are started again.
type Restore string

// The values of Restore.
const (
	RestoreStart Restore = "start" // at once
	RestoreAsk   Restore = "ask"   // on Enter
)

// Copies is the configuration of copied texts.
type Copies struct {
	// Keep stores the last copied texts for the next start.
	Keep bool
}

// History limits the lines that a session keeps above its screen. Keep says whether they are also
// kept on disk.
type History struct {
	Lines, Bytes int
	Keep         bool
}

// Limits returns the limits of a new session.
func (h History) Limits() session.HistoryLimits {
	return session.HistoryLimits{Lines: h.Lines, Bytes: h.Bytes, MemoryOnly: !h.Keep}
}

// Undo limits how long and how many closed items can be brought back.
type Undo struct {
	Time  time.Duration
	Depth int
}

// Terminal says how the program uses the outer terminal.
type Terminal struct {
	// Mouse uses the mouse; without it the terminal selects text itself.
	Mouse bool
	// Clipboard lets programs in panes write to the system's clipboard (OSC 52).
	Clipboard bool
	// Ambiguous is the width of East Asian ambiguous characters in panes.
	Ambiguous Ambiguous
	// Notices shows notifications of programs in panes.
	Notices bool
	// Bell passes bells on to the outer terminal.
	Bell bool
	// Reader adapts the screen to screen readers: words instead of marks, nothing that changes by
	// itself, and the cursor on the selected row.
	Reader bool
}

// Mouse is what the right and middle buttons do in panes whose program has not asked for the mouse.
type Mouse struct {
	Right  RightClick
	Middle MiddleClick
}

// RightClick is the action of the right button.
type RightClick string

// MiddleClick is the action of the middle button in a pane.
type MiddleClick string

// The actions of the buttons.
const (
	OpensMenu RightClick  = "menu"
	NoRight   RightClick  = "nothing"
	Pastes    MiddleClick = "paste"
	NoMiddle  MiddleClick = "nothing"
)

// Ambiguous is the width of East Asian ambiguous characters.
type Ambiguous string

// The values of Ambiguous.
const (
	AmbiguousNarrow Ambiguous = "narrow" // one column
	AmbiguousWide   Ambiguous = "wide"   // two columns
)

// AmbiguousWide reports whether ambiguous characters are two columns wide.
func (t Terminal) AmbiguousWide() bool { return t.Ambiguous == AmbiguousWide }

// Attention says when sessions ask for attention.
type Attention struct {
	// Finished is the least running time of a command whose end is announced.
	Finished time.Duration
	// Away is the least time without use after which the page about it is shown; 0 for never.
	Away time.Duration
	// Silence is how long a watched session must print nothing to count as silent.
	Silence time.Duration
	// Outer passes notifications on to the outer terminal while that has no focus.
	Outer bool
	// Progress shows the progress of the active tab in the outer terminal.
	Progress bool
}

// Default returns the default configuration.
func Default() Config {
	return Config{
		Keys:  DefaultKeys(),
		Theme: Theme{Name: "terminal", Borders: HeavyActive, Colors: map[Role]string{}},
		Status: Status{
			Left: []string{"{workspace}", "{elsewhere}", "{directory} {branch}"}, Right: []string{"{zoomed}", "{waiting}", "{closed}", "{output}", "{help}", "{clock}"},
			Tab: "{number} {title} {zoomed} {progress} {mark}", Interval: 15 * time.Second,
		},
		Panes:     Panes{Title: "{mark} {title} {command} {progress} {directory} {branch}", Directory: SamePlace, Close: CloseExit, Integration: true, Confirm: true, Restore: RestoreStart, Restart: session.RestartAsk},
		Agents:    Agents{Resume: ResumeAuto},
		Hooks:     Hooks{Timeout: 10 * time.Second},
		Sessions:  Sessions{IdleShell: 30 * time.Second, IdleAgent: 30 * time.Second, IdleCommand: 5 * time.Minute, EndIdleOf: IdleAgents},
		Worktrees: Worktrees{Directory: "agent/{name}", Keep: 7 * 24 * time.Hour},
		Relay:     Relay{Listen: "127.0.0.1:3000", Max: 3, OnePerAgent: true, Connections: 64, Rate: 100},
		History:   History{Lines: 100_000, Bytes: 64 << 20, Keep: true},
		Copy:      Copies{Keep: true},
		Undo:      Undo{Time: 5 * time.Minute, Depth: 10},
		Mouse:     Mouse{Right: OpensMenu, Middle: Pastes},
		Terminal:  Terminal{Mouse: true, Clipboard: true, Ambiguous: AmbiguousNarrow, Notices: true, Bell: true},
		Attention: Attention{Finished: 10 * time.Second, Away: time.Hour, Silence: 30 * time.Second, Outer: true},
		From:      map[string]Place{},
	}
}

// Clone returns a copy that shares nothing with c.
func (c Config) Clone() Config {
	c.Keys.Bind = slices.Clone(c.Keys.Bind)
	c.Theme.Colors = maps.Clone(c.Theme.Colors)
	c.Status.Left, c.Status.Right = slices.Clone(c.Status.Left), slices.Clone(c.Status.Right)
	c.Agents.Changed = maps.Clone(c.Agents.Changed)
	c.Relay.Hosts, c.Relay.Roles = slices.Clone(c.Relay.Hosts), maps.Clone(c.Relay.Roles)
	c.From = maps.Clone(c.From)
	return c
}

// Same reports whether two configurations have the same values, wherever they are set.
func (c Config) Same(other Config) bool {
	a, b := c.Clone(), other.Clone()
	a.From, b.From = nil, nil
	for _, c := range []*Config{&a, &b} {
		for i := range c.Keys.Bind {
			c.Keys.Bind[i].At = Place{}
		}
	}
	return reflect.DeepEqual(a, b)
}
