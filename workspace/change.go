package workspace

import (
	"cmp"
	"slices"
	"time"

	"dormer/session"
)

// The chronology of structure. A change is remembered as the tabs that it
// touched, before and after, or as what it closed; layouts are immutable, so that
// costs next to nothing.

// Change is a change of structure that can be undone and made again.
type Change struct {
	// Title is what the user knows it by.
	Title string
	// At is the time of a change of size, of which several close together count as
	// one; zero for others.
	At time.Time
	// Before and After are the tabs that it changed, made or removed.
	Before, After []Placed
	// Left and Came are the tabs that were shown before and after.
	Left, Came TabID
	// Closed are the sessions of the entry of the undo stack that it made; Whole
	// says that they were a tab. It has no tabs then.
	Closed []session.ID
	Whole  bool
	// Opened are the views that it made.
	Opened []ViewID
	// View and Session are what was renamed, and From and To the names; it has no
	// tabs then. A change without names that has a View closed it.
	View     ViewID
	Session  session.ID
	From, To string
}

// Placed is a tab and its place.
type Placed struct {
	View ViewID
	// ViewName is for a view that has to be made again.
	ViewName string
	Index    int
	Tab      Tab
}

const (
	// HistoryLimit is the number of changes that can be undone.
	HistoryLimit = 50
	// OneChange is the time within which changes of size follow one another to be
	// undone at once.
	OneChange = time.Second
)

// titleOf is what a change of structure is called; false for an action that is
// none.
func titleOf(a Action) (string, bool) {
	switch a := any(a).(type) { // few of the actions are meant
	case SplitPane:
		return "split", true
	case OpenFloat, FloatPane:
		return "float", true
	case OpenLayout:
		return "open " + cmp.Or(cleanTitle(a.Title), "tabs"), true
	case TilePane:
		return "tile", true
	case MovePane, MoveFloat:
		return "move", true
	case PlaceFloat:
		return "place", true
	case ResizePane, MoveBorder:
		return "resize", true
	case Equalize, ApplyPreset:
		return "layout", true
	case UseArrangement:
		return "layout " + a.Name, true
	case SwapPanes, SwapNext:
		return "swap", true
	case RotatePanes:
		return "rotate", true
	case BreakPane:
		return "break", true
	case JoinTab:
		return "join", true
	case RenameTab, RenameSession, RenameView:
		return "rename", true
	case MoveTab, MoveTabToView:
		return "move tab", true
	case CloseView:
		return "close view", true
	}
	return "", false
}

// chronicle takes note of what an action changed.
func (d *draft) chronicle(a Action) {
	var c Change
	switch of := any(a).(type) { // few of the actions are meant
	case CloseTab, ClosePane:
		e := d.Undo[len(d.Undo)-1]
		c = Change{Title: "close " + e.Title, Closed: e.Sessions, Whole: e.Pane == nil}
	case RenameSession:
		c = Change{Title: "rename", Session: of.Session, From: d.before.Sessions[of.Session].Name, To: d.Sessions[of.Session].Name}
	case RenameView:
		was, _ := d.before.View(of.View)
		is, _ := d.View(of.View)
		c = Change{Title: "rename", View: of.View, From: was.Name, To: is.Name}
	default:
		title, structural := titleOf(a)
		if !structural {
			return
		}
		c = Change{Title: title, At: changedAt(a)}
		c.Before, c.After = d.touched(a)
		c.Left, c.Came = d.before.ShownView().ActiveTab, d.ShownView().ActiveTab
		if v, ok := a.(CloseView); ok {
			c.View = v.View
		}
		c.Opened = d.openedViews()
	}
	if len(c.Before)+len(c.After)+len(c.Closed) == 0 && c.From == c.To {
		return
	}
	d.Future = nil
	if last := len(d.Past) - 1; last >= 0 && follows(d.Past[last], c) {
		d.Past = slices.Clone(d.Past)
		d.Past[last].After, d.Past[last].Came, d.Past[last].At = c.After, c.Came, c.At
		return
	}
	d.Past = recorded(d.Past, c)
}

// openedViews are the views that were not there before.
func (d *draft) openedViews() (opened []ViewID) {
	for _, v := range d.Views {
		if _, was := d.before.View(v.ID); !was {
			opened = append(opened, v.ID)
		}
	}
	return opened
}

// recorded appends to a list of changes of which only so many are kept.
func recorded(list []Change, c Change) []Change {
	from := max(len(list)+1-HistoryLimit, 0)
	return append(slices.Clone(list[from:]), c)
}

// changedAt is the time of a change of size or place of which several may count
// as one.
func changedAt(a Action) time.Time {
	switch a := any(a).(type) { // few of the actions are meant
	case ResizePane:
		return a.At
	case MoveBorder:
		return a.At
	case PlaceFloat:
		return a.At
	case MoveFloat:
		return a.At
	}
	return time.Time{}
}

// follows reports whether a change only continues another.
func follows(last, c Change) bool {
	if last.At.IsZero() || c.At.IsZero() || len(c.After) != 1 || len(last.After) != 1 {
		return false
	}
	gap := c.At.Sub(last.At)
	return gap >= 0 && gap < OneChange && c.After[0].Tab.ID == last.After[0].Tab.ID
}

// touched lists the tabs that an action changed, as they were and as they are.
func (d *draft) touched(a Action) (before, after []Placed) {
	moved := TabID{}
	if m, ok := a.(MoveTab); ok {
		moved = m.Tab
	}
	was, is := d.before.placed(), d.placed()
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

// placed lists all open tabs, with their places.
func (s State) placed() []Placed {
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
