package input

import "unicode/utf8"

// frame is the form of an escape sequence, which determines where it ends.
type frame uint8

const (
	none   frame = iota
	single       // ESC and a character: Alt
	csi          // ESC [ parameters intermediates final
	linux        // ESC [ [ and a letter: the Linux console's F1 to F5
	x10          // ESC [ M and three bytes
	ss3          // ESC O and a letter
	osc          // ESC ] ended by BEL or ST
	str          // ESC P or ESC _ ended by ST
	broken       // a sequence cut off by another control character
	long         // longer than any answer of a terminal
)

const (
	maxCSI    = 256
	maxString = 4 << 10
)

// measure returns the form and the length of the sequence at the start of p, which starts
// with ESC. The length is 0 if p is too short.
func measure(p []byte) (frame, int) {
	if len(p) < 2 {
		return none, 0
	}
	switch p[1] {
	case '[':
		return measureCSI(p)
	case 'O':
		return measureSS3(p)
	case ']':
		return measureString(p, osc, func(c byte) bool { return digit(c) })
	case 'P':
		return measureString(p, str, func(c byte) bool { return c >= ' ' && c < '@' })
	case '_':
		return measureString(p, str, func(c byte) bool { return c == 'G' })
	}
	if p[1] >= utf8.RuneSelf && !utf8.FullRune(p[1:]) {
		return single, 0
	}
	_, n := utf8.DecodeRune(p[1:])
	return single, 1 + n
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// measureCSI measures ESC [ parameters intermediates final. If another byte follows [ directly, it
// is Alt-[ and that byte.
func measureCSI(p []byte) (frame, int) {
	if len(p) > 2 {
		switch p[2] {
		case '[':
			return measureLinux(p)
		case 'M':
			return measureX10(p)
		}
	}
	for i := 2; i < len(p); i++ {
		c := p[i]
		switch {
		case i >= maxCSI:
			return long, i
		case c >= '@' && c <= '~', c == '$' && rxvtShift(p[2:i]):
			return csi, i + 1
		case i == 2 && (c < ' ' || c > '~'):
			return single, 2
		case c < ' ' || c > '~':
			return broken, i
		}
	}
	return csi, 0
}

// rxvtShift reports whether the parameters before a $ are the number of a function key: rxvt ends
// the sequence of a key with Shift with $, which ECMA-48 does not allow.
func rxvtShift(params []byte) bool {
	for _, c := range params {
		if !digit(c) {
			return false
		}
	}
	return len(params) == 1 || len(params) == 2
}

func measureLinux(p []byte) (frame, int) {
	switch {
	case len(p) < 4:
		return linux, 0
	case p[3] >= 'A' && p[3] <= 'E':
		return linux, 4
	}
	return single, 2
}

// measureX10 measures a mouse report, whose bytes are at least 0x20.
func measureX10(p []byte) (frame, int) {
	for i := 3; i < 6; i++ {
		switch {
		case i >= len(p):
			return x10, 0
		case p[i] < ' ':
			return broken, i
		}
	}
	return x10, 6
}

// measureSS3 measures ESC O digits letter. Anything else is Alt-Shift-O.
func measureSS3(p []byte) (frame, int) {
	for i := 2; i < len(p) && i < 5; i++ {
		switch c := p[i]; {
		case digit(c):
			continue
		case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z':
			return ss3, i + 1
		}
		return single, 2
	}
	if len(p) >= 5 {
		return single, 2
	}
	return ss3, 0
}

// measureString measures a control string. If p does not start like a known answer, the two bytes
// are a key with Alt. Answers contain no control characters, so any of them, such as a key after a
// lost connection, ends the string.
func measureString(p []byte, f frame, starts func(byte) bool) (frame, int) {
	if len(p) == 2 {
		return f, 0
	}
	if !starts(p[2]) {
		return single, 2
	}
	n, ended := stringEnd(p[:min(len(p), maxString)], 2, f)
	switch {
	case n > 0 && ended:
		return f, n
	case n > 0:
		return broken, n
	case len(p) >= maxString:
		return long, maxString - 1
	}
	return f, 0
}

// stringEnd returns the end of a control string, searching from offset i: after its terminator, or
// before a control character that ends it early; 0 if it is incomplete.
func stringEnd(p []byte, i int, f frame) (n int, ended bool) {
	for ; i < len(p); i++ {
		switch c := p[i]; {
		case c == 0x07 && f == osc:
			return i + 1, true
		case c == esc && i+1 == len(p):
			return 0, false
		case c == esc && p[i+1] == '\\':
			return i + 2, true
		case c < ' ':
			return i, false
		}
	}
	return 0, false
}
