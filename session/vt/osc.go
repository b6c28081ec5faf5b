package vt

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"

	"dormer/session/grid"
)

// oscDispatch carries out an operating system command: OSC Ps ; Pt ST (xterm,
// "Operating System Commands").
func (t *Terminal) oscDispatch(b []byte) {
	t.last.open = false
	number, rest, _ := bytes.Cut(b, []byte{';'})
	n, err := strconv.ParseUint(string(number), 10, 16)
	if err != nil {
		return
	}
	switch n {
	case 0:
		t.titles.setTitle(rest)
		t.titles.setIcon(rest)
	case 1:
		t.titles.setIcon(rest)
	case 2:
		t.titles.setTitle(rest)
	case 4:
		t.oscPalette(rest)
	case 104:
		t.resetPalette(rest)
	case 5:
		t.oscMarks(rest)
	case 105:
		t.colors.resetMarks(rest)
	case 7:
		t.setDir(string(rest))
	case 8:
		t.setLink(rest)
	case 9:
		t.oscNotify(rest)
	case 22:
		t.setPointer(rest)
	case 99:
		t.oscNotify99(rest)
	case 10, 11, 12, 13, 14, 15, 16, 17, 18, 19:
		t.oscColors(int(n), rest)
	case 110, 111, 112, 113, 114, 115, 116, 117, 118, 119:
		t.setSpecialColor(int(n)-110, grid.DefaultColor)
	case 52:
		t.setClipboard(rest)
	case 133:
		t.mark(rest)
	case 777:
		t.oscNotify777(rest)
	case 7501:
		t.oscStatus(rest)
	}
}

const (
	maxTitle  = 1024
	maxURI    = 2083
	maxLinkID = 256
	maxNotice = 4096
)

// clean returns text from a child in a form that is safe to show in one line: valid UTF-8
// without control characters and without marks that change the direction of text, of at
// most limit bytes.
func clean(b []byte, limit int) string {
	var out strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		b = b[n:]
		if grid.RuneIsControl(r) || isDirection(r) || r == 0x2028 || r == 0x2029 {
			continue
		}
		if out.Len()+utf8.RuneLen(r) > limit {
			break
		}
		out.WriteRune(r)
	}
	return out.String()
}

// Label returns untrusted text in a form that is safe to show in one line: valid UTF-8
// without control characters and without marks that change the direction of text, of at
// most limit bytes.
func Label(text string, limit int) string { return clean([]byte(text), limit) }

// isDirection reports whether r is a bidirectional control.
func isDirection(r rune) bool {
	return r == 0x061c || r == 0x200e || r == 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// setLink begins or ends a hyperlink. OSC 8 ; params ; URI ST.
func (t *Terminal) setLink(b []byte) {
	params, uri, ok := bytes.Cut(b, []byte{';'})
	if !ok || len(uri) > maxURI {
		uri = nil
	}
	link := grid.Link{URI: clean(uri, maxURI)}
	if link.URI != "" {
		link.ID = linkID(params)
	}
	t.penStyle().Link = t.palette.LinkID(link)
}

// linkID finds the id among the parameters key=value:key=value.
func linkID(params []byte) string {
	for _, p := range bytes.Split(params, []byte{':'}) {
		if id, ok := bytes.CutPrefix(p, []byte("id=")); ok {
			return clean(id, maxLinkID)
		}
	}
	return ""
}

// setClipboard emits text for a clipboard. Requests for the clipboard's content are not
// answered. OSC 52 ; selections ; base64 ST.
func (t *Terminal) setClipboard(b []byte) {
	selection, data, ok := bytes.Cut(b, []byte{';'})
	if !ok || string(data) == "?" || len(selection) > 16 {
		return
	}
	text, err := base64.StdEncoding.DecodeString(string(data))
	if err != nil {
		text, err = base64.RawStdEncoding.DecodeString(string(data))
	}
	if err != nil || !utf8.Valid(text) {
		return
	}
	t.emit(Clipboard{Selection: clean(selection, 16), Text: string(text)})
}
