package vt

import (
	"fmt"
)

// maxReplies bounds the bytes that wait for [Terminal.TakeReplies]; a child that asks
// and does not read loses the rest.
const maxReplies = 64 << 10

// TakeReplies removes and returns the terminal's answers to the child, nil if there are
// none.
func (t *Terminal) TakeReplies() []byte {
	r := t.replies
	t.replies = nil
	return r
}

// reply answers the child. No answer contains text that the child chose.
func (t *Terminal) reply(s string) {
	if t.operating.eightBit {
		s = to8Bit.Replace(s)
	}
	t.replyExactly(s)
}

// replyExactly answers the child with exactly the bytes of s.
func (t *Terminal) replyExactly(s string) {
	if len(t.replies)+len(s) <= maxReplies {
		t.replies = append(t.replies, s...)
	}
}

// deviceAttributes answers DA1, CSI c: a VT420, or a VT520 if DECSCL has made it one, with
// the extensions that xterm reports and a clipboard that can be written (52). Not all of
// them are supported; see docs/terminal.md.
func (t *Terminal) deviceAttributes() {
	model := 64
	if t.operating.vt520 {
		model = 65
	}
	t.reply(fmt.Sprintf("\x1b[?%d;1;2;6;9;15;16;17;18;21;22;28;29;52c", model))
}

// secondaryAttributes answers DA2, CSI > c: a VT420 or VT520. Programs take the second
// number for a version of xterm, and use the features of that version.
func (t *Terminal) secondaryAttributes() {
	model := 41
	if t.operating.vt520 {
		model = 64
	}
	if t.parser.param(0, 0) == 0 {
		t.reply(fmt.Sprintf("\x1b[>%d;379;0c", model))
	}
}

// tertiaryAttributes answers DA3, CSI = c: unit 0.
func (t *Terminal) tertiaryAttributes() {
	if t.parser.param(0, 0) == 0 {
		t.reply("\x1bP!|00000000\x1b\\")
	}
}

// statusReport answers DSR, CSI n n: 5 is "no fault", 6 the cursor's position.
func (t *Terminal) statusReport(n int) {
	switch n {
	case 5:
		t.reply("\x1b[0n")
	case 6:
		y, x := t.place1()
		t.reply(fmt.Sprintf("\x1b[%d;%dR", y, x))
	}
}

// place1 returns the cursor's position, counted from 1, and from the margins in origin
// mode.
func (t *Terminal) place1() (y, x int) {
	s := t.scr
	y, x = s.y+1, s.x+1
	if t.inner.origin {
		y, x = y-s.top, x-s.left
	}
	return max(y, 1), max(x, 1)
}

// statusReports are the answers to CSI ? n n that never change.
var statusReports = map[int]string{
	15: "\x1b[?13n",       // there is no printer
	25: "\x1b[?21n",       // the user's keys are locked: none can be defined
	26: "\x1b[?27;1;0;0n", // a North American keyboard, ready
	53: "\x1b[?53n",       // no locator
	55: "\x1b[?53n",
	56: "\x1b[?57;0n", // its type: none
	62: "\x1b[0000*{", // no room for macros (DECMSR)
	75: "\x1b[?70n",   // no faults
	85: "\x1b[?83n",   // not configured for several sessions
}

// privateStatusReport answers CSI ? n n (DEC STD 070 DSR; xterm ctlseqs).
func (t *Terminal) privateStatusReport(n int) {
	switch n {
	case 6: // DECXCPR
		y, x := t.place1()
		t.reply(fmt.Sprintf("\x1b[?%d;%d;1R", y, x))
	case 63: // DECCKSR: there are no macros to sum up
		t.reply(fmt.Sprintf("\x1bP%d!~0000\x1b\\", t.parser.param(1, 0)))
	case 996: // whether the palette is dark or light (Contour, kitty)
		t.reportScheme()
	default:
		t.reply(statusReports[n])
	}
}

// reportLocator answers DECRQLP, CSI Ps ' |: no locator.
func (t *Terminal) reportLocator() { t.reply("\x1b[0&w") }

// reportVersion answers XTVERSION, CSI > q.
func (t *Terminal) reportVersion() {
	if t.parser.param(0, 0) == 0 {
		t.reply("\x1bP>|dormer(" + t.opts.Version + ")\x1b\\")
	}
}

// wantsDCS reports whether a device control string with this final is supported: DECRQSS,
// DCS $ q, or XTGETTCAP, DCS + q.
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
