package vt

import (
	"fmt"
	"strings"
)

// maxReplies bounds the answers that wait for [Terminal.TakeReplies]; a child that
// asks and does not read loses the rest.
const maxReplies = 64 << 10

// TakeReplies returns the bytes that the terminal answers the child with, and
// forgets them. It returns nil when there are none.
func (t *Terminal) TakeReplies() []byte {
	r := t.replies
	t.replies = nil
	return r
}

// reply answers the child. No answer contains text that the child chose.
func (t *Terminal) reply(s string) {
	if len(t.replies)+len(s) <= maxReplies {
		t.replies = append(t.replies, s...)
	}
}

// deviceAttributes answers DA1, CSI c: a VT220 class terminal with selective
// erase, user windows, horizontal scrolling, and colour.
func (t *Terminal) deviceAttributes() { t.reply("\x1b[?62;6;22c") }

// secondaryAttributes answers DA2, CSI > c: a VT220. Programs read a version of
// xterm from the second number; a low one promises nothing.
func (t *Terminal) secondaryAttributes() {
	if t.parser.param(0, 0) == 0 {
		t.reply("\x1b[>1;10;0c")
	}
}

// tertiaryAttributes answers DA3, CSI = c: a unit without a number.
func (t *Terminal) tertiaryAttributes() {
	if t.parser.param(0, 0) == 0 {
		t.reply("\x1bP!|00000000\x1b\\")
	}
}

// statusReport answers DSR, CSI n n: 5 is "no fault", 6 the cursor's place.
func (t *Terminal) statusReport(n int) {
	switch n {
	case 5:
		t.reply("\x1b[0n")
	case 6:
		y, x := t.place1()
		t.reply(fmt.Sprintf("\x1b[%d;%dR", y, x))
	}
}

// place1 is the cursor's place, counted from 1 and from the margins in origin
// mode.
func (t *Terminal) place1() (y, x int) {
	s := t.scr
	y, x = s.y+1, s.x+1
	if t.inner.origin {
		y, x = y-s.top, x-s.left
	}
	return max(y, 1), max(x, 1)
}

// privateStatusReport answers CSI ? n n: the cursor with its page, no printer,
// no locked keys, no locator.
func (t *Terminal) privateStatusReport(n int) {
	switch n {
	case 6:
		y, x := t.place1()
		t.reply(fmt.Sprintf("\x1b[?%d;%d;1R", y, x))
	case 15:
		t.reply("\x1b[?13n")
	case 25:
		t.reply("\x1b[?21n")
	case 26:
		t.reply("\x1b[?27;1;0;0n")
	case 53, 55:
		t.reply("\x1b[?53n")
	case 996: // is the palette dark or light: what Contour and kitty ask
		t.reportScheme()
	}
}

// reportVersion answers XTVERSION, CSI > q.
func (t *Terminal) reportVersion() {
	if t.parser.param(0, 0) == 0 {
		t.reply("\x1bP>|dormer(" + t.opts.Version + ")\x1b\\")
	}
}

// Answers of DECRPM: what is known of a mode.
const (
	modeUnknown = iota
	modeSet
	modeReset
	modeAlwaysSet
)

// reportMode answers DECRQM, CSI n $ p and CSI ? n $ p.
func (t *Terminal) reportMode(n int, private bool) {
	if private {
		t.reply(fmt.Sprintf("\x1b[?%d;%d$y", n, t.privateModeState(n)))
		return
	}
	state := modeUnknown
	switch n {
	case 4:
		state = setOrReset(t.inner.insert)
	case 20:
		state = setOrReset(t.modes.NewLine)
	}
	t.reply(fmt.Sprintf("\x1b[%d;%d$y", n, state))
}

func (t *Terminal) privateModeState(n int) int {
	if n == 2027 { // clusters are joined whatever a program sets
		return modeAlwaysSet
	}
	if on, ok := t.privateMode(n); ok {
		return setOrReset(on)
	}
	return modeUnknown
}

// privateMode reports whether a private mode is set, and whether we have it.
func (t *Terminal) privateMode(n int) (on, ok bool) {
	if flag := t.privateFlag(n); flag != nil {
		return *flag, true
	}
	switch n {
	case 3:
		return t.inner.wideColumns, true
	case 7:
		return !t.inner.noWrap, true
	case 12:
		return t.cursor.blink, true
	case 25:
		return !t.cursor.hidden, true
	case 9, 1000, 1002, 1003:
		return t.modes.Mouse == mouseModes[n], true
	case 1005, 1006, 1015, 1016:
		return t.modes.MouseEncoding == mouseEncodings[n], true
	case 47, 1047, 1049:
		return t.scr != t.main, true
	}
	return false, false
}

func setOrReset(on bool) int {
	if on {
		return modeSet
	}
	return modeReset
}

// wantsDCS reports whether a device control string with this final is one that
// we answer: DECRQSS, DCS $ q, and XTGETTCAP, DCS + q.
func (t *Terminal) wantsDCS(final byte) bool {
	p := &t.parser
	inter := p.intermediate()
	return final == 'q' && p.private == 0 && (inter == '$' || inter == '+')
}

// dcsDispatch answers a device control string.
func (t *Terminal) dcsDispatch(b []byte) {
	if t.parser.intermediate() == '+' {
		t.reportCapabilities(b)
		return
	}
	t.reportSetting(b)
}

// reportSetting answers DECRQSS: the state of a setting, by its final. The answer
// to an unknown one does not repeat it.
func (t *Terminal) reportSetting(b []byte) {
	s := t.scr
	var answer string
	switch string(b) {
	case "m":
		answer = t.sgrReport() + "m"
	case "r":
		answer = fmt.Sprintf("%d;%dr", s.top+1, s.bottom)
	case "s":
		answer = fmt.Sprintf("%d;%ds", s.left+1, s.right)
	case " q":
		answer = fmt.Sprintf("%d q", t.cursor.style())
	case `"q`:
		answer = fmt.Sprintf("%d\"q", setOrReset(t.pen.protected != 0))
	case `"p`:
		answer = `62;1"p`
	default:
		t.reply("\x1bP0$r\x1b\\")
		return
	}
	t.reply("\x1bP1$r" + answer + "\x1b\\")
}

// sgrReport is the pen as parameters of SGR.
func (t *Terminal) sgrReport() string {
	st := t.pen.style
	var b strings.Builder
	b.WriteByte('0')
	for _, a := range attributes {
		if st.Attrs&a.attr != 0 {
			fmt.Fprintf(&b, ";%d", a.param)
		}
	}
	switch st.Underline {
	case 0:
	case 1:
		b.WriteString(";4")
	default:
		fmt.Fprintf(&b, ";4:%d", st.Underline)
	}
	reportColor(&b, 38, st.FG)
	reportColor(&b, 48, st.BG)
	reportColor(&b, 58, st.UL)
	return b.String()
}
