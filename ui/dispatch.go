package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/geometry"
	"dormer/ui/habits"
	"dormer/ui/lists"
	"dormer/ui/live"
	"dormer/ui/prompts"
	"dormer/ui/template/files"
	"dormer/workspace"
)

// fulfil does what a command asks of the program. It is the one place where requests
// meet the model.
func (m *Model) fulfil(r command.Request) tea.Cmd {
	switch r := r.(type) {
	case command.OpenPalette:
		return m.openPalette()
	case command.OpenOverview:
		return m.openOverview()
	case command.OpenInbox:
		return m.openFinder(lists.Inbox(m.happened()))
	case command.OpenShelf:
		return m.openFinder(lists.Shelf(m.listed(lists.Lists.Closed), m.config.Undo.Time))
	case command.OpenHelp:
		return m.ask(dialog.NewHelp(m.keys()))
	case command.OpenMessages:
		return m.openFinder(lists.Messages(m.listed(func(l lists.Lists) []dialog.Item { return l.Said(m.notices.Said()) })))
	case command.FindText:
		return m.findText()
	case command.ChooseTheme:
		return m.chooseTheme()
	case command.ChooseBuffer:
		return m.openFinder(lists.Copied(m.listed(func(l lists.Lists) []dialog.Item { return l.Texts(m.buffers.All()) }), m.noBuffer()))
	case command.ChooseLink:
		return m.hintLinks()
	case command.ChooseTemplate:
		return m.listTemplates()
	case command.NumberPanes:
		return m.ask(dialog.NewPaneNumbers(func() geometry.Screen { return m.geo }))
	case command.OpenMenu:
		return m.openMenuByKey(r.About)
	case command.AskTabNumber:
		return m.ask(prompts.TabNumber(len(m.activeView().Tabs)))
	case command.AskTabName:
		return m.ask(prompts.TabName(m.state, r.Tab))
	case command.AskPaneName:
		return m.ask(prompts.PaneName(m.state, r.Session))
	case command.AskViewName:
		return m.ask(prompts.ViewName(m.state, r.View))
	case command.AskNewView:
		return m.ask(prompts.NewView())
	case command.AskKill:
		return m.askKill(r.Session)
	case command.AskEndClosed:
		return m.ask(prompts.EndClosed(m.state, r.Holding))
	case command.AskExport:
		return m.ask(prompts.Export("~/dormer-" + m.now().Format("20060102-150405") + ".svg"))
	case command.AskSaveTemplate:
		return m.ask(prompts.SaveTemplate(m.state.Name, m.focus().Base()))
	case command.AskMovePane:
		return m.find("Move this pane into", func(l lists.Lists) []dialog.Item { return l.MoveInto(r) })
	case command.AskJoinTab:
		return m.find("Join this tab into", func(l lists.Lists) []dialog.Item { return l.JoinInto(r) })
	case command.AskHiddenFloat:
		return m.find("Show the floating pane", func(l lists.Lists) []dialog.Item { return l.HiddenFloats(r.Tab) })
	case command.AskArrangement:
		return m.ask(prompts.SaveLayout(r.Tab))
	case command.ChooseArrangement:
		return m.openFinder(lists.SavedLayouts(m.listed(func(l lists.Lists) []dialog.Item { return l.Layouts(r.Tab) }), r.Tab))
	case command.ChooseView:
		return m.find("Move this tab into", func(l lists.Lists) []dialog.Item { return l.OtherViews(r) })
	case command.EnterCopyMode:
		return m.enterCopy()
	case command.EnterCopyModeUp:
		return m.enterCopyUp()
	case command.Read:
		return m.readBy(r.Command)
	case command.PasteNewest:
		return m.pasteNewest()
	case command.ForgetNewest:
		return m.forgetNewest()
	case command.ForgetCopies:
		return m.forgetCopies()
	case command.CopyLastOutput:
		return m.askOutput(live.Copy)
	case command.CopyText:
		return m.copied(r.Text)
	case command.EditHistory:
		return m.editHistory()
	case command.EditLastOutput:
		return m.askOutput(live.EditOutput)
	case command.ClearHistory:
		return m.clearHistory()
	case command.OpenLink:
		return m.openLink(r.Link, r.From)
	case command.GoTo:
		m.closeDialogs()
		return m.goTo(r.Session)
	case command.GoToView:
		m.closeDialogs()
		return m.apply(workspace.SwitchView{View: r.View})
	case command.GoToWaiting:
		return m.nextWaiting()
	case command.GoToMarked:
		return m.goToMarked(r.By)
	case command.StartAgain:
		return m.startAgain(r.Session)
	case command.AdoptRecovered:
		return m.findOrphans(true)
	case command.KeepClosed:
		return m.keepClosed(r.Holding)
	case command.WatchOutput:
		return m.watchOutput()
	case command.WatchSilence:
		return m.watchSilence()
	case command.WatchCommands:
		return m.watchCommands()
	case command.WatchTab:
		return m.watchTab(r.Tab)
	case command.TellPlace:
		return m.tellPlace(r.At)
	case command.SendKeys:
		return m.sendKeys(r.Keys)
	case command.SendPrefix:
		return m.sendPrefix()
	case command.ToggleLock:
		return m.lockKeys()
	case command.ToggleSidebar:
		return m.remember(func(h *habits.Habits) { h.Sidebar = !h.Sidebar })
	case command.EditConfig:
		return m.editConfig()
	case command.ReloadConfig:
		return m.readConfig(true)
	case command.ExportScreen:
		return m.export(r.Path)
	case command.OpenTemplateFile:
		return readTemplate(files.Find(r.Name, m.deps.Templates, r.Base))
	case command.SaveTemplate:
		return m.saveTemplate(r.Name, r.Base)
	case command.Redraw:
		return m.redraw()
	case command.Suspend:
		return m.suspend()
	case command.Leave:
		return m.leave()
	case command.KillPane:
		return m.apply(workspace.KillPane{Session: r.Session, Area: m.focus().SplitSize()})
	case command.GoToTab:
		return m.do(command.SelectTab(r.Typed, m.focus()))
	case command.MovePane:
		return m.apply(workspace.MovePane{Session: r.Session, At: r.At, Side: workspace.Right, Area: m.focus().SplitSize()})
	case command.JoinTab:
		return m.apply(workspace.JoinTab{From: r.From, At: r.At, Side: workspace.Right, Area: m.focus().SplitSize()})
	case command.SaveArrangement:
		return m.saveArrangement(r.Tab, r.Name)
	case command.OpenMenuAt:
		return m.openMenuAt(r)
	case command.RunAbout:
		return m.runMenu(r.About, r.Command)
	case command.RunNamed:
		return m.runNamed(r.Command)
	case command.RunListed:
		return m.runListed(r.Command)
	case command.RunCall:
		return m.runCall(r.Call)
	case command.Rename:
		return m.renameListed(r.About)
	case command.Close:
		return m.closeListed(r.About)
	case command.End:
		return m.endListed(r.About)
	case command.BringBack:
		return m.bringBack(r.Holding)
	case command.PasteText:
		return m.pasteText(r.Text)
	case command.PutOnClipboard:
		return m.toClipboard(r.Text)
	case command.ForgetBuffer:
		return m.forgetBuffer(r.ID)
	case command.ClearInbox:
		return m.clearInbox(r.Entry)
	case command.OpenTabIn:
		return m.openTabIn(r.Dir)
	case command.GoToText:
		return m.goToText(r.Session, r.Match)
	case command.GoToLine:
		return m.goToLine(r.Session, r.Up)
	case command.ScrollPane:
		return m.scrollCopy(r.Session, r.Lines)
	case command.OpenLinkAt:
		return m.openLinkIn(r.Pane, r.At)
	case command.RunSequence:
		return m.runSequence(r.Call)
	case command.FromCopyMode:
		return m.copyResult(r.Session, r.Result)
	case command.ShowAgain:
		return m.showAgain(r.Session)
	case command.SendMouse:
		m.sendMouse(r.Session, r.Event)
	case command.SendArrows:
		m.sendArrows(r.Session, r.Lines)
	case command.PasteSelection:
		return m.middleClick(r.Session)
	case command.PressText:
		return m.pressText(r.Session, r.Cell)
	case command.SelectText:
		m.selectText(r.Session, r.Cell, r.Kind)
	case command.DragText:
		m.dragText(r.Session, r.Cell)
	case command.ScrollDragSoon:
		return m.after(scrollTime, dragTick{r.Serial})
	case command.ScrollDrag:
		return m.scrollDrag(r)
	case command.ReleaseText:
		return m.releaseText(r.Session, r.Cell)
	case command.NextNotice:
		m.nextNotice()
	case command.GoToMarkOf:
		return m.goToMark(r.Tab)
	case command.TellMark:
		m.sayWhatFor(r.Session)
	case command.RunLine:
		return m.runLine(r.Line)
	case command.SizeSidebar:
		m.sizeSidebar(r.Cols)
	case command.KeepSidebar:
		return m.keepSidebar(r.Cols)
	case command.ScrollSidebar:
		m.scrollSidebar(r.Lines)
	case command.CloseFirstPage:
		return m.remember(func(h *habits.Habits) { h.Welcomed = true })
	case command.TryTheme:
		return m.tryTheme(r.Name)
	case command.TakeTheme:
		return m.takeTheme(r.Name)
	case command.KeepTheme:
		return m.keepTheme(r.Name)
	}
	return nil
}
