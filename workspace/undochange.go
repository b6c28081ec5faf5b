package workspace

import (
	"fmt"
	"slices"

	"dormer/session"
)

// Undo and redo of changes. Events that are not recorded as changes, such as a child that
// exited or an entry brought back from the shelf, are not undone. So undo restores a layout
// with those of its panes that still exist, keeps the panes opened since, and skips a change
// that can no longer be undone.

func (d *draft) undo(a Undo) error {
	d.dropExpired(a.At)
	for len(d.Past) > 0 {
		c := d.Past[len(d.Past)-1]
		done, err := d.revert(c, a)
		if err != nil {
			return fmt.Errorf("undo %s: %w", c.Title, err)
		}
		d.Past = slices.Clip(d.Past[:len(d.Past)-1])
		if done {
			d.Future = recorded(d.Future, c)
			return nil
		}
	}
	d.Past = nil
	holding, some := d.closedByUser()
	if !some {
		d.notify(Notify{Text: "there is nothing to undo"})
		return nil
	}
	return d.undoClose(UndoClose{At: a.At, Holding: holding, Tab: a.Tab})
}

// closedByUser returns a session of the newest entry of the undo stack that the user closed. It
// skips entries that were put there by an undo, since [Redo] brings these back.
func (d *draft) closedByUser() (holding session.ID, some bool) {
	undone := map[session.ID]bool{}
	for _, c := range d.Future {
		before := panesOf(c.Before)
		for _, id := range panesOf(c.After) {
			undone[id] = !slices.Contains(before, id)
		}
	}
	for _, c := range slices.Backward(d.Undo) {
		if !undone[c.Sessions[0]] {
			return c.Sessions[0], true
		}
	}
	return session.ID{}, false
}

func (d *draft) revert(c Change, a Undo) (done bool, err error) {
	switch {
	case len(c.Closed) > 0:
		i := slices.IndexFunc(c.Closed, func(id session.ID) bool { return d.ClosedHolding(id) >= 0 })
		if i < 0 {
			return false, nil
		}
		return true, d.undoClose(UndoClose{At: a.At, Holding: c.Closed[i], Tab: a.Tab})
	case c.From != c.To:
		done = d.rename(c, c.From)
	default:
		done, err = d.replace(c.After, c.Before, c.ShownBefore, shelf{a.At, a.Shelf})
		if done {
			d.dropOpened(c)
		}
	}
	if done {
		d.notify(Notify{Text: "undone: " + c.Title})
	}
	return done, err
}

func (d *draft) redo(a Redo) error {
	d.dropExpired(a.At)
	for len(d.Future) > 0 {
		c := d.Future[len(d.Future)-1]
		done, err := d.repeat(c, a)
		if err != nil {
			return fmt.Errorf("redo %s: %w", c.Title, err)
		}
		d.Future = slices.Clip(d.Future[:len(d.Future)-1])
		if done {
			d.Past = recorded(d.Past, c)
			d.Future = orNil(d.Future)
			return nil
		}
	}
	d.Future = nil
	d.notify(Notify{Text: "nothing to redo"})
	return nil
}

func (d *draft) repeat(c Change, a Redo) (done bool, err error) {
	switch {
	case len(c.Closed) > 0:
		return d.closeAgain(c, shelf{a.At, a.Shelf})
	case c.From != c.To:
		done = d.rename(c, c.To)
	default:
		done, err = d.replace(c.Before, c.After, c.ShownAfter, shelf{a.At, a.Shelf})
		d.dropEmptied(c.View)
	}
	if done {
		d.notify(Notify{Text: "redone: " + c.Title})
	}
	return done, err
}

// dropOpened removes the views that an undone change had opened. If one of them is on the
// screen, the view that it was opened from is shown.
func (d *draft) dropOpened(c Change) {
	was := d.ActiveView
	for _, v := range c.Opened {
		d.dropEmptied(v)
	}
	if p, err := d.placeOf(c.ShownBefore); err == nil && d.ActiveView != was {
		d.ActiveView = p.view.ID
	}
}

// dropEmptied removes a view if it is empty.
func (d *draft) dropEmptied(id ViewID) {
	if v, err := d.view(id); err != nil || id == MainView || len(v.Tabs) > 0 {
		return
	}
	d.Views = slices.DeleteFunc(d.Views, func(v View) bool { return v.ID == id })
	if d.ActiveView == id {
		d.ActiveView = MainView
	}
}

// closeAgain closes the tab or pane that an undo brought back, if it has not changed since.
func (d *draft) closeAgain(c Change, on shelf) (bool, error) {
	p, open := d.placeWhere(func(t Tab) bool { return t.Has(c.Closed[0]) })
	if !open || c.Whole && !sameSet(p.tab().Panes(), c.Closed) {
		return false, nil
	}
	if c.Archived {
		return true, d.archive(ArchiveSession{Session: c.Closed[0], At: on.at, Shelf: on.Shelf})
	}
	if err := d.roomOnShelf(1, on); err != nil {
		return false, err
	}
	if c.Whole {
		return true, d.closeTab(CloseTab{Tab: p.tab().ID, At: on.at, Shelf: on.Shelf})
	}
	return true, d.closePane(ClosePane{Session: c.Closed[0], At: on.at, Shelf: on.Shelf})
}

// roomOnShelf returns an error if n more entries would end a running session to make room on
// the undo stack.
func (d *draft) roomOnShelf(n int, on shelf) error {
	already := len(running(d.Undo))
	if already+n <= undoLimit(on.Limit) {
		return nil
	}
	return fmt.Errorf("that would close %d more, and %d are closed already: bring one back or end one on the shelf first", n, already)
}

func sameSet(a, b []session.ID) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(id session.ID) bool { return !slices.Contains(b, id) })
}

// rename sets the name of the view or session that a change renamed, and reports whether the
// name was different.
func (d *draft) rename(c Change, name string) bool {
	if c.View != "" {
		v, err := d.view(c.View)
		if err != nil || v.Name == name {
			return false
		}
		v.Name = name
		return true
	}
	r, known := d.Sessions[c.Session]
	if !known || r.Name == name {
		return false
	}
	r.Name = name
	d.Sessions[c.Session] = r
	return true
}
