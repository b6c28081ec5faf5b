package ui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/ui/bind"
	"dormer/ui/config"
	"dormer/ui/dialog"
)

// pagesOf returns all text about keys for a keyboard: the help, the welcome page, the hints after
// each key, the status line and its reasons.
func pagesOf(t *testing.T, k config.Keys) string {
	t.Helper()
	w := newWorld(t, standard)
	w.m.keyboard = bind.NewKeyboard(k)
	m, looks := w.m.keys(), defaultTheme().Looks()
	said := []string{dialog.NewHelp(m).Render(session.Size{Rows: 1000, Cols: 104}, looks).Text}
	welcome, fits := w.m.page().Welcome(session.Size{Rows: 46, Cols: 78})
	if !fits {
		t.Fatal("the welcome page has no room")
	}
	said = append(said, welcome.Text)
	seen := map[*bind.Node]bool{}
	for _, b := range m.Bindings {
		n := nodeAt(t, m, b.Keys[0])
		if n != nil && n.IsPrefix() && !seen[n] {
			seen[n] = true
			said = append(said, dialog.Hints(m, n, session.Size{Rows: 60, Cols: 100}, looks).Text)
			w.m.prefix.At = n
			said = append(said, spotsText(w.m.statusLine(w.m.activeTab()), 100))
			w.m.endPrefix()
		}
	}
	for _, why := range w.disabledReasons() {
		said = append(said, why)
	}
	w.m.notify("closed `make`", w.now.Add(1e9))
	return ansi.Strip(strings.Join(append(said, w.m.notices.Shown.Text), "\n"))
}

// No text of the program names a key that is not bound.
func TestNoTextNamesAnUnboundPrefix(t *testing.T) {
	for name, k := range map[string]config.Keys{
		"tmux":            {Preset: config.Tmux, Prefix: "ctrl+a"},
		"zellij":          {Preset: config.Zellij, Prefix: "ctrl+a"},
		"without_prefix":  {Preset: config.Zellij},
		"without_presets": {Preset: config.NoPreset, Bind: []config.Bind{{Keys: "f1", Does: "help"}, {Keys: "f2", Does: "palette"}}},
	} {
		t.Run(name, func(t *testing.T) {
			for line := range strings.Lines(pagesOf(t, k)) {
				if strings.Contains(line, "Ctrl-b") && !strings.Contains(line, " a page up ") { // vi's key in copy mode
					t.Errorf("a text names the prefix: %q", line)
				}
			}
		})
	}
}

// With zellij's preset, texts name zellij's keys and modes.
func TestZellijModesAreNamed(t *testing.T) {
	pages := pagesOf(t, config.Keys{Preset: config.Zellij, Prefix: "ctrl+b"})
	for _, want := range []string{
		"PANE Ctrl-p …", "TAB Ctrl-t …", "RESIZE Ctrl-n …", "MOVE Ctrl-h …", "SCROLL Ctrl-s …", "SESSION Ctrl-o …",
		"back to the pane", "send Ctrl-p to the pane", "this is the only tab: Ctrl-t n opens another",
	} {
		if !strings.Contains(pages, want) {
			t.Errorf("no text names %q", want)
		}
	}
}
