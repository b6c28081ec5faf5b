package vt

import "dormer/session/grid"

// erase blanks columns [from, to) of row y.
func (t *Terminal) erase(y, from, to int) {
	s := t.scr
	s.fill(y, from, to, t.blank())
	if to >= s.cols {
		s.line(y).wrapped = false
	}
	t.touch(y)
}

// eraseChars blanks n cells, beginning at the cursor. ECH: CSI n X (ECMA-48 8.3.38).
func (t *Terminal) eraseChars(n int) {
	s := t.scr
	s.wrapNext = false
	eraseAll(t, s.y, s.x, min(s.x+n, s.cols))
}

// eraseLine blanks the line from the cursor to its end (0), from its start to the cursor
// (1), or as a whole (2). EL: CSI n K (ECMA-48 8.3.41).
func (t *Terminal) eraseLine(which int, erase eraser) {
	s := t.scr
	switch which {
	case 0:
		erase(t, s.y, s.x, s.cols)
	case 1:
		erase(t, s.y, 0, s.x+1)
	case 2:
		erase(t, s.y, 0, s.cols)
	default:
		return
	}
	s.wrapNext = false
}

// eraseScreen blanks the screen from the cursor to its end (0), from its start to the
// cursor (1), or as a whole (2), or clears the history (3). ED: CSI n J (ECMA-48 8.3.39;
// 3 is xterm's).
func (t *Terminal) eraseScreen(which int, erase eraser) {
	s := t.scr
	from, to := 0, s.rows
	top, left := 0, 0 // where the erased text begins
	if which == 2 || which == 0 && s.y == 0 && s.x == 0 && !t.promptIsRedrawn() {
		t.keepScreen()
	}
	switch which {
	case 0:
		t.redrawPrompt()
		t.eraseLine(0, erase)
		from, top, left = s.y+1, s.y, s.x
	case 1:
		t.eraseLine(1, erase)
		to = s.y
	case 2:
	case 3:
		if s == t.main {
			t.ClearHistory()
		}
		return
	default:
		return
	}
	for y := from; y < to; y++ {
		erase(t, y, 0, s.cols)
	}
	s.giveMarks(s.takeMarks(from, to), top, left)
	s.wrapNext = false
}

// keepScreen copies the main screen's rows into the history before all of them are erased,
// as tmux does, so that they are not lost. Their marks move with them, except those at the
// cursor, where the shell is about to write.
func (t *Terminal) keepScreen() {
	s := t.scr
	if s != t.main {
		return
	}
	n := s.rows
	for n > 0 && len(s.content(n-1)) == 0 {
		n--
	}
	for y := range n {
		ln := s.line(y)
		t.history.push(s.content(y), ln.wrapped && y+1 < n, t.palette)
		var marks []mark
		ln.marks, marks = splitMarks(ln.marks, func(m mark) bool {
			return y == s.y && int(m.col) == s.x && (t.command.ofPrompt(m) || t.command.ofOutput(m))
		})
		t.history.mark(marks)
	}
}

// alignment fills the screen with E and drops the margins. DECALN: ESC # 8.
func (t *Terminal) alignment() {
	s := t.scr
	s.resetMargins()
	t.inner.origin = false
	t.moveTo(0, 0)
	for y := range s.rows {
		s.fill(y, 0, s.cols, grid.Cell{Char: 'E'})
		s.line(y).wrapped = false
		t.touch(y)
	}
}
