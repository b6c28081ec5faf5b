package ui

import (
	"testing"

	"dormer/session"
	"dormer/workspace"
)

// relaunched is a program that finds a workspace of three tabs, of which the last is
// active, and has not been told any time to have passed.
func relaunched(t *testing.T) (w *world, tabs []session.ID) {
	w = newWorld(t, session.Size{Rows: 10, Cols: 40})
	w.press("ctrl+b", "c", "ctrl+b", "c")
	for _, tab := range w.m.activeView().Tabs {
		tabs = append(tabs, workspace.Leaves(tab.Root)...)
	}
	if len(tabs) != 3 || w.m.activePane() != tabs[2] {
		t.Fatalf("%d tabs, want 3 with the last active", len(tabs))
	}
	d := w.m.deps
	d.State = w.m.state
	w.m.health.Close()
	clear(w.owners)
	w.timers = nil
	w.m = newModel(d)
	w.do(w.m.Init())
	return w, tabs
}

func TestRelaunchConnectsFirstToWhatIsLookedAt(t *testing.T) {
	w, tabs := relaunched(t)
	if w.owners[tabs[2]] == nil || len(w.owners) != 1 {
		t.Fatalf("connected to %d sessions, want the active one only", len(w.owners))
	}
	w.timers = nil
	w.take(sessionNews{tabs[2]})
	if len(w.timers) != 1 || w.timers[0] != (restDue{}) {
		t.Errorf("after news of it, timers %v; want that of the rest", w.timers)
	}
	w.take(restDue{})
	if len(w.owners) != 3 {
		t.Errorf("connected to %d sessions, want all 3", len(w.owners))
	}
}

func TestRelaunchConnectsToTheRestWithoutNews(t *testing.T) {
	w, tabs := relaunched(t)
	w.take(restDue{}) // the limit, armed at once
	first := w.owners[tabs[0]]
	if first == nil || len(w.owners) != 3 {
		t.Fatalf("connected to %d sessions, want all 3", len(w.owners))
	}
	w.take(restDue{})
	if w.owners[tabs[0]] != first {
		t.Error("connected twice")
	}
}

// TestRelaunchSwitchesTabAtOnce: a tab that is gone to before the rest begins does
// not wait for it, and is not connected to again.
func TestRelaunchSwitchesTabAtOnce(t *testing.T) {
	w, tabs := relaunched(t)
	w.press("ctrl+b", "1")
	first := w.owners[tabs[0]]
	if first == nil {
		t.Fatal("the tab on the screen has no session")
	}
	w.take(restDue{})
	if w.owners[tabs[0]] != first || len(w.owners) != 3 {
		t.Error("the rest began other than once for each")
	}
}
