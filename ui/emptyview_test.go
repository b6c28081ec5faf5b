package ui

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/workspace"
)

// An empty view lists what the user can do, with the keys of the preset, centred in the available
// space.
func TestEmptyViewAtEverySize(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "x")
	for _, tt := range []struct {
		cols, rows int
		want       []string
	}{
		{80, 22, []string{"Nothing is open in this workspace", "Ctrl-b c", "opens a tab", "Ctrl-Shift-T", "brings back src", "Mouse"}},
		{40, 5, []string{"Nothing is open in this workspace", "Ctrl-b c", "opens a tab"}},
		{20, 3, []string{"Nothing is open"}},
		{8, 1, []string{"Nothing"}},
	} {
		got := w.m.page().Empty(true, "src", workspace.Rect{W: tt.cols, H: tt.rows})
		if width, height := lipgloss.Size(got); width > tt.cols || height > tt.rows {
			t.Errorf("%dx%d: %dx%d:\n%s", tt.cols, tt.rows, width, height, got)
		}
		for _, text := range tt.want {
			if !strings.Contains(ansi.Strip(got), text) {
				t.Errorf("%dx%d: %q is missing in\n%s", tt.cols, tt.rows, text, got)
			}
		}
	}
	for rows := 1; rows < 26; rows++ {
		for _, cols := range []int{1, 5, 20, 33, 34, 60, 80} {
			w.m.size = session.Size{Rows: rows, Cols: cols}
			w.m.changed()
			newCanvas(t, w).paint()
		}
	}
}
