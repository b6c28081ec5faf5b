package web

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"dormer/ui/keys"
)

// pressed is a key as a browser reports it (UI Events, KeyboardEvent).
type pressed struct {
	// Key is the key's value ("a", "%", "ArrowUp"), Code its place on the keyboard ("KeyA").
	Key  string `json:"key"`
	Code string `json:"code"`
	// Location is 1 for the left, 2 for the right of two keys, 3 for the keypad.
	Location int      `json:"location"`
	Mod      keys.Mod `json:"mod"`
	// Kind is 0 for a press, 1 for a repetition, 2 for a release.
	Kind keys.Kind `json:"kind"`
}

// named maps the keys that produce no character.
var named = map[string]rune{
	"Enter": keys.Enter, "Tab": keys.Tab, "Backspace": keys.Backspace, "Escape": keys.Escape,
	"Delete": keys.Delete, "Insert": keys.Insert, "Home": keys.Home, "End": keys.End,
	"PageUp": keys.PageUp, "PageDown": keys.PageDown,
	"ArrowLeft": keys.Left, "ArrowRight": keys.Right, "ArrowUp": keys.Up, "ArrowDown": keys.Down,
	"CapsLock": keys.CapsLockKey, "ScrollLock": keys.ScrollLockKey, "NumLock": keys.NumLockKey,
	"PrintScreen": keys.PrintScreen, "Pause": keys.Pause, "ContextMenu": keys.Menu,
	"F1": keys.F1, "F2": keys.F2, "F3": keys.F3, "F4": keys.F4, "F5": keys.F5, "F6": keys.F6,
	"F7": keys.F7, "F8": keys.F8, "F9": keys.F9, "F10": keys.F10, "F11": keys.F11, "F12": keys.F12,
}

// sided maps the modifier keys, which exist on the left and on the right.
var sided = map[string][2]rune{
	"Shift": {keys.LeftShift, keys.RightShift}, "Control": {keys.LeftCtrl, keys.RightCtrl},
	"Alt": {keys.LeftAlt, keys.RightAlt}, "Meta": {keys.LeftSuper, keys.RightSuper},
}

// keypad maps the keys of the keypad, by their Code without "Numpad".
var keypad = map[string]rune{
	"0": keys.Kp0, "1": keys.Kp1, "2": keys.Kp2, "3": keys.Kp3, "4": keys.Kp4,
	"5": keys.Kp5, "6": keys.Kp6, "7": keys.Kp7, "8": keys.Kp8, "9": keys.Kp9,
	"Decimal": keys.KpDecimal, "Divide": keys.KpDivide, "Multiply": keys.KpMultiply,
	"Subtract": keys.KpSubtract, "Add": keys.KpAdd, "Enter": keys.KpEnter, "Equal": keys.KpEqual,
}

// allModifiers are the modifiers that a browser reports.
const allModifiers = keys.Shift | keys.Alt | keys.Ctrl | keys.Super | keys.CapsLock | keys.NumLock

// key returns the key that was pressed, or false if terminals do not know it.
func (p pressed) key() (keys.Key, bool) {
	mod := p.Mod & allModifiers
	if p.Kind > keys.Release {
		return keys.Key{}, false
	}
	code, known := named[p.Key]
	if sides, ok := sided[p.Key]; ok {
		code, known = sides[0], true
		if p.Location == 2 {
			code = sides[1]
		}
	}
	r, n := utf8.DecodeRuneInString(p.Key)
	character := n > 0 && n == len(p.Key) && r != utf8.RuneError && !unicode.IsControl(r)
	if pad, ok := keypad[strings.TrimPrefix(p.Code, "Numpad")]; ok && p.Location == 3 && (character || p.Key == "Enter") {
		k := keys.Key{Code: pad, Mod: mod, Kind: p.Kind}
		if character && p.types() {
			k.Text = p.Key
		}
		return k, true
	}
	if known {
		return keys.Key{Code: code, Mod: mod, Kind: p.Kind}, true
	}
	if !character {
		return keys.Key{}, false
	}
	k := keys.FromRune(r)
	k.Mod |= mod &^ keys.Shift
	if k.Code == keys.Space {
		k.Mod = mod
	}
	if base := p.base(); base != k.Code {
		k.Base = base
	}
	if k.Kind = p.Kind; !p.types() {
		k.Text = ""
	}
	return k, true
}

// types reports whether the key types its character.
func (p pressed) types() bool {
	return p.Kind != keys.Release && p.Mod&(keys.Ctrl|keys.Alt|keys.Super) == 0
}

// base returns the character that the key has on the US layout, 0 if that is not known.
func (p pressed) base() rune {
	if letter, ok := strings.CutPrefix(p.Code, "Key"); ok && len(letter) == 1 {
		return unicode.ToLower(rune(letter[0]))
	}
	if digit, ok := strings.CutPrefix(p.Code, "Digit"); ok && len(digit) == 1 {
		return rune(digit[0])
	}
	return 0
}
