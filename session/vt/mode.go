package vt

import "dormer/session/grid"

// setModes sets or resets ANSI modes. SM: CSI n h; RM: CSI n l (ECMA-48 8.3.125).
func (t *Terminal) setModes(on bool) {
	for _, n := range t.parser.params[:t.parser.n] {
		switch n {
		case 2:
			t.inner.keyboardAction = on
		case 4:
			t.inner.insert = on
		case 12:
			t.inner.localEcho = !on
		case 20:
			t.modes.NewLine = on
		}
	}
}

// setPrivateModes sets or resets DEC private modes. DECSET: CSI ? n h; DECRST:
// CSI ? n l.
func (t *Terminal) setPrivateModes(on bool) {
	for _, n := range t.parser.params[:t.parser.n] {
		t.setPrivateMode(int(n), on)
	}
}

func (t *Terminal) setPrivateMode(n int, on bool) {
	if !t.hasMode(n) {
		return
	}
	if flag := t.privateFlag(n); flag != nil {
		*flag = on
		t.afterMode(n, on)
		return
	}
	switch n {
	case 3:
		t.columnMode(on)
	case 7:
		t.inner.noWrap = !on
	case 12:
		t.cursor.blink = on
	case 25:
		t.cursor.hidden = !on
	case 9, 1000, 1002, 1003:
		t.setMouse(mouseModes[n], on)
	case 1005, 1006, 1015, 1016:
		t.setMouseEncoding(mouseEncodings[n], on)
	case 47, 1047:
		t.switchScreen(on, n == 1047)
	case 1048:
		if on {
			t.saveCursor()
		} else {
			t.restoreCursor()
		}
	case 1049:
		t.switchScreen1049(on)
	}
}

// privateFlag returns the variable of a mode that is a plain flag, else nil.
func (t *Terminal) privateFlag(n int) *bool {
	switch n {
	case 1:
		return &t.modes.AppCursor
	case 4:
		return &t.inner.smoothScroll
	case 5:
		return &t.modes.ReverseScreen
	case 6:
		return &t.inner.origin
	case 18:
		return &t.inner.printFormFeed
	case 19:
		return &t.inner.printExtent
	case 35:
		return &t.inner.fontShifting
	case 40:
		return &t.inner.columnMode
	case 41:
		return &t.inner.tabWraps
	case 42:
		return &t.inner.nationalSets
	case 45:
		return &t.inner.reverseWrap
	case 66:
		return &t.modes.AppKeypad
	case 67:
		return &t.modes.BackarrowBS
	case 69:
		return &t.inner.margins
	case 95:
		return &t.inner.columnKeeps
	case 1004:
		return &t.modes.FocusEvents
	case 1007:
		return &t.modes.AltScroll
	case 1045:
		return &t.inner.reverseWrapMore
	case 2004:
		return &t.modes.BracketedPaste
	case 2026:
		return &t.modes.Sync
	case 2027:
		return &t.inner.graphemes
	case 2031:
		return &t.inner.schemeReports
	case 2048:
		return &t.inner.sizeReports
	}
	return nil
}

// afterMode carries out the side effects of setting a flag.
func (t *Terminal) afterMode(n int, on bool) {
	switch n {
	case 6:
		t.moveTo(0, 0)
	case 69:
		if !on {
			t.scr.left, t.scr.right = 0, t.scr.cols
		}
	case 2048:
		t.reportNewSize()
	}
}

// columnMode carries out DECCOLM except for the width, which a child cannot choose: it
// resets margins, homes the cursor, and clears the screen unless DECNCSM (DECSET 95) is
// set. As in xterm, it needs DECSET 40, since initialisation strings reset DECCOLM.
func (t *Terminal) columnMode(wide bool) {
	if !t.inner.columnMode {
		return
	}
	t.inner.wideColumns = wide
	t.scr.resetMargins()
	t.inner.margins, t.inner.origin = false, false
	t.moveTo(0, 0)
	if !t.inner.columnKeeps {
		t.eraseScreen(2, eraseAll)
	}
}

var mouseModes = map[int]grid.MouseMode{
	9: grid.MouseX10, 1000: grid.MouseNormal, 1002: grid.MouseButton, 1003: grid.MouseAny,
}

var mouseEncodings = map[int]grid.MouseEncoding{
	1005: grid.MouseEncUTF8, 1006: grid.MouseEncSGR, 1015: grid.MouseEncURXVT, 1016: grid.MouseEncSGRPixels,
}

// setMouse sets a mouse mode. Resetting any of them ends reporting, as in xterm.
func (t *Terminal) setMouse(m grid.MouseMode, on bool) {
	if !on {
		m = grid.MouseOff
	}
	t.modes.Mouse = m
}

func (t *Terminal) setMouseEncoding(e grid.MouseEncoding, on bool) {
	switch {
	case on:
		t.modes.MouseEncoding = e
	case t.modes.MouseEncoding == e:
		t.modes.MouseEncoding = grid.MouseEncX10
	}
}

// switchScreen shows the alternate screen or the main one. The cursor does not move.
// DECSET 47; 1047 also clears the alternate screen when leaving it.
func (t *Terminal) switchScreen(alt, clearIt bool) {
	from := t.scr
	if alt == (from != t.main) {
		return
	}
	if alt {
		if t.alt == nil {
			t.alt = newScreen(t.main.rows, t.main.cols, t.palette)
		}
		t.scr = t.alt
	} else {
		if clearIt {
			t.blankRows(0, from.rows, 0)
			from.wrapNext = false
		}
		t.scr = t.main
	}
	to := t.scr
	to.y, to.x, to.wrapNext = from.y, from.x, from.wrapNext
	to.top, to.bottom, to.left, to.right = from.top, from.bottom, from.left, from.right
	for y := range to.rows {
		if to.line(y).gen == 0 {
			t.touch(y)
		}
	}
	t.gen++
}

// switchScreen1049 saves the cursor and shows an empty alternate screen, or returns to
// the main screen and restores the cursor. DECSET 1049.
func (t *Terminal) switchScreen1049(alt bool) {
	if alt == (t.scr != t.main) {
		return
	}
	if alt {
		t.saveCursor()
		t.switchScreen(true, false)
		t.blankRows(0, t.scr.rows, 0)
		t.scr.wrapNext = false
		return
	}
	t.switchScreen(false, false)
	t.restoreCursor()
}

// saveModes and restoreModes save and restore the named modes. XTSAVE: CSI ? n s;
// XTRESTORE: CSI ? n r.
func (t *Terminal) saveModes() {
	for _, n := range t.parser.params[:t.parser.n] {
		state, ok := t.modeToSave(int(n))
		if !ok {
			continue
		}
		if t.savedModes == nil {
			t.savedModes = map[int32]uint8{}
		}
		t.savedModes[n] = state
	}
}

func (t *Terminal) restoreModes() {
	for _, n := range t.parser.params[:t.parser.n] {
		state, ok := t.savedModes[n]
		switch _, mouse := mouseModes[int(n)]; {
		case !ok:
		case mouse:
			t.modes.Mouse = grid.MouseMode(state)
		default:
			t.setPrivateMode(int(n), state != 0)
		}
	}
}

// modeToSave returns the state of a mode to save: 1 if it is set, else 0. Mouse modes
// exclude each other, so for each of them the active one is saved.
func (t *Terminal) modeToSave(n int) (state uint8, ok bool) {
	if _, ok := mouseModes[n]; ok {
		return uint8(t.modes.Mouse), true
	}
	on, ok := t.privateMode(n)
	if on {
		state = 1
	}
	return state, ok
}
