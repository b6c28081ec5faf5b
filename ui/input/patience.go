package input

import (
	"time"
	"unicode/utf8"
)

// Timeouts for the rest of an incomplete sequence. The user only notices the one for ESC. A
// sequence that no key starts with can wait for a slow network, so that the rest of an answer is
// not typed into a shell.
const (
	keyPatience    = 100 * time.Millisecond
	answerPatience = time.Second
	pastePatience  = 2 * time.Second
)

// Patience returns how long to wait for more input before [Decoder.Flush], 0 if nothing is
// pending. escape is the timeout after an ESC.
func (d *Decoder) Patience(escape time.Duration) time.Duration {
	switch p := d.pending; {
	case d.paste.open:
		return pastePatience
	case d.swallow != none:
		return answerPatience
	case len(p) == 0:
		return 0
	case p[0] != esc:
		return keyPatience // half a character
	case mayBeKey(p):
		return escape
	case onlyReplies(p):
		return answerPatience
	}
	return max(keyPatience, escape)
}

// mayBeKey reports whether an incomplete sequence is also a complete key: Escape, or Alt with a
// character.
func mayBeKey(p []byte) bool {
	return len(p) <= 2 && p[len(p)-1] < utf8.RuneSelf || len(p) == 3 && p[1] == esc
}

// onlyReplies reports whether p is the start of a sequence that cannot be a key: a control string,
// or CSI with a private parameter.
func onlyReplies(p []byte) bool {
	if p[1] == '[' {
		return len(p) > 2 && p[2] >= '<' && p[2] <= '?'
	}
	return p[1] == ']' || p[1] == 'P' || p[1] == '_'
}
