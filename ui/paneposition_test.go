package ui

import (
	"strings"
	"testing"
)

func TestPanePosition(t *testing.T) {
	w, _, _ := twoPanes(t)
	w.press("ctrl+b", "i")
	if want := "pane 2 of 2, tab 1 of 1, 39x21, "; !strings.HasPrefix(w.m.notices.Shown.Text, want) || !strings.HasSuffix(w.m.notices.Shown.Text, "in /src") {
		t.Errorf("the notice is %q, want %q", w.m.notices.Shown.Text, want)
	}
}
