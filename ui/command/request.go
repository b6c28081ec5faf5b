package command

import (
	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/ui/keys"
	"dormer/ui/links"
	"dormer/workspace"
)

// Request is something that a command asks of the program beside a change of the
// workspace. It is a value: what is done about it is in one place of the program. The
// sum is sealed.
//
//sumtype:decl
type Request interface{ isRequest() }

// Prompt is a request that opens a prompt or a question about something in the workspace.
//
//sumtype:decl
type Prompt interface {
	Request
	isPrompt()
}

// List is a request that opens a list of things of the workspace.
//
//sumtype:decl
type List interface {
	Request
	isList()
}

func (AskTabNumber) isPrompt()    {}
func (AskTabName) isPrompt()      {}
func (AskPaneName) isPrompt()     {}
func (AskViewName) isPrompt()     {}
func (AskNewView) isPrompt()      {}
func (AskEndClosed) isPrompt()    {}
func (AskRemove) isPrompt()       {}
func (AskExport) isPrompt()       {}
func (AskSaveTemplate) isPrompt() {}
func (AskArrangement) isPrompt()  {}

func (OpenOverview) isList()      {}
func (OpenInbox) isList()         {}
func (OpenShelf) isList()         {}
func (OpenArchived) isList()      {}
func (OpenMessages) isList()      {}
func (ChooseBuffer) isList()      {}
func (AskMovePane) isList()       {}
func (AskJoinTab) isList()        {}
func (AskHiddenFloat) isList()    {}
func (ChooseArrangement) isList() {}
func (ChooseView) isList()        {}

// Lists, pages and questions that open over the panes.
type (
	OpenPalette struct{}
	// OpenOverview shows the workspace as a tree, with archived sessions or without.
	OpenOverview    struct{ Archived bool }
	OpenInbox       struct{}
	OpenShelf       struct{}
	OpenHelp        struct{}
	ExplainKey      struct{}
	ChooseWorkspace struct{}
	OpenMessages    struct{}
	FindText        struct{}
	ChooseTheme     struct{}
	ChooseBuffer    struct{}
	ChooseLink      struct{}
	ChooseTemplate  struct{}
	NumberPanes     struct{}
	OpenMenu        struct{ About Subject }
	AskTabNumber    struct{}
	AskTabName      struct{ Tab workspace.TabID }
	AskPaneName     struct{ Session session.ID }
	AskViewName     struct{ View workspace.ViewID }
	AskNewView      struct{}
	AskKill         struct{ Session session.ID }
	AskEndClosed    struct{ Holding session.ID }
	// AskArchive asks before the process of a session ends that is archived, AskRemove
	// before an archived session goes for good.
	AskArchive struct{ Session session.ID }
	AskRemove  struct{ Session session.ID }
	// OpenArchived lists the archived sessions.
	OpenArchived    struct{}
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
	// InCopyMode does something in a pane in copy mode, which may enter copy mode for it.
	InCopyMode struct {
		Session session.ID
		Verb    copymode.Verb
	}
	PasteNewest    struct{}
	ForgetNewest   struct{}
	ForgetCopies   struct{}
	CopyLastOutput struct{}
	CopyText       struct{ Text string }
	EditHistory    struct{}
	EditLastOutput struct{}
	ClearHistory   struct{}
	// LogPane has what a session prints written to a file, or passed to a shell command;
	// with neither it ends that. With Toggle it only ends a log that there is.
	LogPane struct {
		Session       session.ID
		File, Command string
		Toggle        bool
	}
	OpenLink struct {
		Link links.Target
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
	TellPlace      struct{ At Focus }
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
	// OpenWorkspace shows another workspace in place of this one, which is left. With Take
	// it is taken over from the program that has it open.
	OpenWorkspace struct {
		Name string
		Take bool
	}
	TellTime struct{}
	Redraw   struct{}
	Suspend  struct{}
	Leave    struct{}
)

// What is asked for in dialogs.
type (
	KillPane struct{ Session session.ID }
	// Archive puts a session away, Unarchive brings an archived one back.
	Archive   struct{ Session session.ID }
	Unarchive struct{ Session session.ID }
	// GoToTab goes to the tab with a number, or with a name.
	GoToTab struct{ Typed string }
	// MovePane moves a pane, and JoinTab all of a tab, beside the pane At.
	MovePane struct{ Session, At session.ID }
	JoinTab  struct {
		From workspace.TabID
		At   session.ID
	}
	SaveArrangement struct {
		Tab  workspace.TabID
		Name string
	}
	// OpenMenuAt opens a menu at a cell; Held says that the button that asks for it is
	// down.
	OpenMenuAt struct {
		About Subject
		At    geometry.Point
		Held  bool
	}
	// RunAbout runs a command about something else than the focus, RunListed one that
	// was chosen from the palette, RunCall one with arguments.
	RunAbout struct {
		About   Subject
		Command string
	}
	RunNamed  struct{ Command string }
	RunListed struct{ Command string }
	RunCall   struct{ Call Call }
	// What is done with what a list is about.

	Rename         struct{ About Subject }
	Close          struct{ About Subject }
	End            struct{ About Subject }
	BringBack      struct{ Holding session.ID }
	PasteText      struct{ Text string }
	PutOnClipboard struct{ Text string }
	ForgetBuffer   struct{ ID string }
	// ClearInbox forgets an entry of the inbox, all of them for an empty one.
	ClearInbox struct{ Entry string }
	OpenTabIn  struct{ Dir string }
	GoToText   struct {
		Session session.ID
		Match   wire.Match
	}
	// OpenLinkAt opens the link at a cell of the screen, where that is the pane's.
	OpenLinkAt struct {
		Pane session.ID
		At   geometry.Point
	}
	// TryTheme paints with a theme while another is chosen, with that of before for an
	// empty name. TakeTheme takes it, KeepTheme writes it into the configuration.
	TryTheme  struct{ Name string }
	TakeTheme struct{ Name string }
	KeepTheme struct{ Name string }
)

// What is typed and clicked asks for.
type (
	// RunSequence does what a sequence of keys is bound to; dialogs that are open close.
	RunSequence struct{ Call Call }
	// FromCopyMode does what a key or a click in a pane in copy mode asks for.
	FromCopyMode struct {
		Session session.ID
		Result  copymode.Result
	}
	// ShowAgain tries anew to show a session that is out of reach.
	ShowAgain struct{ Session session.ID }
	// CloseFirstPage closes the page of a first launch, for good.
	CloseFirstPage struct{}
)

// What the mouse asks for.
type (
	// SendMouse gives an event to the child of a pane, in cells of the screen, and
	// SendArrows a notch of the wheel as so many arrow keys, down where positive.
	SendMouse struct {
		Session session.ID
		Event   keys.Mouse
	}
	SendArrows struct {
		Session session.ID
		Lines   int
	}
	// PasteSelection pastes what was selected last, on the desktop or here.
	PasteSelection struct{ Session session.ID }
	// ScrollDragSoon asks for a drag beyond the edge to be scrolled in a moment,
	// ScrollDrag scrolls it by some lines and selects up to a cell.
	ScrollDragSoon struct{ Serial int }
	ScrollDrag     struct {
		Session session.ID
		Cell    copymode.Cell
		Lines   int
		Serial  int
	}
	// NextNotice takes the sentence in the status line away.
	NextNotice struct{}
	// GoToMarkOf goes to the pane whose mark a tab has, and says what it is for; TellMark
	// says it of a pane.
	GoToMarkOf struct{ Tab workspace.TabID }
	TellMark   struct{ Session session.ID }
	// RunLine runs a command as one writes it.
	RunLine struct{ Line string }
	// SizeSidebar gives the sidebar a width for as long as its edge is dragged, KeepSidebar
	// the one that it is let go at.
	SizeSidebar   struct{ Cols int }
	KeepSidebar   struct{ Cols int }
	ScrollSidebar struct{ Lines int }
)

func (SendMouse) isRequest()         {}
func (SendArrows) isRequest()        {}
func (PasteSelection) isRequest()    {}
func (ScrollDragSoon) isRequest()    {}
func (ScrollDrag) isRequest()        {}
func (InCopyMode) isRequest()        {}
func (NextNotice) isRequest()        {}
func (GoToMarkOf) isRequest()        {}
func (TellMark) isRequest()          {}
func (RunLine) isRequest()           {}
func (SizeSidebar) isRequest()       {}
func (KeepSidebar) isRequest()       {}
func (ScrollSidebar) isRequest()     {}
func (RunSequence) isRequest()       {}
func (FromCopyMode) isRequest()      {}
func (ShowAgain) isRequest()         {}
func (CloseFirstPage) isRequest()    {}
func (OpenPalette) isRequest()       {}
func (OpenOverview) isRequest()      {}
func (OpenInbox) isRequest()         {}
func (OpenShelf) isRequest()         {}
func (OpenHelp) isRequest()          {}
func (ExplainKey) isRequest()        {}
func (ChooseWorkspace) isRequest()   {}
func (OpenWorkspace) isRequest()     {}
func (TellTime) isRequest()          {}
func (LogPane) isRequest()           {}
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
func (PasteNewest) isRequest()       {}
func (ForgetNewest) isRequest()      {}
func (ForgetCopies) isRequest()      {}
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
func (KillPane) isRequest()          {}
func (Archive) isRequest()           {}
func (Unarchive) isRequest()         {}
func (AskArchive) isRequest()        {}
func (AskRemove) isRequest()         {}
func (OpenArchived) isRequest()      {}
func (GoToTab) isRequest()           {}
func (MovePane) isRequest()          {}
func (JoinTab) isRequest()           {}
func (OpenMenuAt) isRequest()        {}
func (RunAbout) isRequest()          {}
func (RunNamed) isRequest()          {}
func (RunListed) isRequest()         {}
func (RunCall) isRequest()           {}
func (Rename) isRequest()            {}
func (Close) isRequest()             {}
func (End) isRequest()               {}
func (BringBack) isRequest()         {}
func (PasteText) isRequest()         {}
func (PutOnClipboard) isRequest()    {}
func (ForgetBuffer) isRequest()      {}
func (ClearInbox) isRequest()        {}
func (OpenTabIn) isRequest()         {}
func (GoToText) isRequest()          {}
func (OpenLinkAt) isRequest()        {}
func (TryTheme) isRequest()          {}
func (TakeTheme) isRequest()         {}
func (KeepTheme) isRequest()         {}
func (SaveArrangement) isRequest()   {}
