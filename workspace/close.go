package workspace

import (
	"fmt"
	"slices"
	"time"

	"dormer/session"
)

func (d *draft) closeTab(a CloseTab) error {
	p, err := d.spotOf(a.Tab)
	if err != nil {
		return fmt.Errorf("close tab: %w", err)
	}
	t := *p.tab()
	d.push(Closed{
		Title:    d.TabTitle(t),
		View:     p.view.ID,
		Sessions: Leaves(t.Root),
		Tab:      t,
		TabIndex: p.index,
	}, a.At, a.Keep, a.Limit)
	p.removeTab()
	return nil
}

func (d *draft) closePane(a ClosePane) error {
	p, err := d.spotWith(a.Session)
	if err != nil {
		return fmt.Errorf("close pane: %w", err)
	}
	t := p.tab()
	if t.Root.Pane() {
		return d.closeTab(CloseTab{Tab: t.ID, At: a.At, Keep: a.Keep, Limit: a.Limit})
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
	pane.After = t.Root
	entry.Pane = &pane
	d.push(entry, a.At, a.Keep, a.Limit)
	return nil
}

// removePane takes a pane out of its tab, and the tab out of its view where it
// was the last. The focus goes to the pane that had it last, or else to the one
// before.
func (p spot) removePane(id session.ID, area session.Size) {
	t := p.tab()
	if t.Root.Pane() {
		p.removeTab()
		return
	}
	next := besideInOrder(t.Root, id)
	t.setRoot(dropPane(t.Root, area, id))
	if t.Active != id {
		return
	}
	if n := len(t.Recent); n > 0 {
		next = t.Recent[n-1]
	}
	t.Active = next
	t.Recent = dropped(t.Recent, next)
}

// besideInOrder is the pane before another in layout order, or the one after the
// first.
func besideInOrder(root *Node, id session.ID) session.ID {
	ids := Leaves(root)
	i := slices.Index(ids, id)
	if i == 0 {
		return ids[1]
	}
	return ids[i-1]
}

// push puts an entry onto the undo stack. An entry too many makes the oldest go,
// and its sessions with it.
func (d *draft) push(c Closed, now time.Time, keep time.Duration, limit int) {
	if keep <= 0 {
		keep = UndoTime
	}
	if limit <= 0 {
		limit = UndoLimit
	}
	limit = min(limit, UndoMost)
	// The deadline is one of the wall clock, which goes on while the machine sleeps
	// and is what is saved.
	now = now.Round(0)
	c.ClosedAt, c.ExpiresAt = now, now.Add(keep)
	d.Undo = append(d.Undo, c)
	for len(d.Undo) > limit {
		d.notify(Notify{Text: fmt.Sprintf("ended `%s`: only the last %d closed can be brought back", d.Undo[0].Title, limit)})
		d.Undo = slices.Delete(d.Undo, 0, 1)
	}
	d.notify(Notify{Text: closedText(c), Until: c.ExpiresAt})
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

// forget takes a session out of wherever it is, also out of the undo stack. It
// reports whether the session was anywhere.
func (d *draft) forget(id session.ID, area session.Size) bool {
	if p, err := d.spotWith(id); err == nil {
		p.removePane(id, area)
		return true
	}
	i := slices.IndexFunc(d.Undo, func(c Closed) bool { return slices.Contains(c.Sessions, id) })
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

// without returns an entry of the undo stack without some sessions; false where
// nothing of it is left.
func (c Closed) without(drop func(session.ID) bool) (Closed, bool) {
	left := kept(c.Sessions, func(id session.ID) bool { return !drop(id) })
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

// withoutPanes returns a tab without some, but not all, of its panes. A focus
// that went with them falls to the first pane.
func (t Tab) withoutPanes(drop func(session.ID) bool) Tab {
	t.Root = pruned(t.Root, drop)
	t.Recent = kept(t.Recent, func(id session.ID) bool { return !drop(id) })
	if drop(t.Active) {
		t.Active = Leaves(t.Root)[0]
		t.Recent = dropped(t.Recent, t.Active)
		t.Zoomed = false
	}
	t.Zoomed = t.Zoomed && !t.Root.Pane()
	return t
}

// pruned returns a layout without some of its panes, and the very same layout
// where that changes nothing.
func pruned(root *Node, drop func(session.ID) bool) *Node {
	if root == nil || !slices.ContainsFunc(Leaves(root), drop) {
		return root
	}
	return changed(root, session.Size{}, func(n *Node, _ Rect) *Node { return without(n, drop) })
}
