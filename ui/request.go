package ui

import (
	"dormer/session"
	"dormer/ui/keys"
	"dormer/ui/transcript"
	"dormer/workspace"
)

// request is something that a command asks of the program beside a change of the
// workspace. It is a value: what is done about it is in one place, [Model.carryOut]. The
// sum is sealed.
//
//sumtype:decl
type request interface{ isRequest() }

// Lists, pages and questions that open over the panes.
type (
	OpenPalette     struct{}
	OpenOverview    struct{}
	OpenInbox       struct{}
	OpenShelf       struct{}
	OpenHelp        struct{}
	OpenMessages    struct{}
	FindText        struct{}
	ChooseTheme     struct{}
	ChooseBuffer    struct{}
	ChooseLink      struct{}
	ChooseTemplate  struct{}
	NumberPanes     struct{}
	OpenMenu        struct{ About subject }
	AskTabNumber    struct{}
	AskTabName      struct{ Tab workspace.TabID }
	AskPaneName     struct{ Session session.ID }
	AskViewName     struct{ View workspace.ViewID }
	AskNewView      struct{}
	AskKill         struct{ Session session.ID }
	AskEndClosed    struct{ Holding session.ID }
	AskExport       struct{}
	AskSaveTemplate struct{}
	// AskMovePane asks for the tab that a pane moves into, AskJoinTab for the one that a
	// tab is joined into.
	AskMovePane struct {
		Session session.ID
		From    workspace.TabID
		View    workspace.ViewID
	}
	AskJoinTab struct {
		From workspace.TabID
		View workspace.ViewID
	}
	// AskHiddenFloat asks which of the hidden floating panes of a tab is shown.
	AskHiddenFloat    struct{ Tab workspace.TabID }
	AskArrangement    struct{ Tab workspace.TabID }
	ChooseArrangement struct{ Tab workspace.TabID }
	// ChooseView asks for the view that a tab goes to.
	ChooseView struct {
		Tab  workspace.TabID
		From workspace.ViewID
	}
)

// Reading, copying and pasting.
type (
	EnterCopyMode struct{}
	// EnterCopyModeUp enters copy mode a page further up.
	EnterCopyModeUp struct{}
	// Read is a command of copy mode, by its name.
	Read           struct{ Command string }
	PasteNewest    struct{}
	ForgetNewest   struct{}
	CopyLastOutput struct{}
	CopyText       struct{ Text string }
	EditHistory    struct{}
	EditLastOutput struct{}
	ClearHistory   struct{}
	OpenLink       struct {
		Link transcript.Link
		From session.ID
	}
)

// Sessions, and what waits for somebody.
type (
	// GoTo shows a session's pane, GoToView a view; lists that are open close.
	GoTo     struct{ Session session.ID }
	GoToView struct{ View workspace.ViewID }
	// GoToWaiting goes to the pane that has waited longest.
	GoToWaiting struct{}
	// GoToMarked goes to the next tab with a mark, or back.
	GoToMarked struct{ By int }
	StartAgain struct{ Session session.ID }
	// AdoptRecovered opens the sessions that no workspace knows.
	AdoptRecovered struct{}
	KeepClosed     struct{ Holding session.ID }
	WatchOutput    struct{}
	WatchSilence   struct{}
	WatchCommands  struct{}
	WatchTab       struct{ Tab workspace.TabID }
	TellPlace      struct{ At focus }
	SendKeys       struct{ Keys []keys.Key }
	SendPrefix     struct{}
)

// The program itself.
type (
	ToggleLock    struct{}
	ToggleSidebar struct{}
	EditConfig    struct{}
	ReloadConfig  struct{}
	ExportScreen  struct{ Path string }
	// OpenTemplateFile and SaveTemplate name a template, or a file from the directory
	// Base on.
	OpenTemplateFile struct{ Name, Base string }
	SaveTemplate     struct{ Name, Base string }
	Redraw           struct{}
	Suspend          struct{}
	Leave            struct{}
)

func (OpenPalette) isRequest()       {}
func (OpenOverview) isRequest()      {}
func (OpenInbox) isRequest()         {}
func (OpenShelf) isRequest()         {}
func (OpenHelp) isRequest()          {}
func (OpenMessages) isRequest()      {}
func (FindText) isRequest()          {}
func (ChooseTheme) isRequest()       {}
func (ChooseBuffer) isRequest()      {}
func (ChooseLink) isRequest()        {}
func (ChooseTemplate) isRequest()    {}
func (NumberPanes) isRequest()       {}
func (OpenMenu) isRequest()          {}
func (AskTabNumber) isRequest()      {}
func (AskTabName) isRequest()        {}
func (AskPaneName) isRequest()       {}
func (AskViewName) isRequest()       {}
func (AskNewView) isRequest()        {}
func (AskKill) isRequest()           {}
func (AskEndClosed) isRequest()      {}
func (AskExport) isRequest()         {}
func (AskSaveTemplate) isRequest()   {}
func (AskMovePane) isRequest()       {}
func (AskJoinTab) isRequest()        {}
func (AskHiddenFloat) isRequest()    {}
func (AskArrangement) isRequest()    {}
func (ChooseArrangement) isRequest() {}
func (ChooseView) isRequest()        {}
func (EnterCopyMode) isRequest()     {}
func (EnterCopyModeUp) isRequest()   {}
func (Read) isRequest()              {}
func (PasteNewest) isRequest()       {}
func (ForgetNewest) isRequest()      {}
func (CopyLastOutput) isRequest()    {}
func (CopyText) isRequest()          {}
func (EditHistory) isRequest()       {}
func (EditLastOutput) isRequest()    {}
func (ClearHistory) isRequest()      {}
func (OpenLink) isRequest()          {}
func (GoTo) isRequest()              {}
func (GoToView) isRequest()          {}
func (GoToWaiting) isRequest()       {}
func (GoToMarked) isRequest()        {}
func (StartAgain) isRequest()        {}
func (AdoptRecovered) isRequest()    {}
func (KeepClosed) isRequest()        {}
func (WatchOutput) isRequest()       {}
func (WatchSilence) isRequest()      {}
func (WatchCommands) isRequest()     {}
func (WatchTab) isRequest()          {}
func (TellPlace) isRequest()         {}
func (SendKeys) isRequest()          {}
func (SendPrefix) isRequest()        {}
func (ToggleLock) isRequest()        {}
func (ToggleSidebar) isRequest()     {}
func (EditConfig) isRequest()        {}
func (ReloadConfig) isRequest()      {}
func (ExportScreen) isRequest()      {}
func (OpenTemplateFile) isRequest()  {}
func (SaveTemplate) isRequest()      {}
func (Redraw) isRequest()            {}
func (Suspend) isRequest()           {}
func (Leave) isRequest()             {}
