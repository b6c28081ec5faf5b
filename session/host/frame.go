package host

import (
	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// view is the screen that a viewer shows once it has received the frames in flight: the emulator's
// screen when the last frame was built.
type view struct {
	seq     uint64
	gen     uint64
	gens    []uint64 // of each row; 0 if unknown
	hashes  rowHashes
	cols    int
	state   screenState
	scratch []uint64
	rows    map[uint64]int
	enc     encoder
}

// state is the part of a frame besides the rows.
type screenState struct {
	cursor           grid.Cursor
	modes            grid.Modes
	title, icon, dir string
	history          wire.Range
	progress         grid.Progress
	pointer          string
	program          string
}

func screenStateOf(t *vt.Terminal, dir, program string) screenState {
	first, end := t.History()
	return screenState{
		cursor: t.Cursor(), modes: t.Modes(),
		title: t.Title(), icon: t.Icon(), dir: dir,
		history:  wire.Range{First: first, End: end},
		progress: t.Progress(), pointer: t.Pointer(), program: program,
	}
}

// next builds the frame that updates the viewer to the screen of t. It reports false if nothing has
// changed. The frame does not refer to t.
func (w *view) next(t *vt.Terminal, dir, program string) (wire.Frame, bool) {
	now := screenStateOf(t, dir, program)
	if w.seq > 0 && w.gen == t.Gen() && w.state == now {
		return wire.Frame{}, false
	}
	rows, cols := t.Size()
	f := wire.Frame{
		Rows: rows, Cols: cols, Full: rows != len(w.gens) || cols != w.cols,
		Cursor: now.cursor, Modes: now.modes,
		Title: now.title, Icon: now.icon, Dir: now.dir, History: now.history,
		Progress: now.progress, Pointer: now.pointer, Program: now.program,
	}
	if f.Full {
		w.gens, w.cols = make([]uint64, rows), cols
		w.hashes.forget(rows)
	} else {
		f.Scrolls = w.scrolls(t)
	}
	f.Lines = w.lines(t, f.Full)
	f.Styles, w.enc.styles = w.enc.styles, nil
	if !f.Full && len(f.Lines) == 0 && len(f.Scrolls) == 0 && w.state == now {
		w.gen = t.Gen()
		return wire.Frame{}, false
	}
	w.seq++
	f.Seq = w.seq
	w.gen, w.state = t.Gen(), now
	return f, true
}

// changed counts the rows from y on that the viewer does not show yet, including rows redrawn with
// the same content.
func (w *view) changed(t *vt.Terminal, y int) (n int) {
	for ; y < len(w.gens); y++ {
		if w.gens[y] != t.RowGen(y) {
			n++
		}
	}
	return n
}

// lines encodes the rows that the viewer does not show yet.
func (w *view) lines(t *vt.Terminal, full bool) []wire.Line {
	w.enc.begin(t)
	w.hashes.checkPalette(t)
	marks, base := screenMarks(t)
	var lines []wire.Line
	for y := range w.gens {
		gen := t.RowGen(y)
		if w.gens[y] == gen {
			continue
		}
		w.gens[y] = gen
		l := wire.Line{Row: y, Wrapped: t.Wrapped(y)}
		if marks != nil {
			l.Marks = marks[base+uint64(y)]
		}
		cells := trim(t.Row(y))
		if w.hashes.shown(y, cells, l) {
			continue
		}
		if spans := w.enc.add(cells); full && spans == 0 && len(l.Marks) == 0 && !l.Wrapped {
			w.enc.drop()
			continue
		}
		if lines == nil {
			lines = make([]wire.Line, 0, w.changed(t, y)+1)
		}
		lines = append(lines, l)
	}
	w.enc.take(lines)
	return lines
}
