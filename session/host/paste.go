package host

import (
	"bytes"
)

// The marks around a bracketed paste (DECSET 2004, xterm "Bracketed Paste Mode").
const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// endMarks are the byte sequences that a child may take for the end of a paste: with CSI in
// seven bits, in UTF-8, and in eight bits. The last also occurs within some UTF-8
// characters, but before the five bytes "201~" that is too rare to matter.
var endMarks = [][]byte{[]byte(pasteEnd), []byte("\xc2\x9b201~"), []byte("\x9b201~")}

// longestMark is the length of the longest end mark.
const longestMark = len(pasteEnd)

// pasteFilter turns the parts of one paste into input for the child.
//
// If the child has set bracketed paste, the text is unchanged, control characters included,
// except that end marks are removed, also those that span parts or are formed by a removal
// (as in kitty). For other children the text is as if typed: line ends become CR, and DEL
// and the C0 characters that act as keys (all but tab) are removed, as in VTE and foot.
type pasteFilter struct {
	bracketed bool
	held      []byte // the beginning of a possible end mark
	tail      []byte // the last bytes that were passed on
	afterCR   bool
}

// begin returns what comes before the first part.
func (f *pasteFilter) begin() []byte {
	if f.bracketed {
		return []byte(pasteStart)
	}
	return nil
}

// part returns the child's input for the next part.
func (f *pasteFilter) part(data []byte) []byte {
	if !f.bracketed {
		return f.typed(data)
	}
	return f.withoutMarks(data)
}

// end returns what comes after the last part. Bytes that were held back are not an end
// mark.
func (f *pasteFilter) end() []byte {
	if !f.bracketed {
		return nil
	}
	out := append(f.held, pasteEnd...)
	f.held = nil
	return out
}

// typed returns text as keys would send it.
func (f *pasteFilter) typed(data []byte) []byte {
	out := make([]byte, 0, len(data))
	for _, c := range data {
		if c == '\n' && f.afterCR {
			f.afterCR = false
			continue
		}
		f.afterCR = c == '\r'
		switch {
		case c == '\n' || c == '\r':
			out = append(out, '\r')
		case c == '\t' || c >= ' ' && c != 0x7f:
			out = append(out, c)
		}
	}
	return out
}

// withoutMarks returns text without end marks.
func (f *pasteFilter) withoutMarks(data []byte) []byte {
	data = append(f.held, data...)
	f.held = nil
	out := make([]byte, 0, len(data)+1)
	for i := 0; i < len(data); {
		n, whole := matchMark(data[i:])
		switch {
		case whole:
			i += n
			out = f.seal(out)
		case n > 0:
			f.held = bytes.Clone(data[i:])
			i = len(data)
		default:
			out = append(out, data[i])
			i++
		}
	}
	f.remember(out)
	return out
}

// matchMark reports whether data begins with an end mark, and its length. If data ends
// within a mark, n is the number of its bytes.
func matchMark(data []byte) (n int, whole bool) {
	for _, mark := range endMarks {
		if bytes.HasPrefix(data, mark) {
			return len(mark), true
		}
		if bytes.HasPrefix(mark, data) {
			n = len(data)
		}
	}
	return n, false
}

// seal puts a space in the place of a mark that was removed from within another mark, so that the
// two halves do not join.
func (f *pasteFilter) seal(out []byte) []byte {
	before := append(bytes.Clone(f.tail), out[max(0, len(out)-longestMark):]...)
	for i := range before {
		if n, _ := matchMark(before[i:]); n > 0 {
			return append(out, ' ')
		}
	}
	return out
}

// remember keeps the last bytes that were passed on.
func (f *pasteFilter) remember(out []byte) {
	f.tail = append(f.tail, out[max(0, len(out)-longestMark):]...)
	f.tail = bytes.Clone(f.tail[max(0, len(f.tail)-longestMark):])
}
