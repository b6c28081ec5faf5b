package keys

import (
	"strings"
	"unicode/utf8"
)

// printedNames are the keys whose names people write otherwise.
var printedNames = map[string]string{
	"left": "←", "right": "→", "up": "↑", "down": "↓", "pgup": "PgUp", "pgdown": "PgDn",
}

// Printed is the name of a key as it is written for people: "Ctrl-Shift-T", "Space".
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

// ParsePrinted is the press of the key with the given name, as [Parse] takes it or as
// [Printed] writes it.
func ParsePrinted(word string) (Key, error) {
	for name, shown := range printedNames {
		if word == shown {
			return Parse(name) // an arrow is a character too, which nobody has on a key
		}
	}
	k, err := Parse(word)
	if err == nil {
		return k, nil
	}
	if k, other := Parse(unprinted(word)); other == nil {
		return k, nil
	}
	return Key{}, err
}

// unprinted is the name of a key that is written for people.
func unprinted(word string) string {
	out, rest := "", word
	for found := true; found; {
		found = false
		for _, mod := range []string{"ctrl", "alt", "shift", "super"} {
			if n := len(mod) + 1; len(rest) > n && strings.EqualFold(rest[:n], mod+"-") {
				out, rest, found = out+mod+"+", rest[n:], true
			}
		}
	}
	for name, shown := range printedNames {
		if rest == shown {
			return out + name
		}
	}
	if utf8.RuneCountInString(rest) > 1 || strings.Contains(out, "shift+") {
		rest = strings.ToLower(rest)
	}
	return out + rest
}
