package ui

import (
	"testing"

	"dormer/ui/gitstate"
	"dormer/workspace"
)

// A pane shows the branch found last for its current directory.
func TestBranchOfAPane(t *testing.T) {
	w := newWorld(t, standard)
	id := w.m.activePane()
	if _, err := w.m.try(workspace.SessionMoved{Session: id, Dir: "/late"}); err != nil {
		t.Fatal(err)
	}
	if w.take(gitstate.Branch{Dir: "/late", Name: "side"}); w.m.labels().Branch(id) != "side" {
		t.Errorf("the pane is on %q", w.m.labels().Branch(id))
	}
	if w.take(gitstate.Branch{Dir: "/hangs", Name: "old"}); w.m.labels().Branch(id) != "side" {
		t.Errorf("a late result for another directory puts the pane on %q", w.m.labels().Branch(id))
	}
	if w.take(gitstate.Changes{Worktree: "/late", Short: "+1"}); w.m.labels().Branch(id) != "side +1" {
		t.Errorf("with changes the pane is on %q", w.m.labels().Branch(id))
	}
	drawn := w.m.published
	if w.take(gitstate.Changes{Worktree: "/late", Short: "+1"}); w.m.published != drawn {
		t.Error("the screen is drawn again although nothing has changed")
	}
}
