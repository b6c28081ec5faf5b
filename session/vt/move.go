package vt

import "dormer/session/grid"

// moveTo moves the cursor to a position on the screen, or within the margins in origin
// mode. CUP: CSI y ; x H (ECMA-48 8.3.21).
func (t *Terminal) moveTo(y, x int) {
	s := t.scr
	if t.inner.origin {
		s.y = min(s.top+max(y, 0), s.bottom-1)
		s.x = min(s.left+max(x, 0), s.right-1)
	} else {
		s.y = min(max(y, 0), s.rows-1)
		s.x = min(max(x, 0), s.cols-1)
	}
	s.wrapNext = false
}

// moveToRow and moveToColumn move on one axis. VPA: CSI y d; CHA: CSI x G.
func (t *Terminal) moveToRow(y int) {
	x := t.scr.x
	if t.inner.origin {
		x -= t.scr.left
	}
	t.moveTo(y, x)
}

func (t *Terminal) moveToColumn(x int) {
	y := t.scr.y
	if t.inner.origin {
		y -= t.scr.top
	}
	t.moveTo(y, x)
}

// moveBy moves the cursor relative to its position. Margins matter only in origin mode.
// HPR: CSI n a (ECMA-48 8.3.59); VPR: CSI n e (8.3.160).
func (t *Terminal) moveBy(dy, dx int) {
	y, x := t.scr.y+dy, t.scr.x+dx
	if t.inner.origin {
		y, x = y-t.scr.top, x-t.scr.left
	}
	t.moveTo(y, x)
}

// up and down move within the margins that the cursor is in. CUU, CUD.
func (t *Terminal) up(n int) {
	s := t.scr
	top := 0
	if s.y >= s.top {
		top = s.top
	}
	s.y = max(s.y-n, top)
	s.wrapNext = false
}

func (t *Terminal) down(n int) {
	s := t.scr
	bottom := s.rows
	if s.y < s.bottom {
		bottom = s.bottom
	}
	s.y = min(s.y+n, bottom-1)
	s.wrapNext = false
}

// forward moves right. CUF: CSI n C (ECMA-48 8.3.20).
func (t *Terminal) forward(n int) {
	s := t.scr
	s.x = min(s.x+n, s.limit()-1)
	s.wrapNext = false
}

// backward moves left, with reverse wrap also to the rows before. CUB: CSI n D
// (ECMA-48 8.3.18), BS.
func (t *Terminal) backward(n int) {
	s := t.scr
	start := 0
	if s.x >= s.left {
		start = s.left
	}
	if !t.wrapsBack() {
		s.x, s.wrapNext = max(s.x-n, start), false
		return
	}
	if s.wrapNext { // the cursor counts as after the last column
		s.wrapNext = false
		n--
	}
	switch home := s.y == s.top && s.x == s.left; {
	case n <= s.x-start:
		s.x -= n
	case home:
		s.y, s.x = s.bottom-1, s.right-1
	default:
		s.wrapBack(n, start)
	}
}

// wrapsBack reports whether the cursor moves from the first column to the end of the row
// before. As in xterm, it needs DECAWM.
func (t *Terminal) wrapsBack() bool {
	return (t.inner.reverseWrap || t.inner.reverseWrapMore) && !t.inner.noWrap
}

// wrapBack moves n columns left over rows that begin at column start, from the first row
// to the last. As in xterm 379, the top left corner of the margins leads to the opposite
// corner only if the movement begins there.
func (s *screen) wrapBack(n, start int) {
	width := s.right - start
	at := (s.y*width + s.x - start - n) % (width * s.rows)
	if at < 0 {
		at += width * s.rows
	}
	s.y, s.x = at/width, start+at%width
}

// carriageReturn moves the cursor to the start of the line. CR.
func (t *Terminal) carriageReturn() {
	t.scr.x = t.lineStart()
	t.scr.wrapNext = false
}

// index moves the cursor one row down, and scrolls at the bottom margin. IND: ESC D.
func (t *Terminal) index() {
	s := t.scr
	s.wrapNext = false
	if s.y == s.bottom-1 {
		if s.x >= s.left && s.x < s.right {
			t.scrollUp(s.top, 1)
		}
		return
	}
	s.y = min(s.y+1, s.rows-1)
}

// reverseIndex moves the cursor one row up, and scrolls at the top margin. RI: ESC M.
func (t *Terminal) reverseIndex() {
	s := t.scr
	s.wrapNext = false
	if s.y == s.top {
		if s.x >= s.left && s.x < s.right {
			t.scrollDown(s.top, 1)
		}
		return
	}
	s.y = max(s.y-1, 0)
}

// lineFeed carries out LF, VT and FF.
func (t *Terminal) lineFeed() {
	t.index()
	if t.modes.NewLine {
		t.carriageReturn()
	}
}

// saved is the state saved by DECSC.
type saved struct {
	y, x      int
	wrapNext  bool
	origin    bool
	style     grid.Style
	protected grid.Flags
	charsets  charsets
}

// saveCursor saves cursor, pen, character sets and origin mode. DECSC: ESC 7.
func (t *Terminal) saveCursor() {
	s := t.scr
	style := t.pen.style
	style.Link = 0
	s.saved = saved{s.y, s.x, s.wrapNext, t.inner.origin, style, t.pen.protected, t.charsets}
}

// restoreCursor restores the saved state, or the initial one. DECRC: ESC 8.
func (t *Terminal) restoreCursor() {
	s := t.scr
	k := s.saved
	s.y, s.x = min(k.y, s.rows-1), min(k.x, s.cols-1)
	s.wrapNext = k.wrapNext && s.x == k.x && s.x == s.limit()-1
	t.inner.origin = k.origin
	link := t.pen.style.Link
	t.pen = pen{style: k.style, protected: k.protected, stale: true}
	t.pen.style.Link = link
	t.charsets = k.charsets
}

// setMargins sets the top and bottom margins, and homes the cursor. A region of less
// than two rows is ignored. DECSTBM: CSI top ; bottom r.
func (t *Terminal) setMargins(top, bottom int) {
	s := t.scr
	bottom = min(bottom, s.rows)
	if top < 1 || top >= bottom {
		return
	}
	s.top, s.bottom = top-1, bottom
	t.moveTo(0, 0)
}

// setSideMargins sets the left and right margins, and homes the cursor. DECSLRM: CSI
// left ; right s, if DECLRMM is set.
func (t *Terminal) setSideMargins(left, right int) {
	s := t.scr
	right = min(right, s.cols)
	if left < 1 || left >= right {
		return
	}
	s.left, s.right = left-1, right
	t.moveTo(0, 0)
}
