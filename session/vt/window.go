package vt

import (
	"fmt"

	"dormer/session/grid"
)

// windowOps answers questions about the window, and pushes and pops titles. The window is
// the pane: it is never iconified, is at the origin, and fills its display. Requests to
// move or resize it are ignored, and so are those for titles (20, 21), since a title is
// text that a child chose. XTWINOPS: CSI Ps t.
func (t *Terminal) windowOps() {
	p := &t.parser
	rows, cols := t.scr.rows, t.scr.cols
	switch p.param(0, 0) {
	case 11:
		t.reply("\x1b[1t")
	case 13:
		t.reply("\x1b[3;0;0t")
	case 14:
		t.reply(fmt.Sprintf("\x1b[4;%d;%dt", rows*grid.CellHeight, cols*grid.CellWidth))
	case 15:
		t.reply(fmt.Sprintf("\x1b[5;%d;%dt", rows*grid.CellHeight, cols*grid.CellWidth))
	case 16:
		t.reply(fmt.Sprintf("\x1b[6;%d;%dt", grid.CellHeight, grid.CellWidth))
	case 18:
		t.reply(fmt.Sprintf("\x1b[8;%d;%dt", rows, cols))
	case 19:
		t.reply(fmt.Sprintf("\x1b[9;%d;%dt", rows, cols))
	case 22:
		t.titles.push(p.param(1, 0))
	case 23:
		t.titles.pop(p.param(1, 0))
	}
}

// reportNewSize reports the size to a program that set mode 2048: once when it sets the
// mode, and after each resize, in cells and in pixels. CSI 48 ; rows ; columns ;
// height ; width t (https://gist.github.com/rockorager/e695fb2924d36b2bcf1fff4a3704bd83).
func (t *Terminal) reportNewSize() {
	if rows, cols := t.scr.rows, t.scr.cols; t.inner.sizeReports {
		t.reply(fmt.Sprintf("\x1b[48;%d;%d;%d;%dt", rows, cols, rows*grid.CellHeight, cols*grid.CellWidth))
	}
}
