package ui

import (
	"slices"
	"strings"
	"testing"

	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/keys"
)

func TestFinderClicksChoose(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "c", "ctrl+b", "c", "ctrl+b", "@")
	f, ok := w.m.dialog().(*dialog.Finder)
	if !ok || len(f.Shown) != 2 {
		t.Fatalf("the dialog is %T", w.m.dialog())
	}
	w.m.scene() // draws the dialog, which records where the rows are
	w.mouse(f.Rows.X+2, f.Rows.Y+1, keys.ButtonLeft, keys.MousePress)
	if w.m.dialog() == nil {
		t.Fatal("a click on another row chose it at once")
	}
	w.mouse(f.Rows.X+2, f.Rows.Y+1, keys.ButtonLeft, keys.MousePress)
	if tabs := w.m.activeView().Tabs; w.m.dialog() != nil || len(tabs) != 2 {
		t.Errorf("after the second click there are %d tabs", len(tabs))
	}
}

// On a narrow screen the preview is below the list, and all keys are shown.
func TestNarrowFinderHasItsPreviewBelow(t *testing.T) {
	w := newWorld(t, standard)
	id := w.m.activePane()
	w.shows(id, 0, "the text of the pane")
	c := newCanvas(t, w)
	w.press("ctrl+b", "w")
	rows := strings.Join(c.paint(), "\n")
	list, picture := strings.Index(rows, "1 sh  /src"), strings.LastIndex(rows, "the text of the pane")
	if list < 0 || picture < list {
		t.Errorf("the preview is not below the list:\n%s", rows)
	}
	for _, foot := range []string{"Enter goes there", "Ctrl-s starts again", "Esc closes"} {
		if !strings.Contains(rows, foot) {
			t.Errorf("%q is not shown:\n%s", foot, rows)
		}
	}
	w.press("esc")
	w.press("ctrl+b", ":")
	if rows := c.paint(); strings.Contains(strings.Join(rows[3:20], "\n"), "the text of the pane") {
		t.Error("the palette loses lines to the preview")
	}
}

// A right click on a line of a list opens the item's menu. Choosing "go to" closes the list.
func TestListItemsHaveContextMenus(t *testing.T) {
	w, left, right := twoPanes(t)
	c := newCanvas(t, w)
	w.press("ctrl+b", "w")
	c.paint()
	f := w.top()
	at := slices.IndexFunc(f.Shown, func(s dialog.Match) bool { return f.Items[s.Item].Session == left && f.Items[s.Item].Depth > 0 })
	w.mouse(f.Rows.X+5, f.Rows.Y+at, keys.ButtonRight, keys.MousePress)
	w.mouse(f.Rows.X+5, f.Rows.Y+at, keys.ButtonRight, keys.MouseRelease)
	d := w.menuOf()
	if d == nil || d.About != (command.Subject{Kind: command.AboutOther, Pane: left}) {
		t.Fatalf("got %+v", w.m.dialog())
	}
	w.press("g", "enter")
	if w.m.dialog() != nil || w.m.activePane() != left {
		t.Errorf("%d dialogs, focus on the other: %v", len(w.m.dialogs), w.m.activePane() == right)
	}
}
