package input

import "bytes"

// pasteEnd is the end mark of a bracketed paste (ctlseqs, "Bracketed Paste Mode").
var pasteEnd = []byte("\x1b[201~")

// paste is the state of a bracketed paste.
type paste struct {
	open bool
	// begun is set when a part has been emitted.
	begun bool
	// lost is set if the end mark did not arrive in time.
	lost bool
}

// resume is the size from which input is too large to be typed, in bytes.
const resume = 64

// resumePaste continues a lost paste if so much text arrives at once that it must be the rest of the
// paste, delayed by the network. As keys, its lines would be run by a shell.
func (d *Decoder) resumePaste(p []byte) {
	if d.paste.lost && len(d.pending) == 0 && len(p) >= resume && p[0] != esc {
		d.paste = paste{open: true}
	}
}

// pasted decodes a part of the open paste: up to the end mark or a possible start of it.
func (d *Decoder) pasted(p []byte) int {
	window := p[:min(len(p), maxPart+len(pasteEnd)-1)]
	if i := bytes.Index(window, pasteEnd); i >= 0 {
		d.part(p[:i], false)
		d.paste = paste{}
		return i + len(pasteEnd)
	}
	n := min(len(window)-markBegun(window), maxPart)
	if n > 0 {
		d.part(p[:n], true)
	}
	return n
}

// markBegun returns the length of the longest suffix of p that is a prefix of the end mark.
func markBegun(p []byte) int {
	for n := min(len(p), len(pasteEnd)-1); n > 0; n-- {
		if bytes.HasSuffix(p, pasteEnd[:n]) {
			return n
		}
	}
	return 0
}

// endPaste ends a paste without an end mark; rest is a possible start of one.
func (d *Decoder) endPaste(rest []byte) {
	d.part(rest, false)
	d.paste = paste{lost: true}
}

func (d *Decoder) part(data []byte, more bool) {
	d.out = append(d.out, Paste{Data: bytes.Clone(data), First: !d.paste.begun, More: more})
	d.paste.begun = true
}
