package keys

import "strconv"

// encodeOther appends a press in the encoding of xterm's modifyOtherKeys: CSI 27 ; modifiers ;
// code ~, where code is the character that the key produces, including Shift. ok is false for keys
// that are not affected: function keys, Backspace and plain characters, at level 1 all keys with a
// well-known encoding, and those that may be Escape and a character: ESC and the character are
// both.
func encodeOther(dst []byte, k Key, level uint8) (out []byte, ok bool) {
	k.Code = plainKeypad(k.Code)
	mod := k.chord()
	if k.Escaped || k.Text != "" && k.Code != Space || special(k.Code) || k.Code == 0 || k.Code == Backspace || mod == 0 || mod&(Super|Hyper) != 0 {
		return dst, false
	}
	if !changesKey(k, mod, level) {
		return dst, false
	}
	dst = append(dst, "\x1b[27;"...)
	dst = strconv.AppendInt(dst, int64(xtermModifiers(mod)), 10)
	dst = append(dst, ';')
	dst = strconv.AppendInt(dst, int64(k.produced()), 10)
	return append(dst, '~'), true
}

// changesKey reports whether a level of modifyOtherKeys changes the key.
func changesKey(k Key, mod Mod, level uint8) bool {
	switch k.Code {
	case Tab:
		return mod != Shift && (level >= 2 || mod != Alt)
	case Enter, Escape:
		return level >= 2 || mod != Alt
	}
	if mod == Shift {
		return level >= 2 && k.Code == Space
	}
	return level >= 2 || !hasLegacyEncoding(k, mod)
}

// hasLegacyEncoding reports whether a chord of a character has an unambiguous legacy encoding: an ESC for
// Alt, a control character for Ctrl. Ctrl with Shift has none.
func hasLegacyEncoding(k Key, mod Mod) bool {
	if mod&Ctrl == 0 {
		return true
	}
	if _, ok := control(k.Code); ok && mod&Shift == 0 {
		return true
	}
	_, ok := control(k.Shifted)
	return ok && !isUpperOf(k.Code, k.Shifted)
}
