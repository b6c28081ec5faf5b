package vt

import "dormer/session/grid"

// RestoreLine appends to the history a line saved from another terminal: cells in the
// numbers of [Terminal.Palette], with its marks. Call it only before the first write to
// the terminal.
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

// RestoreScreen completes a restore with [Terminal.RestoreLine]: it moves the newest n rows
// of the history to the screen, from its first row on, and puts the cursor at the end of
// the last. With rewrap it first wraps the lines again, which is needed if they come from
// a terminal of another width.
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

// MainRow returns the content of row y of the main screen, even if the alternate screen is
// shown, up to its last cell that is not blank, and whether it continues in the next row.
func (t *Terminal) MainRow(y int) (cells []grid.Cell, wrapped bool) {
	return t.main.content(y), t.main.line(y).wrapped
}

// SweepPalette removes entries that the screens do not use if the palette is nearly full.
// Numbers that the caller got from it before are invalid then.
func (t *Terminal) SweepPalette() { t.sweep() }
