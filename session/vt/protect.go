package vt

import "dormer/session/grid"

// protection selects the kinds of erasing that spare protected cells. As in xterm, the
// last sequence that protected cells decides for the whole screen.
type protection uint8

const (
	// unguarded: nothing has been protected since the last reset.
	unguarded protection = iota
	// guardDEC: selective erasing spares protected cells (DECSCA).
	guardDEC
	// guardISO: all erasing except DECSERA spares them (SPA).
	guardISO
)

// setProtection sets whether following characters are safe from selective erase.
// DECSCA: CSI n " q.
func (t *Terminal) setProtection(n int) {
	switch n {
	case 0, 2:
		t.pen.protected = 0
	case 1:
		t.pen.protected = grid.Protected
	default:
		return
	}
	t.inner.guard = guardDEC
}

// guardReport returns the current parameter of DECSCA. Protection by SPA does not count.
func (t *Terminal) guardReport() int {
	if t.inner.guard == guardDEC && t.pen.protected != 0 {
		return 1
	}
	return 0
}

// startGuarded and endGuarded bracket characters that erasing spares. SPA: ESC V; EPA:
// ESC W (ECMA-48 8.3.129, 8.3.37).
func (t *Terminal) startGuarded() {
	t.pen.protected = grid.Protected
	t.inner.guard = guardISO
}

func (t *Terminal) endGuarded() { t.pen.protected = 0 }

// eraser erases a range: like [Terminal.erase], or selectively.
type eraser func(t *Terminal, y, from, to int)

// eraseAll implements ED, EL and ECH.
func eraseAll(t *Terminal, y, from, to int) {
	if t.inner.guard == guardISO {
		t.eraseUnguarded(y, from, to)
		return
	}
	t.erase(y, from, to)
}

// eraseUnprotected spares protected cells. DECSED: CSI ? n J; DECSEL: CSI ? n K.
func eraseUnprotected(t *Terminal, y, from, to int) {
	if t.inner.guard == unguarded {
		t.erase(y, from, to)
		return
	}
	t.eraseUnguarded(y, from, to)
}

// eraseUnguarded blanks the cells of a range that are not protected.
func (t *Terminal) eraseUnguarded(y, from, to int) {
	row := t.scr.row(y)
	for x := max(from, 0); x < min(to, len(row)); x++ {
		if row[x].Flags&grid.Protected == 0 {
			t.scr.fill(y, x, x+1, t.blank())
		}
	}
	t.touch(y)
}
