package alias

// name is a command's name in another program, with its translation.
type name struct {
	// names are the names, the usual one first.
	names string
	// with is the flag, flag with value, or first argument that selects this row. The row of a name
	// without any comes last.
	with string
	// does is the command here, perhaps with an argument. number replaces it if an argument follows
	// and requires a different command.
	does, number string
	// could lists several commands here that are equally likely.
	could string
	// takes maps flags with a value to flags here: "-c --cwd". If a flag maps to nothing, its value
	// is the command's argument.
	takes string
	// rest says how to translate the remaining arguments.
	rest rest
	// instead is a sentence that says what to use instead if there is no such command.
	instead string
	// shell says what the command line offers for it, if that is not a command of the running
	// program.
	shell string
}

// rest says how to translate arguments that are not flags.
type rest int

const (
	none    rest = iota // none are allowed
	one                 // all of them form one argument: a name that may contain blanks
	each                // they are arguments here too
	program             // they are a program with its arguments
)

// Sentences shared by several names.
const (
	killAll    = "dormer kill --all ends all sessions"
	listing    = "dormer ps lists sessions, dormer workspace the workspaces"
	asLeft     = "dormer opens the workspace as it was left"
	oneOwner   = "one program shows a workspace: dormer --take brings it over from another terminal"
	configured = "it is chosen in the configuration: the command config.edit opens it"
	fromShell  = "dormer capture prints what a session shows"
	killOne    = "dormer kill ID ends a session"
)

// names is the table. The names of tmux are those of its manual (tmux 3.4) and their short forms.
// Those of zellij are its actions (zellij 0.43), on the command line and in its configuration:
// NewTab is new-tab.
var names = []name{
	// Windows are tabs.
	{names: "new-window neww", does: "tab.new", takes: "-c --cwd,-n --name", rest: program, shell: "dormer -- COMMAND opens it in a tab of its own"},
	{names: "kill-window killw", does: "tab.close"},
	{names: "next-window next", with: "-a", does: "tab.next-marked"},
	{names: "next-window next", does: "tab.next"},
	{names: "previous-window prev", with: "-a", does: "tab.previous-marked"},
	{names: "previous-window prev", does: "tab.previous"},
	{names: "last-window last", does: "tab.last"},
	{names: "select-window selectw", with: "-n", does: "tab.next"},
	{names: "select-window selectw", with: "-p", does: "tab.previous"},
	{names: "select-window selectw", with: "-l", does: "tab.last"},
	{names: "select-window selectw", does: "tab.select", takes: "-t"},
	{names: "rename-window renamew", does: "tab.rename", rest: one},
	{names: "swap-window swapw move-window movew", with: "-t -1", does: "tab.move-left"},
	{names: "swap-window swapw move-window movew", with: "-t +1", does: "tab.move-right"},
	{names: "swap-window swapw move-window movew", could: "tab.move-left tab.move-right"},
	{names: "respawn-window respawnw", does: "session.start"},

	// Panes.
	{names: "split-window splitw split-pane splitp", with: "-h", does: "pane.split-right", takes: "-c --cwd", rest: program},
	{names: "split-window splitw split-pane splitp", with: "-v", does: "pane.split-below", takes: "-c --cwd", rest: program},
	{names: "split-window splitw split-pane splitp", does: "pane.split-below", takes: "-c --cwd", rest: program},
	{names: "select-pane selectp", with: "-L", does: "pane.focus-left"},
	{names: "select-pane selectp", with: "-D", does: "pane.focus-down"},
	{names: "select-pane selectp", with: "-U", does: "pane.focus-up"},
	{names: "select-pane selectp", with: "-R", does: "pane.focus-right"},
	{names: "select-pane selectp", with: "-l", does: "pane.last"},
	{names: "select-pane selectp", with: "-t :.+", does: "pane.next"},
	{names: "select-pane selectp", with: "-t :.-", does: "pane.previous"},
	{names: "select-pane selectp", with: "-T", does: "pane.rename", rest: one},
	{names: "select-pane selectp", does: "pane.numbers", takes: "-t"},
	{names: "last-pane lastp", does: "pane.last"},
	{names: "display-panes displayp", does: "pane.numbers"},
	{names: "resize-pane resizep", with: "-L", does: "pane.resize-left", number: "pane.resize left", rest: each},
	{names: "resize-pane resizep", with: "-D", does: "pane.resize-down", number: "pane.resize down", rest: each},
	{names: "resize-pane resizep", with: "-U", does: "pane.resize-up", number: "pane.resize up", rest: each},
	{names: "resize-pane resizep", with: "-R", does: "pane.resize-right", number: "pane.resize right", rest: each},
	{names: "resize-pane resizep", with: "-Z", does: "pane.zoom"},
	{names: "resize-pane resizep", could: "pane.resize-left pane.resize-down pane.resize-up pane.resize-right pane.zoom"},
	{names: "swap-pane swapp", with: "-U", does: "pane.swap-previous"},
	{names: "swap-pane swapp", with: "-D", does: "pane.swap-next"},
	{names: "swap-pane swapp", could: "pane.swap-previous pane.swap-next"},
	{names: "kill-pane killp", does: "pane.kill", shell: killOne},
	{names: "break-pane breakp", does: "pane.break"},
	{names: "join-pane joinp", could: "pane.move tab.join"},
	{names: "respawn-pane respawnp", does: "session.start"},
	{names: "display-popup popup", does: "float.new"},
	{names: "send-keys send", with: "-l", does: "send -l", rest: each},
	{names: "send-keys send", does: "send", rest: each},
	{names: "send-prefix", does: "send-prefix"},
	{names: "clear-history clearhist", does: "history.clear"},
	{names: "pipe-pane pipep", with: "-o", does: "pane.pipe -o", rest: each},
	{names: "pipe-pane pipep", does: "pane.pipe", rest: each},

	// Layouts.
	{names: "select-layout selectl", with: "even-horizontal", does: "layout.even-columns"},
	{names: "select-layout selectl", with: "even-vertical", does: "layout.even-rows"},
	{names: "select-layout selectl", with: "main-horizontal", does: "layout.main-top"},
	{names: "select-layout selectl", with: "main-vertical", does: "layout.main-left"},
	{names: "select-layout selectl", with: "tiled", does: "layout.tiled"},
	{names: "select-layout selectl", with: "-E", does: "layout.equalize"},
	{names: "select-layout selectl", with: "-n", does: "layout.next"},
	{names: "select-layout selectl", could: "layout.next layout.equalize layout.tiled layout.even-columns layout.even-rows"},
	{names: "next-layout nextl", does: "layout.next"},
	{names: "previous-layout prevl", instead: "the command layout.next goes through all layouts"},
	{names: "rotate-window rotatew", with: "-D", does: "layout.rotate-back"},
	{names: "rotate-window rotatew", with: "-U", does: "layout.rotate"},
	{names: "rotate-window rotatew", does: "layout.rotate"},

	// Sessions of tmux are workspaces; within one, views come closest.
	{names: "switch-client switchc", with: "-n", does: "view.next"},
	{names: "switch-client switchc", with: "-p", does: "view.previous"},
	{names: "switch-client switchc", does: "workspace.open", takes: "-t"},
	{names: "new-session new", does: "view.new", takes: "-s", shell: "dormer -w NAME opens a workspace, dormer new starts a session beside them"},
	{names: "rename-session rename", does: "view.rename", rest: one},
	{names: "attach-session attach a at", does: "workspace.open", takes: "-t", shell: "dormer opens the workspace as it was left, dormer attach ID shows one session"},
	{names: "kill-session", instead: killAll + "; the command view.close closes a view with its tabs"},
	{names: "kill-server kill-all-sessions", instead: killAll},
	{names: "delete-session", instead: killOne},
	{names: "list-sessions ls list", does: "overview", shell: listing},
	{names: "has-session has", instead: listing},
	{names: "list-clients lsc choose-client", instead: oneOwner},
	{names: "detach-client detach", does: "leave", shell: LeaveKey + " leaves, and everything runs on"},
	{names: "quit", does: "leave", shell: LeaveKey + " leaves, dormer kill --all ends all sessions"},
	{names: "suspend-client suspendc", does: "suspend"},

	// Reading and copying.
	{names: "copy-mode", with: "-u", does: "copy.page-up"},
	{names: "copy-mode", does: "copy"},
	{names: "paste-buffer pasteb", does: "paste"},
	{names: "choose-buffer list-buffers lsb show-buffer showb", does: "paste.choose"},
	{names: "delete-buffer deleteb", does: "paste.forget"},
	{names: "capture-pane capturep", with: "-p", instead: fromShell},
	{names: "capture-pane capturep", does: "screen.export"},

	// The rest.
	{names: "choose-tree list-windows lsw list-panes lsp", does: "overview"},
	{names: "find-window findw", does: "find-text"},
	{names: "command-prompt", does: "palette"},
	{names: "list-keys lsk", does: "help", shell: "dormer keys lists them"},
	{names: "list-commands lscm", does: "help"},
	{names: "display-menu menu", does: "menu.open"},
	{names: "display-message display", does: "pane.tell"},
	{names: "show-messages showmsgs", does: "messages"},
	{names: "refresh-client refresh", does: "redraw"},
	{names: "source-file source", does: "config.reload"},
	{names: "customize-mode", does: "config.edit"},
	{names: "synchronize-panes", does: "sync.tab"},
	{names: "monitor-activity", does: "watch.output"},
	{names: "monitor-silence", does: "watch.silence"},
	{names: "set-option set set-window-option setw", with: "synchronize-panes", does: "sync.tab"},
	{names: "set-option set set-window-option setw", with: "monitor-activity", does: "watch.output"},
	{names: "set-option set set-window-option setw", with: "monitor-silence", does: "watch.silence"},
	{names: "set-option set set-window-option setw show-options show", instead: configured},
	{names: "bind-key bind unbind-key unbind", instead: "keys are bound below [keys.bind] in the configuration: the command config.edit opens it"},
	{names: "clock-mode", does: "clock", shell: "dormer --clock, or clock = true below [status] in the configuration, shows the time of day in the status line"},
	{names: "setup", does: "config.edit", shell: "dormer config init writes a configuration to change"},
	{names: "version", instead: "dormer --version prints it"},
	{names: "edit", instead: "dormer -- vim FILE opens a tab for it"},

	// zellij's actions.
	{names: "new-tab", does: "tab.new", takes: "-c --cwd,--cwd --cwd,-n --name,--name --name"},
	{names: "close-tab", does: "tab.close"},
	{names: "go-to-next-tab", does: "tab.next"},
	{names: "go-to-previous-tab", does: "tab.previous"},
	{names: "go-to-tab go-to-tab-name", does: "tab.select", rest: one},
	{names: "toggle-tab", does: "tab.last"},
	{names: "rename-tab", does: "tab.rename", rest: one},
	{names: "move-tab", with: "left", does: "tab.move-left"},
	{names: "move-tab", with: "right", does: "tab.move-right"},
	{names: "move-tab", could: "tab.move-left tab.move-right"},
	{names: "query-tab-names", does: "overview"},
	{names: "new-pane", with: "-d right", does: "pane.split-right", takes: "--cwd --cwd", rest: program},
	{names: "new-pane", with: "--direction right", does: "pane.split-right", takes: "--cwd --cwd", rest: program},
	{names: "new-pane", with: "-d down", does: "pane.split-below", takes: "--cwd --cwd", rest: program},
	{names: "new-pane", with: "--direction down", does: "pane.split-below", takes: "--cwd --cwd", rest: program},
	{names: "new-pane", with: "-f", does: "float.new"},
	{names: "new-pane", with: "--floating", does: "float.new"},
	{names: "new-pane", does: "pane.split-right", takes: "--cwd --cwd", rest: program},
	{names: "close-pane close-focus", does: "pane.close"},
	{names: "write-chars", does: "send -l --", rest: one},
	{names: "rename-pane", does: "pane.rename", rest: one},
	{names: "toggle-fullscreen toggle-focus-fullscreen", does: "pane.zoom"},
	{names: "toggle-floating-panes", does: "float.hide"},
	{names: "toggle-pane-embed-or-floating", does: "float.toggle"},
	{names: "toggle-active-sync-tab", does: "sync.tab"},
	{names: "move-focus", with: "left", does: "pane.focus-left"},
	{names: "move-focus", with: "right", does: "pane.focus-right"},
	{names: "move-focus", with: "up", does: "pane.focus-up"},
	{names: "move-focus", with: "down", does: "pane.focus-down"},
	{names: "move-focus", could: "pane.focus-left pane.focus-right pane.focus-up pane.focus-down"},
	{names: "move-focus-or-tab", does: "pane.focus-or-tab", rest: each},
	{names: "focus-next-pane", does: "pane.next"},
	{names: "focus-previous-pane", does: "pane.previous"},
	{names: "move-pane-backwards", does: "pane.swap-previous"},
	{names: "move-pane movep", with: "left", does: "pane.swap left"},
	{names: "move-pane movep", with: "right", does: "pane.swap right"},
	{names: "move-pane movep", with: "up", does: "pane.swap up"},
	{names: "move-pane movep", with: "down", does: "pane.swap down"},
	{names: "move-pane movep", could: "pane.move pane.swap-next"},
	{names: "resize", with: "left", does: "pane.resize-left"},
	{names: "resize", with: "right", does: "pane.resize-right"},
	{names: "resize", with: "up", does: "pane.resize-up"},
	{names: "resize", with: "down", does: "pane.resize-down"},
	{names: "edit-scrollback", does: "history.edit"},
	{names: "dump-screen", does: "screen.export", rest: each},
	{names: "dump-layout", does: "template.save"},
	{names: "next-swap-layout previous-swap-layout", does: "layout.next"},
	{names: "switch-mode switch-to-mode", with: "locked", does: "keys.lock"},
	{names: "switch-mode switch-to-mode", could: "keys.lock palette copy"},
	{names: "session-manager switch-session", does: "workspace.open"},
	{names: "launch-or-focus-plugin", does: "overview"},
}

// words are everyday phrases for a command, separated by commas. The palette and the help find the
// command by each of their words, and rank it first if a whole phrase matches.
var words = map[string]string{
	"tab.new":             "new window, create tab, open tab, add tab",
	"tab.close":           "close window, delete tab, remove tab, kill tab, kill window",
	"undo.close":          "reopen closed tab, reopen tab, reopen pane, restore tab, bring back, unclose",
	"tab.next":            "next window, forward",
	"tab.previous":        "previous window, prev tab, back",
	"tab.last":            "last tab, last window, toggle tab",
	"tab.rename":          "rename window, name tab, title",
	"tab.select":          "switch tab, select tab, goto tab, index, window",
	"tab.next-marked":     "alert, bell, activity",
	"tab.previous-marked": "alert, bell, activity",
	"tab.move-left":       "reorder tab, swap window, move window left",
	"tab.move-right":      "reorder tab, swap window, move window right",
	"tab.join":            "merge tabs",
	"pane.split-right":    "split, new pane, add pane, vsplit, vsp, split vertical, split vertically, side by side, columns",
	"pane.split-below":    "hsplit, split horizontal, split horizontally, split down, split bottom, rows",
	"pane.focus-left":     "left, go left, move left, left pane, pane left",
	"pane.focus-down":     "down, go down, move down, pane below",
	"pane.focus-up":       "up, go up, move up, pane above",
	"pane.focus-right":    "right, go right, move right, right pane, pane right",
	"pane.next":           "cycle panes, switch pane",
	"pane.last":           "last pane, previous focus",
	"pane.tell":           "info, where, size, pid, pwd, status",
	"pane.numbers":        "pane numbers, pane index, select pane, goto pane",
	"pane.zoom":           "fullscreen, full screen, maximize, maximise, unzoom, toggle zoom",
	"pane.close":          "close, delete pane, hide pane, remove pane",
	"pane.kill":           "kill, terminate, end process",
	"pane.rename":         "name pane, title",
	"pane.break":          "pane to tab, extract, breakout",
	"pane.move":           "pane to other tab",
	"copy":                "scrollback, scroll, history, select text, vi mode, copy text, yank, view history",
	"copy.page-up":        "scroll up, page up, pageup",
	"copy.output":         "copy output, last output",
	"paste":               "paste, clipboard",
	"paste.choose":        "paste buffer, buffers, clipboard history, registers",
	"paste.forget":        "delete buffer",
	"paste.forget-all":    "clear buffers, clear clipboard history",
	"history.edit":        "edit scrollback, dump, pager, editor",
	"output.edit":         "edit output",
	"history.clear":       "clear scrollback",
	"pane.log":            "record, log output, tee, capture to a file, save output, logging",
	"workspace.open":      "switch workspace, switch session, other workspace, workspaces, attach",
	"keys.explain":        "what does this key do, describe key, which key",
	"clock":               "time, date, what time is it",
	"worktree.new":        "new agent, git worktree, worktree add, branch, checkout",
	"worktree.diff":       "review, git diff, changes, compare, code review",
	"links":               "hash, path, url, urls, open url, open link, hints, links, follow link",
	"pane.swap-previous":  "swap panes, swap left, swap up, exchange",
	"pane.swap-next":      "swap panes, swap right, swap down, exchange",
	"layout.equalize":     "even, balance, balance panes, equalize, spread",
	"layout.next":         "cycle layout, change layout",
	"layout.even-columns": "side by side",
	"layout.tiled":        "grid, tile",
	"pane.resize-left":    "smaller, larger, resize pane",
	"pane.resize-down":    "smaller, larger, resize pane",
	"pane.resize-up":      "smaller, larger, resize pane",
	"pane.resize-right":   "smaller, larger, resize pane",
	"view.next":           "next session, workspace, group",
	"view.previous":       "previous session, workspace, group",
	"view.new":            "new session, workspace, group",
	"view.rename":         "rename session, workspace, group",
	"view.close":          "close workspace, close session",
	"palette":             "command palette, commands",
	"find-text":           "search, grep, find, find text, search all, search history",
	"overview":            "sessions, list sessions, list tabs, list windows, list panes, tabs, panes, tree, switcher, jump, everything",
	"sidebar":             "tree, list, panel",
	"shelf":               "closed, trash, recently closed, closed tabs",
	"session.adopt":       "orphans, attach, lost sessions",
	"session.start":       "restart, rerun, respawn, run again",
	"session.archive":     "put away, hide session",
	"session.archived":    "show archived, unarchive, bring back archived",
	"session.cancel":      "abort session",
	"attention.next":      "notification, next notification, waiting, agent",
	"inbox":               "notifications, alerts, events, activity",
	"watch.output":        "monitor activity, notify",
	"watch.silence":       "monitor silence, notify",
	"watch.commands":      "notify when done",
	"menu.open":           "context menu, popup menu, right click, actions",
	"float.new":           "popup, floating pane, scratch, scratchpad, quick terminal",
	"float.toggle":        "toggle float, unfloat, embed",
	"float.hide":          "toggle floating, hide floating panes",
	"float.hide-one":      "minimize, minimise",
	"sync.tab":            "synchronize, synchronise, synchronize panes, broadcast, multi cursor",
	"sync.pane":           "synchronize, synchronise, broadcast",
	"arrangement.save":    "save layout",
	"arrangement.use":     "load layout, restore layout, layouts",
	"template.open":       "open project, load layout, tmuxinator, tmuxp, project, session file",
	"template.save":       "save session, save workspace, export layout, project",
	"tab.to-view":         "move tab to workspace",
	"help":                "keys, key bindings, keybindings, keybinds, shortcuts, keyboard shortcuts, hotkeys, cheatsheet, manual, commands",
	"theme.choose":        "theme, themes, colors, colours, color scheme, colorscheme, dark mode, light mode, dark, light, style, appearance",
	"config.edit":         "settings, preferences, prefs, options, config, configure, configuration, dotfile, edit config",
	"config.reload":       "reload, reload config, source config, refresh config",
	"leave":               "quit, exit, detach, disconnect, logout, log out, leave, close dormer",
	"undo":                "revert, go back",
	"redo":                "again",
	"keys.lock":           "lock, lock keys, unlock, nested, pass through, passthrough, locked mode",
	"messages":            "log, message log, history of messages",
	"screen.export":       "screenshot, picture, save screen, print, export",
	"send-prefix":         "literal prefix",
	"redraw":              "refresh, repaint, refresh screen",
	"suspend":             "background, stop dormer",
	"closed.keep":         "keep longer",
}
