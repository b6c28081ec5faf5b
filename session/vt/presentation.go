package vt

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"dormer/session/grid"
)

// reportPresentation answers DECRQPSR, CSI Ps $ w: 1 is the cursor and its state, 2 the
// tab stops (DEC STD 070; VT510 manual, DECCIR and DECTABSR).
func (t *Terminal) reportPresentation(which int) {
	switch which {
	case 1:
		t.reply("\x1bP1$u" + t.cursorReport() + "\x1b\\")
	case 2:
		t.reply("\x1bP2$u" + t.tabReport() + "\x1b\\")
	}
}

// cursorReport returns DECCIR: position, page, rendition, protection, flags, and the
// character sets.
func (t *Terminal) cursorReport() string {
	y, x := t.place1()
	st := t.pen.style
	rendition := bits(st.Attrs&grid.Bold != 0, st.Underline != 0, st.Attrs&grid.Blink != 0, st.Attrs&grid.Reverse != 0)
	protected := bits(t.pen.protected != 0)
	flags := bits(t.inner.origin, t.charsets.shift == 2, t.charsets.shift == 3, t.scr.wrapNext)
	c := &t.charsets
	sizes := bits(c.sets[0] == latin1, c.sets[1] == latin1, c.sets[2] == latin1, c.sets[3] == latin1)
	return fmt.Sprintf("%d;%d;1;%c;%c;%c;%d;%d;%c;%s", y, x, rendition, protected, flags, c.left, cmp.Or(c.right, 2), sizes, c.finals())
}

// bits encodes flags, the lowest first, in one character as in DEC's reports.
func bits(flags ...bool) byte {
	c := byte('@')
	for i, on := range flags {
		if on {
			c |= 1 << i
		}
	}
	return c
}

// finals returns the final bytes that designate the sets in G0..G3.
func (c *charsets) finals() string {
	out := ""
	for _, set := range c.sets {
		if set == latin1 {
			set = british // the same final, among the sets of 96
		}
		out += charsetFinals[set][0]
	}
	return out
}

// tabReport returns DECTABSR: the columns of the tab stops.
func (t *Terminal) tabReport() string {
	var stops []string
	for x, stop := range t.tabs {
		if stop {
			stops = append(stops, strconv.Itoa(x+1))
		}
	}
	return strings.Join(stops, "/")
}

// reportExtent answers DECRQDE, CSI " v: the whole page is shown.
func (t *Terminal) reportExtent() {
	t.reply(fmt.Sprintf("\x1b[%d;%d;1;1;1\"w", t.scr.rows, t.scr.cols))
}
