package command

import (
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/attention"
	"dormer/ui/copymode"
	"dormer/workspace"
)

func tabCommands() []Command {
	return []Command{
		{Name: "tab.new", Title: "new tab", Group: GroupTabs, Prefix: []string{"c"}, Resolve: newTab, Args: openArgs, With: opening(OpenTab)},
		{Name: "tab.close", Title: "close tab (undo brings it back)", Group: GroupTabs, Prefix: []string{"&"}, Resolve: withPane(func(c Focus) Result {
			return Act(workspace.CloseTab{Tab: c.Tab.ID, At: c.Maker.Now()})
		})},
		{Name: "undo.close", Title: "undo close", Group: GroupTabs, Prefix: []string{"T"}, Direct: []string{"ctrl+shift+t"}, Hidden: true, Args: "[NUMBER]", With: bringBackNth, Resolve: func(c Focus) Result {
			if len(c.State.Undo) == 0 {
				return c.withoutClosed()
			}
			return Act(workspace.UndoClose{At: c.Maker.Now(), Holding: c.Closed, Tab: c.Maker.NewTab()})
		}},
		{Name: "tab.next", Title: "next tab", Group: GroupTabs, Prefix: []string{"n"}, Hidden: true, Resolve: stepTab(1)},
		{Name: "tab.previous", Title: "previous tab", Group: GroupTabs, Prefix: []string{"p"}, Hidden: true, Resolve: stepTab(-1)},
		{Name: "tab.last", Title: "last active tab", Group: GroupTabs, Prefix: []string{"tab"}, Hidden: true, Resolve: lastTab},
		{Name: "tab.select", Title: "go to a tab by its number", Group: GroupTabs, Prefix: []string{"'"}, Also: append(digits(9), ArgumentKey{"0", []string{"10"}}), Args: "[NUMBER]", With: selectNumber, Hidden: true, Resolve: withOtherTab(func(Focus) Request { return AskTabNumber{} })},
		{Name: "worktree.new", Title: "new worktree (with an agent)", Group: GroupTabs, Prefix: []string{"N"}, Hidden: true, Resolve: askNewWorktree},
		{Name: "tab.next-marked", Title: "next tab with a mark", Group: GroupTabs, Prefix: []string{"alt+n"}, Hidden: true, Resolve: stepMarked(1)},
		{Name: "tab.previous-marked", Title: "previous tab with a mark", Group: GroupTabs, Hidden: true, Resolve: stepMarked(-1)},
		{Name: "tab.rename", Title: "rename tab", Group: GroupTabs, Prefix: []string{","}, Resolve: withPane(func(c Focus) Result { return Ask(AskTabName{c.Tab.ID}) }), Args: "[NAME]", With: withName(nameTab)},
		{Name: "tab.move-left", Title: "move tab left", Group: GroupTabs, Prefix: []string{"<"}, Repeat: true, Hidden: true, Resolve: moveTab(-1)},
		{Name: "tab.move-right", Title: "move tab right", Group: GroupTabs, Prefix: []string{">"}, Repeat: true, Hidden: true, Resolve: moveTab(1)},
		{Name: "tab.join", Title: "join tab into another", Menu: "join into another tab", Group: GroupTabs, Prefix: []string{"@"}, Resolve: withOtherTab(func(c Focus) Request { return AskJoinTab{From: c.Tab.ID, View: c.View.ID} })},
	}
}

func paneCommands() []Command {
	return []Command{
		{Name: "pane.split-right", Title: "split right", Group: GroupPanes, Prefix: []string{"%"}, Resolve: split(workspace.Right), Args: openArgs, With: opening(splitWith(workspace.Right))},
		{Name: "pane.split-below", Title: "split below", Group: GroupPanes, Prefix: []string{`"`}, Resolve: split(workspace.Down), Args: openArgs, With: opening(splitWith(workspace.Down))},
		{Name: "pane.focus-left", Title: "focus left", Group: GroupPanes, Prefix: []string{"left", "h"}, Direct: []string{"ctrl+shift+left"}, Hidden: true, Resolve: focusSide(workspace.Left)},
		{Name: "pane.focus-down", Title: "focus down", Group: GroupPanes, Prefix: []string{"down", "j"}, Direct: []string{"ctrl+shift+down"}, Hidden: true, Resolve: focusSide(workspace.Down)},
		{Name: "pane.focus-up", Title: "focus up", Group: GroupPanes, Prefix: []string{"up", "k"}, Direct: []string{"ctrl+shift+up"}, Hidden: true, Resolve: focusSide(workspace.Up)},
		{Name: "pane.focus-right", Title: "focus right", Group: GroupPanes, Prefix: []string{"right", "l"}, Direct: []string{"ctrl+shift+right"}, Hidden: true, Resolve: focusSide(workspace.Right)},
		{Name: "pane.next", Title: "next pane", Group: GroupPanes, Prefix: []string{"o"}, Hidden: true, Resolve: withPanes(func(c Focus) Result { return Act(workspace.FocusNext{Tab: c.Tab.ID}) })},
		{Name: "pane.previous", Title: "previous pane", Group: GroupPanes, Prefix: []string{"O"}, Hidden: true, Resolve: withPanes(func(c Focus) Result { return Act(workspace.FocusNext{Tab: c.Tab.ID, Back: true}) })},
		{Name: "pane.last", Title: "last active pane", Group: GroupPanes, Prefix: []string{";"}, Hidden: true, Resolve: withPanes(lastPane)},
		{Name: "pane.tell", Title: "show pane details (place, size, process)", Group: GroupPanes, Prefix: []string{"i"}, Hidden: true, Resolve: withPane(func(c Focus) Result { return Ask(TellPlace{c}) })},
		{Name: "pane.numbers", Title: "go to a pane by its number", Group: GroupPanes, Prefix: []string{"q"}, Hidden: true, Resolve: withPanes(always(Ask(NumberPanes{})))},
		{Name: "pane.focus-or-tab", Title: "focus the pane on that side, or the tab there", Group: GroupPanes, Args: "left|right|up|down", With: withSide(focusSideOrTab), Hidden: true},
		{Name: "pane.zoom", Title: "zoom pane", Group: GroupPanes, Prefix: []string{"z"}, Resolve: withPanes(func(c Focus) Result { return Act(workspace.ToggleZoom{Session: c.Pane}) })},
		{Name: "pane.close", Title: "close pane (undo brings it back)", Group: GroupPanes, Prefix: []string{"x"}, Resolve: withPane(func(c Focus) Result {
			return Act(workspace.ClosePane{Session: c.Pane, At: c.Maker.Now(), Area: c.SplitSize()})
		})},
		{Name: "pane.kill", ByWord: true, Title: "kill pane (ends its process)", Group: GroupPanes, Prefix: []string{"X"}, Resolve: withPane(func(c Focus) Result { return c.kill(c.Pane) })},
		{Name: "session.archive", ByWord: true, Title: "archive session (ends its process and puts it away)", Menu: "archive", Group: GroupPanes, Prefix: []string{"alt+x"}, Resolve: withPane(func(c Focus) Result { return archive(c, c.Pane) }), Args: "[ID]", With: withSession(archive), Hidden: true},
		{Name: "session.cancel", ByWord: true, Title: "cancel session (ends its process and archives it)", Group: GroupPanes, Resolve: withPane(func(c Focus) Result { return cancel(c, c.Pane) }), Args: "[ID]", With: withSession(cancel), Hidden: true},
		{Name: "session.archived", Title: "archived sessions (bring one back)", Group: GroupPanes, Prefix: []string{"alt+u"}, Hidden: true, Resolve: archivedSessions},
		{Name: "session.unarchive", Title: "unarchive session", Group: GroupPanes, Args: "ID", With: withSession(unarchive), Hidden: true},
		{Name: "session.remove", ByWord: true, Title: "remove archived session", Group: GroupPanes, Args: "ID", With: withSession(removeArchived), Hidden: true},
		{Name: "session.resume", Title: "resume suspended session", Group: GroupPanes, Resolve: withPane(func(c Focus) Result { return resume(c, c.Pane) }), Args: "[ID]", With: withSession(resume), Hidden: true},
		{Name: "pane.rename", Title: "rename pane", Group: GroupPanes, Prefix: []string{"$"}, Resolve: withPane(func(c Focus) Result { return Ask(AskPaneName{c.Pane}) }), Args: "[NAME]", With: withName(namePane)},
		{Name: "pane.break", Title: "break pane out into a tab", Menu: "break out into a tab", Group: GroupPanes, Prefix: []string{"!"}, Resolve: withPanes(func(c Focus) Result {
			return Act(workspace.BreakPane{Session: c.Pane, Tab: c.Maker.NewTab(), Area: c.SplitSize()})
		})},
		{Name: "worktree.diff", Title: "diff of the worktree (with comments for the agent)", Group: GroupPanes, Prefix: []string{"D"}, Hidden: true, Resolve: withPane(openDiff)},
		{Name: "pane.move", Title: "move pane to another tab", Menu: "move to another tab", Group: GroupPanes, Prefix: []string{"m"}, Resolve: withOtherTab(func(c Focus) Request { return AskMovePane{Session: c.Pane, From: c.Tab.ID, View: c.View.ID} })},
	}
}

func historyCommands() []Command {
	return []Command{
		{Name: "copy", Title: "copy mode (read, search and copy history)", Group: GroupCopy, Prefix: []string{"["}, Hidden: true, Resolve: inCopyMode(copymode.Read{})},
		{Name: "copy.page-up", Title: "scroll up a page in history", Group: GroupCopy, Prefix: []string{"pgup"}, Hidden: true, Resolve: inCopyMode(copymode.Read{Up: true})},
		{Name: "paste", Title: "paste the last copied text", Menu: "paste", Group: GroupCopy, Prefix: []string{"]"}, Hidden: true, Resolve: withPane(always(Ask(PasteNewest{})))},
		{Name: "paste.choose", Title: "choose what to paste", Group: GroupCopy, Prefix: []string{"#"}, Hidden: true, Resolve: withPane(always(Ask(ChooseBuffer{})))},
		{Name: "paste.forget", ByWord: true, Title: "forget the last copied text", Group: GroupCopy, Prefix: []string{"-"}, Hidden: true, Resolve: always(Ask(ForgetNewest{}))},
		{Name: "paste.forget-all", ByWord: true, Title: "forget all copied text", Group: GroupCopy, Resolve: always(Ask(ForgetCopies{}))},
		{Name: "copy.output", Title: "copy the last command's output", Menu: "copy the last output", Group: GroupCopy, Prefix: []string{"Y"}, Hidden: true, Resolve: withPane(always(Ask(CopyLastOutput{})))},
		{Name: "history.edit", Title: "open history in your editor", Group: GroupCopy, Prefix: []string{"e"}, Hidden: true, Resolve: withPane(always(Ask(EditHistory{})))},
		{Name: "output.edit", Title: "open the last command's output in your editor", Group: GroupCopy, Prefix: []string{"alt+e"}, Hidden: true, Resolve: withPane(always(Ask(EditLastOutput{})))},
		{Name: "links", Title: "choose a link, path, hash, number or quoted word by letter", Menu: "links by letter", Group: GroupCopy, Prefix: []string{"y"}, Hidden: true, Resolve: withPane(always(Ask(ChooseLink{})))},
		{Name: "pane.log", Title: "log the pane to a file, or stop logging", Menu: "log to a file, or stop", Group: GroupCopy, Prefix: []string{"P"}, Hidden: true, Resolve: withPane(logging), Args: "[FILE]", With: loggingTo},
		{Name: "pane.pipe", Title: "pipe the pane's output to a shell command, or stop", Group: GroupCopy, Args: "[-o] [COMMAND]", With: piping, Resolve: withPane(func(c Focus) Result { return Ask(LogPane{Session: c.Pane}) }), Hidden: true},
		{Name: "history.clear", ByWord: true, Title: "clear history", Group: GroupCopy, Prefix: []string{"ctrl+l"}, Hidden: true, Resolve: withPane(always(Ask(ClearHistory{})))},
	}
}

func layoutCommands() []Command {
	return []Command{
		{Name: "pane.swap-previous", Title: "swap with the previous pane", Group: GroupLayout, Prefix: []string{"{"}, Hidden: true, Resolve: withPanes(func(c Focus) Result { return Act(workspace.SwapNext{Session: c.Pane, Back: true}) })},
		{Name: "pane.swap-next", Title: "swap with the next pane", Group: GroupLayout, Prefix: []string{"}"}, Hidden: true, Resolve: withPanes(func(c Focus) Result { return Act(workspace.SwapNext{Session: c.Pane}) })},
		{Name: "pane.swap", Title: "swap with the pane on a side", Group: GroupLayout, Args: "left|right|up|down", With: withSide(swapSide), Hidden: true},
		{Name: "layout.rotate", Title: "rotate the panes", Group: GroupLayout, Prefix: []string{"ctrl+o"}, Repeat: true, Hidden: true, Resolve: rotate(false)},
		{Name: "layout.rotate-back", Title: "rotate the panes back", Group: GroupLayout, Prefix: []string{"alt+o"}, Repeat: true, Hidden: true, Resolve: rotate(true)},
		{Name: "pane.resize", Title: "resize", Group: GroupLayout, Also: sideKeys("5"), Args: "left|right|up|down [CELLS]", With: resizing, Hidden: true, Repeat: true},
		{Name: "pane.resize-left", Title: "resize left", Group: GroupLayout, Prefix: []string{"ctrl+left", "H"}, Repeat: true, Hidden: true, Resolve: resize(workspace.Left)},
		{Name: "pane.resize-down", Title: "resize down", Group: GroupLayout, Prefix: []string{"ctrl+down", "J"}, Repeat: true, Hidden: true, Resolve: resize(workspace.Down)},
		{Name: "pane.resize-up", Title: "resize up", Group: GroupLayout, Prefix: []string{"ctrl+up", "K"}, Repeat: true, Hidden: true, Resolve: resize(workspace.Up)},
		{Name: "pane.resize-right", Title: "resize right", Group: GroupLayout, Prefix: []string{"ctrl+right", "L"}, Repeat: true, Hidden: true, Resolve: resize(workspace.Right)},
		{Name: "layout.next", Title: "next preset layout", Group: GroupLayout, Prefix: []string{"space"}, Resolve: preset(workspace.NoPreset)},
		{Name: "layout.equalize", Title: "equal sizes", Group: GroupLayout, Prefix: []string{"E", "="}, Resolve: withPanes(func(c Focus) Result { return Act(workspace.Equalize{Tab: c.Tab.ID}) })},
		{Name: "layout.even-columns", Title: "even columns", Group: GroupLayout, Prefix: []string{"alt+1"}, Hidden: true, Resolve: preset(workspace.EvenColumns)},
		{Name: "layout.even-rows", Title: "even rows", Group: GroupLayout, Prefix: []string{"alt+2"}, Hidden: true, Resolve: preset(workspace.EvenRows)},
		{Name: "layout.main-top", Title: "main pane on top", Group: GroupLayout, Prefix: []string{"alt+3"}, Hidden: true, Resolve: preset(workspace.MainTop)},
		{Name: "layout.main-left", Title: "main pane on the left", Group: GroupLayout, Prefix: []string{"alt+4"}, Hidden: true, Resolve: preset(workspace.MainLeft)},
		{Name: "layout.tiled", Title: "tiled", Group: GroupLayout, Prefix: []string{"alt+5"}, Hidden: true, Resolve: preset(workspace.Tiled)},
	}
}

func viewCommands() []Command {
	return []Command{
		{Name: "view.next", Title: "next view", Group: GroupViews, Prefix: []string{")"}, Hidden: true, Resolve: stepView(1)},
		{Name: "view.previous", Title: "previous view", Group: GroupViews, Prefix: []string{"("}, Hidden: true, Resolve: stepView(-1)},
		{Name: "view.select", Title: "go to a view by its name", Group: GroupViews, Args: "NAME", With: selectView, Hidden: true},
		{Name: "view.new", Title: "new view", Group: GroupViews, Prefix: []string{"V"}, Resolve: always(Ask(AskNewView{})), Args: "[NAME]", With: newView},
		{Name: "view.close", Title: "close view with its tabs (undo brings it back)", Group: GroupViews, Prefix: []string{"ctrl+v"}, Hidden: true, Resolve: closeView},
	}
}

func dormerCommands() []Command {
	return []Command{
		{Name: "palette", Title: "find anything", Menu: "find anything", Group: GroupDormer, Prefix: []string{":"}, Direct: []string{"ctrl+shift+p"}, Resolve: always(Ask(OpenPalette{}))},
		{Name: "find-text", Title: "find text (in all sessions)", Group: GroupDormer, Prefix: []string{"f"}, Resolve: always(Ask(FindText{}))},
		{Name: "overview", Title: "overview (everything as a tree)", Group: GroupDormer, Prefix: []string{"w", "s"}, Resolve: always(Ask(OpenOverview{}))},
		{Name: "sidebar", Title: "sidebar (the overview beside the panes)", Group: GroupDormer, Prefix: []string{"b"}, Resolve: toggleSidebar},
		{Name: "attention.next", Title: "go to the pane that has waited longest", Menu: "go to the longest waiting", Group: GroupDormer, Prefix: []string{"a"}, Hidden: true, Resolve: func(c Focus) Result {
			if c.Waiting == uuid.Nil {
				return c.withoutWaiting()
			}
			return Ask(GoTo{c.Waiting})
		}},
		{Name: "inbox", Title: "inbox (waiting agents, and events in other panes)", Group: GroupDormer, Prefix: []string{"A"}, Hidden: true, Resolve: always(Ask(OpenInbox{}))},
		{Name: "away", Title: "what happened while you were away", Group: GroupDormer, Hidden: true, Resolve: always(Ask(OpenAway{}))},
		{Name: "watch.output", Title: "watch the pane for output", Group: GroupDormer, Prefix: []string{"M"}, Hidden: true, Resolve: withPane(always(Ask(Watch{For: attention.Output})))},
		{Name: "watch.silence", Title: "watch the pane for silence", Group: GroupDormer, Prefix: []string{"S"}, Hidden: true, Resolve: withPane(always(Ask(Watch{For: attention.Silence})))},
		{Name: "watch.commands", Title: "watch the pane for the end of any command", Group: GroupDormer, Prefix: []string{"W"}, Hidden: true, Resolve: withPane(always(Ask(Watch{For: attention.Commands})))},
		{Name: "watch.tab", Title: "watch all panes of the tab for output", Menu: "watch for output", Group: GroupDormer, Prefix: []string{"alt+m"}, Hidden: true, Resolve: withPane(func(c Focus) Result { return Ask(Watch{Tab: c.Tab.ID, For: attention.Output}) })},
		{Name: "shelf", Title: "shelf (closed panes and tabs, to bring back)", Group: GroupDormer, Prefix: []string{"U"}, Resolve: always(Ask(OpenShelf{}))},
		{Name: "session.adopt", Title: "open recovered sessions", Group: GroupDormer, Prefix: []string{"R"}, Resolve: always(Ask(AdoptRecovered{}))},
		{Name: "workspace.open", Title: "open another workspace", Group: GroupDormer, Prefix: []string{"ctrl+w"}, Hidden: true, Resolve: always(Ask(ChooseWorkspace{})), Args: "[NAME]", With: withOneArgument("workspace", func(_ Focus, name string) Request { return OpenWorkspace{Name: name} })},
		{Name: "grants", Title: "grants (sessions that agents may act on)", Group: GroupDormer, Hidden: true, Resolve: always(Ask(OpenGrants{}))},
		{Name: "help", Title: "all keys (help)", Group: GroupDormer, Prefix: []string{HelpKey}, Resolve: always(Ask(OpenHelp{}))},
		{Name: "keys.explain", Title: "show what a key does", Group: GroupDormer, Prefix: []string{"/"}, Hidden: true, Resolve: always(Ask(ExplainKey{}))},
		{Name: "clock", Title: "date and time", Group: GroupDormer, Prefix: []string{"t"}, Hidden: true, Resolve: always(Ask(TellTime{}))},
		{Name: "theme.choose", Title: "choose a colour theme", Group: GroupDormer, Prefix: []string{"C"}, Resolve: always(Ask(ChooseTheme{})), Hidden: true},
		{Name: "config.edit", Title: "settings (edit the configuration)", Group: GroupDormer, Resolve: always(Ask(EditConfig{})), Hidden: true},
		{Name: "config.reload", Title: "reload the configuration", Group: GroupDormer, Resolve: always(Ask(ReloadConfig{})), Hidden: true},
		{Name: "leave", ByWord: true, Title: "leave dormer", Group: GroupDormer, Prefix: []string{"d"}, Resolve: always(Ask(Leave{}))},
		{Name: "send-prefix", Title: "send the prefix key", Group: GroupDormer, Prefix: []string{PrefixKey}, Resolve: withPane(always(Ask(SendPrefix{})))},
		{Name: "keys.lock", Title: "lock keys (all go to the pane), or unlock", Group: GroupDormer, Direct: []string{"ctrl+shift+g"}, Hidden: true, Resolve: locking},
		{Name: "messages", Title: "messages (earlier notices)", Group: GroupDormer, Prefix: []string{"~"}, Hidden: true, Resolve: always(Ask(OpenMessages{}))},
		{Name: "send", Title: "send keys or text to the pane", Group: GroupDormer, Args: "[-l] KEY|TEXT...", With: sending, Hidden: true},
		{Name: "screen.export", Title: "write the screen to a file (SVG, PNG, text)", Group: GroupDormer, Resolve: always(Ask(AskExport{})), Args: "FILE", With: exporting},
		{Name: "redraw", Title: "redraw the screen", Group: GroupDormer, Prefix: []string{"r"}, Resolve: always(Ask(Redraw{}))},
		{Name: "suspend", ByWord: true, Title: "suspend dormer", Group: GroupDormer, Prefix: []string{"ctrl+z"}, Resolve: always(Ask(Suspend{}))},
	}
}

// templateCommands are the rows for templates.
func templateCommands() []Command {
	return []Command{
		{Name: "template.open", Title: "open a template (from a file)", Group: GroupLayout, Prefix: []string{"alt+t"}, Hidden: true,
			Resolve: always(Ask(ChooseTemplate{})), Args: "[NAME|FILE]", With: withOneArgument("template", func(c Focus, name string) Request { return OpenTemplateFile{Name: name, Base: c.Base()} })},
		{Name: "template.save", Title: "save the open tabs as a template", Group: GroupLayout, Prefix: []string{"ctrl+s"}, Hidden: true,
			Resolve: withPane(always(Ask(AskSaveTemplate{}))), Args: "[NAME|FILE]", With: withOneArgument("template", func(c Focus, name string) Request { return SaveTemplate{Name: name, Base: c.Base()} })},
	}
}

// floatCommands are the rows for undo, floating panes, synchronized typing, saved layouts,
// and moving and renaming views.
func floatCommands() []Command {
	return []Command{
		{Name: "undo", Title: "undo (the last change or close)", Group: GroupLayout, Prefix: []string{"u"}, Hidden: true, Resolve: undoLast},
		{Name: "redo", Title: "redo (the last undone change)", Group: GroupLayout, Prefix: []string{"ctrl+r"}, Hidden: true, Resolve: redoLast},

		{Name: "float.new", Title: "new floating pane", Group: GroupPanes, Prefix: []string{"F"}, Hidden: true, Resolve: newFloat},
		{Name: "float.toggle", Title: "float pane, or put it back into the layout", Menu: "float, or put back", Group: GroupPanes, Prefix: []string{"alt+f"}, Hidden: true, Resolve: withPane(toggleFloat)},
		{Name: "float.hide", Title: "hide or show floating panes", Group: GroupPanes, Prefix: []string{"v"}, Hidden: true, Resolve: withPane(hideFloats)},
		{Name: "float.hide-one", Title: "hide this floating pane, or show a hidden one", Menu: "hide it", Group: GroupPanes, Prefix: []string{"_"}, Hidden: true, Resolve: withPane(hideFloat)},
		{Name: "float.left", Title: "move floating pane left", Group: GroupLayout, Prefix: []string{"shift+left"}, Repeat: true, Hidden: true, Resolve: nudge(workspace.Left)},
		{Name: "float.down", Title: "move floating pane down", Group: GroupLayout, Prefix: []string{"shift+down"}, Repeat: true, Hidden: true, Resolve: nudge(workspace.Down)},
		{Name: "float.up", Title: "move floating pane up", Group: GroupLayout, Prefix: []string{"shift+up"}, Repeat: true, Hidden: true, Resolve: nudge(workspace.Up)},
		{Name: "float.right", Title: "move floating pane right", Group: GroupLayout, Prefix: []string{"shift+right"}, Repeat: true, Hidden: true, Resolve: nudge(workspace.Right)},

		{Name: "sync.tab", Title: "type into all panes of the tab (on or off)", Group: GroupPanes, Prefix: []string{"alt+s"}, Hidden: true, Resolve: withPanes(syncAll)},
		{Name: "sync.pane", Title: "type into this pane too (on or off)", Menu: "type into it too", Group: GroupPanes, Prefix: []string{"alt+p"}, Hidden: true, Resolve: withPanes(syncOne)},

		{Name: "arrangement.save", Title: "save this layout under a name", Menu: "save the layout", Group: GroupLayout, Prefix: []string{"alt+a"}, Hidden: true, Resolve: withPane(func(c Focus) Result { return Ask(AskArrangement{c.Tab.ID}) }), Args: "[NAME]", With: withName(saveAs)},
		{Name: "arrangement.use", Title: "saved layouts (of this tab)", Group: GroupLayout, Prefix: []string{"alt+l"}, Hidden: true, Resolve: withPane(func(c Focus) Result {
			if len(c.Tab.Saved) == 0 {
				return c.cannotTry("none is saved", "arrangement.save", "saves this one")
			}
			return Ask(ChooseArrangement{c.Tab.ID})
		}), Args: "[NAME]", With: withName(useSaved)},

		{Name: "tab.to-view", Title: "move tab into another view", Menu: "move into another view", Group: GroupViews, Prefix: []string{"alt+w"}, Hidden: true, Resolve: withPane(func(c Focus) Result {
			if len(c.State.Views) < 2 {
				return c.withoutOtherView()
			}
			return Ask(ChooseView{Tab: c.Tab.ID, From: c.View.ID})
		})},
		{Name: "view.rename", Title: "rename view", Group: GroupViews, Prefix: []string{"alt+v"}, Hidden: true, Resolve: func(c Focus) Result { return Ask(AskViewName{c.View.ID}) }, Args: "[NAME]", With: nameView},
	}
}

// menuCommandRows are the rows for commands used mostly from menus.
func menuCommandRows() []Command {
	return []Command{
		{Name: "menu.open", Title: "menu of the pane (like a right click)", Group: GroupDormer, Prefix: []string{"."},
			Also: []ArgumentKey{{"alt+.", []string{"tab"}}}, Args: strings.Join(slices.Sorted(maps.Keys(kindsByName)), "|"),
			Resolve: func(c Focus) Result { return openMenuAbout(c, AboutPane) }, With: menuAbout},
		{Name: "go", Pointer: true, Title: "go there (only in menus)", Menu: "go there", Group: GroupDormer, Hidden: true, Resolve: goToSubject},
		{Name: "link.open", Pointer: true, Title: "open the link under the pointer (by its menu)", Menu: "open the link", Group: GroupCopy, Hidden: true, Resolve: withLink(func(c Focus) Request { return OpenLink{Link: *c.Link, From: c.Pane} })},
		{Name: "link.copy", Pointer: true, Title: "copy the link under the pointer (by its menu)", Menu: "copy the link", Group: GroupCopy, Hidden: true, Resolve: withLink(func(c Focus) Request { return CopyText{Text: c.Link.Text} })},
		{Name: "closed.keep", Title: "keep a closed pane or tab an hour longer", Menu: "keep it an hour longer", Group: GroupTabs, Hidden: true, Resolve: withClosed(func(holding session.ID) Request { return KeepClosed{holding} })},
		{Name: "closed.end", ByWord: true, Title: "end a closed pane or tab (cannot be undone)", Menu: "end it now", Group: GroupTabs, Hidden: true, Resolve: withClosed(func(holding session.ID) Request { return AskEndClosed{holding} })},
		{Name: "session.start", Title: "start again (the pane's ended program)", Menu: "start again", Group: GroupPanes, Hidden: true, Resolve: withPane(func(c Focus) Result {
			if !c.Ended(c.Pane) {
				return c.cannotTry("it runs", "pane.kill", "ends it, then it can be started again")
			}
			return Ask(StartAgain{c.Pane})
		})},
		{Name: "agent.retry-now", Title: "start the agent again now (without waiting)", Menu: "start again now", Group: GroupPanes, Hidden: true, Resolve: retryAgent(wire.RetryNow)},
		{Name: "agent.retry-cancel", Title: "cancel the agent's automatic restart", Menu: "do not start again", Group: GroupPanes, Hidden: true, Resolve: retryAgent(wire.CancelRetry)},
	}
}

// copyCommandRows are the rows for the commands of copy mode.
func copyCommandRows(all []copymode.Command) []Command {
	out := make([]Command, 0, len(all))
	for _, c := range all {
		out = append(out, Command{
			Name: "copy-mode." + c.Name, Title: c.Title, Group: GroupCopyMode, Vi: c.Vi, Emacs: c.Emacs, Hidden: true, CopyMode: c.Name,
			Resolve: withPane(func(f Focus) Result {
				if !f.CopyMode {
					return f.cannotTry("only in copy mode", "copy", "enters it")
				}
				return Ask(InCopyMode{f.Pane, copymode.Do{Command: c.Name}})
			}),
		})
	}
	return out
}

// inCopyMode resolves a command to a verb of copy mode.
func inCopyMode(v copymode.Verb) func(Focus) Result {
	return withPane(func(c Focus) Result { return Ask(InCopyMode{c.Pane, v}) })
}
