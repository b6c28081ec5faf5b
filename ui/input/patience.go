package input

import (
	"time"
	"unicode/utf8"
)

// How long to wait for the rest of an incomplete sequence. Only ESC itself makes the user
// wait. A sequence that no key starts with can wait for a slow network, so that the rest of
// an answer is not typed into a shell.
const (
	keyPatience    = 100 * time.Millisecond
	answerPatience = time.Second
	pastePatience  = 2 * time.Second
)

// Patience returns how long to wait for more before [Decoder.Flush], 0 if nothing is
// pending. escape is how long an ESC may turn out to begin a sequence.
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
	case onlyAnswers(p):
		return answerPatience
	}
	return max(keyPatience, escape)
}

// mayBeKey reports whether an incomplete sequence is a key by itself: Escape, or
// Alt with a character.
func mayBeKey(p []byte) bool {
	return len(p) <= 2 && p[len(p)-1] < utf8.RuneSelf || len(p) == 3 && p[1] == esc
}

// onlyAnswers reports whether no key's sequence starts like this: control strings, and CSI
// with a private parameter.
func onlyAnswers(p []byte) bool {
	if p[1] == '[' {
		return len(p) > 2 && p[2] >= '<' && p[2] <= '?'
	}
	return p[1] == ']' || p[1] == 'P' || p[1] == '_'
}
