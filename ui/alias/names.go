package alias

// name is a command's name in another program, with its translation.
type name struct {
	// names are the names, the usual one first.
	names string
	// selector is the flag, flag with value, or first argument that selects this row. The row of a name
	// without any comes last.
	selector string
	// command is the command here, perhaps with an argument. numberCommand replaces it if an argument follows
	// and requires a different command.
	command, numberCommand string
	// candidates lists several commands here that are equally likely.
	candidates string
	// valueFlags maps flags with a value to flags here: "-c --cwd". If a flag maps to nothing, its value
	// is the command's argument.
	valueFlags string
	// remainingArguments says how to translate the remaining arguments.
	remaining remainingArguments
	// hint is a sentence that says what to use instead if there is no such command.
	hint string
	// shell says what the command line offers for it, if that is not a command of the running
	// program.
	shell string
}

// remainingArguments says how to translate arguments that are not flags.
type remainingArguments int

const (
	none    remainingArguments = iota // none are allowed
	one                               // all of them form one argument: a name that may contain blanks
	each                              // they are arguments here too
	program                           // they are a program with its arguments
)

// Sentences shared by several names.
const (
	killAll           = "dormer kill --all ends all sessions"
	listing           = "dormer ps lists sessions, dormer workspace the workspaces"
	restoresWorkspace = "dormer opens the workspace as it was left"
	oneOwner          = "one program shows a workspace: dormer --take brings it over from another terminal"
	configured        = "it is chosen in the configuration: the command config.edit opens it"
	fromShell         = "dormer capture prints what a session shows"
	killOne           = "dormer kill ID ends a session"
)

// names is the table. The names of tmux are those of its manual (tmux 3.4) and their short forms.
// Those of zellij are its actions (zellij 0.43), on the command line and in its configuration:
// NewTab is new-tab.
var names = []name{
	// Windows are tabs.
	{names: "new-window neww", command: "tab.new", valueFlags: "-c --cwd,-n --name", remaining: program, shell: "dormer -- COMMAND opens it in a tab of its own"},
	{names: "kill-window killw", command: "tab.close"},
	{names: "next-window next", selector: "-a", command: "tab.next-marked"},
	{names: "next-window next", command: "tab.next"},
	{names: "previous-window prev", selector: "-a", command: "tab.previous-marked"},
	{names: "previous-window prev", command: "tab.previous"},
	{names: "last-window last", command: "tab.last"},
	{names: "select-window selectw", selector: "-n", command: "tab.next"},
	{names: "select-window selectw", selector: "-p", command: "tab.previous"},
	{names: "select-window selectw", selector: "-l", command: "tab.last"},
	{names: "select-window selectw", command: "tab.select", valueFlags: "-t"},
	{names: "rename-window renamew", command: "tab.rename", remaining: one},
	{names: "swap-window swapw move-window movew", selector: "-t -1", command: "tab.move-left"},
	{names: "swap-window swapw move-window movew", selector: "-t +1", command: "tab.move-right"},
	{names: "swap-window swapw move-window movew", candidates: "tab.move-left tab.move-right"},
	{names: "respawn-window respawnw", command: "session.start"},

	// Panes.
	{names: "split-window splitw split-pane splitp", selector: "-h", command: "pane.split-right", valueFlags: "-c --cwd", remaining: program},
	{names: "split-window splitw split-pane splitp", selector: "-v", command: "pane.split-below", valueFlags: "-c --cwd", remaining: program},
	{names: "split-window splitw split-pane splitp", command: "pane.split-below", valueFlags: "-c --cwd", remaining: program},
	{names: "select-pane selectp", selector: "-L", command: "pane.focus-left"},
	{names: "select-pane selectp", selector: "-D", command: "pane.focus-down"},
	{names: "select-pane selectp", selector: "-U", command: "pane.focus-up"},
	{names: "select-pane selectp", selector: "-R", command: "pane.focus-right"},
	{names: "select-pane selectp", selector: "-l", command: "pane.last"},
	{names: "select-pane selectp", selector: "-t :.+", command: "pane.next"},
	{names: "select-pane selectp", selector: "-t :.-", command: "pane.previous"},
	{names: "select-pane selectp", selector: "-T", command: "pane.rename", remaining: one},
	{names: "select-pane selectp", command: "pane.numbers", valueFlags: "-t"},
	{names: "last-pane lastp", command: "pane.last"},
	{names: "display-panes displayp", command: "pane.numbers"},
	{names: "resize-pane resizep", selector: "-L", command: "pane.resize-left", numberCommand: "pane.resize left", remaining: each},
	{names: "resize-pane resizep", selector: "-D", command: "pane.resize-down", numberCommand: "pane.resize down", remaining: each},
	{names: "resize-pane resizep", selector: "-U", command: "pane.resize-up", numberCommand: "pane.resize up", remaining: each},
	{names: "resize-pane resizep", selector: "-R", command: "pane.resize-right", numberCommand: "pane.resize right", remaining: each},
	{names: "resize-pane resizep", selector: "-Z", command: "pane.zoom"},
	{names: "resize-pane resizep", candidates: "pane.resize-left pane.resize-down pane.resize-up pane.resize-right pane.zoom"},
	{names: "swap-pane swapp", selector: "-U", command: "pane.swap-previous"},
	{names: "swap-pane swapp", selector: "-D", command: "pane.swap-next"},
	{names: "swap-pane swapp", candidates: "pane.swap-previous pane.swap-next"},
	{names: "kill-pane killp", command: "pane.kill", shell: killOne},
	{names: "break-pane breakp", command: "pane.break"},
	{names: "join-pane joinp", candidates: "pane.move tab.join"},
	{names: "respawn-pane respawnp", command: "session.start"},
	{names: "display-popup popup", command: "float.new"},
	{names: "send-keys send", selector: "-l", command: "send -l", remaining: each},
	{names: "send-keys send", command: "send", remaining: each},
	{names: "send-prefix", command: "send-prefix"},
	{names: "clear-history clearhist", command: "history.clear"},
	{names: "pipe-pane pipep", selector: "-o", command: "pane.pipe -o", remaining: each},
	{names: "pipe-pane pipep", command: "pane.pipe", remaining: each},

	// Layouts.
	{names: "select-layout selectl", selector: "even-horizontal", command: "layout.even-columns"},
	{names: "select-layout selectl", selector: "even-vertical", command: "layout.even-rows"},
	{names: "select-layout selectl", selector: "main-horizontal", command: "layout.main-top"},
	{names: "select-layout selectl", selector: "main-vertical", command: "layout.main-left"},
	{names: "select-layout selectl", selector: "tiled", command: "layout.tiled"},
	{names: "select-layout selectl", selector: "-E", command: "layout.equalize"},
	{names: "select-layout selectl", selector: "-n", command: "layout.next"},
	{names: "select-layout selectl", candidates: "layout.next layout.equalize layout.tiled layout.even-columns layout.even-rows"},
	{names: "next-layout nextl", command: "layout.next"},
	{names: "previous-layout prevl", hint: "the command layout.next goes through all layouts"},
	{names: "rotate-window rotatew", selector: "-D", command: "layout.rotate-back"},
	{names: "rotate-window rotatew", selector: "-U", command: "layout.rotate"},
	{names: "rotate-window rotatew", command: "layout.rotate"},

	// Sessions of tmux are workspaces; within one, views come closest.
	{names: "switch-client switchc", selector: "-n", command: "view.next"},
	{names: "switch-client switchc", selector: "-p", command: "view.previous"},
	{names: "switch-client switchc", command: "workspace.open", valueFlags: "-t"},
	{names: "new-session new", command: "view.new", valueFlags: "-s", shell: "dormer -w NAME opens a workspace, dormer new starts a session beside them"},
	{names: "rename-session rename", command: "view.rename", remaining: one},
	{names: "attach-session attach a at", command: "workspace.open", valueFlags: "-t", shell: "dormer opens the workspace as it was left, dormer attach ID shows one session"},
	{names: "kill-session", hint: killAll + "; the command view.close closes a view with its tabs"},
	{names: "kill-server kill-all-sessions", hint: killAll},
	{names: "delete-session", hint: killOne},
	{names: "list-sessions ls list", command: "overview", shell: listing},
	{names: "has-session has", hint: listing},
	{names: "list-clients lsc choose-client", hint: oneOwner},
	{names: "detach-client detach", command: "leave", shell: LeaveKey + " leaves, and everything runs on"},
	{names: "quit", command: "leave", shell: LeaveKey + " leaves, dormer kill --all ends all sessions"},
	{names: "suspend-client suspendc", command: "suspend"},

	// Reading and copying.
	{names: "copy-mode", selector: "-u", command: "copy.page-up"},
	{names: "copy-mode", command: "copy"},
	{names: "paste-buffer pasteb", command: "paste"},
	{names: "choose-buffer list-buffers lsb show-buffer showb", command: "paste.choose"},
	{names: "delete-buffer deleteb", command: "paste.forget"},
	{names: "capture-pane capturep", selector: "-p", hint: fromShell},
	{names: "capture-pane capturep", command: "screen.export"},

	// The rest.
	{names: "choose-tree list-windows lsw list-panes lsp", command: "overview"},
	{names: "find-window findw", command: "find-text"},
	{names: "command-prompt", command: "palette"},
	{names: "list-keys lsk", command: "help", shell: "dormer keys lists them"},
	{names: "list-commands lscm", command: "help"},
	{names: "display-menu menu", command: "menu.open"},
	{names: "display-message display", command: "pane.tell"},
	{names: "show-messages showmsgs", command: "messages"},
	{names: "refresh-client refresh", command: "redraw"},
	{names: "source-file source", command: "config.reload"},
	{names: "customize-mode", command: "config.edit"},
	{names: "synchronize-panes", command: "sync.tab"},
	{names: "monitor-activity", command: "watch.output"},
	{names: "monitor-silence", command: "watch.silence"},
	{names: "set-option set set-window-option setw", selector: "synchronize-panes", command: "sync.tab"},
	{names: "set-option set set-window-option setw", selector: "monitor-activity", command: "watch.output"},
	{names: "set-option set set-window-option setw", selector: "monitor-silence", command: "watch.silence"},
	{names: "set-option set set-window-option setw show-options show", hint: configured},
	{names: "bind-key bind unbind-key unbind", hint: "keys are bound below [keys.bind] in the configuration: the command config.edit opens it"},
	{names: "clock-mode", command: "clock", shell: "dormer --clock, or clock = true below [status] in the configuration, shows the time of day in the status line"},
	{names: "setup", command: "config.edit", shell: "dormer config init writes a configuration to change"},
	{names: "version", hint: "dormer --version prints it"},
	{names: "edit", hint: "dormer -- vim FILE opens a tab for it"},

	// zellij's actions.
	{names: "new-tab", command: "tab.new", valueFlags: "-c --cwd,--cwd --cwd,-n --name,--name --name"},
	{names: "close-tab", command: "tab.close"},
	{names: "go-to-next-tab", command: "tab.next"},
	{names: "go-to-previous-tab", command: "tab.previous"},
	{names: "go-to-tab go-to-tab-name", command: "tab.select", remaining: one},
	{names: "toggle-tab", command: "tab.last"},
	{names: "rename-tab", command: "tab.rename", remaining: one},
	{names: "move-tab", selector: "left", command: "tab.move-left"},
	{names: "move-tab", selector: "right", command: "tab.move-right"},
	{names: "move-tab", candidates: "tab.move-left tab.move-right"},
	{names: "query-tab-names", command: "overview"},
	{names: "new-pane", selector: "-d right", command: "pane.split-right", valueFlags: "--cwd --cwd", remaining: program},
	{names: "new-pane", selector: "--direction right", command: "pane.split-right", valueFlags: "--cwd --cwd", remaining: program},
	{names: "new-pane", selector: "-d down", command: "pane.split-below", valueFlags: "--cwd --cwd", remaining: program},
	{names: "new-pane", selector: "--direction down", command: "pane.split-below", valueFlags: "--cwd --cwd", remaining: program},
	{names: "new-pane", selector: "-f", command: "float.new"},
	{names: "new-pane", selector: "--floating", command: "float.new"},
	{names: "new-pane", command: "pane.split-right", valueFlags: "--cwd --cwd", remaining: program},
	{names: "close-pane close-focus", command: "pane.close"},
	{names: "write-chars", command: "send -l --", remaining: one},
	{names: "rename-pane", command: "pane.rename", remaining: one},
	{names: "toggle-fullscreen toggle-focus-fullscreen", command: "pane.zoom"},
	{names: "toggle-floating-panes", command: "float.hide"},
	{names: "toggle-pane-embed-or-floating", command: "float.toggle"},
	{names: "toggle-active-sync-tab", command: "sync.tab"},
	{names: "move-focus", selector: "left", command: "pane.focus-left"},
	{names: "move-focus", selector: "right", command: "pane.focus-right"},
	{names: "move-focus", selector: "up", command: "pane.focus-up"},
	{names: "move-focus", selector: "down", command: "pane.focus-down"},
	{names: "move-focus", candidates: "pane.focus-left pane.focus-right pane.focus-up pane.focus-down"},
	{names: "move-focus-or-tab", command: "pane.focus-or-tab", remaining: each},
	{names: "focus-next-pane", command: "pane.next"},
	{names: "focus-previous-pane", command: "pane.previous"},
	{names: "move-pane-backwards", command: "pane.swap-previous"},
	{names: "move-pane movep", selector: "left", command: "pane.swap left"},
	{names: "move-pane movep", selector: "right", command: "pane.swap right"},
	{names: "move-pane movep", selector: "up", command: "pane.swap up"},
	{names: "move-pane movep", selector: "down", command: "pane.swap down"},
	{names: "move-pane movep", candidates: "pane.move pane.swap-next"},
	{names: "resize", selector: "left", command: "pane.resize-left"},
	{names: "resize", selector: "right", command: "pane.resize-right"},
	{names: "resize", selector: "up", command: "pane.resize-up"},
	{names: "resize", selector: "down", command: "pane.resize-down"},
	{names: "edit-scrollback", command: "history.edit"},
	{names: "dump-screen", command: "screen.export", remaining: each},
	{names: "dump-layout", command: "template.save"},
	{names: "next-swap-layout previous-swap-layout", command: "layout.next"},
	{names: "switch-mode switch-to-mode", selector: "locked", command: "keys.lock"},
	{names: "switch-mode switch-to-mode", candidates: "keys.lock palette copy"},
	{names: "session-manager switch-session", command: "workspace.open"},
	{names: "launch-or-focus-plugin", command: "overview"},
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
