package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/template/files"
	"dormer/workspace"
)

// fulfil does what a command asks of the program. It is the one place where requests
// meet the model.
func (m *Model) fulfil(r request) tea.Cmd {
	switch r := r.(type) {
	case OpenPalette:
		return m.openPalette()
	case OpenOverview:
		return m.openOverview()
	case OpenInbox:
		return m.openInbox()
	case OpenShelf:
		return m.openShelf()
	case OpenHelp:
		return m.openHelp()
	case OpenMessages:
		return m.openMessages()
	case FindText:
		return m.findText()
	case ChooseTheme:
		return m.chooseTheme()
	case ChooseBuffer:
		return m.chooseBuffer()
	case ChooseLink:
		return m.hintLinks()
	case ChooseTemplate:
		return m.listTemplates()
	case NumberPanes:
		return m.numberPanes()
	case OpenMenu:
		return m.openMenuByKey(r.About)
	case AskTabNumber:
		return m.askTabNumber()
	case AskTabName:
		return m.askTabName(r.Tab)
	case AskPaneName:
		return m.askPaneName(r.Session)
	case AskViewName:
		return m.askViewName(r.View)
	case AskNewView:
		return m.askView()
	case AskKill:
		return m.askKill(r.Session)
	case AskEndClosed:
		m.askEndClosed(r.Holding)
		return nil
	case AskExport:
		return m.askExport()
	case AskSaveTemplate:
		return m.askSaveTemplate()
	case AskMovePane:
		return m.askMove(r)
	case AskJoinTab:
		return m.askJoin(r)
	case AskHiddenFloat:
		return m.askHidden(r.Tab)
	case AskArrangement:
		return m.askSaveArrangement(r.Tab)
	case ChooseArrangement:
		return m.openArrangements(r.Tab)
	case ChooseView:
		return m.askTabToView(r)
	case EnterCopyMode:
		return m.enterCopy()
	case EnterCopyModeUp:
		return m.enterCopyUp()
	case Read:
		return m.readBy(r.Command)
	case PasteNewest:
		return m.pasteNewest()
	case ForgetNewest:
		return m.forgetNewest()
	case CopyLastOutput:
		return m.copyLastOutput()
	case CopyText:
		return m.copied(r.Text)
	case EditHistory:
		return m.editHistory()
	case EditLastOutput:
		return m.editLastOutput()
	case ClearHistory:
		return m.clearHistory()
	case OpenLink:
		return m.openLink(r.Link, r.From)
	case GoTo:
		m.closeDialogs()
		return m.goTo(r.Session)
	case GoToView:
		m.closeDialogs()
		return m.apply(workspace.SwitchView{View: r.View})
	case GoToWaiting:
		return m.nextWaiting()
	case GoToMarked:
		return m.goToMarked(r.By)
	case StartAgain:
		return m.startAgain(r.Session)
	case AdoptRecovered:
		return m.adopt()
	case KeepClosed:
		return m.keepClosed(r.Holding)
	case WatchOutput:
		return m.watchOutput()
	case WatchSilence:
		return m.watchSilence()
	case WatchCommands:
		return m.watchCommands()
	case WatchTab:
		return m.watchTab(r.Tab)
	case TellPlace:
		return m.tellPlace(r.At)
	case SendKeys:
		return m.sendKeys(r.Keys)
	case SendPrefix:
		return m.sendPrefix()
	case ToggleLock:
		return m.lockKeys()
	case ToggleSidebar:
		return m.remember(func(h *Habits) { h.Sidebar = !h.Sidebar })
	case EditConfig:
		return m.editConfig()
	case ReloadConfig:
		return m.readConfig(true)
	case ExportScreen:
		return m.export(r.Path)
	case OpenTemplateFile:
		return readTemplate(files.Find(r.Name, m.deps.Templates, r.Base))
	case SaveTemplate:
		return m.saveTemplate(r.Name, r.Base)
	case Redraw:
		return m.redraw()
	case Suspend:
		return m.suspend()
	case Leave:
		return m.leave()
	case KillPane:
		return m.apply(workspace.KillPane{Session: r.Session, Area: m.focus().splitSize()})
	case GoToTab:
		return m.goToTab(r.Typed)
	case MovePane:
		return m.apply(workspace.MovePane{Session: r.Session, At: r.At, Side: workspace.Right, Area: m.focus().splitSize()})
	case JoinTab:
		return m.apply(workspace.JoinTab{From: r.From, At: r.At, Side: workspace.Right, Area: m.focus().splitSize()})
	case SaveArrangement:
		return m.saveArrangement(r.Tab, r.Name)
	case OpenMenuAt:
		return m.openMenuAt(r)
	case RunAbout:
		return m.runMenu(r.About, r.Command)
	case RunNamed:
		return m.runNamed(r.Command)
	case RunListed:
		return m.runListed(r.Command)
	case RunCall:
		return m.runCall(r.Call)
	case Rename:
		return m.renameListed(r.About)
	case Close:
		return m.closeListed(r.About)
	case End:
		return m.endListed(r.About)
	case BringBack:
		return m.bringBack(r.Holding)
	case PasteText:
		return m.pasteText(r.Text)
	case PutOnClipboard:
		return m.toClipboard(r.Text)
	case ForgetBuffer:
		return m.forgetBuffer(r.ID)
	case ClearInbox:
		return m.clearInbox(r.Entry)
	case OpenTabIn:
		return m.openTabIn(r.Dir)
	case GoToText:
		return m.goToText(r.Session, r.Match)
	case GoToLine:
		return m.goToLine(r.Session, r.Up)
	case ScrollPane:
		m.scrollCopy(r.Session, r.Lines)
		return nil
	case OpenLinkAt:
		return m.openLinkIn(r.Pane, r.At)
	case TryTheme:
		return m.tryTheme(r.Name)
	case TakeTheme:
		return m.takeTheme(r.Name)
	case KeepTheme:
		return m.keepTheme(r.Name)
	}
	return nil
}
