package keys

import (
	"unicode"
	"unicode/utf8"
)

// Mod is a set of modifiers; the bits are those of the kitty keyboard protocol.
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

// locks are the modifiers that lock. They are not part of chords.
const locks = CapsLock | NumLock

// Kind is the kind of a key event.
type Kind uint8

// Kinds of key events.
const (
	Press Kind = iota
	Repeat
	Release
)

// Key is one event of one key.
type Key struct {
	// Code is the code point that the key produces without modifiers (lower case for a
	// letter), or a constant of this package. Terminals without a keyboard protocol only report
	// the produced character: then '%' has Code '%' and no Shift. 0 is text without a key:
	// from an input method, or a byte that is not UTF-8.
	Code rune
	// Text is the text that the key types. It is empty for function keys and releases, and
	// for chords unless the terminal reports text for the chord (Option on a Mac), which then
	// has priority over the chord. It is valid UTF-8, except for a single byte that is not part
	// of a character.
	Text string
	Mod  Mod
	// Shifted is the character of the key with Shift, Base the character of the same physical key
	// on the US layout; 0 if the terminal did not report it.
	Shifted, Base rune
	Kind          Kind
	// Escaped is set if the terminal sent ESC and a character. That is a chord with Alt, or Escape
	// and then the character in one read, as over a slow network.
	Escaped bool
}

// FromRune returns the key press that types r: for 'A' the letter with Shift, for a control
// character the key or chord that sends it.
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

// Typed splits a run of text into the key presses that type it. A byte that is not part of
// valid UTF-8 becomes a key with Code 0 and the byte as its Text, so that encoding the keys
// gives the same bytes.
func Typed(text string) []Key {
	keys := make([]Key, 0, len(text))
	for i := 0; i < len(text); {
		k, n := typed(text[i:])
		keys = append(keys, k)
		i += n
	}
	return keys
}

// typed returns the key that types the start of text, and its length in bytes.
func typed(text string) (Key, int) {
	r, n := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError && n == 1 {
		return Key{Text: text[:1]}, 1
	}
	return FromRune(r), n
}

// Modifier reports whether the key is a modifier: Shift, Ctrl, Caps Lock and so on. Such a key
// types nothing and never ends a mode.
func (k Key) Modifier() bool {
	return k.Code >= LeftShift && k.Code <= IsoLevel5Shift ||
		k.Code >= CapsLockKey && k.Code <= NumLockKey
}

// NeedsProtocol reports whether only terminals with a keyboard protocol can report the
// chord.
func (k Key) NeedsProtocol() bool {
	return k.Mod&(Super|Hyper|Meta) != 0 || k.Mod&Ctrl != 0 && k.Mod&Shift != 0
}

// chord returns the modifiers without the locks.
func (k Key) chord() Mod { return k.Mod &^ locks }

// produced returns the character that the key produces, including Shift: as reported by the
// terminal, else the upper case of a letter.
func (k Key) produced() rune {
	switch {
	case k.Mod&Shift == 0:
		return k.Code
	case k.Shifted != 0:
		return k.Shifted
	}
	return unicode.ToUpper(k.Code)
}
