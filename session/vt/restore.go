package vt

import "dormer/session/grid"

// RestoreLine appends a line to the history as it was kept of another terminal: cells in
// the numbers of [Terminal.Palette], with its marks. It is for a terminal to which
// nothing was written yet.
func (t *Terminal) RestoreLine(cells []grid.Cell, wrapped bool, marks []Mark) {
	h := &t.history
	h.push(cells, wrapped, t.palette)
	kept := make([]mark, 0, len(marks))
	for _, m := range marks {
		kept = append(kept, mark{id: m.ID, col: uint16(m.Col), kind: m.Kind, hasCode: m.HasExitCode, code: int32(m.ExitCode)})
		t.command.id = max(t.command.id, m.ID) // the next prompt is another one
	}
	h.mark(kept)
}

// RestoreScreen ends what [Terminal.RestoreLine] began: the newest n rows of the history
// are those of the screen, from its first row on, and the cursor is at the end of the last.
// With rewrap the lines are broken anew first, since they were kept from a terminal of
// other columns.
func (t *Terminal) RestoreScreen(n int, rewrap bool) {
	s := t.main
	if rewrap {
		t.history.reflow(s.cols, t.palette)
	}
	var p page
	for range min(n, s.rows) {
		if !t.pull(&p) {
			break
		}
	}
	t.history.trim()
	if len(p.rows) > 0 {
		p.y = len(p.rows) - 1
		p.x = len(p.rows[p.y].cells)
	}
	t.main = t.build(s, p, s.rows, s.cols)
	t.main.command = t.command
	t.scr = t.main
	t.observe()
}

// MainRow is the content of row y of the main screen, whichever is shown, up to the last
// cell that was written, and whether it continues in the next.
func (t *Terminal) MainRow(y int) (cells []grid.Cell, wrapped bool) {
	return t.main.content(y), t.main.line(y).wrapped
}

// SweepPalette forgets what the screens do not use, where the palette is nearly full:
// numbers that the caller got from it before mean nothing then.
func (t *Terminal) SweepPalette() { t.sweep() }
