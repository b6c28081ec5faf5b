package vt

import "strings"

// control carries out a C0 control.
func (t *Terminal) control(c byte) {
	t.last.open = false
	switch c {
	case 0x07:
		t.ring()
	case 0x08:
		t.backward(1)
	case 0x09:
		t.tabForward(1)
	case 0x0a, 0x0b, 0x0c:
		t.lineFeed()
	case 0x0d:
		t.carriageReturn()
	case 0x0e:
		t.charsets.left = 1
	case 0x0f:
		t.charsets.left = 0
	}
}

// cancel carries out CAN or SUB, which abort a sequence. The VT500 shows a character for
// SUB, but today's terminals show nothing.
func (t *Terminal) cancel() {
	t.parser.state = ground
	t.parser.release()
	t.last.open = false
}

// InSequence reports whether the last write ended within a control sequence or a string,
// so that the next write continues it.
func (t *Terminal) InSequence() bool { return t.parser.state != ground }

// Abandon aborts an incomplete sequence or string, as CAN does. The owner calls it after a
// timeout.
func (t *Terminal) Abandon() { t.cancel() }

// escDispatch carries out an escape sequence by its final.
func (t *Terminal) escDispatch(c byte) {
	t.last.open = false
	p := &t.parser
	switch p.ninter {
	case 0:
		t.escPlain(c)
	case 1:
		t.escIntermediate(p.inter[0], c)
	case 2:
		if at := strings.IndexByte("()*+", p.inter[0]); at >= 0 {
			t.charsets.designate(at, string([]byte{p.inter[1], c}), t.inner.nationalSets)
		}
	}
}

// escPlain carries out an escape sequence of one byte.
func (t *Terminal) escPlain(c byte) {
	switch c {
	case '6': // DECBI
		t.backIndex()
	case '7':
		t.saveCursor()
	case '8':
		t.restoreCursor()
	case '9': // DECFI
		t.forwardIndex()
	case '=':
		t.modes.AppKeypad = true
	case '>':
		t.modes.AppKeypad = false
	case 'D':
		t.index()
	case 'E': // NEL
		t.index()
		t.carriageReturn()
	case 'H': // HTS
		t.tabs[t.scr.x] = true
	case 'M':
		t.reverseIndex()
	case 'N': // SS2
		t.charsets.shift = 2
	case 'O': // SS3
		t.charsets.shift = 3
	case 'V': // SPA
		t.startGuarded()
	case 'W': // EPA
		t.endGuarded()
	case 'Z': // DECID
		t.deviceAttributes()
	case 'c':
		t.keepScreen()
		t.Reset()
		t.emit(HardReset{})
	case 'n': // LS2
		t.charsets.left = 2
	case 'o': // LS3
		t.charsets.left = 3
	case '~', '}', '|': // LS1R, LS2R, LS3R
		t.charsets.right = '~' - c + 1
	}
}

// escIntermediate carries out an escape sequence with one intermediate.
func (t *Terminal) escIntermediate(inter, c byte) {
	switch inter {
	case '(', ')', '*', '+':
		t.charsets.designate(int(inter-'('), string(rune(c)), t.inner.nationalSets)
	case '-', '.', '/':
		t.charsets.designate96(int(inter-'-')+1, c, t.inner.nationalSets)
	case ' ':
		if c == 'F' || c == 'G' { // S7C1T, S8C1T
			t.operating.eightBit = c == 'G' && t.level() > 1
		}
	case '#':
		if c == '8' {
			t.alignment()
		}
	}
}

// backIndex moves the cursor one column left, and scrolls right at the left margin. At
// the edge of the screen beyond the margins it does nothing. DECBI: ESC 6.
func (t *Terminal) backIndex() {
	s := t.scr
	s.wrapNext = false
	switch {
	case s.x == s.left:
		t.eachMarginRow(s.left, func() { t.insertCells(1) })
	case s.x > 0:
		s.x--
	}
}

// forwardIndex moves the cursor one column right, and scrolls left at the right margin.
// DECFI: ESC 9.
func (t *Terminal) forwardIndex() {
	switch s := t.scr; {
	case s.x == s.right-1:
		t.eachMarginRow(s.left, func() { t.deleteCells(1) })
	case s.x < s.cols-1:
		s.x++
		s.wrapNext = false
	}
}

// eachMarginRow calls f with the cursor in column x0 of each row within the margins, if
// the cursor is inside the margins.
func (t *Terminal) eachMarginRow(x0 int, f func()) {
	s := t.scr
	if !s.inMargins() {
		return
	}
	y, x, wrapNext := s.y, s.x, s.wrapNext
	s.x = x0
	for s.y = s.top; s.y < s.bottom; s.y++ {
		f()
	}
	s.y, s.x, s.wrapNext = y, x, wrapNext
}
