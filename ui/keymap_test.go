package ui

import (
	"testing"

	"dormer/ui/keys"
)

// Every key of the table is a key that can be parsed, and belongs to one command.
func TestCommandTable(t *testing.T) {
	names, prefixed, direct := map[string]bool{}, map[string]string{}, map[string]string{}
	for _, c := range commands() {
		if names[c.name] {
			t.Errorf("two commands are called %q", c.name)
		}
		names[c.name] = true
		if c.title == "" || c.group == "" || c.resolve == nil {
			t.Errorf("command %q is incomplete", c.name)
		}
		check := func(in map[string]string, name string) {
			k, err := keys.Parse(name)
			if err != nil {
				t.Errorf("command %q: %v", c.name, err)
				return
			}
			if got := k.Name(); got != name {
				t.Errorf("command %q: key %q is called %q", c.name, name, got)
			}
			if other, taken := in[name]; taken {
				t.Errorf("key %q belongs to %q and to %q", name, other, c.name)
			}
			in[name] = c.name
		}
		for _, k := range c.prefix {
			check(prefixed, k)
		}
		for _, k := range c.direct {
			check(direct, k)
		}
	}
}

// Only chords that a legacy terminal cannot send work without the prefix:
// everything else belongs to the child.
func TestDirectChordsStealNothing(t *testing.T) {
	for _, c := range commands() {
		for _, name := range c.direct {
			k, err := keys.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			if k.Mod&(keys.Ctrl|keys.Shift) != keys.Ctrl|keys.Shift {
				t.Errorf("%s is taken from the child by %q", name, c.name)
			}
		}
	}
}

func TestKeymapFindsTextOnAnyLayout(t *testing.T) {
	m := newKeymap(commands())
	for _, k := range []keys.Key{
		{Code: '%', Text: "%"},
		{Code: '5', Shifted: '%', Mod: keys.Shift, Text: "%"},
		{Code: 'ù', Shifted: '%', Mod: keys.Shift, Text: "%"}, // a French keyboard
	} {
		c, ok := m.afterPrefix(k)
		if !ok || c.name != "pane.split-right" {
			t.Errorf("%+v is %q, want pane.split-right", k, c.name)
		}
	}
}

func TestPrinted(t *testing.T) {
	for name, want := range map[string]string{
		"ctrl+shift+t": "Ctrl-Shift-T", "ctrl+b": "Ctrl-b", "space": "Space", "%": "%", "H": "H",
		"ctrl+left": "Ctrl-←", "ctrl+shift+up": "Ctrl-Shift-↑", "alt+1": "Alt-1", "pgup": "PgUp",
		"alt+z": "Alt-z", "f1": "F1", "enter": "Enter", "日": "日",
	} {
		if got := printed(name); got != want {
			t.Errorf("printed(%q) = %q, want %q", name, got, want)
		}
	}
}
