package keys

import (
	"strconv"
	"unicode/utf8"

	"dormer/session/grid"
)

// This file implements the encoding of a PC-style xterm without a keyboard protocol: ctlseqs,
// "PC-Style Function Keys", "VT220-Style Function Keys" and "Alt and Meta Keys".

const esc = 0x1b

// function is the legacy form of a function key: CSI number final, where number 1 is
// omitted without modifiers.
type function struct {
	number int
	final  byte
	// ss3 keys are sent as SS3 final without modifiers; cursor keys only under DECCKM.
	ss3, cursor bool
}

var functions = map[rune]function{
	Up: {1, 'A', false, true}, Down: {1, 'B', false, true},
	Right: {1, 'C', false, true}, Left: {1, 'D', false, true},
	KpBegin: {1, 'E', false, true}, End: {1, 'F', false, true}, Home: {1, 'H', false, true},
	F1: {1, 'P', true, false}, F2: {1, 'Q', true, false},
	F3: {1, 'R', true, false}, F4: {1, 'S', true, false},
	Insert: tilde(2), Delete: tilde(3), PageUp: tilde(5), PageDown: tilde(6),
	F5: tilde(15), F6: tilde(17), F7: tilde(18), F8: tilde(19), F9: tilde(20), F10: tilde(21),
	F11: tilde(23), F12: tilde(24), F13: tilde(25), F14: tilde(26), F15: tilde(28), F16: tilde(29),
	Menu: tilde(29), F17: tilde(31), F18: tilde(32), F19: tilde(33), F20: tilde(34),
}

func tilde(number int) function { return function{number: number, final: '~'} }

// encodeLegacy appends a key press.
func encodeLegacy(dst []byte, k Key, m grid.Modes) []byte {
	if keypad(k.Code) {
		if final, ok := keypadFinals[k.Code]; ok && m.AppKeypad && k.Mod&^CapsLock == 0 {
			return append(dst, esc, 'O', final)
		}
		k.Code = plainKeypad(k.Code)
	}
	if f, ok := functions[k.Code]; ok {
		return f.append(dst, k.chord(), m.AppCursor)
	}
	switch k.Code {
	case Enter, Tab, Escape, Backspace:
		return encodeControlKey(dst, k, m)
	}
	if special(k.Code) {
		return dst
	}
	return encodeCharacter(dst, k)
}

func (f function) append(dst []byte, mod Mod, appCursor bool) []byte {
	n := xtermModifiers(mod)
	if n == 1 && (f.ss3 || f.cursor && appCursor) {
		return append(dst, esc, 'O', f.final)
	}
	dst = append(dst, esc, '[')
	if n > 1 || f.number > 1 {
		dst = strconv.AppendInt(dst, int64(f.number), 10)
	}
	if n > 1 {
		dst = append(dst, ';')
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, f.final)
}

// xtermModifiers returns the modifier parameter of ctlseqs: 1, plus 1 for Shift, 2 for Alt, 4 for
// Ctrl and 8 for Meta. Super, which xterm does not know, is sent as Meta.
func xtermModifiers(mod Mod) int {
	n := int(mod & (Shift | Alt | Ctrl))
	if mod&(Meta|Super) != 0 {
		n |= 8
	}
	return n + 1
}

// encodeControlKey appends a key that is a control character. Alt and Meta are an ESC before it;
// other modifiers only matter in Shift-Tab and Ctrl-Backspace.
func encodeControlKey(dst []byte, k Key, m grid.Modes) []byte {
	if k.Mod&(Alt|Meta) != 0 {
		dst = append(dst, esc)
	}
	switch k.Code {
	case Enter:
		dst = append(dst, '\r')
		if m.NewLine {
			dst = append(dst, '\n')
		}
		return dst
	case Tab:
		if k.Mod&Shift != 0 {
			return append(dst, "\x1b[Z"...)
		}
		return append(dst, '\t')
	case Backspace:
		if m.BackarrowBS != (k.Mod&Ctrl != 0) {
			return append(dst, '\b')
		}
		return append(dst, 0x7f)
	}
	return append(dst, esc)
}

// encodeCharacter appends a key that is a character, or text without a key.
func encodeCharacter(dst []byte, k Key) []byte {
	if k.Text != "" {
		return append(dst, k.Text...)
	}
	if k.Code == 0 || k.Mod&(Super|Hyper) != 0 {
		return dst // a chord of the desktop
	}
	if k.Mod&(Alt|Meta) != 0 {
		dst = append(dst, esc)
	}
	if k.Mod&Ctrl != 0 {
		if c, ok := controlOf(k); ok {
			return append(dst, c)
		}
	}
	return utf8.AppendRune(dst, k.produced())
}

// controlOf returns the control character of a Ctrl chord: from the key itself, the character that
// it produces, or, for keyboards of other scripts, the key on the US layout.
func controlOf(k Key) (byte, bool) {
	for _, r := range []rune{k.Code, k.produced(), k.Base} {
		if c, ok := control(r); ok {
			return c, true
		}
	}
	return 0, false
}

// control is the legacy control mapping: the letters and @ [ \ ] ^ _ ? of ASCII, and aliases for
// those that need Shift on a PC keyboard.
func control(r rune) (byte, bool) {
	switch {
	case r >= 'a' && r <= 'z', r >= '@' && r <= '_':
		return byte(r) & 0x1f, true
	case r >= '3' && r <= '7':
		return byte(r) - '3' + esc, true
	case r == ' ', r == '2', r == '`':
		return 0, true
	case r == '/':
		return 0x1f, true
	case r == '8', r == '?':
		return 0x7f, true
	case r == '~':
		return 0x1e, true
	}
	return 0, false
}
