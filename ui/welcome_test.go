package ui

import (
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/input"
	"dormer/ui/keys"
)

func TestWelcomeGoesWithTheFirstKeyWhichStillCounts(t *testing.T) {
	w := newWorld(t, standard)
	if w.m.welcomes() {
		t.Error("without a memory everybody is new at every launch")
	}
	kept := &memory{}
	w.m.deps.Memory = kept
	if strings.Contains(strings.Join(w.frame(), "\n"), "Welcome") {
		t.Error("the page is there before there is a picture")
	}
	w.take(restDue{})
	page := strings.Join(w.frame(), "\n")
	for _, want := range []string{"Welcome", "Ctrl-b c", `Ctrl-b %, Ctrl-b "`, "Ctrl-b d", "Esc closes"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	w.mouse(3, 3, keys.NoButton, keys.MouseMotion)
	w.take(inputMsg{events: []input.Event{input.Focus{In: true}}})
	if !w.m.welcomes() {
		t.Fatal("it goes without a key")
	}
	w.press("e")
	if got := expect[wire.Input](t, w.owner()); string(got.Data) != "e" {
		t.Errorf("of what was typed ahead the child got %q", got.Data)
	}
	if !w.m.welcomes() || kept.kept.Welcomed {
		t.Error("what was typed ahead takes it away unseen")
	}
	w.now = w.now.Add(glance)
	w.press("l")
	if got := expect[wire.Input](t, w.owner()); string(got.Data) != "l" {
		t.Errorf("the child got %q", got.Data)
	}
	if w.m.welcomes() || !kept.kept.Welcomed || strings.Contains(strings.Join(w.frame(), "\n"), "Welcome") {
		t.Error("it stays after the first key")
	}
}

func TestWelcomeGoesWithAClickAtOnce(t *testing.T) {
	w := newWorld(t, standard)
	w.m.deps.Memory = &memory{}
	w.mouse(3, 3, keys.ButtonLeft, keys.MousePress)
	if w.m.welcomes() {
		t.Error("it stays after a click")
	}
}

// Escape is for the page alone: a shell would make an Alt chord of it and the letter
// after it.
func TestEscapeTakesTheWelcomeAway(t *testing.T) {
	w := newWorld(t, standard)
	w.m.deps.Memory = &memory{}
	w.press("esc")
	if w.m.welcomes() {
		t.Error("it stays")
	}
	w.press("l", "esc")
	const want = "l\x1b"
	var got string
	for len(got) < len(want) { // in one message or in two
		got += string(expect[wire.Input](t, w.owner()).Data)
	}
	if got != want {
		t.Errorf("the child gets %q, want %q", got, want)
	}
}

func TestWelcomeFitsOrIsLeftOut(t *testing.T) {
	w := newWorld(t, standard)
	w.m.deps.Memory = &memory{}
	w.m.rested = true
	eachSize(func(size session.Size) {
		w.take(sizeMsg{size})
		for _, o := range w.m.scene().Overlays {
			if !within(size, o.Rect) || o.Rect.Y < 2 {
				t.Errorf("%+v: box %+v", size, o.Rect)
			}
		}
	})
	w.take(sizeMsg{standard})
	if len(w.m.scene().Overlays) != 1 {
		t.Error("80x24 shows no page")
	}
}

// Who opens a dialog within the first glance looks at that, and Escape is meant for it.
func TestEscapeClosesADialogOverTheWelcomeFirst(t *testing.T) {
	w := newWorld(t, standard)
	w.m.deps.Memory = &memory{}
	w.press("ctrl+b", "w")
	if w.m.dialog() == nil {
		t.Fatal("there is no overview")
	}
	w.press("esc")
	if w.m.dialog() != nil || !w.m.welcomes() {
		t.Errorf("after Escape the overview is there: %t, the page: %t", w.m.dialog() != nil, w.m.welcomes())
	}
	w.press("esc")
	if w.m.welcomes() {
		t.Error("the page stays")
	}
}
