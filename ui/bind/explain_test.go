package bind_test

import (
	"strings"
	"testing"

	"dormer/ui/bind"
	"dormer/ui/config"
)

func TestExplainKey(t *testing.T) {
	c := config.Default()
	c.Keys.Bind = []config.Bind{{Keys: "prefix c", Does: "help", At: config.Place{File: "c.toml", Line: 3, Col: 1}}}
	for keys, want := range map[string]string{
		"prefix c":      "Ctrl-b c: help (all keys), from c.toml:3:1\nthe preset tmux has tab.new there, which the configuration removes",
		"prefix x":      "Ctrl-b x: pane.close (close pane), from preset tmux",
		"ctrl+b x y":    "Ctrl-b x is bound already: pane.close (preset tmux); the keys after it are read separately",
		"prefix ctrl+x": "Ctrl-b Ctrl-x does nothing",
		"C-b x":         "Ctrl-b x: pane.close (close pane), from preset tmux",
		"Ctrl b X":      "Ctrl-b X: pane.kill (kill pane), from preset tmux",
		"Prefix PPage":  "Ctrl-b PgUp: copy.page-up (scroll up a page in history), from preset tmux",
		"C-S-t":         "Ctrl-Shift-T: undo.close (undo close), from preset tmux",
		"WheelUpPane":   "wheel: scroll the history; over the tabs go through them",
		"right click":   "right click: menu of what is there; Alt-click in programs that use the mouse",
		"up":            `↑ is not bound and goes to the program in the pane, as \x1b[A` + "\nin copy mode ↑: copy-mode.up (up), from preset tmux",
	} {
		got, err := bind.Of(c.Keys).Explain(keys)
		if err != nil || strings.Join(got, "\n") != want {
			t.Errorf("%s: %q, %v\nwant %q", keys, got, err, want)
		}
	}
}
