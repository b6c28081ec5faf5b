package input

import (
	"bytes"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"dormer/ui/keys"
)

const (
	// maxPart bounds the text of one event.
	maxPart = 64 << 10
	// minText is the minimum length of a Text event, in characters; shorter runs are keys.
	minText = 8

	esc = 0x1b
)

// Decoder turns bytes into events. The zero Decoder is ready for use. It is not safe for
// concurrent use.
type Decoder struct {
	// pending is an incomplete sequence, or the start of a character.
	pending []byte
	joined  []byte // buffer for pending and the next chunk
	swallow frame  // form of a sequence whose rest is being dropped
	paste   paste
	keys    uv.EventDecoder
	out     []Event
}

// Feed returns the events that p completes. They do not refer to p.
func (d *Decoder) Feed(p []byte) []Event {
	d.out = nil
	d.resumePaste(p)
	if len(d.pending) > 0 {
		d.joined = append(append(d.joined[:0], d.pending...), p...)
		p = d.joined
	}
	for len(p) > 0 {
		n := d.step(p)
		if n == 0 {
			break
		}
		p = p[n:]
	}
	d.pending = append(d.pending[:0], p...)
	return d.out
}

// Pending reports whether the input ends in an incomplete sequence, character or paste.
func (d *Decoder) Pending() bool {
	return len(d.pending) > 0 || d.paste.open || d.swallow != none
}

// Flush must be called when the rest of pending input will not arrive. It returns the events for
// the part that did: ESC is the Escape key, ESC [ is Alt-[, an incomplete character is its bytes,
// a paste ends, and an incomplete answer is dropped.
func (d *Decoder) Flush() []Event {
	d.out = nil
	p := d.pending
	if d.paste.open {
		d.endPaste(p)
		p = nil
	}
	d.swallow = none
	for len(p) > 0 {
		p = p[d.decodePartial(p):]
	}
	d.pending = d.pending[:0]
	return d.out
}

// step decodes one event or a run of text at the start of p and returns its length; 0 if p is
// incomplete.
func (d *Decoder) step(p []byte) int {
	switch {
	case d.paste.open:
		return d.pasted(p)
	case d.swallow != none:
		return d.swallowed(p)
	case p[0] == esc:
		return d.escaped(p)
	case plain(p[0]):
		return d.typed(p)
	}
	d.key(keys.FromRune(rune(p[0])))
	return 1
}

// decodePartial decodes the first key of an incomplete sequence and returns its length.
func (d *Decoder) decodePartial(p []byte) int {
	switch {
	case p[0] != esc:
		d.key(keys.Key{Text: string(p[:1])})
		return 1
	case len(p) == 1 || p[1] == esc:
		d.key(keys.Key{Code: keys.Escape})
		return 1
	case len(p) == 2 && p[1] < utf8.RuneSelf, string(p) == "\x1b[[":
		d.alt(rune(p[1]))
		return 2
	case p[1] >= utf8.RuneSelf:
		d.key(keys.Key{Code: keys.Escape})
		return 1
	}
	d.other(p)
	return len(p)
}

// plain reports whether a byte can be part of a run of text.
func plain(c byte) bool {
	return c >= ' ' && c != 0x7f || c == '\r' || c == '\n' || c == '\t'
}

// typed decodes a run of text: as one event if it is long, else as one for each key.
func (d *Decoder) typed(p []byte) int {
	n, end := 0, min(len(p), maxPart)
	for n < end && plain(p[n]) {
		n++
	}
	if n == end {
		n = wholeRunes(p[:n])
	}
	if n < minText || n < minText*utf8.UTFMax && utf8.RuneCount(p[:n]) < minText {
		for _, k := range keys.Typed(string(p[:n])) {
			d.key(k)
		}
	} else {
		d.out = append(d.out, Text{string(p[:n])})
	}
	return n
}

// wholeRunes returns the length of p without an incomplete character at its end.
func wholeRunes(p []byte) int {
	for i := len(p) - 1; i >= 0 && i >= len(p)-utf8.UTFMax; i-- {
		if utf8.RuneStart(p[i]) {
			if !utf8.FullRune(p[i:]) {
				return i
			}
			break
		}
	}
	return len(p)
}

func (d *Decoder) key(k keys.Key) { d.out = append(d.out, Key{k}) }

// alt emits a character with Alt.
func (d *Decoder) alt(r rune) {
	k := keys.FromRune(r)
	k.Text, k.Mod, k.Escaped = "", k.Mod|keys.Alt, true
	d.key(k)
}

func (d *Decoder) other(sequence []byte) {
	d.out = append(d.out, Reply{Kind: Other, Text: string(bytes.TrimPrefix(sequence, []byte{esc}))})
}
