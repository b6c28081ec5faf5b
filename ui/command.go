package ui

import (
	"slices"
	"time"

	"dormer/session"
	"dormer/ui/geometry"
	"dormer/ui/transcript"
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
	// also lists keys after the prefix that give the command arguments, copy the
	// sequences that do it in copy mode.
	also []argumentKey
	copy []string
	// emacs are those of emacs' set, where that is asked for instead of vi's. reading is
	// what the row does in copy mode, nil for all others.
	emacs   []string
	reading *copyCommand
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
	link *transcript.Link
	// over reports whether a session's process has ended.
	over func(session.ID) bool
	mint minter
	// keyOf is how another command is reached, for a reason that names it.
	keyOf func(command string) string
	// unlocks is the key that would take the lock of the keys away, empty for none.
	unlocks string
	// reading says that keys are copy mode's.
	reading bool
}

// minter gives what new things need: ids, the time, and a record for a session
// that is opened from the focus.
type minter interface {
	newTab() workspace.TabID
	newRecord(focus) workspace.Record
	now() time.Time
}

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

// commands is the table of everything that can be asked for by name. The keys
// are tmux's wherever tmux has the thing.
func commands() []*command {
	var out []*command
	for _, rows := range [][]command{
		tabCommands(), paneCommands(), historyCommands(), layoutCommands(), viewCommands(), dormerCommands(), copyRows(),
		handCommands(), menuCommandRows(), templateCommands(),
	} {
		out = slices.Grow(out, len(rows))
		for i := range rows {
			out = append(out, &rows[i])
		}
	}
	return out
}

func tabCommands() []command {
	return []command{
		{name: "tab.new", title: "new tab", group: groupTabs, prefix: []string{"c"}, resolve: newTab, args: openArgs, with: opening(openTab)},
		{name: "tab.close", title: "close tab (undo brings it back)", group: groupTabs, prefix: []string{"&"}, resolve: withPane(func(c focus) resolved {
			return act(workspace.CloseTab{Tab: c.tab.ID, At: c.mint.now()})
		})},
		{name: "undo.close", title: "undo close", group: groupTabs, prefix: []string{"T"}, direct: []string{"ctrl+shift+t"}, hidden: true, args: "[NUMBER]", with: bringBackNth, resolve: func(c focus) resolved {
			if len(c.state.Undo) == 0 {
				return c.withoutClosed()
			}
			return act(workspace.UndoClose{At: c.mint.now(), Holding: c.closed, Tab: c.mint.newTab()})
		}},
		{name: "tab.next", title: "next tab", group: groupTabs, prefix: []string{"n"}, hidden: true, resolve: stepTab(1)},
		{name: "tab.previous", title: "previous tab", group: groupTabs, prefix: []string{"p"}, hidden: true, resolve: stepTab(-1)},
		{name: "tab.last", title: "the tab before this one", group: groupTabs, prefix: []string{"tab"}, hidden: true, resolve: lastTab},
		{name: "tab.select", title: "go to a tab by its number", group: groupTabs, prefix: []string{"'"}, also: digits(9), args: "[NUMBER]", with: selectTab, hidden: true, resolve: withOtherTab(func(focus) request { return AskTabNumber{} })},
		{name: "tab.next-marked", title: "next tab that has a mark", group: groupTabs, prefix: []string{"alt+n"}, hidden: true, resolve: stepMarked(1)},
		{name: "tab.previous-marked", title: "previous tab that has a mark", group: groupTabs, hidden: true, resolve: stepMarked(-1)},
		{name: "tab.rename", title: "rename tab", group: groupTabs, prefix: []string{","}, resolve: withPane(func(c focus) resolved { return ask(AskTabName{c.tab.ID}) }), args: "[NAME]", with: givingName(nameTab)},
		{name: "tab.move-left", title: "move tab left", group: groupTabs, prefix: []string{"<"}, repeat: true, hidden: true, resolve: moveTab(-1)},
		{name: "tab.move-right", title: "move tab right", group: groupTabs, prefix: []string{">"}, repeat: true, hidden: true, resolve: moveTab(1)},
		{name: "tab.join", title: "join this tab into another", menu: "join into another tab", group: groupTabs, prefix: []string{"@"}, resolve: withOtherTab(func(c focus) request { return AskJoinTab{From: c.tab.ID, View: c.view.ID} })},
	}
}

func paneCommands() []command {
	return []command{
		{name: "pane.split-right", title: "split right", group: groupPanes, prefix: []string{"%"}, resolve: split(workspace.Right), args: openArgs, with: opening(splitWith(workspace.Right))},
		{name: "pane.split-below", title: "split below", group: groupPanes, prefix: []string{`"`}, resolve: split(workspace.Down), args: openArgs, with: opening(splitWith(workspace.Down))},
		{name: "pane.focus-left", title: "focus left", group: groupPanes, prefix: []string{"left", "h"}, direct: []string{"ctrl+shift+left"}, hidden: true, resolve: focusSide(workspace.Left)},
		{name: "pane.focus-down", title: "focus down", group: groupPanes, prefix: []string{"down", "j"}, direct: []string{"ctrl+shift+down"}, hidden: true, resolve: focusSide(workspace.Down)},
		{name: "pane.focus-up", title: "focus up", group: groupPanes, prefix: []string{"up", "k"}, direct: []string{"ctrl+shift+up"}, hidden: true, resolve: focusSide(workspace.Up)},
		{name: "pane.focus-right", title: "focus right", group: groupPanes, prefix: []string{"right", "l"}, direct: []string{"ctrl+shift+right"}, hidden: true, resolve: focusSide(workspace.Right)},
		{name: "pane.next", title: "next pane", group: groupPanes, prefix: []string{"o"}, hidden: true, resolve: withPanes(func(c focus) resolved { return act(workspace.FocusNext{Tab: c.tab.ID}) })},
		{name: "pane.previous", title: "previous pane", group: groupPanes, prefix: []string{"O"}, hidden: true, resolve: withPanes(func(c focus) resolved { return act(workspace.FocusNext{Tab: c.tab.ID, Back: true}) })},
		{name: "pane.last", title: "the pane before this one", group: groupPanes, prefix: []string{";"}, hidden: true, resolve: withPanes(lastPane)},
		{name: "pane.tell", title: "say where one is (place, size, process)", group: groupPanes, prefix: []string{"i"}, hidden: true, resolve: withPane(func(c focus) resolved { return ask(TellPlace{c}) })},
		{name: "pane.numbers", title: "go to a pane by its number", group: groupPanes, prefix: []string{"q"}, hidden: true, resolve: withPanes(always(ask(NumberPanes{})))},
		{name: "pane.focus-or-tab", title: "focus the pane on a side, or the tab there", group: groupPanes, args: "left|right|up|down", with: toSide(sideOrTab), hidden: true},
		{name: "pane.zoom", title: "zoom pane", group: groupPanes, prefix: []string{"z"}, resolve: withPanes(func(c focus) resolved { return act(workspace.ToggleZoom{Session: c.pane}) })},
		{name: "pane.close", title: "close pane (undo brings it back)", group: groupPanes, prefix: []string{"x"}, resolve: withPane(func(c focus) resolved {
			return act(workspace.ClosePane{Session: c.pane, At: c.mint.now(), Area: c.splitSize()})
		})},
		{name: "pane.kill", byWord: true, title: "kill pane (ends its process)", group: groupPanes, prefix: []string{"X"}, resolve: withPane(func(c focus) resolved { return ask(AskKill{c.pane}) })},
		{name: "pane.rename", title: "rename pane", group: groupPanes, prefix: []string{"$"}, resolve: withPane(func(c focus) resolved { return ask(AskPaneName{c.pane}) }), args: "[NAME]", with: givingName(namePane)},
		{name: "pane.break", title: "break pane out into a tab", menu: "break out into a tab", group: groupPanes, prefix: []string{"!"}, resolve: withPanes(func(c focus) resolved {
			return act(workspace.BreakPane{Session: c.pane, Tab: c.mint.newTab(), Area: c.splitSize()})
		})},
		{name: "pane.move", title: "move pane into another tab", menu: "move into another tab", group: groupPanes, prefix: []string{"m"}, resolve: withOtherTab(func(c focus) request { return AskMovePane{Session: c.pane, From: c.tab.ID, View: c.view.ID} })},
	}
}

func historyCommands() []command {
	return []command{
		{name: "copy", title: "copy mode (read, search and copy history)", group: groupCopy, prefix: []string{"["}, hidden: true, resolve: withPane(always(ask(EnterCopyMode{})))},
		{name: "copy.page-up", title: "a page up in history", group: groupCopy, prefix: []string{"pgup"}, hidden: true, resolve: withPane(always(ask(EnterCopyModeUp{})))},
		{name: "paste", title: "paste what was copied last", menu: "paste", group: groupCopy, prefix: []string{"]"}, hidden: true, resolve: withPane(always(ask(PasteNewest{})))},
		{name: "paste.choose", title: "paste one of what was copied", group: groupCopy, prefix: []string{"#"}, hidden: true, resolve: withPane(always(ask(ChooseBuffer{})))},
		{name: "paste.forget", byWord: true, title: "forget what was copied last", group: groupCopy, prefix: []string{"-"}, hidden: true, resolve: always(ask(ForgetNewest{}))},
		{name: "copy.output", title: "copy the last command's output", menu: "copy the last output", group: groupCopy, prefix: []string{"Y"}, hidden: true, resolve: withPane(always(ask(CopyLastOutput{})))},
		{name: "history.edit", title: "open history in your editor", group: groupCopy, prefix: []string{"e"}, hidden: true, resolve: withPane(always(ask(EditHistory{})))},
		{name: "output.edit", title: "open the last command's output in your editor", group: groupCopy, prefix: []string{"alt+e"}, hidden: true, resolve: withPane(always(ask(EditLastOutput{})))},
		{name: "links", title: "choose a link by letter", menu: "links by letter", group: groupCopy, prefix: []string{"y"}, hidden: true, resolve: withPane(always(ask(ChooseLink{})))},
		{name: "history.clear", byWord: true, title: "clear history", group: groupCopy, prefix: []string{"ctrl+l"}, hidden: true, resolve: withPane(always(ask(ClearHistory{})))},
	}
}

func layoutCommands() []command {
	return []command{
		{name: "pane.swap-previous", title: "swap with the previous pane", group: groupLayout, prefix: []string{"{"}, hidden: true, resolve: withPanes(func(c focus) resolved { return act(workspace.SwapNext{Session: c.pane, Back: true}) })},
		{name: "pane.swap-next", title: "swap with the next pane", group: groupLayout, prefix: []string{"}"}, hidden: true, resolve: withPanes(func(c focus) resolved { return act(workspace.SwapNext{Session: c.pane}) })},
		{name: "pane.swap", title: "swap with the pane on a side", group: groupLayout, args: "left|right|up|down", with: toSide(swapSide), hidden: true},
		{name: "layout.rotate", title: "rotate the panes", group: groupLayout, prefix: []string{"ctrl+o"}, repeat: true, hidden: true, resolve: rotate(false)},
		{name: "layout.rotate-back", title: "rotate the panes back", group: groupLayout, prefix: []string{"alt+o"}, repeat: true, hidden: true, resolve: rotate(true)},
		{name: "pane.resize", title: "resize", group: groupLayout, also: bySide("5"), args: "left|right|up|down [CELLS]", with: resizing, hidden: true, repeat: true},
		{name: "pane.resize-left", title: "resize left", group: groupLayout, prefix: []string{"ctrl+left", "H"}, repeat: true, hidden: true, resolve: resize(workspace.Left)},
		{name: "pane.resize-down", title: "resize down", group: groupLayout, prefix: []string{"ctrl+down", "J"}, repeat: true, hidden: true, resolve: resize(workspace.Down)},
		{name: "pane.resize-up", title: "resize up", group: groupLayout, prefix: []string{"ctrl+up", "K"}, repeat: true, hidden: true, resolve: resize(workspace.Up)},
		{name: "pane.resize-right", title: "resize right", group: groupLayout, prefix: []string{"ctrl+right", "L"}, repeat: true, hidden: true, resolve: resize(workspace.Right)},
		{name: "layout.next", title: "next preset layout", group: groupLayout, prefix: []string{"space"}, resolve: preset(workspace.NoPreset)},
		{name: "layout.equalize", title: "equal sizes", group: groupLayout, prefix: []string{"E", "="}, resolve: withPanes(func(c focus) resolved { return act(workspace.Equalize{Tab: c.tab.ID}) })},
		{name: "layout.even-columns", title: "even columns", group: groupLayout, prefix: []string{"alt+1"}, hidden: true, resolve: preset(workspace.EvenColumns)},
		{name: "layout.even-rows", title: "even rows", group: groupLayout, prefix: []string{"alt+2"}, hidden: true, resolve: preset(workspace.EvenRows)},
		{name: "layout.main-top", title: "main pane on top", group: groupLayout, prefix: []string{"alt+3"}, hidden: true, resolve: preset(workspace.MainTop)},
		{name: "layout.main-left", title: "main pane on the left", group: groupLayout, prefix: []string{"alt+4"}, hidden: true, resolve: preset(workspace.MainLeft)},
		{name: "layout.tiled", title: "tiled", group: groupLayout, prefix: []string{"alt+5"}, hidden: true, resolve: preset(workspace.Tiled)},
	}
}

func viewCommands() []command {
	return []command{
		{name: "view.next", title: "next view", group: groupViews, prefix: []string{")"}, hidden: true, resolve: stepView(1)},
		{name: "view.previous", title: "previous view", group: groupViews, prefix: []string{"("}, hidden: true, resolve: stepView(-1)},
		{name: "view.select", title: "go to a view by its name", group: groupViews, args: "NAME", with: selectView, hidden: true},
		{name: "view.new", title: "new view", group: groupViews, prefix: []string{"V"}, resolve: always(ask(AskNewView{})), args: "[NAME]", with: newView},
		{name: "view.close", title: "close view with its tabs (undo brings it back)", group: groupViews, prefix: []string{"ctrl+v"}, hidden: true, resolve: closeView},
	}
}

func dormerCommands() []command {
	return []command{
		{name: "palette", title: "find anything", menu: "find anything", group: groupDormer, prefix: []string{":"}, direct: []string{"ctrl+shift+p"}, resolve: always(ask(OpenPalette{}))},
		{name: "find-text", title: "find a text (in all sessions)", group: groupDormer, prefix: []string{"f"}, resolve: always(ask(FindText{}))},
		{name: "overview", title: "overview (everything as a tree)", group: groupDormer, prefix: []string{"w", "s"}, resolve: always(ask(OpenOverview{}))},
		{name: "sidebar", title: "sidebar (the overview beside the panes)", group: groupDormer, prefix: []string{"b"}, resolve: toggleSidebar},
		{name: "attention.next", title: "go to what has waited longest", menu: "what has waited longest", group: groupDormer, prefix: []string{"a"}, hidden: true, resolve: func(c focus) resolved {
			if !c.waits {
				return c.cannotBut(nothingWaits, "inbox", "lists what happened")
			}
			return ask(GoToWaiting{})
		}},
		{name: "inbox", title: "inbox (what happened while you looked elsewhere)", group: groupDormer, prefix: []string{"A"}, hidden: true, resolve: always(ask(OpenInbox{}))},
		{name: "watch.output", title: "watch the pane for output", group: groupDormer, prefix: []string{"M"}, hidden: true, resolve: withPane(always(ask(WatchOutput{})))},
		{name: "watch.silence", title: "watch the pane for silence", group: groupDormer, prefix: []string{"S"}, hidden: true, resolve: withPane(always(ask(WatchSilence{})))},
		{name: "watch.commands", title: "watch the pane for the end of any command", group: groupDormer, prefix: []string{"W"}, hidden: true, resolve: withPane(always(ask(WatchCommands{})))},
		{name: "watch.tab", title: "watch all panes of the tab for output", menu: "watch for output", group: groupDormer, prefix: []string{"alt+m"}, hidden: true, resolve: withPane(func(c focus) resolved { return ask(WatchTab{c.tab.ID}) })},
		{name: "shelf", title: "shelf (what is closed and can be brought back)", group: groupDormer, prefix: []string{"U"}, resolve: always(ask(OpenShelf{}))},
		{name: "session.adopt", title: "open recovered sessions", group: groupDormer, prefix: []string{"R"}, resolve: always(ask(AdoptRecovered{}))},
		{name: "help", title: "all keys (help)", group: groupDormer, prefix: []string{helpKey}, resolve: always(ask(OpenHelp{}))},
		{name: "theme.choose", title: "choose the colours", group: groupDormer, prefix: []string{"C"}, resolve: always(ask(ChooseTheme{})), hidden: true},
		{name: "config.edit", title: "settings (the configuration, in your editor)", group: groupDormer, resolve: always(ask(EditConfig{})), hidden: true},
		{name: "config.reload", title: "read the configuration again", group: groupDormer, resolve: always(ask(ReloadConfig{})), hidden: true},
		{name: "leave", byWord: true, title: "leave dormer", group: groupDormer, prefix: []string{"d"}, resolve: always(ask(Leave{}))},
		{name: "send-prefix", title: "send the prefix key itself", group: groupDormer, prefix: []string{prefixWord}, resolve: withPane(always(ask(SendPrefix{})))},
		{name: "keys.lock", title: "lock (all keys go to the pane, or no longer)", group: groupDormer, direct: []string{"ctrl+shift+g"}, hidden: true, resolve: locking},
		{name: "messages", title: "messages (what the status line said)", group: groupDormer, prefix: []string{"~"}, hidden: true, resolve: always(ask(OpenMessages{}))},
		{name: "send", title: "send keys to the pane", group: groupDormer, args: "KEY...", with: sending, hidden: true},
		{name: "screen.export", title: "write the screen to a file (SVG, PNG, text)", group: groupDormer, resolve: always(ask(AskExport{})), args: "FILE", with: exporting},
		{name: "redraw", title: "draw the screen afresh", group: groupDormer, prefix: []string{"r"}, resolve: always(ask(Redraw{}))},
		{name: "suspend", byWord: true, title: "suspend dormer", group: groupDormer, prefix: []string{"ctrl+z"}, resolve: always(ask(Suspend{}))},
	}
}
