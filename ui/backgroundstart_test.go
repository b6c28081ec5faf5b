package ui

import (
	"testing"
	"time"

	"dormer/session"
	"dormer/ui/config"
	"dormer/ui/live"
	"dormer/workspace"
)

// relaunched returns a program that has just opened a workspace of three tabs, the last of which is
// active.
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
	w.m.live.Close()
	clear(w.owners)
	w.timers = nil
	w.m = newModel(d)
	w.do(w.m.Init())
	return w, tabs
}

func TestRelaunchConnectsToTheShownTabFirst(t *testing.T) {
	w, tabs := relaunched(t)
	if w.owners[tabs[2]] == nil || len(w.owners) != 1 {
		t.Fatalf("connected to %d sessions, want the active one only", len(w.owners))
	}
	w.timers = nil
	w.take(live.News{ID: tabs[2]})
	if len(w.timers) != 1 || w.set(backgroundTimer) != 1 {
		t.Errorf("after news of it, timers %v; want the background timer", w.timers)
	}
	w.ring(backgroundTimer)
	if len(w.owners) != 3 {
		t.Errorf("connected to %d sessions, want all 3", len(w.owners))
	}
}

// S3-42: the sessions of a view are connected when the view is shown.
func TestRelaunchLeavesOtherViewsAlone(t *testing.T) {
	w := newWorld(t, standard)
	first := w.m.activePane()
	w.press("ctrl+b", "V", "x", "enter", "ctrl+b", "c")
	second := w.m.activePane()
	again := w.relaunched(config.RestoreStart, nil)
	again.ring(backgroundTimer)
	if len(again.owners) != 1 || again.owners[second] == nil {
		t.Fatalf("connected to %d sessions, want only the active view's", len(again.owners))
	}
	again.press("ctrl+b", "(")
	if again.owners[first] == nil {
		t.Error("the session of the other view is not connected when it is shown")
	}
}

func TestRelaunchConnectsToTheRestAfterTheLimit(t *testing.T) {
	w, tabs := relaunched(t)
	w.ring(backgroundTimer) // the limit, set at once
	first := w.owners[tabs[0]]
	if first == nil || len(w.owners) != 3 {
		t.Fatalf("connected to %d sessions, want all 3", len(w.owners))
	}
	w.ring(backgroundTimer)
	if w.owners[tabs[0]] != first {
		t.Error("connected twice")
	}
}

// TestRelaunchSwitchesTabAtOnce: a tab selected before the background start does not wait for it,
// and is not connected again.
func TestRelaunchSwitchesTabAtOnce(t *testing.T) {
	w, tabs := relaunched(t)
	w.press("ctrl+b", "1")
	first := w.owners[tabs[0]]
	if first == nil {
		t.Fatal("the tab on the screen has no session")
	}
	w.ring(backgroundTimer)
	if w.owners[tabs[0]] != first || len(w.owners) != 3 {
		t.Error("the other sessions were not started exactly once")
	}
}

// TestBackgroundStartsAreLimited: sessions with slow shells do not all start at once, and a
// selected session does not wait for them.
func TestBackgroundStartsAreLimited(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 10, Cols: 40})
	for range 3 * 3 {
		w.press("ctrl+b", "c")
	}
	var ids []session.ID
	pasts := map[session.ID]session.Past{}
	for _, tab := range w.m.activeView().Tabs {
		ids = append(ids, tab.Active)
		pasts[tab.Active] = session.Past{Lifecycle: session.LifecycleRunning}
	}
	again := w.relaunched(config.RestoreStart, pasts)
	started := func() (n int) {
		again.mu.Lock()
		defer again.mu.Unlock()
		for _, o := range again.owners {
			if o.spec.ID != (session.ID{}) {
				n++
			}
		}
		return n
	}
	if n := started(); n != 1 {
		t.Fatalf("%d sessions were started, want the one on the screen", n)
	}
	again.ring(backgroundTimer)
	if n := started(); n != 1+3 {
		t.Errorf("%d sessions were started, want %d more than the one on the screen", n, 3)
	}
	again.ring(backgroundTimer)
	if n := started(); n != 1+3 {
		t.Errorf("%d sessions were started while none had a prompt", n)
	}
	last := ids[len(ids)-2]
	again.press("ctrl+b", "p")
	again.mu.Lock()
	there := again.owners[last] != nil
	again.mu.Unlock()
	if again.m.activePane() != last || !there {
		t.Error("a selected session waits for the others")
	}
	for range len(ids) {
		again.now = again.now.Add(2 * time.Second)
		again.ring(backgroundTimer)
	}
	if n := started(); n != len(ids) {
		t.Errorf("%d sessions were started in the end, want %d", n, len(ids))
	}
}
