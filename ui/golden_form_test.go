package ui

import (
	"strings"
	"testing"

	"dormer/session/grid"
	"dormer/ui/keys"
)

// The form for a new worktree looks the same when filled in by keys and by mouse.
func TestGoldenFramesOfTheWorktreeForm(t *testing.T) {
	empty := func(w *world) {
		w.m.worktrees.Maker = &fakeWorktrees{}
		w.press("ctrl+b", "N")
	}
	byKeys := func(w *world) {
		empty(w)
		w.press("t", "o", "down", "enter", "tab", "m", "a", "down", "enter", "tab", "c", "l", "down", "enter", "tab", "g", "o", "space", "o", "n")
	}
	byMouse := func(w *world) {
		empty(w)
		w.clickOn("the first one")
		w.press("g", "o", "space", "o", "n")
		w.clickOn("none: a shell")
		w.press("c", "l")
		w.clickOn("claude  ") // and not claude-chat
		w.clickOn("the current commit")
		w.press("m", "a")
		w.clickOn(" main")
		w.clickOn("a new one, or")
		w.press("t", "o")
		w.clickOn(" topic")
		w.clickOn("go on")
		w.press("end")
	}
	forEachLook(t, "form", byKeys)
	if !*update {
		forEachLook(t, "form", byMouse)
	}
	forEachLook(t, "form-offers", func(w *world) { empty(w); w.press("t", "o") })
	forEachLook(t, "form-wrong", func(w *world) { byKeys(w); w.clickOn("claude"); w.press("ctrl+u", "enter") })
}

// clickOn clicks on the last occurrence of a text on the screen.
func (w *world) clickOn(text string) {
	w.t.Helper()
	rows := newCanvas(w.t.(*testing.T), w).paint()
	for y := len(rows) - 1; y >= 0; y-- {
		if i := strings.LastIndex(rows[y], text); i >= 0 {
			x := grid.StringWidth(rows[y][:i]) + 1
			w.mouse(x, y, keys.ButtonLeft, keys.MousePress)
			w.mouse(x, y, keys.ButtonLeft, keys.MouseRelease)
			return
		}
	}
	w.t.Fatalf("%q is not on the screen:\n%s", text, strings.Join(rows, "\n"))
}
