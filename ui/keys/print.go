package keys

import (
	"strings"
	"unicode/utf8"
)

// printedNames are the names that are printed differently.
var printedNames = map[string]string{
	"left": "←", "right": "→", "up": "↑", "down": "↓", "pgup": "PgUp", "pgdown": "PgDn",
}

// namesPrinted is the inverse of printedNames.
var namesPrinted = map[string]string{
	"←": "left", "→": "right", "↑": "up", "↓": "down", "PgUp": "pgup", "PgDn": "pgdown",
}

// Printed returns the name of a key as it is shown to the user: "Ctrl-Shift-T", "Space".
func Printed(name string) string {
	out, rest := "", name
	for _, mod := range []struct{ in, out string }{{"ctrl+", "Ctrl-"}, {"alt+", "Alt-"}, {"shift+", "Shift-"}, {"super+", "Super-"}} {
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
