package ui

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/session/grid"
	"dormer/ui/screen"
)

// connectExports gives exports access to the chrome of the world.
func (w *world) connectExports() {
	w.m.deps.look = func(f func(*screen.Buffer, grid.Cursor)) {
		f(emptied(w.t, w.m.scene()), grid.Cursor{})
	}
}

func TestScreenExportToAFile(t *testing.T) {
	w := newWorld(t, standard)
	w.connectExports()
	dir := t.TempDir()
	for name, want := range map[string]string{"a.txt": " 1 src  +", "a.ansi": "\x1b[", "a.svg": "</svg>", "a.PNG": "PNG"} {
		path := filepath.Join(dir, name)
		w.press("ctrl+b", ":")
		w.typed(">screenshot")
		w.press("enter", "ctrl+u")
		w.m.dialog().Paste(path)
		w.press("enter")
		data, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(data), want) || strings.Contains(string(data), "Write the screen") {
			t.Errorf("%s: %v, %.80q", name, err, data)
		}
		if !strings.Contains(w.m.notices.Shown.Text, name) {
			t.Errorf("the notice is %q", w.m.notices.Shown.Text)
		}
	}
	f, err := os.Open(filepath.Join(dir, "a.PNG"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(f); err != nil {
		t.Error(err)
	}
	_ = f.Close()
	for path, want := range map[string]string{
		filepath.Join(dir, "a.txt"): "exists already", filepath.Join(dir, "a.gif"): ".svg, .png", filepath.Join(dir, "none", "a.txt"): "name another",
	} {
		w.do(w.m.export(path))
		if !strings.Contains(w.m.notices.Shown.Text, want) {
			t.Errorf("%s: the notice is %q", path, w.m.notices.Shown.Text)
		}
	}
}
