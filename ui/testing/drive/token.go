//go:build linux

package drive

import (
	"bytes"
	"unicode/utf8"
)

// tokenKind is a kind of piece in a program's output.
type tokenKind uint8

const (
	textToken    tokenKind = iota // printable text
	controlToken                  // one C0 control
	escapeToken                   // ESC, intermediates and a final byte
	csiToken                      // CSI
	stringToken                   // OSC, DCS, APC, PM or SOS with its terminator
)

// maxToken is the maximum length in bytes of a control sequence or string. Longer ones are
// dropped.
const maxToken = 1 << 20

// token is one complete piece of a program's output.
type token struct {
	kind tokenKind
	raw  []byte
	// prefix, params, inter and final are the parts of a CSI: "CSI ? 25 $ p" has the prefix
	// '?', the parameters "25", the intermediates "$" and the final byte 'p'.
	prefix byte
	params string
	inter  string
	final  byte
	// body is the content of a string between its introducer and its terminator; introducer is
	// the byte after ESC.
	introducer byte
	body       string
}

// tokenizer splits a program's output into complete tokens, however the output was split into
// writes.
type tokenizer struct {
	rest []byte
}

// feed returns the tokens that are complete after data and keeps the rest.
func (z *tokenizer) feed(data []byte) []token {
	z.rest = append(z.rest, data...)
	var out []token
	for len(z.rest) > 0 {
		t, n := next(z.rest)
		if n == 0 {
			break
		}
		out = append(out, t)
		z.rest = z.rest[n:]
	}
	if len(z.rest) > maxToken {
		z.rest = nil
	}
	z.rest = bytes.Clone(z.rest)
	return out
}

// next reads one token from the start of b and returns its length, which is 0 if b ends before
// the token does.
func next(b []byte) (token, int) {
	switch c := b[0]; {
	case c == 0x1b:
		return nextEscape(b)
	case c < 0x20 || c == 0x7f:
		return token{kind: controlToken, raw: bytes.Clone(b[:1])}, 1
	}
	n := textLength(b)
	return token{kind: textToken, raw: bytes.Clone(b[:n])}, n
}

// textLength returns the length in bytes of the printable text at the start of b, which ends
// after a complete character.
func textLength(b []byte) int {
	n := 0
	for n < len(b) && b[n] >= 0x20 && b[n] != 0x7f {
		if b[n] >= utf8.RuneSelf && !utf8.FullRune(b[n:]) {
			return n
		}
		_, size := utf8.DecodeRune(b[n:])
		n += size
	}
	return n
}

func nextEscape(b []byte) (token, int) {
	if len(b) < 2 {
		return token{}, 0
	}
	switch b[1] {
	case '[':
		return nextCSI(b)
	case ']', 'P', '_', '^', 'X':
		return nextString(b)
	}
	n := 1
	for n < len(b) && b[n] >= 0x20 && b[n] <= 0x2f {
		n++
	}
	if n == len(b) {
		return token{}, 0
	}
	return token{kind: escapeToken, raw: bytes.Clone(b[:n+1]), inter: string(b[1:n]), final: b[n]}, n + 1
}

func nextCSI(b []byte) (token, int) {
	t := token{kind: csiToken}
	n := 2
	if n < len(b) && b[n] >= '<' && b[n] <= '?' {
		t.prefix = b[n]
		n++
	}
	start := n
	for n < len(b) && b[n] >= 0x30 && b[n] <= 0x3f {
		n++
	}
	t.params = string(b[start:n])
	start = n
	for n < len(b) && b[n] >= 0x20 && b[n] <= 0x2f {
		n++
	}
	if n == len(b) {
		return token{}, 0
	}
	t.inter = string(b[start:n])
	t.final = b[n]
	t.raw = bytes.Clone(b[:n+1])
	return t, n + 1
}

func nextString(b []byte) (token, int) {
	for n := 2; n < len(b); n++ {
		switch {
		case b[n] == 0x07 && b[1] == ']':
			return stringOf(b, n, n+1), n + 1
		case b[n] == 0x1b && n+1 < len(b):
			if b[n+1] == '\\' {
				return stringOf(b, n, n+2), n + 2
			}
			return stringOf(b, n, n), n
		case b[n] == 0x18 || b[n] == 0x1a:
			return stringOf(b, n, n+1), n + 1
		}
	}
	return token{}, 0
}

func stringOf(b []byte, bodyEnd, end int) token {
	return token{kind: stringToken, raw: bytes.Clone(b[:end]), introducer: b[1], body: string(b[2:bodyEnd])}
}
