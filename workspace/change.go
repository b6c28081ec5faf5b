package workspace

import (
	"slices"
	"time"

	"dormer/session"
)

// The history of changes for undo. A change is recorded as the affected tabs, before and after,
// or as the closed sessions. Layouts are immutable, so records are cheap.

// Change is a structural change that can be undone and redone.
type Change struct {
	// Title names the change for the user.
	Title string
	// At is the time of a change of size; several in quick succession count as one. It is zero
	// for other changes.
	At time.Time
	// Before and After are the tabs that the change modified, created or removed.
	Before, After []Placed
	// ShownBefore and ShownAfter are the tabs shown before and after the change.
	ShownBefore, ShownAfter TabID
	// Closed are the sessions of the undo stack's entry that the change created. Whole means
	// that they were all panes of a tab. Such a change has no Before and After.
	Closed []session.ID
	Whole  bool
	// Archived means that the closed session was also archived.
	Archived bool
	// Opened are the views that the change opened.
	Opened []ViewID
	// View or Session is the renamed view or session, From its old name and To its new one;
	// such a change has no tabs. A change with a View but no names closed that view.
	View     ViewID
	Session  session.ID
	From, To string
}

// Placed is a tab and its place.
type Placed struct {
	View ViewID
	// ViewName is the name of the view, in case the view must be created again.
	ViewName string
	Index    int
	Tab      Tab
}

const (
	// historyLimit is the maximum number of changes that can be undone.
	historyLimit = 50
	// mergeTime is the maximum time between two changes of size that are undone together.
	mergeTime = time.Second
)

// recordChange records the change that an action made.
func (d *draft) recordChange(a Action) {
	c, undone := d.changeBy(a)
	if !undone || len(c.Before)+len(c.After)+len(c.Closed) == 0 && c.From == c.To {
		return
	}
	d.Future = nil
	if last := len(d.Past) - 1; last >= 0 && follows(d.Past[last], c) {
		d.Past = slices.Clone(d.Past)
		d.Past[last].After, d.Past[last].ShownAfter, d.Past[last].At = c.After, c.ShownAfter, c.At
		return
	}
	d.Past = recorded(d.Past, c)
}

// changeBy returns the change that an action made, or false if it cannot be undone.
func (d *draft) changeBy(a Action) (Change, bool) {
	if n, ok := a.(changeRecorder); ok {
		return n.change(d), true
	}
	of, ok := a.(structural)
	if !ok {
		return Change{}, false
	}
	c := d.tabsChanged(of.title(), TabID{})
	if g, ok := a.(incremental); ok {
		c.At = g.madeAt()
	}
	return c, true
}

// tabsChanged returns a change of tabs. For the tab moved, a new position alone counts as a
// change.
func (d *draft) tabsChanged(title string, moved TabID) Change {
	c := Change{Title: title, ShownBefore: d.before.ShownView().ActiveTab, ShownAfter: d.ShownView().ActiveTab, Opened: d.openedViews()}
	c.Before, c.After = d.touched(moved)
	return c
}

func (d *draft) viewClosed(a CloseView) Change {
	c := d.tabsChanged("close view", TabID{})
	c.View = a.View
	return c
}

// closedLast returns the change that closed the newest entry of the undo stack.
func (d *draft) closedLast() Change {
	e := d.Undo[len(d.Undo)-1]
	return Change{Title: "close " + e.Title, Closed: e.Sessions, Whole: e.Pane == nil}
}

// archivedLast returns the change that archived a session. It is empty for a session without a
// pane, whose archiving undo does not revert.
func (d *draft) archivedLast(a ArchiveSession) Change {
	if _, _, open := d.before.TabOf(a.Session); !open {
		return Change{}
	}
	c := d.closedLast()
	c.Title, c.Archived = "archive "+d.Undo[len(d.Undo)-1].Title, true
	return c
}

func (d *draft) sessionRenamed(a RenameSession) Change {
	return Change{Title: "rename", Session: a.Session, From: d.before.Sessions[a.Session].Name, To: d.Sessions[a.Session].Name}
}

func (d *draft) viewRenamed(a RenameView) Change {
	was, _ := d.before.View(a.View)
	is, _ := d.View(a.View)
	return Change{Title: "rename", View: a.View, From: was.Name, To: is.Name}
}

// openedViews returns the views that are new.
func (d *draft) openedViews() (opened []ViewID) {
	for _, v := range d.Views {
		if _, was := d.before.View(v.ID); !was {
			opened = append(opened, v.ID)
		}
	}
	return opened
}

// recorded appends a change to a list and keeps the newest historyLimit changes.
func recorded(list []Change, c Change) []Change {
	from := max(len(list)+1-historyLimit, 0)
	return append(slices.Clone(list[from:]), c)
}

// follows reports whether c only continues the change last.
func follows(last, c Change) bool {
	if last.At.IsZero() || c.At.IsZero() || len(c.After) != 1 || len(last.After) != 1 {
		return false
	}
	gap := c.At.Sub(last.At)
	return gap >= 0 && gap < mergeTime && c.After[0].Tab.ID == last.After[0].Tab.ID
}

// touched returns the changed tabs in their old and in their new state.
func (d *draft) touched(moved TabID) (before, after []Placed) {
	was, is := d.before.placedTabs(), d.placedTabs()
	for _, p := range was {
		now, there := placedTab(is, p.Tab.ID)
		if !there || !now.sameAs(p) || p.Tab.ID == moved && now.Index != p.Index {
			before = append(before, p)
		}
	}
	for _, p := range is {
		old, there := placedTab(was, p.Tab.ID)
		if !there || !old.sameAs(p) || p.Tab.ID == moved && old.Index != p.Index {
			after = append(after, p)
		}
	}
	return before, after
}

// placedTabs returns all open tabs with their places.
func (s State) placedTabs() []Placed {
	var out []Placed
	for _, v := range s.Views {
		for i, t := range v.Tabs {
			out = append(out, Placed{View: v.ID, ViewName: v.Name, Index: i, Tab: t})
		}
	}
	return out
}

func placedTab(list []Placed, id TabID) (Placed, bool) {
	i := slices.IndexFunc(list, func(p Placed) bool { return p.Tab.ID == id })
	if i < 0 {
		return Placed{}, false
	}
	return list[i], true
}

// sameAs reports whether a tab has the same structure, in the same view.
func (p Placed) sameAs(q Placed) bool {
	return p.View == q.View && p.Tab.Name == q.Tab.Name && p.Tab.Preset == q.Tab.Preset &&
		slices.Equal(p.Tab.Floats, q.Tab.Floats) && sameLayout(p.Tab.Root, q.Tab.Root)
}
