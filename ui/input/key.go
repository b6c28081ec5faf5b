package input

import (
	"unicode"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"dormer/ui/keys"
)

// shiftedKey returns the key of an SS3 sequence.
func (d *Decoder) shiftedKey(p []byte) (keys.Key, bool) {
	_, e := d.keys.Decode(p)
	k, ok := e.(uv.KeyPressEvent)
	return keys.Key{Code: keys.FromTeaCode(k.Code), Mod: keys.Mod(k.Mod & 0xff)}, ok
}

// sequenceKey returns the key of a CSI sequence; ok is false if it is not a key.
func (d *Decoder) sequenceKey(p []byte, s sequence) (k keys.Key, ok bool) {
	switch {
	case s.final == '_', s.inter != 0:
		// Win32 input mode, which was not requested.
		return k, false
	case s.final == 'R':
		return functionF3(s), len(s.params) != 1
	}
	_, e := d.keys.Decode(p)
	var read uv.Key
	switch e := e.(type) {
	case uv.KeyPressEvent:
		read = uv.Key(e)
		if read.IsRepeat {
			k.Kind = keys.Repeat
		}
	case uv.KeyReleaseEvent:
		read = uv.Key(e)
		k.Kind = keys.Release
	default:
		return k, false
	}
	k.Code = keys.FromTeaCode(read.Code)
	if s.final == 'u' {
		return unicodeKey(k, read, s)
	}
	k.Mod = wireModifiers(read, s)
	if s.final == '~' && s.at(0, 0) == 27 && len(s.params) == 3 {
		return otherKey(k)
	}
	return k, k.Code != 0
}

// functionF3 returns F3 with its modifiers. Only xterm sends it as CSI R.
func functionF3(s sequence) keys.Key {
	return keys.Key{Code: keys.F3, Mod: keys.Mod(max(s.at(1, 0), 1) - 1)}
}

// wireModifiers returns the modifiers of a function key: those of its parameter, where 0 means
// none, and those that rxvt encodes in the final byte. The bits are kitty's, whose Super is xterm's
// Meta.
func wireModifiers(read uv.Key, s sequence) keys.Mod {
	if len(s.group(1)) > 0 && s.at(1, 0) == 0 {
		return 0
	}
	return keys.Mod(read.Mod & 0xff)
}

// otherKey completes a key of xterm's modifyOtherKeys, CSI 27 ; modifiers ; code ~. The code is
// the character that the key produces, including Shift.
func otherKey(k keys.Key) (keys.Key, bool) {
	if !known(k.Code) || !character(k.Code) {
		return k, known(k.Code)
	}
	k = upperAsShift(k)
	if k.Mod&keys.Shift != 0 && k.Shifted == 0 && !unicode.IsLetter(k.Code) && k.Code != keys.Space {
		k.Shifted = k.Code
	}
	return withText(k), true
}

// unicodeKey completes a key of kitty's protocol, CSI code:shifted:base ;
// modifiers:event ; text u.
func unicodeKey(k keys.Key, read uv.Key, s sequence) (keys.Key, bool) {
	code := s.at(0, 0)
	if !utf8.ValidRune(rune(code)) || !known(k.Code) && k.Code != 0 || code == 0 && len(s.group(2)) == 0 {
		return k, false
	}
	k.Mod = controlOnly(read, s) | keys.Mod(max(s.at(1, 0), 1)-1)
	k.Shifted, k.Base = alternate(s.at(0, 1)), alternate(s.at(0, 2))
	if code == 0 {
		k.Code, k.Mod = 0, k.Mod&^keys.Ctrl
	}
	if k.Kind == keys.Release {
		return k, true
	}
	for _, p := range s.group(2) {
		if r := rune(p.value); utf8.ValidRune(r) && !unicode.IsControl(r) {
			k.Text += string(r)
		}
	}
	switch {
	case k.Text != "":
	case keypad(k.Code):
		k.Text = read.Text
	case character(k.Code):
		k = withText(upperAsShift(k))
	}
	return k, k.Code != 0 || k.Text != ""
}

// controlOnly returns Ctrl for a code that is a control character: some terminals send Ctrl-A as
// the code 1.
func controlOnly(read uv.Key, s sequence) keys.Mod {
	if code := s.at(0, 0); code < ' ' && read.Code != rune(code) && character(read.Code) {
		return keys.Ctrl
	}
	return 0
}

// alternate returns an alternate key if it is valid, else 0.
func alternate(code int) rune {
	if r := rune(code); unicode.IsPrint(r) {
		return r
	}
	return 0
}

// character reports whether a code is a character that a key types.
func character(code rune) bool {
	return code >= ' ' && code != keys.Backspace && utf8.ValidRune(code) && !unicode.Is(unicode.Co, code)
}

// known reports whether a code is a character or a constant of package keys.
func known(code rune) bool {
	switch code {
	case keys.Tab, keys.Enter, keys.Escape, keys.Backspace:
		return true
	}
	return character(code) && !unicode.IsControl(code) ||
		code >= keys.Insert && code <= keys.IsoLevel5Shift
}

func keypad(code rune) bool { return code >= keys.Kp0 && code <= keys.KpBegin }

// upperAsShift changes the code of a key that was reported as an upper-case letter to lower case.
func upperAsShift(k keys.Key) keys.Key {
	if k.Mod&keys.Shift == 0 || k.Shifted != 0 || k.Code == keys.Space {
		return k
	}
	if lower := unicode.ToLower(k.Code); lower != k.Code && unicode.ToUpper(lower) == k.Code {
		k.Code, k.Shifted = lower, k.Code
	}
	return k
}

// withText sets the text that a key types, unless modifiers other than Shift and the locks are
// held.
func withText(k keys.Key) keys.Key {
	if k.Mod&^(keys.Shift|keys.CapsLock|keys.NumLock) != 0 || unicode.IsControl(k.Code) {
		return k
	}
	r := k.Code
	upper := unicode.ToUpper(r)
	switch {
	case k.Mod&keys.Shift != 0 && k.Shifted != 0:
		r = k.Shifted
	case k.Mod&(keys.Shift|keys.CapsLock) != 0:
		r = upper
	}
	k.Text = string(r)
	return k
}
