package ui

import (
	"strings"
	"unicode/utf8"

	"dormer/ui/keys"
)

// prefixKey starts a command; pressed twice it goes to the child.
const prefixKey = "ctrl+b"

// keymap finds the command of a key: after the prefix, or without it.
type keymap struct {
	table    []command
	byName   map[string]int
	prefixed map[string]int
	direct   map[string]int
}

func newKeymap(table []command) keymap {
	m := keymap{table: table, byName: map[string]int{}, prefixed: map[string]int{}, direct: map[string]int{}}
	for i, c := range table {
		m.byName[c.name] = i
		for _, k := range c.prefix {
			m.prefixed[k] = i
		}
		for _, k := range c.direct {
			m.direct[k] = i
		}
	}
	return m
}

func (m keymap) afterPrefix(k keys.Key) (command, bool) { return m.find(m.prefixed, k) }
func (m keymap) without(k keys.Key) (command, bool)     { return m.find(m.direct, k) }

// find looks a key up by its name. A key that produced text is also found by that
// text, so that "%" works on every keyboard layout and under every protocol.
func (m keymap) find(in map[string]int, k keys.Key) (command, bool) {
	if i, ok := in[k.Name()]; ok {
		return m.table[i], true
	}
	if k.Text != "" && k.Mod&(keys.Ctrl|keys.Alt|keys.Super) == 0 {
		if i, ok := in[k.Text]; ok {
			return m.table[i], true
		}
	}
	return command{}, false
}

// printedNames are the keys whose names people write otherwise.
var printedNames = map[string]string{
	"left": "←", "right": "→", "up": "↑", "down": "↓", "pgup": "PgUp", "pgdown": "PgDn",
}

// printed is a key name as it is written for people: "Ctrl-Shift-T", "Space".
func printed(name string) string {
	out, rest := "", name
	for _, mod := range []struct{ in, out string }{{"ctrl+", "Ctrl-"}, {"alt+", "Alt-"}, {"shift+", "Shift-"}} {
		if after, ok := strings.CutPrefix(rest, mod.in); ok && after != "" {
			out, rest = out+mod.out, after
		}
	}
	switch special, ok := printedNames[rest]; {
	case ok:
		rest = special
	case len(rest) > 1 && rest[0] < utf8.RuneSelf, strings.HasSuffix(out, "Shift-"):
		rest = strings.ToUpper(rest[:1]) + rest[1:]
	}
	return out + rest
}
