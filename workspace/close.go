package workspace

import (
	"fmt"
	"slices"
	"time"

	"dormer/session"
)

func (d *draft) closeTab(a CloseTab) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("close tab: %w", err)
	}
	t := *p.tab()
	d.push(Closed{
		Title:    d.TabTitle(t),
		View:     p.view.ID,
		Sessions: t.Panes(),
		Tab:      t,
		TabIndex: p.index,
	}, shelf{a.At, a.Shelf})
	p.removeTab()
	return nil
}

func (d *draft) closePane(a ClosePane) error {
	p, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("close pane: %w", err)
	}
	t := p.tab()
	if !t.hasSeveralPanes() {
		return d.closeTab(CloseTab{Tab: t.ID, At: a.At, Shelf: a.Shelf})
	}
	pane := remember(*t, a.Session)
	entry := Closed{
		Title:    d.Sessions[a.Session].DisplayTitle(),
		View:     p.view.ID,
		Sessions: []session.ID{a.Session},
		Tab:      Tab{ID: t.ID, Name: t.Name},
		TabIndex: p.index,
	}
	p.removePane(a.Session, a.Area)
	pane.settle(*t)
	entry.Pane = &pane
	d.push(entry, shelf{a.At, a.Shelf})
	return nil
}

// removePane takes a pane out of its tab, and removes the tab if it was the last pane. The
// focus goes to the pane that last had it, or else to the previous pane.
func (p tabPlace) removePane(id session.ID, area session.Size) {
	t := p.tab()
	if !t.hasSeveralPanes() {
		p.removeTab()
		return
	}
	next := neighbourInList(t.shown(), id)
	t.removePane(id, area)
	t.Recent = dropped(t.Recent, id)
	if t.Active != id {
		return
	}
	if recent := filter(t.Recent, t.visible); len(recent) > 0 {
		next = recent[len(recent)-1]
	}
	if next == id || !t.Has(next) {
		next = Leaves(t.Root)[0]
	}
	t.Active = next
	t.Recent = dropped(t.Recent, next)
	t.raise(next)
}

// removePane takes a pane out of a tab that has several.
func (t *Tab) removePane(id session.ID, area session.Size) {
	if t.floatIndex(id) >= 0 {
		t.dropFloat(id)
		t.Zoomed = false
		return
	}
	root := dropPane(t.Root, area, id)
	if root == nil {
		t.Root = nil
		t.tileOne()
		root = t.Root
	}
	t.setRoot(root)
}

// visible reports whether a pane is not a hidden float.
func (t Tab) visible(id session.ID) bool {
	f, _ := t.Float(id)
	return !f.Hidden
}

// neighbourInList returns the pane before id in a list, the second one if id is the first, and id
// itself if it is alone.
func neighbourInList(ids []session.ID, id session.ID) session.ID {
	switch i := slices.Index(ids, id); {
	case i > 0:
		return ids[i-1]
	case i == 0 && len(ids) > 1:
		return ids[1]
	}
	return id
}

// shelf holds the time at which entries were put onto the undo stack, and the settings for
// keeping them.
type shelf struct {
	at time.Time
	Shelf
}

// push puts an entry onto the undo stack. If that exceeds the limit, the oldest entry of the
// same kind is dropped and its sessions end. So entries in which nothing runs never push out
// entries in which something runs.
func (d *draft) push(c Closed, on shelf) {
	keep, limit := on.Keep, undoLimit(on.Limit)
	if keep <= 0 {
		keep = UndoTime
	}
	// The time keeps its monotonic clock reading. So setting the clock or suspending the
	// machine does not change the remaining time.
	c.ClosedAt, c.ExpiresAt = on.at, on.at.Add(keep)
	if v, err := d.view(c.View); err == nil && v.ID != MainView {
		c.ViewName = v.Name
	}
	c.Over = !slices.ContainsFunc(c.Sessions, func(id session.ID) bool { return !slices.Contains(on.Over, id) })
	d.Undo = append(d.Undo, c)
	text := closedText(c)
	if gone := d.dropTooMany(c.Over, limit); len(gone) > 0 && !c.Over {
		// One sentence, because a second notice would hide the first.
		text = endedText(gone, limit) + "; " + text
	}
	d.notify(Notify{Text: text, Until: c.ExpiresAt})
}

// dropTooMany drops the oldest entries of one kind, those in which nothing runs any more (over)
// or the others, until at most limit are left. It returns the dropped entries. If both kinds
// together exceed [maxUndo], entries in which nothing runs are dropped first.
func (d *draft) dropTooMany(over bool, limit int) (gone []Closed) {
	n := len(filter(d.Undo, func(c Closed) bool { return c.Over == over })) - limit
	d.Undo = slices.DeleteFunc(d.Undo, func(c Closed) bool {
		drop := c.Over == over && n > 0
		if drop {
			n--
			gone = append(gone, c)
		}
		return drop
	})
	for len(d.Undo) > maxUndo {
		i := max(slices.IndexFunc(d.Undo, func(c Closed) bool { return c.Over }), 0)
		d.Undo = slices.Delete(d.Undo, i, i+1)
	}
	return gone
}

// running returns the entries of the undo stack in which something runs.
func running(undo []Closed) []Closed { return filter(undo, func(c Closed) bool { return !c.Over }) }

// undoLimit returns the maximum number of entries on the undo stack for the limit that an
// action asks for; 0 means the default.
func undoLimit(asked int) int {
	if asked <= 0 {
		return undoLimitDefault
	}
	return min(asked, maxUndo)
}

// endedText returns the notice about dropped entries.
func endedText(gone []Closed, limit int) string {
	what := "`" + gone[0].Title + "`"
	if n := len(gone); n > 1 {
		what = fmt.Sprintf("%d closed before", n)
	}
	return fmt.Sprintf("ended %s: only the last %d closed are kept", what, limit)
}

func closedText(c Closed) string {
	what := "`" + c.Title + "`"
	if n := len(c.Sessions); n > 1 {
		what += fmt.Sprintf(" with its %d panes", n)
	}
	return "closed " + what
}

func (d *draft) killPane(a KillPane) error {
	title := d.Sessions[a.Session].DisplayTitle()
	if !d.forget(a.Session, a.Area) {
		return fmt.Errorf("kill pane %s: %w", a.Session, ErrGone)
	}
	d.notify(Notify{Text: "killed `" + title + "`"})
	return nil
}

// forget removes a session from layouts and the undo stack, and reports whether it was in
// either.
func (d *draft) forget(id session.ID, area session.Size) bool {
	if p, err := d.placeWith(id); err == nil {
		p.removePane(id, area)
		return true
	}
	i := d.ClosedHolding(id)
	if i < 0 {
		return false
	}
	c, left := d.Undo[i].without(func(other session.ID) bool { return other == id })
	if !left {
		d.Undo = slices.Delete(d.Undo, i, i+1)
		return true
	}
	d.Undo[i] = c
	return true
}

// without returns an entry of the undo stack without some sessions, or false if none is left.
func (c Closed) without(drop func(session.ID) bool) (Closed, bool) {
	left := filter(c.Sessions, func(id session.ID) bool { return !drop(id) })
	if len(left) == 0 {
		return c, false
	}
	c.Sessions = left
	if c.Pane != nil {
		return c, true
	}
	c.Tab = c.Tab.withoutPanes(drop)
	return c, true
}

// withoutPanes returns a tab without some, but not all, of its panes. If the focused pane is
// removed, the first pane gets the focus.
func (t Tab) withoutPanes(drop func(session.ID) bool) Tab {
	t.Root = pruned(t.Root, drop)
	t.Floats = keptFloats(t.Floats, func(id session.ID) bool { return !drop(id) })
	t.tileOne()
	t.Recent = filter(t.Recent, func(id session.ID) bool { return !drop(id) })
	if drop(t.Active) {
		t.Active = Leaves(t.Root)[0]
		t.Recent = dropped(t.Recent, t.Active)
		t.Zoomed = false
	}
	t.Zoomed = t.Zoomed && t.hasSeveralPanes()
	t.Synced = filter(t.Synced, func(id session.ID) bool { return !drop(id) })
	return t
}

func keptFloats(floats []Float, pass func(session.ID) bool) []Float {
	if !slices.ContainsFunc(floats, func(f Float) bool { return !pass(f.Session) }) {
		return floats
	}
	return filter(floats, func(f Float) bool { return pass(f.Session) })
}

// pruned returns a layout without some of its panes, or root itself if nothing changes.
func pruned(root *Node, drop func(session.ID) bool) *Node {
	if root == nil || !slices.ContainsFunc(Leaves(root), drop) {
		return root
	}
	return changed(root, session.Size{}, func(n *Node, _ Rect) *Node { return without(n, drop) })
}
