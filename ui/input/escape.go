package input

import (
	"unicode/utf8"

	"dormer/ui/keys"
)

// escaped decodes a sequence that starts with ESC.
func (d *Decoder) escaped(p []byte) int {
	if len(p) >= 2 && p[1] == esc {
		return d.escapedTwice(p)
	}
	f, n := measure(p)
	if n == 0 {
		return 0
	}
	switch f {
	case single:
		return d.altKey(p[:n])
	case csi:
		d.controlSequence(p[:n])
	case linux:
		d.key(keys.Key{Code: keys.F1 + rune(p[3]-'A')})
	case x10:
		d.x10Mouse(p[3:6])
	case ss3:
		return d.singleShift(p[:n])
	case osc, str:
		d.controlString(p[:n])
	case long:
		d.other(p[:64])
		d.swallow = longForm(p)
	default:
		d.other(p[:n])
	}
	return n
}

// longForm returns the form of a sequence that is too long.
func longForm(p []byte) frame {
	switch p[1] {
	case '[':
		return csi
	case ']':
		return osc
	}
	return str
}

// altKey decodes ESC and a character. Before a byte that is not UTF-8, ESC is the Escape key.
func (d *Decoder) altKey(p []byte) int {
	r, n := utf8.DecodeRune(p[1:])
	if r == utf8.RuneError && n <= 1 {
		d.key(keys.Key{Code: keys.Escape})
		return 1
	}
	d.alt(r)
	return 1 + n
}

// escapedTwice handles ESC before an escape sequence: Alt with a function key without
// modifiers (rxvt and others), else the Escape key.
func (d *Decoder) escapedTwice(p []byte) int {
	inner := p[1:]
	if len(inner) >= 2 && inner[1] != '[' && inner[1] != 'O' {
		d.key(keys.Key{Code: keys.Escape})
		return 1
	}
	f, n := measure(inner)
	if n == 0 {
		return 0
	}
	if f == csi || f == ss3 || f == linux {
		if k, ok := d.functionKey(f, inner[:n]); ok && k.Mod == 0 && k.Kind == keys.Press && k.Text == "" {
			k.Mod = keys.Alt
			d.key(k)
			return 1 + n
		}
	}
	d.key(keys.Key{Code: keys.Escape})
	return 1
}

// functionKey returns the key of a sequence, if it has one.
func (d *Decoder) functionKey(f frame, p []byte) (keys.Key, bool) {
	switch f {
	case linux:
		return keys.Key{Code: keys.F1 + rune(p[3]-'A')}, true
	case ss3:
		return d.shiftedKey(p)
	}
	s := parse(p)
	if s.private != 0 || s.final == 'u' {
		return keys.Key{}, false
	}
	return d.sequenceKey(p, s)
}

// singleShift decodes SS3 and a letter. If no key has that letter, it is Alt-Shift-O, followed by
// the letter.
func (d *Decoder) singleShift(p []byte) int {
	k, ok := d.shiftedKey(p)
	if !ok {
		d.alt('O')
		return 2
	}
	d.key(k)
	return len(p)
}

// swallowed drops the rest of a sequence that was too long.
func (d *Decoder) swallowed(p []byte) int {
	if d.swallow == csi {
		return d.swallowedCSI(p)
	}
	n, _ := stringEnd(p, 0, d.swallow)
	switch {
	case n > 0:
		d.swallow = none
	case p[0] < ' ' && p[0] != esc:
		d.swallow = none
		return d.step(p)
	case p[0] == esc && len(p) > 1:
		d.swallow = none
		return d.step(p)
	case p[len(p)-1] == esc:
		n = len(p) - 1
	default:
		n = len(p)
	}
	return n
}

func (d *Decoder) swallowedCSI(p []byte) int {
	for i, c := range p {
		switch {
		case c >= '@' && c <= '~':
			d.swallow = none
			return i + 1
		case c < ' ' || c > '~':
			d.swallow = none
			if i == 0 {
				return d.step(p)
			}
			return i
		}
	}
	return len(p)
}
