package vt

import "dormer/session/grid"

// csiDispatch carries out a control sequence by its final byte. The most frequent ones
// come first.
func (t *Terminal) csiDispatch(final byte) {
	p := &t.parser
	if p.private|byte(p.ninter) != 0 {
		t.last.open = false
		t.csiMarked(final)
		return
	}
	if final == 'm' {
		t.sgr()
		t.last.styled = true
		return
	}
	if p.surplus || p.colon != 0 { // only SGR has subparameters
		t.last.open = false
		return
	}
	if final == 'b' {
		t.repeat(p.param(0, 1))
	}
	t.last.open = false
	t.csiPlain(final)
}

// csiPlain carries out a control sequence without private marker and
// intermediates.
func (t *Terminal) csiPlain(final byte) {
	p := &t.parser
	n := p.param(0, 1)
	switch final {
	case 'H', 'f':
		t.moveTo(n-1, p.param(1, 1)-1)
	case 'A': // CUU
		t.up(n)
	case 'B': // CUD
		t.down(n)
	case 'C': // CUF
		t.forward(n)
	case 'a': // HPR
		t.moveBy(0, n)
	case 'e': // VPR
		t.moveBy(n, 0)
	case 'D': // CUB
		t.backward(n)
	case 'E': // CNL
		t.down(n)
		t.carriageReturn()
	case 'F': // CPL
		t.up(n)
		t.carriageReturn()
	case 'G', '`': // CHA, HPA
		t.moveToColumn(n - 1)
	case 'd':
		t.moveToRow(n - 1)
	case 'I':
		t.tabForward(n)
	case 'Z':
		t.tabBackward(n)
	case 'J':
		t.eraseScreen(p.param(0, 0), eraseAll)
	case 'K':
		t.eraseLine(p.param(0, 0), eraseAll)
	case 'X':
		t.eraseChars(n)
	case '@':
		t.insertCells(n)
	case 'P':
		t.deleteCells(n)
	case 'L':
		t.insertLines(n)
	case 'M':
		t.deleteLines(n)
	case 'S':
		t.scrollUp(t.scr.top, n)
	case 'T':
		if p.n == 1 { // five parameters would be mouse highlighting
			t.scrollDown(t.scr.top, n)
		}
	case '^': // SD as in ECMA-48
		t.scrollDown(t.scr.top, n)
	case 'r':
		t.setMargins(n, p.param(1, t.scr.rows))
	case 's':
		if t.inner.margins {
			t.setSideMargins(n, p.param(1, t.scr.cols))
		} else {
			t.saveCursor() // SCOSC
		}
	case 'u': // SCORC
		t.restoreCursor()
	case 'g':
		t.clearTabs(p.param(0, 0))
	case 'h', 'l':
		t.setModes(final == 'h')
	case 'c':
		if p.param(0, 0) == 0 {
			t.deviceAttributes()
		}
	case 'n':
		t.statusReport(p.param(0, 0))
	case 't':
		t.windowOps()
	}
}

// csiMarked carries out a control sequence with a private marker or with
// intermediates.
func (t *Terminal) csiMarked(final byte) {
	p := &t.parser
	if p.colon != 0 || p.surplus && final != 'h' && final != 'l' {
		return
	}
	switch key(p.private, p.intermediate(), final) {
	case key('?', 0, 'h'), key('?', 0, 'l'):
		t.setPrivateModes(final == 'h')
	case key('?', 0, 'r'):
		t.restoreModes()
	case key('?', 0, 's'):
		t.saveModes()
	case key('?', 0, 'W'): // DECST8C
		if p.param(0, 0) == 5 {
			t.tabs = defaultTabs(nil, t.scr.cols)
		}
	case key('?', 0, 'J'):
		t.eraseScreen(p.param(0, 0), eraseUnprotected)
	case key('?', 0, 'K'):
		t.eraseLine(p.param(0, 0), eraseUnprotected)
	case key('?', 0, 'n'):
		t.privateStatusReport(p.param(0, 0))
	case key('?', 0, 'u'):
		t.reportKitty()
	case key('>', 0, 'u'):
		t.scr.kitty.push(p.param(0, 0))
	case key('<', 0, 'u'):
		t.scr.kitty.pop(p.param(0, 1))
	case key('=', 0, 'u'):
		t.scr.kitty.set(p.param(0, 0), p.param(1, 1))
	case key('>', 0, 't'):
		t.setTitleModes(true)
	case key('>', 0, 'T'):
		t.setTitleModes(false)
	case key(0, '$', 'w'):
		t.reportPresentation(p.param(0, 0))
	case key(0, '"', 'v'):
		t.reportExtent()
	case key('>', 0, 'c'):
		t.secondaryAttributes()
	case key('=', 0, 'c'):
		t.tertiaryAttributes()
	case key('>', 0, 'm'):
		t.setKeyModifiers()
	case key('>', 0, 'n'):
		if p.param(0, 0) == 4 {
			t.modes.ModifyOtherKeys = 0
		}
	case key('?', 0, 'm'):
		t.reportKeyModifiers()
	case key('>', 0, 'q'):
		t.reportVersion()
	case key(0, ' ', 'q'):
		t.setCursorStyle(p.param(0, 0))
	case key(0, ' ', '@'): // SL
		t.eachMarginRow(t.scr.left, func() { t.deleteCells(p.param(0, 1)) })
	case key(0, ' ', 'A'): // SR
		t.eachMarginRow(t.scr.left, func() { t.insertCells(p.param(0, 1)) })
	case key(0, '\'', '}'): // DECIC
		t.eachMarginRow(t.scr.x, func() { t.insertCells(p.param(0, 1)) })
	case key(0, '\'', '~'): // DECDC
		t.eachMarginRow(t.scr.x, func() { t.deleteCells(p.param(0, 1)) })
	case key(0, '"', 'q'):
		t.setProtection(p.param(0, 0))
	case key(0, '!', 'p'):
		t.softReset()
	case key(0, '"', 'p'):
		t.setLevel(p.param(0, 0), p.param(1, 0))
	case key(0, '\'', '|'):
		t.reportLocator()
	case key(0, '#', '{'), key(0, '#', 'p'):
		t.pushStyle()
	case key(0, '#', '}'), key(0, '#', 'q'):
		t.popStyle()
	case key(0, '#', '|'):
		t.reportStyle()
	case key(0, '#', 'P'):
		t.pushColors(p.param(0, 0))
	case key(0, '#', 'Q'):
		t.popColors(p.param(0, 0))
	case key(0, '#', 'R'):
		t.reportColorStack()
	case key('?', 0, 'S'):
		t.reportGraphics(p.param(0, 0))
	case key(0, '#', 'y'): // XTCHECKSUM
		t.sums = checksumMode(p.param(0, 0))
	case key(0, '*', 'x'):
		t.setExtent(p.param(0, 0))
	case key(0, '*', 'y'), key(0, '$', 'x'), key(0, '$', 'z'), key(0, '$', '{'),
		key(0, '$', 'v'), key(0, '$', 'r'), key(0, '$', 't'):
		t.rectangular(p.inter[0], final)
	case key(0, '$', 'p'):
		t.reportMode(p.param(0, 0), false)
	case key('?', '$', 'p'):
		t.reportMode(p.param(0, 0), true)
	}
}

// key combines the bytes that identify a control sequence into one number.
func key(private, inter, final byte) uint32 {
	return uint32(private)<<16 | uint32(inter)<<8 | uint32(final)
}

// intermediate returns the only intermediate byte, 0 if there is none, and an invalid one
// if there are several.
func (p *parser) intermediate() byte {
	switch p.ninter {
	case 0:
		return 0
	case 1:
		return p.inter[0]
	}
	return 0xff
}

// setCursorStyle sets the cursor's shape. DECSCUSR: CSI n SP q.
func (t *Terminal) setCursorStyle(n int) {
	shapes := [...]grid.CursorShape{
		grid.DefaultCursor, grid.BlockCursor, grid.BlockCursor,
		grid.UnderlineCursor, grid.UnderlineCursor, grid.BarCursor, grid.BarCursor,
	}
	if n < len(shapes) {
		t.cursor.shape, t.cursor.blink = shapes[n], n%2 == 1
	}
}

// style returns the parameter of DECSCUSR for the cursor's appearance.
func (c cursorLook) style() int {
	if c.shape == grid.DefaultCursor {
		return 0
	}
	n := 2*int(c.shape) - 1
	if !c.blink {
		n++
	}
	return n
}

// softReset resets modes, margins, pen and character sets. The screen stays. DECSTR: CSI !
// p.
func (t *Terminal) softReset() {
	t.cursor.hidden = false
	in := &t.inner
	in.noWrap, in.origin, in.insert, in.margins = false, false, false, false
	in.reverseWrap, in.reverseWrapMore = false, false
	in.keyboardAction = false
	in.guard = unguarded
	t.modes.AppCursor, t.modes.AppKeypad = false, false
	t.scr.resetMargins()
	t.pen = pen{}
	t.charsets = charsets{}
	t.scr.saved = saved{}
	t.scr.kitty = kittyStack{}
	t.modes.ModifyOtherKeys = 0
}
