package keys

import "testing"

func TestPrinted(t *testing.T) {
	for name, want := range map[string]string{
		"ctrl+shift+t": "Ctrl-Shift-T", "ctrl+b": "Ctrl-b", "space": "Space", "%": "%", "H": "H",
		"ctrl+left": "Ctrl-←", "ctrl+shift+up": "Ctrl-Shift-↑", "alt+1": "Alt-1", "pgup": "PgUp", "left": "←",
		"alt+z": "Alt-z", "f1": "F1", "enter": "Enter", "日": "日",
	} {
		if got := Printed(name); got != want {
			t.Errorf("Printed(%q) = %q, want %q", name, got, want)
		}
		if k, err := Read(want); err != nil || k.Name() != name {
			t.Errorf("%q is read as %q (%v), want %q", want, k.Name(), err, name)
		}
	}
}
