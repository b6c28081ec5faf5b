package config

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dormer/session"
)

// Option is a key of the file: what it is for, and which part of a [Config] it is.
type Option struct {
	// Key is its name with the tables that it is in: "keys.prefix".
	Key   string
	About string
	field func(*Config) field
}

// Literal is the value that the option has in a configuration, as the file has it.
func (o Option) Literal(c Config) string { return o.field(&c).literal() }

// Options are all keys of the file, but for the tables of bindings, in the order in
// which the file has them.
func Options() []Option {
	all := []Option{
		{"keys.preset", `the keys to begin with: "tmux", "zellij" (tmux's and zellij's modes) or "none"`, func(c *Config) field { return oneOf(&c.Keys.Preset, Tmux, Zellij, NoPreset) }},
		{"keys.prefix", `the key that most commands follow, "prefix" in bindings; "" for none`, func(c *Config) field { return text(&c.Keys.Prefix) }},
		{"keys.prefix_pause", "how long after the prefix the keys that can follow are shown", func(c *Config) field { return duration(&c.Keys.Pause, 0, time.Hour) }},
		{"keys.repeat_time", "how long a command such as resize can be repeated without the prefix", func(c *Config) field { return duration(&c.Keys.Repeat, 0, time.Minute) }},

		{"keys.copy_style", `the keys of copy mode: "vi", "emacs", or "auto" by what VISUAL and EDITOR name`, func(c *Config) field { return oneOf(&c.Keys.Style, AnyStyle, ViStyle, EmacsStyle) }},

		{"theme.name", `the colours: "terminal" follows those of your terminal; dormer's theme.choose shows all`, func(c *Config) field { return text(&c.Theme.Name) }},
		{"theme.light", "the theme where the terminal's background is light; \"\" for the one above", func(c *Config) field { return text(&c.Theme.Light) }},
		{"theme.dark", "the theme where the terminal's background is dark; \"\" for the one above", func(c *Config) field { return text(&c.Theme.Dark) }},
		{"theme.borders", `"heavy-active", "single", "rounded", "double" or "none"`, func(c *Config) field { return oneOf(&c.Theme.Borders, HeavyActive, Single, Rounded, Double, NoBorders) }},
		{"theme.ascii", "draw lines and marks with ASCII alone", func(c *Config) field { return truth(&c.Theme.ASCII) }},
	}
	for _, r := range Roles {
		all = append(all, Option{"theme.colors." + string(r.Role), r.About + `; "#rrggbb", 0 to 255 or a name, "" for the theme's`, func(c *Config) field { return roleColor(c, r.Role) }})
	}
	return append(all, []Option{
		{"status.left", "the left of the status line: " + strings.Join(Parts, " ") + ", and text", func(c *Config) field { return parts(&c.Status.Left) }},
		{"status.right", "its right, where there is room", func(c *Config) field { return parts(&c.Status.Right) }},
		{"status.tab", "a tab's label, of " + strings.Join(TabParts, " "), func(c *Config) field { return format(&c.Status.Tab) }},
		{"status.clock", "show the time of day", func(c *Config) field { return truth(&c.Status.Clock) }},

		{"panes.shell", `what runs in a pane without a command; "" for your shell as at a login, "bash" for one that does not read your profile`, func(c *Config) field { return text(&c.Panes.Shell) }},
		{"panes.editor", `what opens histories, outputs and files; "" for what VISUAL or EDITOR name`, func(c *Config) field { return text(&c.Panes.Editor) }},
		{"panes.directory", `where new panes begin: "pane" (where the active one is), "home", or a directory`, func(c *Config) field { return text(&c.Panes.Directory) }},
		{"panes.close", `a shell's pane closes when it exits: "clean" (with 0), "always" or "never"`, func(c *Config) field { return oneOf(&c.Panes.Close, CloseClean, CloseAlways, CloseNever) }},
		{"panes.integration", "have bash, zsh and fish say where prompts and commands are (OSC 133); no file of yours is changed", func(c *Config) field { return truth(&c.Panes.Integration) }},
		{"panes.confirm", "ask before a process is killed", func(c *Config) field { return truth(&c.Panes.Confirm) }},
		{"panes.restore", `shells whose process is gone (a reboot) start at once: "start"; or on Enter: "ask"`, func(c *Config) field { return oneOf(&c.Panes.Restore, RestoreStart, RestoreAsk) }},
		{"panes.restart", `commands that were running then wait for Enter: "ask"; or start at once too: "always"; what has ended always waits`, func(c *Config) field { return oneOf(&c.Panes.Restart, session.RestartAsk, session.RestartAlways) }},

		{"history.lines", "lines kept above the screen of a session that is started from now on", func(c *Config) field { return count(&c.History.Lines, 1, 100_000_000) }},
		{"history.bytes", `and the memory that they may take: "64MB"`, func(c *Config) field { return size(&c.History.Bytes, 64<<10, 16<<30) }},

		{"copy.keep", "have what you copied last be there at the next start: 10 texts, 1 MB at most, in the state directory", func(c *Config) field { return truth(&c.Copy.Keep) }},

		{"undo.time", "how long what was closed can be brought back", func(c *Config) field { return duration(&c.Undo.Time, time.Second, 30*24*time.Hour) }},
		{"undo.depth", "how many closed things can be brought back, those that run and those that have ended each", func(c *Config) field { return count(&c.Undo.Depth, 1, 1000) }},

		{"terminal.mouse", "take the mouse; without it the terminal selects text itself", func(c *Config) field { return truth(&c.Terminal.Mouse) }},
		{"terminal.clipboard", "let programs in panes write to the clipboard (OSC 52)", func(c *Config) field { return truth(&c.Terminal.Clipboard) }},
		{"terminal.ambiguous", `columns of characters such as ○ and ─ that programs in East Asia may take for wide: "narrow" (one) or "wide" (two); for what is printed from now on`, func(c *Config) field { return oneOf(&c.Terminal.Ambiguous, AmbiguousNarrow, AmbiguousWide) }},
		{"terminal.notices", "show what programs in panes notify of (OSC 9, 99, 777)", func(c *Config) field { return truth(&c.Terminal.Notices) }},
		{"terminal.bell", "ring when a program in a pane does", func(c *Config) field { return truth(&c.Terminal.Bell) }},
		{"terminal.reader", "for screen readers: words for marks, nothing that counts or moves by itself, the cursor on what is selected", func(c *Config) field { return truth(&c.Terminal.Reader) }},

		{"mouse.right_click", `"menu": what can be done with what is under the pointer; "nothing"`, func(c *Config) field { return oneOf(&c.Mouse.Right, OpensMenu, NoRight) }},
		{"mouse.middle_click", `in a pane, "paste" what was selected last, asking where its lines would run at once; "nothing"`, func(c *Config) field { return oneOf(&c.Mouse.Middle, Pastes, NoMiddle) }},

		{"attention.finished", "how long a command runs at least whose end is told while you look elsewhere", func(c *Config) field { return duration(&c.Attention.Finished, 0, 24*time.Hour) }},
		{"attention.silence", "how long a pane that is watched for silence prints nothing", func(c *Config) field { return duration(&c.Attention.Silence, time.Second, 24*time.Hour) }},
		{"attention.outer", "pass notifications on to your terminal while it has no focus", func(c *Config) field { return truth(&c.Attention.Outer) }},
		{"attention.progress", "show how far the active tab is in your terminal's own tab or the task bar (OSC 9 ; 4), where it knows that: an older one notifies of each step", func(c *Config) field { return truth(&c.Attention.Progress) }},
	}...)
}

// The tables of bindings, whose keys are sequences, with the mode that each is of.
var bindTables = map[string]Mode{"keys.bind": Normal, "keys.copy": Copy}

// tables are the names of all tables, those that hold other tables too.
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
	return append(out, "keys.bind", "keys.copy")
}

// optionOf is the option of a key.
func optionOf(key string) (Option, bool) {
	for _, o := range Options() {
		if o.Key == key {
			return o, true
		}
	}
	return Option{}, false
}

// Lookup is the option of a key; the error says which key was meant perhaps.
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

// unknown says that there is no such name, and which was meant perhaps.
func unknown(what, name string, names []string) error {
	if best, ok := Nearest(name, names); ok {
		return fmt.Errorf("unknown %s %q: did you mean %q?", what, name, best)
	}
	return fmt.Errorf("unknown %s %q: dormer config show lists all", what, name)
}
