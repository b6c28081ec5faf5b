package vt

import "fmt"

// kittyStack holds the progressive-enhancement flags of one screen
// (https://sw.kovidgoyal.net/kitty/keyboard-protocol). The zero value has none.
type kittyStack struct {
	entries [16]uint8
	depth   int // the active entry; entry 0 is active while the stack is empty
}

const kittyFlags = 1 | 2 | 4 | 8 | 16

func (k *kittyStack) flags() uint8 { return k.entries[k.depth] }

// push sets flags and keeps the previous ones; a full stack drops its oldest entry. CSI >
// flags u.
func (k *kittyStack) push(flags int) {
	if k.depth == len(k.entries)-1 {
		copy(k.entries[1:], k.entries[2:])
	} else {
		k.depth++
	}
	k.entries[k.depth] = uint8(flags & kittyFlags)
}

// pop removes n entries. CSI < n u.
func (k *kittyStack) pop(n int) {
	for ; n > 0 && k.depth > 0; n-- {
		k.entries[k.depth] = 0
		k.depth--
	}
	if n > 0 {
		k.entries[0] = 0
	}
}

// set changes the active flags: 1 replaces, 2 adds, 3 removes. CSI = flags ;
// how u.
func (k *kittyStack) set(flags, how int) {
	f, now := uint8(flags&kittyFlags), &k.entries[k.depth]
	switch how {
	case 1:
		*now = f
	case 2:
		*now |= f
	case 3:
		*now &^= f
	}
}

// reportKitty answers CSI ? u.
func (t *Terminal) reportKitty() { t.reply(fmt.Sprintf("\x1b[?%du", t.scr.kitty.flags())) }

// setKeyModifiers sets modifyOtherKeys, the only one of xterm's key modifier options that
// is supported. XTMODKEYS: CSI > Pp ; Pv m.
func (t *Terminal) setKeyModifiers() {
	p := &t.parser
	switch {
	case p.n == 1 && p.params[0] == 0: // all to their initial values
		t.modes.ModifyOtherKeys = 0
	case p.param(0, 0) == 4:
		t.modes.ModifyOtherKeys = uint8(min(p.param(1, 0), 2))
	}
}

// reportKeyModifiers answers XTQMODKEYS: CSI ? 4 m.
func (t *Terminal) reportKeyModifiers() {
	if t.parser.param(0, 0) == 4 {
		t.reply(fmt.Sprintf("\x1b[>4;%dm", t.modes.ModifyOtherKeys))
	}
}
