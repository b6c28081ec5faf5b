package keys

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// modNames are the modifiers in the order in which names contain them.
var modNames = []struct {
	mod  Mod
	name string
}{
	{Ctrl, "ctrl+"}, {Alt, "alt+"}, {Shift, "shift+"}, {Super, "super+"}, {Hyper, "hyper+"}, {Meta, "meta+"},
}

// Name returns the key's name in a keymap: "a", "A", "%", "space", "f5", "ctrl+b",
// "ctrl+shift+t", "alt+enter". A chord has the same name in every protocol. Shift is part of the
// character if the character shows it ("A", "%", "alt+%"), else a modifier ("shift+tab"); a letter
// in a chord is lower case ("ctrl+shift+t", "alt+shift+a"). Locks and the kind of the event are
// not part of the name. In a chord, a key of another script has the name of the key in the same
// place of the US layout, if the terminal reports it, so that Ctrl-B works on a Cyrillic keyboard.
func (k Key) Name() string {
	mod, code := k.chord(), k.Code
	if k.typesText(mod) {
		return k.Text
	}
	switch {
	case special(code) || code <= Space || code == Backspace:
	case mod == Shift && k.produced() != code:
		return string(k.produced())
	case mod&^Shift != 0 && code > unicode.MaxASCII && k.Base != 0:
		code = k.Base
	case mod&Shift != 0 && k.Shifted != 0 && !isUpperOf(code, k.Shifted):
		shifted := FromRune(k.Shifted)
		code, mod = shifted.Code, mod&^Shift|shifted.Mod
	}
	var b strings.Builder
	for _, m := range modNames {
		if mod&m.mod != 0 {
			b.WriteString(m.name)
		}
	}
	if name, ok := codeNames()[code]; ok {
		b.WriteString(name)
	} else {
		b.WriteRune(code)
	}
	return b.String()
}

// typesText reports whether the key's name is the text that it types. Shift-Space types a
// space but is another chord than Space.
func (k Key) typesText(mod Mod) bool {
	return k.Text != "" && k.Text != " " && mod&^Shift == 0 && !special(k.Code)
}

// isUpperOf reports whether upper is the upper case of the letter lower.
func isUpperOf(lower, upper rune) bool { return lower != upper && unicode.ToUpper(lower) == upper }

// Parse returns the press of the key with the given name. It accepts every name that
// [Key.Name] returns, with modifiers in any order. An upper-case letter in a chord means Shift.
// The error says which part of an unknown name was not understood.
func Parse(name string) (Key, error) {
	var mod Mod
	rest := name
	for {
		m, after, ok := cutModifier(rest)
		if !ok || mod&m != 0 {
			break // a repeated modifier is an error
		}
		mod |= m
		rest = after
	}
	k, err := parseBare(rest)
	if err != nil {
		return Key{}, fmt.Errorf("key %q: %w; write it like \"a\", \"space\", \"f5\" or \"ctrl+shift+t\"", name, err)
	}
	return k.with(mod), nil
}

// cutModifier cuts a modifier off the start of a name. A "+" at the end is a key.
func cutModifier(name string) (mod Mod, rest string, ok bool) {
	for _, m := range modNames {
		if rest, ok = strings.CutPrefix(name, m.name); ok && rest != "" {
			return m.mod, rest, true
		}
	}
	return 0, name, false
}

// parseBare parses a name without modifiers.
func parseBare(name string) (Key, error) {
	if code, ok := nameCodes()[name]; ok {
		if code == Space || code == '+' {
			return FromRune(code), nil
		}
		return Key{Code: code}, nil
	}
	r, n := utf8.DecodeRuneInString(name)
	if n == 0 {
		return Key{}, errors.New("it needs a key")
	}
	if n != len(name) || r == utf8.RuneError || special(r) || !unicode.IsGraphic(r) {
		return Key{}, fmt.Errorf("no key is called %q", name)
	}
	return FromRune(r), nil
}

// with returns the key with additional modifiers, of which only Shift keeps its text.
func (k Key) with(mod Mod) Key {
	k.Mod |= mod
	if k.Mod&^Shift != 0 {
		k.Text = ""
	} else if mod&Shift != 0 && k.Text != "" {
		if up := unicode.ToUpper(k.Code); isUpperOf(k.Code, up) && unicode.ToLower(up) == k.Code {
			return FromRune(up)
		}
		if k.Code != Space {
			k.Text = ""
		}
	}
	return k
}
