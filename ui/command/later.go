package command

import (
	"time"

	"dormer/session"
	"dormer/workspace"
)

// Later is a request that is resolved when it is carried out, with the focus at that time.
// Lists and prompts return these, because they do not know the focus.
//
//sumtype:decl
type Later interface {
	Request
	// Now resolves the request for a focus.
	Now(Focus) []Result
}

func one(r Result) []Result { return []Result{r} }

// closedSince is the result of a request whose subject no longer exists.
var closedSince = Cannot("it has been closed since: nothing was done")

func (r KillPane) Now(f Focus) []Result {
	return one(Act(workspace.KillPane{Session: r.Session, Area: f.SplitSize()}))
}

func (r Archive) Now(f Focus) []Result {
	return one(Act(workspace.ArchiveSession{Session: r.Session, At: f.Maker.Now(), Area: f.SplitSize()}))
}

func (r Unarchive) Now(f Focus) []Result { return one(unarchive(f, r.Session)) }

func (r GoToTab) Now(f Focus) []Result { return one(selectTab(r.Typed, f)) }

func (r MovePane) Now(f Focus) []Result {
	return one(Act(workspace.MovePane{Session: r.Session, At: r.At, Side: workspace.Right, Area: f.SplitSize()}))
}

func (r JoinTab) Now(f Focus) []Result {
	return one(Act(workspace.JoinTab{From: r.From, At: r.At, Side: workspace.Right, Area: f.SplitSize()}))
}

func (r RunCall) Now(f Focus) []Result { return one(r.Call.Resolve(f)) }

func (r RunNamed) Now(f Focus) []Result {
	if row := f.Table.Named(r.Command); row != nil {
		return one(Call{Command: row}.Resolve(f))
	}
	return nil
}

func (r RunLine) Now(f Focus) []Result {
	if c, err := f.Table.Parse(r.Line); err == nil {
		return one(c.Resolve(f))
	}
	return nil
}

func (r RunAbout) Now(f Focus) []Result {
	at, there := f.On(r.About)
	if !there {
		return one(closedSince)
	}
	return RunNamed{r.Command}.Now(at)
}

func (r GoToMarked) Now(f Focus) []Result {
	tabs := f.View.Tabs
	at := f.View.Index(f.Tab.ID)
	for i := 1; i <= len(tabs); i++ {
		t := tabs[((at+r.By*i)%len(tabs)+len(tabs))%len(tabs)]
		if f.Marks.AsksNew(t.Panes()) {
			return one(Act(workspace.FocusTab{Tab: t.ID}))
		}
	}
	return one(f.cannotTry("no tab of this view has a mark", "attention.next", "goes to what waits elsewhere"))
}

func (r OpenTabIn) Now(f Focus) []Result {
	f.Dir = r.Dir
	return one(newTab(f))
}

func (r BringBack) Now(f Focus) []Result {
	return one(Act(workspace.UndoClose{At: f.Maker.Now(), Holding: r.Holding, Tab: f.Maker.NewTab()}))
}

// keepLonger is added to the time that a closed pane or tab is kept.
const keepLonger = time.Hour

func (r KeepClosed) Now(f Focus) []Result {
	i := f.State.ClosedHolding(r.Holding)
	if i < 0 {
		return nil
	}
	return one(Act(workspace.KeepClosed{Holding: r.Holding, Until: f.State.Undo[i].ExpiresAt.Add(keepLonger)}))
}

func (r GoTo) Now(f Focus) []Result {
	view, _, ok := f.State.TabOf(r.Session)
	if !ok {
		return one(f.cannotTry("that pane has been closed since", "shelf", "shows whether it can be brought back"))
	}
	return []Result{Act(workspace.SwitchView{View: view}), Act(workspace.FocusPane{Session: r.Session})}
}

func (r GoToView) Now(Focus) []Result { return one(Act(workspace.SwitchView{View: r.View})) }

func (r Rename) Now(f Focus) []Result {
	at, there := f.On(r.About)
	switch {
	case !there:
		return one(closedSince)
	case r.About.Kind == AboutView:
		return one(Ask(AskViewName{at.View.ID}))
	case r.About.Kind == AboutTab:
		return one(Ask(AskTabName{at.Tab.ID}))
	case r.About.Kind == AboutOther:
		return one(Ask(AskPaneName{at.Pane}))
	}
	return nil
}

func (r Close) Now(f Focus) []Result {
	at, there := f.On(r.About)
	switch {
	case !there:
		return one(closedSince)
	case r.About.Kind == AboutView:
		return one(closeView(at))
	case r.About.Kind == AboutTab:
		return one(Act(workspace.CloseTab{Tab: at.Tab.ID, At: f.Maker.Now()}))
	case r.About.Kind == AboutOther:
		return one(Act(workspace.ClosePane{Session: at.Pane, At: f.Maker.Now(), Area: f.SplitSize()}))
	case r.About.Kind == AboutClosed:
		return one(Cannot("it is already closed: Ctrl-q ends its process"))
	}
	return nil
}

// Now asks before it ends the process of a pane or of something closed.
func (r End) Now(f Focus) []Result {
	at, there := f.On(r.About)
	switch {
	case !there:
		return one(closedSince)
	case r.About.Kind == AboutTab && !at.alone():
		return one(Cannot("only a pane's process can be killed: choose a pane of the tab"))
	case r.About.Kind == AboutTab, r.About.Kind == AboutOther:
		return one(f.kill(at.Pane))
	case r.About.Kind == AboutClosed:
		return one(Ask(AskEndClosed{at.Closed}))
	}
	return nil
}

// On returns the focus moved to a subject, and false if the subject no longer exists.
func (f Focus) On(s Subject) (Focus, bool) {
	switch s.Kind {
	case AboutPane, AboutOther:
		view, tab, ok := f.State.TabOf(s.Pane)
		f.Link = s.Link
		return f.on(view, tab, s.Pane), ok
	case AboutTab:
		view, tab, ok := f.State.Tab(s.Tab)
		return f.on(view, tab, tab.Active), ok
	case AboutView:
		v, ok := f.State.View(s.View)
		_, tab, _ := f.State.Tab(v.ActiveTab)
		return f.on(v.ID, tab, tab.Active), ok
	case AboutClosed:
		f.Closed = s.Pane
		return f, f.State.ClosedHolding(s.Pane) >= 0
	case AboutAll, AboutTabs, AboutLayout:
	}
	return f, true
}

// on returns the focus moved to a pane of a tab and view.
func (f Focus) on(view workspace.ViewID, tab workspace.Tab, pane session.ID) Focus {
	f.View, _ = f.State.View(view)
	f.Tab, f.Pane, f.Screen = tab, pane, f.Screen.With(tab)
	return f
}
