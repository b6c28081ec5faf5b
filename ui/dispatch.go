package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
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
		return m.openInbox()
	case command.OpenShelf:
		return m.openShelf()
	case command.OpenHelp:
		return m.openHelp()
	case command.OpenMessages:
		return m.openMessages()
	case command.FindText:
		return m.findText()
	case command.ChooseTheme:
		return m.chooseTheme()
	case command.ChooseBuffer:
		return m.chooseBuffer()
	case command.ChooseLink:
		return m.hintLinks()
	case command.ChooseTemplate:
		return m.listTemplates()
	case command.NumberPanes:
		return m.numberPanes()
	case command.OpenMenu:
		return m.openMenuByKey(r.About)
	case command.AskTabNumber:
		return m.askTabNumber()
	case command.AskTabName:
		return m.askTabName(r.Tab)
	case command.AskPaneName:
		return m.askPaneName(r.Session)
	case command.AskViewName:
		return m.askViewName(r.View)
	case command.AskNewView:
		return m.askView()
	case command.AskKill:
		return m.askKill(r.Session)
	case command.AskEndClosed:
		m.askEndClosed(r.Holding)
		return nil
	case command.AskExport:
		return m.askExport()
	case command.AskSaveTemplate:
		return m.askSaveTemplate()
	case command.AskMovePane:
		return m.askMove(r)
	case command.AskJoinTab:
		return m.askJoin(r)
	case command.AskHiddenFloat:
		return m.askHidden(r.Tab)
	case command.AskArrangement:
		return m.askSaveArrangement(r.Tab)
	case command.ChooseArrangement:
		return m.openArrangements(r.Tab)
	case command.ChooseView:
		return m.askTabToView(r)
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
		return m.copyLastOutput()
	case command.CopyText:
		return m.copied(r.Text)
	case command.EditHistory:
		return m.editHistory()
	case command.EditLastOutput:
		return m.editLastOutput()
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
		return m.adopt()
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
		return m.remember(func(h *Habits) { h.Sidebar = !h.Sidebar })
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
		return m.goToTab(r.Typed)
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
		return m.remember(func(h *Habits) { h.Welcomed = true })
	case command.TryTheme:
		return m.tryTheme(r.Name)
	case command.TakeTheme:
		return m.takeTheme(r.Name)
	case command.KeepTheme:
		return m.keepTheme(r.Name)
	}
	return nil
}
