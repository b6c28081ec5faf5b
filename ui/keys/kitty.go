package keys

import (
	"strconv"
	"unicode/utf8"

	"dormer/session/grid"
)

// This file implements the terminal's side of the kitty keyboard protocol
// (https://sw.kovidgoyal.net/kitty/keyboard-protocol/).

// Progressive enhancement flags.
const (
	kittyDisambiguate = 1 << iota
	kittyEvents
	kittyAlternates
	kittyAllKeys
	kittyText
)

// encodeKitty appends a key event under the flags of m, of which at least one is set.
func encodeKitty(dst []byte, k Key, m grid.Modes) []byte {
	switch {
	case k.Kind == Release && m.Kitty&kittyEvents == 0,
		k.Modifier() && m.Kitty&kittyAllKeys == 0:
		return dst
	}
	if keypad(k.Code) && m.Kitty&(kittyDisambiguate|kittyAllKeys) == 0 {
		k.Code = plainKeypad(k.Code)
	}
	if m.Kitty&kittyAllKeys == 0 {
		switch {
		case k.Text != "" && k.Kind != Release:
			return append(dst, k.Text...)
		case k.Kind == Release && (k.Code == Enter || k.Code == Tab || k.Code == Backspace):
			return dst
		}
	}
	if ambiguous(k.Code) {
		k.Code = 0
	}
	if k.Code == 0 {
		return kittyTextOnly(dst, k, m)
	}
	if f, ok := kittyFunction(k.Code); ok {
		return kittyFunctionKey(dst, k, f, m)
	}
	if staysLegacy(k, m) {
		return encodeLegacy(dst, k, m)
	}
	if !special(k.Code) {
		k = withoutLocks(k, m)
	}
	return appendU(dst, k, m)
}

// withoutLocks removes the locks from a key, so that legacy programs stay usable, unless the
// child asked for all keys.
func withoutLocks(k Key, m grid.Modes) Key {
	if m.Kitty&kittyAllKeys == 0 {
		k.Mod &^= locks
	}
	return k
}

// kittyTextOnly appends text without a key: key 0 with associated text if the child asked for
// that, else the text itself.
func kittyTextOnly(dst []byte, k Key, m grid.Modes) []byte {
	if k.Kind == Release {
		return dst
	}
	if m.Kitty&kittyAllKeys == 0 || m.Kitty&kittyText == 0 || !utf8.ValidString(k.Text) {
		return append(dst, k.Text...)
	}
	return appendU(dst, k, m)
}

// staysLegacy reports whether the event has its legacy encoding. Enter, Tab and Backspace without
// modifiers do, so that a shell is usable after a program has died and left the flags on, and so do
// all keys that flag 1 does not cover.
func staysLegacy(k Key, m grid.Modes) bool {
	if m.Kitty&kittyAllKeys != 0 {
		return false
	}
	switch k.Code {
	case Enter, Tab, Backspace:
		if k.chord() == 0 {
			return true
		}
	}
	if m.Kitty&kittyDisambiguate != 0 || m.Kitty&kittyEvents != 0 && k.Kind != Press {
		return false
	}
	// Ctrl-Shift with a letter has no legacy encoding that keeps the Shift.
	return !special(k.Code) && k.Mod&(Super|Hyper|Meta) == 0 &&
		(k.Mod&(Ctrl|Shift) != Ctrl|Shift || k.Code == Space || k.Shifted != 0 && !isUpperOf(k.Code, k.Shifted))
}

// kittyFunction returns the legacy form of a function key; keys without one are sent as CSI u with
// their number. F3 is not CSI R, which is a cursor report.
func kittyFunction(code rune) (function, bool) {
	switch {
	case code == F3:
		return tilde(13), true
	case code >= F13 && code <= F35, code == Menu:
		return function{}, false
	}
	f, ok := functions[code]
	return f, ok
}

// kittyFunctionKey appends a function key. If no flag changes keys, it uses the legacy encoding,
// including DECCKM.
func kittyFunctionKey(dst []byte, k Key, f function, m grid.Modes) []byte {
	const changing = kittyDisambiguate | kittyEvents | kittyAllKeys
	if m.Kitty&changing == 0 {
		return encodeLegacy(dst, k, m)
	}
	dst = append(dst, esc, '[')
	second := hasModifiers(k, m)
	if f.number > 1 || second {
		dst = strconv.AppendInt(dst, int64(f.number), 10)
	}
	if second {
		dst = append(dst, ';')
		dst = appendModifiers(dst, k, m)
	}
	return append(dst, f.final)
}

// appendU appends CSI code:shifted:base ; modifiers:event ; text u, without parts that have their
// default.
func appendU(dst []byte, k Key, m grid.Modes) []byte {
	number := k.Code
	if special(number) {
		number -= firstKeyCode
	}
	dst = append(dst, esc, '[')
	dst = strconv.AppendInt(dst, int64(number), 10)
	if m.Kitty&kittyAlternates != 0 {
		dst = appendAlternates(dst, k)
	}
	second := hasModifiers(k, m)
	third := m.Kitty&kittyText != 0 && k.Kind != Release && k.Text != ""
	if second || third {
		dst = append(dst, ';')
	}
	if second {
		dst = appendModifiers(dst, k, m)
	}
	if third {
		sep := byte(';')
		for _, r := range k.Text {
			dst = append(dst, sep)
			dst = strconv.AppendInt(dst, int64(r), 10)
			sep = ':'
		}
	}
	return append(dst, 'u')
}

// appendAlternates appends the shifted key if Shift is down, and the key on the US layout if it
// differs.
func appendAlternates(dst []byte, k Key) []byte {
	shifted := rune(0)
	if k.Mod&Shift != 0 && !special(k.Code) {
		if shifted = k.produced(); shifted == k.Code {
			shifted = 0
		}
	}
	base := k.Base
	if base == k.Code {
		base = 0
	}
	if shifted == 0 && base == 0 {
		return dst
	}
	dst = append(dst, ':')
	if shifted != 0 {
		dst = strconv.AppendInt(dst, int64(shifted), 10)
	}
	if base != 0 {
		dst = append(dst, ':')
		dst = strconv.AppendInt(dst, int64(base), 10)
	}
	return dst
}

// hasModifiers reports whether the second field is not its default.
func hasModifiers(k Key, m grid.Modes) bool {
	return k.Mod != 0 || m.Kitty&kittyEvents != 0 && k.Kind != Press
}

func appendModifiers(dst []byte, k Key, m grid.Modes) []byte {
	dst = strconv.AppendInt(dst, int64(k.Mod)+1, 10)
	if m.Kitty&kittyEvents != 0 && k.Kind != Press {
		dst = append(dst, ':', '1'+byte(k.Kind))
	}
	return dst
}
