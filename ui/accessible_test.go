package ui

import (
	"strings"
	"testing"
	"time"

	"dormer/session/wire"
	"dormer/ui/attention"
)

// In screen reader mode marks are words, the cursor is on the selection, and nothing counts by
// itself.
func TestScreenReader(t *testing.T) {
	w := newWorld(t, standard)
	w.m.config.Terminal.Reader = true
	w.m.config.Status.Clock = true
	o := w.away()
	w.tell(o, wire.Bell{})
	if got := w.m.tabSpots()[0].Label; !strings.Contains(got, " rang ") || strings.Contains(got, attention.MarkBell) {
		t.Errorf("the tab is %q", got)
	}
	w.m.notify("closed `make`", w.now.Add(time.Minute))
	if s := w.m.statusLine(w.m.activeTab()); !strings.HasSuffix(s.Notice, "brings it back") || s.Clock != "" {
		t.Errorf("the status line counts down: %+v", s)
	}
	w.now = w.now.Add(30 * time.Second)
	w.ring(noticeTimer)
	if !w.m.notices.Shown.Showing() {
		t.Error("the notice expired before it could be read")
	}
	w.press("ctrl+b", "w")
	first := w.m.scene().Overlays[0].Cursor.Row
	w.press("up")
	if got := w.m.scene().Overlays[0].Cursor.Row; got != first-1 {
		t.Errorf("the cursor went from row %d to %d", first, got)
	}
}

// Times in the list of closed sessions change only by the minute.
func TestScreenReaderTimesAreInMinutes(t *testing.T) {
	w := newWorld(t, standard)
	w.m.config.Terminal.Reader = true
	w.press("ctrl+b", "c", "ctrl+b", "&")
	w.now = w.now.Add(70 * time.Second)
	w.timers = nil
	w.press("ctrl+b", "w")
	page := strings.Join(w.frame(), "\n")
	if !strings.Contains(page, "4m left") || !strings.Contains(page, "opened 1m ago") {
		t.Errorf("times are not in minutes:\n%s", page)
	}
	if w.set(countdownTimer) > 0 {
		t.Error("a timer runs to count down")
	}
}

// Every mark has a word, so that none is told by a character or a colour alone.
func TestEveryMarkHasAWord(t *testing.T) {
	for _, mark := range append(attention.ByUrgency, attention.MarkAsleep) {
		if attention.Word(mark) == "" {
			t.Errorf("%q has no word", mark)
		}
	}
}
