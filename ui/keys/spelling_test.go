package keys

import (
	"testing"

	"pgregory.net/rapid"
)

func TestRead(t *testing.T) {
	for word, want := range map[string]string{
		"C-b": "ctrl+b", "C-B": "ctrl+b", "Ctrl-B": "ctrl+b", "ctrl+B": "ctrl+b", "^B": "ctrl+b", "<C-b>": "ctrl+b", "Ctrl+b": "ctrl+b", "control-b": "ctrl+b",
		"M-x": "alt+x", "M-X": "alt+shift+x", "Option-x": "alt+x", "C-M-x": "ctrl+alt+x", "M-C-x": "ctrl+alt+x", "C-S-t": "ctrl+shift+t", "Ctrl+Shift+T": "ctrl+shift+t",
		"S-Up": "shift+up", "M-Left": "alt+left", "C-Space": "ctrl+space", "BTab": "shift+tab", "S-BTab": "shift+tab", "BSpace": "backspace",
		"PPage": "pgup", "NPage": "pgdown", "C-PPage": "ctrl+pgup", "DC": "delete", "IC": "insert", "Escape": "esc", "<CR>": "enter", "PageDown": "pgdown",
		"Cmd+t": "super+t", "F1": "f1", "KP0": "kp0", "C--": "ctrl+-", "C-+": "ctrl++", "ctrl++": "ctrl++", "M-%": "alt+%", "^": "^", "-": "-", "+": "+", "<": "<", "c": "c", "C": "C", "^[": "ctrl+[",
		"alt-shift-ä": "alt+shift+ä",
	} {
		if k, err := Read(word); err != nil || k.Name() != want {
			t.Errorf("%q is read as %q (%v), want %q", word, k.Name(), err, want)
		}
	}
	for _, bad := range []string{"", "Ctrl-", "C-", "C-C-b", "foo", "<>", "<C->", "C-foo", "^^^", "MouseDown1Pane"} {
		if k, err := Read(bad); err == nil {
			t.Errorf("%q is read as %q", bad, k.Name())
		}
	}
}

// Every name that a keymap has for a key is read as that key.
func TestReadInvertsName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := named(t).Name()
		if name == "←" || name == "→" || name == "↑" || name == "↓" {
			return // the arrows are symbols of keys
		}
		if k, err := Read(name); err != nil || k.Name() != name {
			t.Fatalf("%q is read as %q (%v)", name, k.Name(), err)
		}
	})
}
