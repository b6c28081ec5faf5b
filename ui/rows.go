package ui

import (
	"maps"
	"slices"
	"strings"

	"dormer/session"
	"dormer/workspace"
)

func tabCommands() []command {
	return []command{
		{name: "tab.new", title: "new tab", group: groupTabs, prefix: []string{"c"}, resolve: newTab, args: openArgs, with: opening(openTab)},
		{name: "tab.close", title: "close tab (undo brings it back)", group: groupTabs, prefix: []string{"&"}, resolve: withPane(func(c focus) resolved {
			return act(workspace.CloseTab{Tab: c.tab.ID, At: c.maker.Now()})
		})},
		{name: "undo.close", title: "undo close", group: groupTabs, prefix: []string{"T"}, direct: []string{"ctrl+shift+t"}, hidden: true, args: "[NUMBER]", with: bringBackNth, resolve: func(c focus) resolved {
			if len(c.state.Undo) == 0 {
				return c.withoutClosed()
			}
			return act(workspace.UndoClose{At: c.maker.Now(), Holding: c.closed, Tab: c.maker.NewTab()})
		}},
		{name: "tab.next", title: "next tab", group: groupTabs, prefix: []string{"n"}, hidden: true, resolve: stepTab(1)},
		{name: "tab.previous", title: "previous tab", group: groupTabs, prefix: []string{"p"}, hidden: true, resolve: stepTab(-1)},
		{name: "tab.last", title: "the tab before this one", group: groupTabs, prefix: []string{"tab"}, hidden: true, resolve: lastTab},
		{name: "tab.select", title: "go to a tab by its number", group: groupTabs, prefix: []string{"'"}, also: digits(9), args: "[NUMBER]", with: selectNumber, hidden: true, resolve: withOtherTab(func(focus) request { return AskTabNumber{} })},
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
			return act(workspace.ClosePane{Session: c.pane, At: c.maker.Now(), Area: c.splitSize()})
		})},
		{name: "pane.kill", byWord: true, title: "kill pane (ends its process)", group: groupPanes, prefix: []string{"X"}, resolve: withPane(func(c focus) resolved { return ask(AskKill{c.pane}) })},
		{name: "pane.rename", title: "rename pane", group: groupPanes, prefix: []string{"$"}, resolve: withPane(func(c focus) resolved { return ask(AskPaneName{c.pane}) }), args: "[NAME]", with: givingName(namePane)},
		{name: "pane.break", title: "break pane out into a tab", menu: "break out into a tab", group: groupPanes, prefix: []string{"!"}, resolve: withPanes(func(c focus) resolved {
			return act(workspace.BreakPane{Session: c.pane, Tab: c.maker.NewTab(), Area: c.splitSize()})
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
		{name: "send-prefix", title: "send the prefix key itself", group: groupDormer, prefix: []string{prefixKey}, resolve: withPane(always(ask(SendPrefix{})))},
		{name: "keys.lock", title: "lock (all keys go to the pane, or no longer)", group: groupDormer, direct: []string{"ctrl+shift+g"}, hidden: true, resolve: locking},
		{name: "messages", title: "messages (what the status line said)", group: groupDormer, prefix: []string{"~"}, hidden: true, resolve: always(ask(OpenMessages{}))},
		{name: "send", title: "send keys to the pane", group: groupDormer, args: "KEY...", with: sending, hidden: true},
		{name: "screen.export", title: "write the screen to a file (SVG, PNG, text)", group: groupDormer, resolve: always(ask(AskExport{})), args: "FILE", with: exporting},
		{name: "redraw", title: "draw the screen afresh", group: groupDormer, prefix: []string{"r"}, resolve: always(ask(Redraw{}))},
		{name: "suspend", byWord: true, title: "suspend dormer", group: groupDormer, prefix: []string{"ctrl+z"}, resolve: always(ask(Suspend{}))},
	}
}

// templateCommands are the rows of the table for templates.
func templateCommands() []command {
	return []command{
		{name: "template.open", title: "open a template (from a file)", group: groupLayout, prefix: []string{"alt+t"}, hidden: true,
			resolve: always(ask(ChooseTemplate{})), args: "[NAME|FILE]", with: withOne("template", func(c focus, name string) request { return OpenTemplateFile{Name: name, Base: c.base()} })},
		{name: "template.save", title: "save what is open as a template", group: groupLayout, prefix: []string{"ctrl+s"}, hidden: true,
			resolve: withPane(always(ask(AskSaveTemplate{}))), args: "[NAME|FILE]", with: withOne("template", func(c focus, name string) request { return SaveTemplate{Name: name, Base: c.base()} })},
	}
}

// handCommands are the rows of the table for what is done to a layout beyond
// splitting it: taking changes back, floating panes, typing into several, and
// arrangements by name.
func floatCommands() []command {
	return []command{
		{name: "undo", title: "undo (the last change or close)", group: groupLayout, prefix: []string{"u"}, hidden: true, resolve: undoLast},
		{name: "redo", title: "redo (what was undone)", group: groupLayout, prefix: []string{"ctrl+r"}, hidden: true, resolve: redoLast},

		{name: "float.new", title: "new floating pane", group: groupPanes, prefix: []string{"F"}, hidden: true, resolve: newFloat},
		{name: "float.toggle", title: "float pane, or put it back into the layout", menu: "float, or put back", group: groupPanes, prefix: []string{"alt+f"}, hidden: true, resolve: withPane(toggleFloat)},
		{name: "float.hide", title: "hide or show floats", group: groupPanes, prefix: []string{"v"}, hidden: true, resolve: withPane(hideFloats)},
		{name: "float.hide-one", title: "hide this floating pane, or show one that is hidden", menu: "hide it", group: groupPanes, prefix: []string{"_"}, hidden: true, resolve: withPane(hideFloat)},
		{name: "float.left", title: "move floating pane left", group: groupLayout, prefix: []string{"shift+left"}, repeat: true, hidden: true, resolve: nudge(workspace.Left)},
		{name: "float.down", title: "move floating pane down", group: groupLayout, prefix: []string{"shift+down"}, repeat: true, hidden: true, resolve: nudge(workspace.Down)},
		{name: "float.up", title: "move floating pane up", group: groupLayout, prefix: []string{"shift+up"}, repeat: true, hidden: true, resolve: nudge(workspace.Up)},
		{name: "float.right", title: "move floating pane right", group: groupLayout, prefix: []string{"shift+right"}, repeat: true, hidden: true, resolve: nudge(workspace.Right)},

		{name: "sync.tab", title: "type into all panes (or into one again)", group: groupPanes, prefix: []string{"alt+s"}, hidden: true, resolve: withPanes(syncAll)},
		{name: "sync.pane", title: "type into this pane too (or no longer)", menu: "type into it too", group: groupPanes, prefix: []string{"alt+p"}, hidden: true, resolve: withPanes(syncOne)},

		{name: "arrangement.save", title: "save this layout under a name", menu: "save the layout", group: groupLayout, prefix: []string{"alt+a"}, hidden: true, resolve: withPane(func(c focus) resolved { return ask(AskArrangement{c.tab.ID}) }), args: "[NAME]", with: givingName(saveAs)},
		{name: "arrangement.use", title: "saved layouts (of this tab)", group: groupLayout, prefix: []string{"alt+l"}, hidden: true, resolve: withPane(func(c focus) resolved {
			if len(c.tab.Saved) == 0 {
				return c.cannotBut("none is saved", "arrangement.save", "saves this one")
			}
			return ask(ChooseArrangement{c.tab.ID})
		}), args: "[NAME]", with: givingName(useSaved)},

		{name: "tab.to-view", title: "move tab into another view", menu: "move into another view", group: groupViews, prefix: []string{"alt+w"}, hidden: true, resolve: withPane(func(c focus) resolved {
			if len(c.state.Views) < 2 {
				return c.withoutOtherView()
			}
			return ask(ChooseView{Tab: c.tab.ID, From: c.view.ID})
		})},
		{name: "view.rename", title: "rename view", group: groupViews, prefix: []string{"alt+v"}, hidden: true, resolve: func(c focus) resolved { return ask(AskViewName{c.view.ID}) }, args: "[NAME]", with: nameView},
	}
}

// menuCommandRows are the rows of the command table that menus are for.
func menuCommandRows() []command {
	return []command{
		{name: "menu.open", title: "menu (what can be done with the pane; as a right click)", group: groupDormer, prefix: []string{"."},
			also: []argumentKey{{"alt+.", []string{"tab"}}}, args: strings.Join(slices.Sorted(maps.Keys(kindsByName)), "|"),
			resolve: func(c focus) resolved { return openMenuAbout(c, aboutPane) }, with: menuAbout},
		{name: "go", pointer: true, title: "go there (to what a menu is about)", menu: "go there", group: groupDormer, hidden: true, resolve: goThere},
		{name: "link.open", pointer: true, title: "open the link under the pointer (by its menu)", menu: "open the link", group: groupCopy, hidden: true, resolve: withLink(func(c focus) request { return OpenLink{Link: *c.link, From: c.pane} })},
		{name: "link.copy", pointer: true, title: "copy the link under the pointer (by its menu)", menu: "copy the link", group: groupCopy, hidden: true, resolve: withLink(func(c focus) request { return CopyText{c.link.Text} })},
		{name: "closed.keep", title: "keep what was closed an hour longer", menu: "keep it an hour longer", group: groupTabs, hidden: true, resolve: withClosed(func(holding session.ID) request { return KeepClosed{holding} })},
		{name: "closed.end", byWord: true, title: "end what was closed (cannot be undone)", menu: "end it now", group: groupTabs, hidden: true, resolve: withClosed(func(holding session.ID) request { return AskEndClosed{holding} })},
		{name: "session.start", title: "start again what has ended in the pane", menu: "start again", group: groupPanes, hidden: true, resolve: withPane(func(c focus) resolved {
			if !c.over(c.pane) {
				return c.cannotBut("it runs", "pane.kill", "ends it, then it can be started again")
			}
			return ask(StartAgain{c.pane})
		})},
	}
}

// copyCommandRows are the rows for what can be done in copy mode.
func copyCommandRows(all []copyRow) []command {
	out := make([]command, 0, len(all))
	for _, c := range all {
		out = append(out, command{
			name: "copy-mode." + c.name, title: c.title, group: groupReading, vi: c.vi, emacs: c.emacs, hidden: true, reading: c.name,
			resolve: withPane(func(f focus) resolved {
				if !f.reading {
					return f.cannotBut("only in copy mode", "copy", "enters it")
				}
				return ask(Read{c.name})
			}),
		})
	}
	return out
}
