package config

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dormer/session"
)

// Option is a key of the file: its description, and the field of [Config] that it sets.
type Option struct {
	// Key is its name with its tables: "keys.prefix".
	Key   string
	About string
	field func(*Config) field
}

// Literal returns the option's value in a configuration, in the syntax of the file.
func (o Option) Literal(c Config) string { return o.field(&c).literal() }

// Options returns all keys of the file except those in the tables of bindings, in the order of the
// file.
func Options() []Option {
	all := []Option{
		{"keys.preset", `the default bindings: "tmux", "zellij" (tmux's, and zellij's modes) or "none"`, func(c *Config) field { return oneOf(&c.Keys.Preset, Tmux, Zellij, NoPreset) }},
		{"keys.prefix", `the prefix, the key before most other keys ("prefix" in bindings); "" for none`, func(c *Config) field { return text(&c.Keys.Prefix) }},
		{"keys.prefix_pause", "pause after the prefix before the keys that can follow are shown", func(c *Config) field { return duration(&c.Keys.Pause, 0, time.Hour) }},
		{"keys.repeat_time", "time in which a command such as resize can be repeated without the prefix", func(c *Config) field { return duration(&c.Keys.Repeat, 0, time.Minute) }},

		{"keys.copy_style", `the keys of copy mode: "vi", "emacs", or "auto" (by VISUAL or EDITOR)`, func(c *Config) field { return oneOf(&c.Keys.Style, AnyStyle, ViStyle, EmacsStyle) }},

		{"theme.name", `the colour theme: "terminal" follows your terminal's colours; the command theme.choose shows all`, func(c *Config) field { return text(&c.Theme.Name) }},
		{"theme.light", "the theme for a light background; \"\" for the one above", func(c *Config) field { return text(&c.Theme.Light) }},
		{"theme.dark", "the theme for a dark background; \"\" for the one above", func(c *Config) field { return text(&c.Theme.Dark) }},
		{"theme.borders", `lines around panes: "heavy-active", "single", "rounded", "double" or "none"`, func(c *Config) field { return oneOf(&c.Theme.Borders, HeavyActive, Single, Rounded, Double, NoBorders) }},
		{"theme.ascii", "draw lines and marks with ASCII characters only", func(c *Config) field { return boolField(&c.Theme.ASCII) }},
	}
	for _, r := range Roles {
		all = append(all, Option{"theme.colors." + string(r.Role), r.About + `: "#rrggbb", 0 to 255 or a name; "" for the theme's`, func(c *Config) field { return roleColor(c, r.Role) }})
	}
	return append(all, []Option{
		{"status.left", "the left side of the status line, from " + strings.Join(Parts, " ") + " and text", func(c *Config) field { return parts(&c.Status.Left) }},
		{"status.right", "the right side, where there is room", func(c *Config) field { return parts(&c.Status.Right) }},
		{"status.tab", "the label of a tab, from " + strings.Join(TabParts, " "), func(c *Config) field { return format(&c.Status.Tab, TabParts) }},
		{"status.clock", "show the time of day in the status line", func(c *Config) field { return boolField(&c.Status.Clock) }},
		{"status.command", `a command for sh whose first line of output is {output} in the status line; "" for none`, func(c *Config) field { return text(&c.Status.Command) }},
		{"status.interval", "the time between two runs of that command, and the longest that it may run, up to 10s", func(c *Config) field { return duration(&c.Status.Interval, time.Second, 24*time.Hour) }},

		{"panes.title", "the line above a pane, from " + strings.Join(TitleParts, " ") + " and text", func(c *Config) field { return format(&c.Panes.Title, TitleParts) }},
		{"panes.shell", `the program of a pane without a command; "" for your login shell, "bash" for a bash that does not read your profile`, func(c *Config) field { return text(&c.Panes.Shell) }},
		{"panes.editor", `the editor for history, output and files; "" for VISUAL or EDITOR`, func(c *Config) field { return text(&c.Panes.Editor) }},
		{"panes.directory", `the directory of new panes: "pane" (that of the active pane), "home", or a path`, func(c *Config) field { return text(&c.Panes.Directory) }},
		{"panes.close", `close a shell's pane when the shell exits: "exit" (if you left it), "clean" (if with status 0), "always" or "never"`, func(c *Config) field { return oneOf(&c.Panes.Close, CloseExit, CloseClean, CloseAlways, CloseNever) }},
		{"panes.integration", "have bash, zsh and fish mark prompts and commands (OSC 133); none of your files is changed", func(c *Config) field { return boolField(&c.Panes.Integration) }},
		{"panes.confirm", "ask before a process is killed", func(c *Config) field { return boolField(&c.Panes.Confirm) }},
		{"panes.restore", `shells whose process is gone, as after a reboot: "start" them again at once, or "ask" (on Enter)`, func(c *Config) field { return oneOf(&c.Panes.Restore, RestoreStart, RestoreAsk) }},
		{"panes.restart", `commands that were running then: "ask" (on Enter), or "always" start them again; ended commands always wait for Enter`, func(c *Config) field { return oneOf(&c.Panes.Restart, session.RestartAsk, session.RestartAlways) }},

		{"sessions.max", "the most sessions at the same time, in all workspaces; 0 for no limit", func(c *Config) field { return count(&c.Sessions.Max, 0, 100_000) }},
		{"sessions.one_per_agent", "refuse to start an agent in a worktree in which it already runs", func(c *Config) field { return boolField(&c.Sessions.OnePerAgent) }},
		{"sessions.idle_shell", "how long a shell, or a program like python that reads commands from you, shows nothing new before it is called idle", func(c *Config) field { return duration(&c.Sessions.IdleShell, time.Second, 30*24*time.Hour) }},
		{"sessions.idle_agent", "the same for a coding agent", func(c *Config) field { return duration(&c.Sessions.IdleAgent, time.Second, 30*24*time.Hour) }},
		{"sessions.idle_command", "the same for any other command", func(c *Config) field { return duration(&c.Sessions.IdleCommand, time.Second, 30*24*time.Hour) }},
		{"sessions.end_idle", "end the process of a session that has shown nothing new for this long; typing there starts it again; 0s for never", func(c *Config) field { return duration(&c.Sessions.EndIdle, 0, 30*24*time.Hour) }},
		{"sessions.end_idle_of", `which sessions: "agents" (coding agents), "commands" (and other commands) or "all" (and shells)`, func(c *Config) field { return oneOf(&c.Sessions.EndIdleOf, IdleAgents, IdleCommands, IdleAll) }},

		{"worktrees.directory", "the directory of a new worktree, relative to the main one: {name} is its branch, {repo} the name of the main one", func(c *Config) field { return text(&c.Worktrees.Directory) }},
		{"worktrees.setup", `a command line that is typed into the first shell of a new worktree, unless its repository has one of its own; "" for none`, func(c *Config) field { return text(&c.Worktrees.Setup) }},
		{"worktrees.keep", "how long a removed worktree can be restored", func(c *Config) field { return duration(&c.Worktrees.Keep, time.Minute, 365*24*time.Hour) }},

		{"relay.listen", "the address on which the relay (dormer serve) listens", func(c *Config) field { return text(&c.Relay.Listen) }},
		{"relay.max_sessions", "the most sessions of the relay at the same time; 0 for no limit", func(c *Config) field { return count(&c.Relay.Max, 0, 100_000) }},
		{"relay.one_per_agent", "refuse a second session of an agent id", func(c *Config) field { return boolField(&c.Relay.OnePerAgent) }},
		{"relay.on_disconnect", `when the last client of a session disconnects: "keep" the session, "end" it, or end it after a time like "10m"`, func(c *Config) field { return disconnect(&c.Relay.Disconnect) }},
		{"relay.connections", "the most clients that can be connected by a WebSocket or an MCP session at the same time", func(c *Config) field { return count(&c.Relay.Connections, 1, 100_000) }},
		{"relay.rate", "the most messages and requests of a client in a second; more have to wait", func(c *Config) field { return count(&c.Relay.Rate, 1, 100_000) }},
		{"relay.hosts", "host names of the relay, besides localhost and those of its certificate", func(c *Config) field { return names(&c.Relay.Hosts) }},

		{"hooks.session_started", `a command for sh that runs when a session of the open workspace starts, with the event as JSON on its standard input (as from "dormer events --json"); "" for none`, func(c *Config) field { return text(&c.Hooks.SessionStarted) }},
		{"hooks.session_failed", "the same when one fails", func(c *Config) field { return text(&c.Hooks.SessionFailed) }},
		{"hooks.session_completed", "the same when one exits with status 0", func(c *Config) field { return text(&c.Hooks.SessionCompleted) }},
		{"hooks.session_waits", "the same when one rings the bell or sends a notification", func(c *Config) field { return text(&c.Hooks.SessionWaits) }},
		{"hooks.workspace_opened", "the same when the workspace is opened", func(c *Config) field { return text(&c.Hooks.WorkspaceOpened) }},
		{"hooks.timeout", "how long a hook may run", func(c *Config) field { return duration(&c.Hooks.Timeout, 100*time.Millisecond, time.Hour) }},

		{"history.lines", "lines of history that a new session keeps", func(c *Config) field { return count(&c.History.Lines, 1, 100_000_000) }},
		{"history.bytes", `the most memory that they may take`, func(c *Config) field { return size(&c.History.Bytes, 64<<10, 16<<30) }},
		{"history.keep", "keep the newest of them on disk too, up to 20 000 lines or 4 MB for each new session: they survive a restart of the machine", func(c *Config) field { return boolField(&c.History.Keep) }},

		{"copy.keep", "keep what you copied for the next start: the last 10 texts, 1 MB at most, in the state directory", func(c *Config) field { return boolField(&c.Copy.Keep) }},

		{"undo.time", "how long a closed tab or pane can be brought back", func(c *Config) field { return duration(&c.Undo.Time, time.Second, 30*24*time.Hour) }},
		{"undo.depth", "how many closed tabs and panes are kept: this many running ones, and this many that have ended", func(c *Config) field { return count(&c.Undo.Depth, 1, 1000) }},

		{"terminal.mouse", "use the mouse; if false, your terminal selects text itself", func(c *Config) field { return boolField(&c.Terminal.Mouse) }},
		{"terminal.clipboard", "let programs in panes write to the clipboard (OSC 52)", func(c *Config) field { return boolField(&c.Terminal.Clipboard) }},
		{"terminal.ambiguous", `the width of ambiguous characters such as ○ and ─: "narrow" (one column) or "wide" (two, as some East Asian programs expect); applies to new output`, func(c *Config) field { return oneOf(&c.Terminal.Ambiguous, AmbiguousNarrow, AmbiguousWide) }},
		{"terminal.notices", "show notifications of programs in panes (OSC 9, 99, 777)", func(c *Config) field { return boolField(&c.Terminal.Notices) }},
		{"terminal.bell", "ring your terminal's bell when a program in a pane does", func(c *Config) field { return boolField(&c.Terminal.Bell) }},
		{"terminal.reader", "for screen readers: words instead of marks, nothing that changes by itself, the cursor on the selected row", func(c *Config) field { return boolField(&c.Terminal.Reader) }},

		{"mouse.right_click", `a right click: "menu" opens a menu of commands; "nothing"`, func(c *Config) field { return oneOf(&c.Mouse.Right, OpensMenu, NoRight) }},
		{"mouse.middle_click", `a middle click in a pane: "paste" the last selection, after a question if its lines would run at once; "nothing"`, func(c *Config) field { return oneOf(&c.Mouse.Middle, Pastes, NoMiddle) }},

		{"attention.finished", "how long a command must run for its end to be announced while you look elsewhere", func(c *Config) field { return duration(&c.Attention.Finished, 0, 24*time.Hour) }},
		{"attention.away", "how long you must have been away for the workspace to open with a page about that time; 0s for never", func(c *Config) field { return duration(&c.Attention.Away, 0, 30*24*time.Hour) }},
		{"attention.silence", "how long a pane must print nothing to count as silent", func(c *Config) field { return duration(&c.Attention.Silence, time.Second, 24*time.Hour) }},
		{"attention.outer", "pass notifications on to your terminal while it has no focus", func(c *Config) field { return boolField(&c.Attention.Outer) }},
		{"attention.progress", "show the active tab's progress in your terminal's own tab or the task bar (OSC 9 ; 4); an older terminal may show each step as a notification", func(c *Config) field { return boolField(&c.Attention.Progress) }},

		{"agents.resume", `coding agents that were running when the machine or their host died: "auto" (resume their conversations, and wait at their prompts) or "ask" (on Enter)`, func(c *Config) field { return oneOf(&c.Agents.Resume, ResumeAuto, ResumeAsk) }},
	}...)
}

// bindTables are the tables of bindings, whose keys are sequences, with their modes.
var bindTables = map[string]Mode{"keys.bind": Normal, "keys.copy": Copy}

// tables returns the names of all tables, including those that hold other tables.
func tables() []string {
	var out []string
	add := func(key string) {
		for i := strings.LastIndexByte(key, '.'); i > 0; i = strings.LastIndexByte(key, '.') {
			if key = key[:i]; !slices.Contains(out, key) {
				out = append(out, key)
			}
		}
	}
	for _, o := range Options() {
		add(o.Key)
	}
	return append(out, "keys.bind", "keys.copy", RolesTable)
}

// optionOf returns the option of a key.
func optionOf(key string) (Option, bool) {
	for _, o := range Options() {
		if o.Key == key {
			return o, true
		}
	}
	return Option{}, false
}

// Lookup returns the option of a key. Its error suggests a similar key.
func Lookup(key string) (Option, error) {
	if o, ok := optionOf(key); ok {
		return o, nil
	}
	var names []string
	for _, o := range Options() {
		names = append(names, o.Key)
	}
	return Option{}, unknown("key", key, names)
}

// unknown returns an error for an unknown name, with a similar one if there is one.
func unknown(what, name string, names []string) error {
	if best, ok := Nearest(name, names); ok {
		return fmt.Errorf("unknown %s %q: did you mean %q?", what, name, best)
	}
	return fmt.Errorf("unknown %s %q: dormer config show lists all", what, name)
}
