package host

import (
	"fmt"
	"slices"
	"time"

	"dormer/session/checkpoint"
	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// restore restores the content of a session that starts again: the lines above its screen, the
// screen, and a line that tells their time. Wrapped lines are rewrapped for the present width. If
// there is nothing to restore it adds nothing. After an error lines are missing.
func restore(t *vt.Terminal, k *checkpoint.Kept) error {
	r := restorer{term: t}
	err := k.Lines(r.add)
	t.MarkSaved()
	used := 0
	for i := range k.Screen.Lines {
		used = max(used, k.Screen.Lines[i].Row+1)
	}
	r.addScreen(k, used)
	if r.rows == 0 {
		return err
	}
	t.RestoreScreen(used, r.rewrap)
	start := ""
	if used > 0 {
		start = "\r\n"
	}
	_, _ = fmt.Fprintf(t, "%s\x1b[0;2m%s%s; started again --\x1b[m\r\n", start, restoredMark, k.At.Local().Format(time.DateTime)) // an emulator accepts everything
	return err
}

// restoredMark begins the line below the restored part.
const restoredMark = "-- as it was on "

// restorer writes kept lines to a terminal.
type restorer struct {
	term   *vt.Terminal
	rows   int
	rewrap bool // rows came from a screen of another width
	cells  []grid.Cell
	styles []uint16
	marks  []vt.Mark
}

func (r *restorer) add(rows checkpoint.Rows) {
	r.term.SweepPalette()
	p := r.term.Palette()
	r.styles = append(r.styles[:0], 0)
	for i := 1; i < len(rows.Styles); i++ {
		s := rows.Styles[i]
		s.Link = p.LinkID(s.Hyperlink)
		r.styles = append(r.styles, p.StyleID(s.Style))
	}
	_, cols := r.term.Size()
	r.rewrap = r.rewrap || rows.Cols != cols
	r.rows += len(rows.Lines)
	for i := range rows.Lines {
		l := &rows.Lines[i]
		n := wire.Columns(l.Spans)
		r.cells = slices.Grow(r.cells[:0], n)[:n]
		clear(r.cells)
		wire.DecodeSpans(r.cells, l.Spans, r.styles, p)
		r.marks = r.marks[:0]
		for _, m := range l.Marks {
			r.marks = append(r.marks, vt.Mark{Kind: vt.MarkKind(m.Kind), Col: m.Col, ID: m.Command, ExitCode: m.ExitCode, HasExitCode: m.HasExitCode})
		}
		r.term.RestoreLine(r.cells, l.Wrapped, r.marks)
	}
}

// addScreen adds the main screen if the alternate one was shown, and then the first rows of the
// screen that was shown.
func (r *restorer) addScreen(k *checkpoint.Kept, rows int) {
	if len(k.Behind.Lines) > 0 {
		r.add(checkpoint.Rows{Cols: k.Screen.Cols, LinesReply: k.Behind})
	}
	screen := wire.LinesReply{Styles: k.Screen.Styles, Lines: make([]wire.Line, rows)}
	for i := range k.Screen.Lines { // frames leave out blank rows
		l := k.Screen.Lines[i]
		screen.Lines[l.Row] = l
	}
	if rows > 0 {
		r.add(checkpoint.Rows{Cols: k.Screen.Cols, LinesReply: screen})
	}
}
