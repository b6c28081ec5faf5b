package vt

import (
	"encoding/hex"
	"strconv"
	"strings"

	"dormer/session/grid"
)

// titles are the window title and the icon name, with the stack on which programs save
// them.
type titles struct {
	title, icon string
	stack       []savedTitles
	hex         bool   // titles are set in hexadecimal
	version     uint64 // changes with title and icon
}

type savedTitles struct{ title, icon string }

// maxTitles bounds the stack.
const maxTitles = 16

func (t *titles) setTitle(b []byte) {
	if b, ok := t.decode(b); ok {
		t.title = t.changed(t.title, clean(b, maxTitle))
	}
}

func (t *titles) setIcon(b []byte) {
	if b, ok := t.decode(b); ok {
		t.icon = t.changed(t.icon, clean(b, maxTitle))
	}
}

// decode decodes a title according to the title modes.
func (t *titles) decode(b []byte) ([]byte, bool) {
	if !t.hex {
		return b, true
	}
	out := make([]byte, hex.DecodedLen(len(b)))
	_, err := hex.Decode(out, b)
	return out, err == nil
}

// setTitleModes sets or resets title modes. 0 sets titles in hexadecimal. The other modes
// are ignored: titles are always UTF-8, and never reported.
// XTSMTITLE: CSI > Ps t; XTRMTITLE: CSI > Ps T.
func (t *Terminal) setTitleModes(on bool) {
	for _, n := range t.parser.params[:t.parser.n] {
		if n == 0 {
			t.titles.hex = on
		}
	}
}

// changed returns now, and counts a change if it differs from before.
func (t *titles) changed(before, now string) string {
	if now != before {
		t.version++
	}
	return now
}

// push pushes the icon name (1), the title (2) or both (0); a full stack drops its oldest
// entry. The other one is copied from the entry before, so that pushing one and then the
// other and popping both restores both, as in xterm. CSI 22 ; Ps t.
func (t *titles) push(which int) {
	now := savedTitles{t.title, t.icon}
	if n := len(t.stack); n > 0 && which == 1 {
		now.title = t.stack[n-1].title
	} else if n > 0 && which == 2 {
		now.icon = t.stack[n-1].icon
	}
	if len(t.stack) == maxTitles {
		t.stack = append(t.stack[:0], t.stack[1:]...)
	}
	t.stack = append(t.stack, now)
}

// pop restores the icon name (1), the title (2) or both (0). CSI 23 ; Ps t.
func (t *titles) pop(which int) {
	n := len(t.stack)
	if n == 0 {
		return
	}
	last := t.stack[n-1]
	t.stack = t.stack[:n-1]
	if which != 1 {
		t.title = t.changed(t.title, last.title)
	}
	if which != 2 {
		t.icon = t.changed(t.icon, last.icon)
	}
}

// setDir handles a shell's report of its directory. OSC 7 ; file://host/path ST.
func (t *Terminal) setDir(uri string) {
	rest, ok := strings.CutPrefix(uri, "file://")
	slash := strings.IndexByte(rest, '/')
	if !ok || slash < 0 {
		return
	}
	dir, ok := unescape(rest[slash:])
	if !ok || len(dir) > maxDir || hasControl(dir) {
		return
	}
	t.dir = t.titles.changed(t.dir, dir)
}

const maxDir = 4096

// unescape decodes the percent escapes of a path. Many shells escape nothing, so all other
// bytes are taken as they are.
func unescape(s string) (string, bool) {
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			out = append(out, s[i])
			continue
		}
		if i+2 >= len(s) {
			return "", false
		}
		b, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
		if err != nil {
			return "", false
		}
		out = append(out, byte(b))
		i += 2
	}
	return string(out), true
}

func hasControl(s string) bool {
	return strings.ContainsFunc(s, grid.RuneIsControl)
}
