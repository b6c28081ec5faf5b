package workspace

import (
	"fmt"
	"slices"

	"dormer/session"
)

// Typing into several panes at once. The synchronized panes are part of the tab, so they are
// the same for every viewer. A pane that leaves the tab is no longer synchronized.

// SyncedWith returns the panes that receive the input typed into a pane: the synchronized panes
// of the tab if it is one of them, otherwise only the pane itself.
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
	t.Synced = filter(t.Panes(), func(id session.ID) bool { return slices.Contains(rest, id) })
	return nil
}

// addSynced synchronizes a pane that is about to be opened in a tab, if all other panes of the
// tab are synchronized.
func (t *Tab) addSynced(id session.ID) {
	if len(t.Synced) > 0 && len(t.Synced) == len(t.Panes()) {
		t.Synced = append(slices.Clone(t.Synced), id)
	}
}

// dropUnsynced removes panes that have left their tab from its synchronized panes, and sorts
// the others in the order of the tab's panes.
func (d *draft) dropUnsynced() {
	for i := range d.Views {
		for j := range d.Views[i].Tabs {
			if t := &d.Views[i].Tabs[j]; len(t.Synced) > 0 {
				t.Synced = filter(t.Panes(), func(id session.ID) bool { return slices.Contains(t.Synced, id) })
			}
		}
	}
}
