package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/editor"
	"dormer/ui/geometry"
	"dormer/ui/habits"
	"dormer/ui/lists"
	"dormer/ui/live"
	"dormer/ui/prompts"
	"dormer/ui/template/files"
	"dormer/ui/workspaces"
)

// dispatch carries out a request. It is the only place where requests meet the model. Other packages
// make the prompts and lists, and resolve the requests that depend on nothing but the focus.
func (m *Model) dispatch(r command.Request) tea.Cmd {
	switch r := r.(type) {
	case command.Prompt:
		return m.ask(prompts.Of(r, m.focus()))
	case command.ChooseBuffer:
		f := lists.Of(r, listed{m})
		f.Empty = m.focus().NothingCopied()
		return m.openFinder(f)
	case command.OpenOverview:
		m.closeDialogs() // it may be shown without archived sessions, or with them
		return m.openFinder(lists.Of(r, listed{m}))
	case command.List:
		return m.openFinder(lists.Of(r, listed{m}))
	case command.GoTo, command.GoToView:
		m.closeDialogs()
		return m.doAll(r.(command.Later).Now(m.focus()))
	case command.Later:
		return m.doAll(r.Now(m.focus()))
	case command.OpenPalette:
		return m.openFinder(lists.Palette(m.paletteSource()))
	case command.OpenMenu:
		return m.ask(dialog.NewMenu(menus{m}, r.About, m.pointerScreen().MenuPlace(r.About), false))
	case command.OpenAway:
		return m.openAbsence()
	case command.OpenHelp:
		return m.ask(dialog.NewHelp(m.keys()))
	case command.ExplainKey:
		return m.ask(dialog.NewExplainKey(m.keys()))
	case command.ChooseWorkspace:
		return workspaces.List(m.deps.Workspaces)
	case command.OpenGrants:
		return m.grants.Read(true)
	case command.RevokeGrant:
		return m.grants.Revoke(r)
	case command.OpenWorkspace:
		m.closeDialogs()
		return workspaces.Open(m.deps.Workspaces, r.Name, r.Take)
	case command.Say:
		if r.After {
			m.sayAfter(r.Text)
		} else {
			m.sayFor(r.Text, longNotice)
		}
	case command.TellTime:
		m.sayFor(m.now().Format("Monday, 2 January 2006, 15:04:05"), longNotice)
	case command.LogPane:
		return m.logPane(r)
	case command.FindText:
		return m.findText()
	case command.ChooseTheme:
		return m.chooseTheme()
	case command.ChooseLink:
		return m.chooseLink()
	case command.ChooseTemplate:
		return m.listTemplates()
	case command.NumberPanes:
		return m.ask(dialog.NewPaneNumbers(func() geometry.Screen { return m.geo }))
	case command.InCopyMode:
		return m.inCopyMode(r.Session, r.Verb)
	case command.CopyLastOutput:
		return m.askOutput(live.Copy)
	case command.KeepBuffer:
		return m.keepBuffer(r)
	case command.EditHistory:
		return m.editHistory()
	case command.EditLastOutput:
		return m.askOutput(live.EditOutput)
	case command.ClearHistory:
		return m.clearHistory()
	case command.OpenLink:
		return m.openLink(r.Link, r.From)
	case command.Resume:
		return m.applyResult(m.sessions.Resume(r.Session, m.sessionsEnv()))
	case command.RetryAgent:
		if c := m.live.Client(r.Session); c != nil {
			c.Retry(r.Do)
		}
	case command.StartAgain:
		return m.applyResult(m.sessions.StartAgain(r.Session, m.sessionsEnv()))
	case command.AdoptRecovered:
		return m.findOrphans(true)
	case command.Watch:
		return m.watch(r)
	case command.TellPlace:
		m.say(r.At.Place(m.live.Get(r.At.Pane).Process()))
	case command.SendKeys:
		return m.sendKeys(r.Keys)
	case command.SendPrefix:
		return m.sendPrefix()
	case command.ToggleLock:
		m.say(m.prefix.Lock(m.keys(), m.outer.chords))
	case command.ToggleSidebar:
		return m.remember(func(h *habits.Habits) { h.Sidebar = !h.Sidebar })
	case command.EditConfig:
		return m.editConfig()
	case command.OpenEditor:
		return m.openEditor(editor.Tab(r))
	case command.ReloadConfig:
		return m.readConfig(!r.Quiet)
	case command.ExportScreen:
		return m.export(r.Path)
	case command.OpenTemplateFile:
		return readTemplate(files.Find(r.Name, m.deps.Templates, r.Base), m.config.Agents)
	case command.SaveTemplate:
		return m.saveTemplate(r.Name, r.Base)
	case command.Redraw:
		m.deps.term.Invalidate() // something else may have written over the screen
		m.changed()
	case command.Suspend:
		return m.suspend()
	case command.Leave:
		m.next = r.For
		return m.leave()
	case command.SaveArrangement:
		return m.saveArrangement(r.Tab, r.Name)
	case command.OpenMenuAt:
		return m.openMenuAt(r)
	case command.RunListed:
		return m.runListed(r.Command)
	case command.PasteText:
		return m.pasteText(r)
	case command.PutOnClipboard:
		return m.toClipboard(r.Text)
	case command.ForgetBuffer:
		return m.forgetBuffer(r.ID)
	case command.ClearInbox:
		m.alerts.Inbox.Forget(r.Entry)
		m.changed()
	case command.MarkSeen:
		m.alerts.MarkSeen(r.Session)
		m.changed()
	case command.PutOffAgent:
		m.say(m.alerts.PutOff(m.alertsEnv(), r.Session))
	case command.AnswerAgent:
		return m.answerAgent(r)
	case command.GoToText:
		return m.goToText(r.Session, r.Match)
	case command.OpenLinkAt:
		return m.openLinkIn(r.Pane, r.At)
	case command.RunSequence:
		return m.runSequence(r.Call)
	case command.FromCopyMode:
		return m.copyResult(r.Session, r.Result)
	case command.OpenPassing:
		m.sessions.Passing[r.Session] = true
		return m.apply(r.Opens)
	case command.AskNewWorktree:
		return m.worktreesResult(m.worktrees.Ask(r.Dir, m.config.Agents))
	case command.LookAtRepository:
		return m.worktrees.LookAt(r.Dir)
	case command.MakeWorktree:
		return m.worktreesResult(m.worktrees.Make(r.NewWorktree, m.config.Agents))
	case command.StopMakingWorktree:
		m.worktrees.Stop()
	case command.OpenWorktree:
		return m.worktrees.Find(r.Repo, r.Path)
	case command.ShowAgain:
		return m.applyResult(m.sessions.ShowAgain(r.Session, m.sessionsEnv()))
	case command.SendMouse:
		m.sendMouse(r.Session, r.Event)
	case command.SendArrows:
		m.live.Get(r.Session).Wheel(r.Lines)
	case command.PasteSelection:
		return m.middleClick(r.Session)
	case command.ScrollDragSoon:
		return m.after(scrollTime, dragTick{r.Serial})
	case command.ScrollDrag:
		return m.scrollDrag(r)
	case command.NextNotice:
		m.nextNotice()
	case command.GoToMarkOf:
		return m.goToMark(r.Tab)
	case command.TellMark:
		m.sayReason(r.Session)
	case command.SizeSidebar:
		m.sizeSidebar(r.Cols)
	case command.KeepSidebar:
		return m.keepSidebar(r.Cols)
	case command.ScrollSidebar:
		m.scrollSidebar(r.Lines)
	case command.CloseFirstPage:
		return m.remember(func(h *habits.Habits) { h.Welcomed = true })
	case command.TryTheme:
		m.paintWith(m.themes.Named(r.Name))
	case command.TakeTheme:
		return m.takeTheme(r.Name)
	case command.KeepTheme:
		return m.keepTheme(r.Name)
	}
	return nil
}
