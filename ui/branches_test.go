package ui

import (
	"fmt"
	"testing"

	"dormer/workspace"
)

// A directory whose file system does not answer is looked at once, and no more than a few
// such are at a time; the others go on.
func TestABranchThatHangsHoldsNothingUp(t *testing.T) {
	w := newWorld(t, standard)
	id := w.m.activePane()
	in := func(dir string) bool {
		if _, err := w.m.try(workspace.SessionMoved{Session: id, Dir: dir}); err != nil {
			t.Fatal(err)
		}
		return w.m.lookForBranch(id) != nil
	}
	if !in("/hangs") || in("/hangs") {
		t.Error("a directory that hangs is not looked at once")
	}
	for i := range 3 {
		if !in(fmt.Sprintf("/there/%d", i)) {
			t.Errorf("directory %d is not looked at beside one that hangs", i)
		}
	}
	if in("/late") {
		t.Error("more are looked at than may be")
	}
	if cmd := (branchFound{"/there/0", "main"}).tell(w.m); cmd == nil {
		t.Error("one that waited is not looked at when another was found")
	}
	if (branchFound{"/late", "side"}).tell(w.m); w.m.labels().Branch(id) != "side" {
		t.Errorf("the pane is on %q", w.m.labels().Branch(id))
	}
	if (branchFound{"/hangs", "old"}).tell(w.m); w.m.labels().Branch(id) != "side" {
		t.Errorf("what was found late of another directory puts the pane on %q", w.m.labels().Branch(id))
	}
}
