package config

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"dormer/session"
)

// Config is all that a user can choose. It is a value: a change of the file makes
// another one.
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
	// Attention is what sessions ask to be looked at for.
	Attention Attention
	// From says where a key of the file is set; what is not in it has its default.
	From map[string]Place
}

// Sessions is what holds for all sessions of a user.
type Sessions struct {
	// Max is how many there can be at the same time, 0 for any number.
	Max int
	// OnePerAgent refuses a second session of an agent in the worktree of one that runs.
	OnePerAgent bool
	// IdleShell, IdleAgent and IdleCommand are how long a session of each kind shows
	// nothing new before it is called idle.
	IdleShell, IdleAgent, IdleCommand time.Duration
	// EndIdle is after how long without anything new a session of EndIdleOf is ended; 0 for
	// never.
	EndIdle   time.Duration
	EndIdleOf IdleKind
}

// Worktrees is how worktrees are made and removed.
type Worktrees struct {
	// Directory is where one is made, counted from the main worktree. {name} stands for its
	// name, {repo} for that of the main worktree.
	Directory string
	// Setup is typed into the first shell of a new one; empty for nothing.
	Setup string
	// Keep is how long one that was removed can be restored.
	Keep time.Duration
}

// IdleKind is which sessions are ended when they were idle for long.
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
	// Timeout is the longest that one may run.
	Timeout time.Duration
}

// Theme is how the program looks.
type Theme struct {
	// Name is the theme, Light and Dark those for terminals of a light and a dark
	// background, where they are set and the background is known.
	Name, Light, Dark string
	Borders           Borders
	// ASCII draws everything with characters of ASCII.
	ASCII bool
	// Colors are those of roles, instead of the theme's: "#rrggbb", a number of the
	// palette or the name of one of its first sixteen, empty for the theme's own.
	Colors map[Role]string
}

// Borders is how lines are drawn between panes and around dialogs.
type Borders string

// The styles of borders.
const (
	HeavyActive Borders = "heavy-active" // light, and heavy around the active pane
	Single      Borders = "single"
	Rounded     Borders = "rounded"
	Double      Borders = "double"
	NoBorders   Borders = "none" // blank
)

// Role is what a colour is for.
type Role string

// Roles are all of them, with what they are for.
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
	{"active", "background of the active tab, and of what is selected"},
	{"active_text", "text of the active tab, and of what is selected"},
	{"good", "what ended well, and what runs"},
	{"bad", "what failed"},
	{"warn", "what asks for you"},
}

// Status is the status line and the tab bar.
type Status struct {
	Left, Right []string
	Tab         string
	Clock       bool
	// Command is run by sh every Interval, and the first line that it prints stands in the
	// status line; empty for none.
	Command  string
	Interval time.Duration
}

// ShowsOutput reports whether the output of the command stands anywhere.
func (s Status) ShowsOutput() bool {
	holds := func(entry string) bool { return strings.Contains(entry, "{output}") }
	return slices.ContainsFunc(s.Left, holds) || slices.ContainsFunc(s.Right, holds)
}

// Parts are what the status line is made of; anything else in its lists is text.
var Parts = []string{"{workspace}", "{view}", "{elsewhere}", "{directory}", "{branch}", "{title}", "{zoomed}", "{waiting}", "{new}", "{closed}", "{output}", "{help}", "{clock}", "{host}"}

// TabParts are what a tab's label is made of.
var TabParts = []string{"{number}", "{title}", "{zoomed}", "{progress}", "{mark}"}

// TitleParts are what a pane's title is made of.
var TitleParts = []string{"{mark}", "{title}", "{command}", "{directory}", "{branch}", "{progress}"}

// Panes is how panes and what runs in them begin and end.
type Panes struct {
	// Title is what the line above a pane says, of [TitleParts].
	Title string
	// Shell is what a session without a command runs, empty for the login shell.
	Shell string
	// Editor is what opens histories and files, empty for VISUAL or EDITOR.
	Editor string
	// Directory is where new panes begin: [SamePlace], [HomePlace] or a path.
	Directory string
	// Close is when a shell that exits takes its pane with it.
	Close Closing
	// Integration has shells say where their prompts and commands are.
	Integration bool
	// Confirm asks before a process is killed.
	Confirm bool
	// Restore is what becomes of sessions whose process is gone.
	Restore Restore
	// Restart is whether commands that ran when their host went start again by
	// themselves: [session.RestartAsk] or [session.RestartAlways].
	Restart session.Restart
}

// Where new panes begin, other than in a directory of their own.
const (
	SamePlace = "pane" // where the active pane is
	HomePlace = "home"
)

// Closing is when a shell that exits takes its pane with it.
type Closing string

// The ways of closing.
const (
	CloseExit   Closing = "exit"  // where it exits by itself, and with 0 or after keys
	CloseClean  Closing = "clean" // where it exits with 0
	CloseAlways Closing = "always"
	CloseNever  Closing = "never"
)

// Restore is what becomes of sessions whose process is gone.
type Restore string

// The ways of restoring.
const (
	RestoreStart Restore = "start" // at once
	RestoreAsk   Restore = "ask"   // on Enter
)

// Copies is what becomes of what is copied.
type Copies struct {
	// Keep has what was copied last be there at the next start.
	Keep bool
}

// History bounds the lines that a session keeps above its screen. Keep says whether they are
// kept on disk too.
type History struct {
	Lines, Bytes int
	Keep         bool
}

// Limits are those of a new session.
func (h History) Limits() session.HistoryLimits {
	return session.HistoryLimits{Lines: h.Lines, Bytes: h.Bytes, MemoryOnly: !h.Keep}
}

// Undo bounds what is closed and can be brought back.
type Undo struct {
	Time  time.Duration
	Depth int
}

// Terminal is what the program does to the terminal around it.
type Terminal struct {
	// Mouse takes the mouse; without it the terminal selects text itself.
	Mouse bool
	// Clipboard lets programs in panes write to the system's clipboard (OSC 52).
	Clipboard bool
	// Ambiguous is how many columns East Asian ambiguous characters take in panes.
	Ambiguous Ambiguous
	// Notices shows what programs in panes notify of.
	Notices bool
	// Bell passes the bell on.
	Bell bool
	// Reader is for who has the screen read aloud: words for marks, nothing that
	// changes by itself, and the cursor where there is something to read.
	Reader bool
}

// Mouse is what the buttons do that select nothing, where no program asked for them.
type Mouse struct {
	Right  RightClick
	Middle MiddleClick
}

// RightClick is what the right button does.
type RightClick string

// MiddleClick is what the middle button does in a pane.
type MiddleClick string

// What the buttons do.
const (
	OpensMenu RightClick  = "menu"
	NoRight   RightClick  = "nothing"
	Pastes    MiddleClick = "paste"
	NoMiddle  MiddleClick = "nothing"
)

// Ambiguous is how many columns East Asian ambiguous characters take.
type Ambiguous string

// The ways of counting ambiguous characters.
const (
	AmbiguousNarrow Ambiguous = "narrow" // one
	AmbiguousWide   Ambiguous = "wide"   // two
)

// AmbiguousWide reports whether ambiguous characters take two columns.
func (t Terminal) AmbiguousWide() bool { return t.Ambiguous == AmbiguousWide }

// Attention is what sessions ask to be looked at for.
type Attention struct {
	// Finished is how long a command runs at least whose end is told.
	Finished time.Duration
	// Away is how long nobody has used the workspace at least for the page about it to come; 0
	// for never.
	Away time.Duration
	// Silence is how long a watched session prints nothing until it is silent.
	Silence time.Duration
	// Outer passes what happens on to the terminal around dormer while that has no
	// focus.
	Outer bool
	// Progress shows the progress of the active tab in the terminal around dormer.
	Progress bool
}

// Default is what holds where nothing is configured.
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

// Clone is a copy that shares nothing with the original.
func (c Config) Clone() Config {
	c.Keys.Bind = slices.Clone(c.Keys.Bind)
	c.Theme.Colors = maps.Clone(c.Theme.Colors)
	c.Status.Left, c.Status.Right = slices.Clone(c.Status.Left), slices.Clone(c.Status.Right)
	c.Agents.Changed = maps.Clone(c.Agents.Changed)
	c.Relay.Hosts, c.Relay.Roles = slices.Clone(c.Relay.Hosts), maps.Clone(c.Relay.Roles)
	c.From = maps.Clone(c.From)
	return c
}

// Same reports whether two configurations say the same, wherever in a file.
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
