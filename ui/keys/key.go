package keys

import (
	"unicode"
	"unicode/utf8"
)

// Mod is the set of modifiers that were on; the bits are those of the kitty
// keyboard protocol.
type Mod uint8

// Modifiers.
const (
	Shift Mod = 1 << iota
	Alt
	Ctrl
	Super
	Hyper
	Meta
	CapsLock
	NumLock
)

// locks are the modifiers that stay on by themselves: no chord is made of them.
const locks = CapsLock | NumLock

// Kind says what happened to a key.
type Kind uint8

// Kinds of key events.
const (
	Press Kind = iota
	Repeat
	Release
)

// Key is one event of one key.
type Key struct {
	// Code names the key: the code point that it produces without modifiers (lower
	// case for a letter), or a constant of this package. A terminal that speaks no
	// keyboard protocol says only what was produced: then '%' is Code '%' without
	// Shift. 0 is text that belongs to no key: an input method's, or a byte that is
	// not UTF-8.
	Code rune
	// Text is what the key types; empty for function keys and releases, and for
	// chords unless the terminal says that the chord types something (Option on a
	// Mac): then it goes before the chord. It is not valid UTF-8 only for a single
	// byte that was not part of any.
	Text string
	Mod  Mod
	// Shifted is what the key produces with Shift, Base the key of the US layout in
	// its place; 0 where the terminal did not say.
	Shifted, Base rune
	Kind          Kind
}

// FromRune is the key press that types r: 'A' is the letter with Shift, a control
// character the key or the chord that a terminal sends it for.
func FromRune(r rune) Key {
	switch {
	case r == Enter || r == Tab || r == Escape || r == Backspace:
		return Key{Code: r}
	case r == 0:
		return Key{Code: Space, Mod: Ctrl}
	case r <= 0x1a:
		return Key{Code: r + 'a' - 1, Mod: Ctrl}
	case r < ' ':
		return Key{Code: r + '@', Mod: Ctrl}
	}
	k := Key{Code: r, Text: string(r)}
	if lower := unicode.ToLower(r); lower != r && unicode.ToUpper(lower) == r {
		k.Code, k.Shifted, k.Mod = lower, r, Shift
	}
	return k
}

// Typed is a run of text as the key presses that type it. A byte that is not part
// of valid UTF-8 becomes a key with Code 0 and the byte as its Text, so that
// encoding the keys one by one gives the same bytes.
func Typed(text string) []Key {
	keys := make([]Key, 0, len(text))
	for i := 0; i < len(text); {
		k, n := typed(text[i:])
		keys = append(keys, k)
		i += n
	}
	return keys
}

// typed is the key that types the start of text, and the bytes that it took.
func typed(text string) (Key, int) {
	r, n := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError && n == 1 {
		return Key{Text: text[:1]}, 1
	}
	return FromRune(r), n
}

// Modifier reports whether the key only modifies others: Shift, Ctrl, Caps Lock
// and their like. Such a key types nothing and ends no mode.
func (k Key) Modifier() bool {
	return k.Code >= LeftShift && k.Code <= IsoLevel5Shift ||
		k.Code >= CapsLockKey && k.Code <= NumLockKey
}

// NeedsProtocol reports whether only terminals with a keyboard protocol tell the chord
// from others.
func (k Key) NeedsProtocol() bool {
	return k.Mod&(Super|Hyper|Meta) != 0 || k.Mod&Ctrl != 0 && k.Mod&Shift != 0
}

// chord is the part of the modifiers that makes a key another chord.
func (k Key) chord() Mod { return k.Mod &^ locks }

// produced is the character of the key under its Shift: what the keyboard's
// layout said, and else the upper case of a letter.
func (k Key) produced() rune {
	switch {
	case k.Mod&Shift == 0:
		return k.Code
	case k.Shifted != 0:
		return k.Shifted
	}
	return unicode.ToUpper(k.Code)
}
