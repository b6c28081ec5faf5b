package workspace

import (
	"fmt"
	"slices"

	"dormer/session"
)

// Typing into several panes at once. Which panes take it is part of the tab and
// stays with it, whoever looks; a pane that leaves the tab leaves them too.

// SyncedWith lists the panes that take what is typed into one: itself alone
// where it is not among several chosen.
func (t Tab) SyncedWith(id session.ID) []session.ID {
	if len(t.Synced) < 2 || !slices.Contains(t.Synced, id) {
		return []session.ID{id}
	}
	return t.Synced
}

func (d *draft) syncTab(a SyncTab) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("type into all panes: %w", err)
	}
	t := p.tab()
	t.Synced = nil
	if a.On {
		t.Synced = t.Panes()
	}
	return nil
}

func (d *draft) syncPane(a SyncPane) error {
	p, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("type into several panes: %w", err)
	}
	t := p.tab()
	rest := dropped(t.Synced, a.Session)
	if a.On {
		rest = append(rest, a.Session)
	}
	t.Synced = kept(t.Panes(), func(id session.ID) bool { return slices.Contains(rest, id) })
	return nil
}

// addSynced lets a pane that is about to be opened in a tab take part where all
// others do.
func (t *Tab) addSynced(id session.ID) {
	if len(t.Synced) > 0 && len(t.Synced) == len(t.Panes()) {
		t.Synced = append(slices.Clone(t.Synced), id)
	}
}

// dropUnsynced takes out of those that type together the panes that have left
// their tab, and keeps the others in the order of its panes.
func (d *draft) dropUnsynced() {
	for i := range d.Views {
		for j := range d.Views[i].Tabs {
			if t := &d.Views[i].Tabs[j]; len(t.Synced) > 0 {
				t.Synced = kept(t.Panes(), func(id session.ID) bool { return slices.Contains(t.Synced, id) })
			}
		}
	}
}
