package copymode

import (
	"slices"

	"dormer/session/wire"
)

// places keep what is read in its place when lines are broken anew for another width,
// which gives them other numbers.
type places struct {
	// cols and kept are the width of the screen and the history that the line numbers
	// belong to, shown the history that was drawn last.
	cols        int
	kept, shown wire.Range
	// told are the places that the host was told of, and moved where they are in lines
	// of another width, until such a screen has come.
	told  []wire.Position
	moved *wire.Held
	// guessed says that the places are a guess until the host tells better.
	guessed bool
}

// Hold tells the host which places are read, so that it can tell where they are when
// the width changes.
func (p *Pane) Hold(h Host) {
	if p.moved != nil || p.guessed {
		return
	}
	if now := p.readPlaces(); !slices.Equal(now, p.told) {
		p.told = now
		h.Hold(now)
	}
}

// Held takes where the places are in lines of another width. They are gone to as soon as
// the screen has that width.
func (p *Pane) Held(h wire.Held) { p.moved = &h }

// Redraw reports whether the history is another one than when it was last asked: a
// screen of another width has come.
func (p *Pane) Redraw() bool {
	if p.kept == p.shown {
		return false
	}
	p.shown = p.kept
	return true
}

// followWidth keeps the places where the lines were broken anew. Where the host has not
// told them yet, they are as far from the end, as a part of the whole, as they were.
func (p *Pane) followWidth() {
	_, cols := p.text.Size()
	was, now := p.kept, p.history()
	if h := p.moved; h != nil && h.Cols == cols {
		p.moveTo(h.Positions)
		p.moved, p.guessed, p.told = nil, false, p.readPlaces()
		p.cols, p.kept = cols, now
		return
	}
	same := p.cols == cols && was.First < now.End
	p.cols, p.kept = cols, now
	if same || was.Len() == 0 {
		return
	}
	move := func(n uint64) uint64 {
		above := (was.End - min(n, was.End)) * uint64(now.Len()) / uint64(was.Len())
		return now.End - min(above, uint64(now.Len())) + (max(n, was.End) - was.End)
	}
	p.guessed = true
	p.mode.Top = move(p.mode.Top)
	p.mode.Cursor.Line = move(p.mode.Cursor.Line)
	p.mode.Mark.Line = move(p.mode.Mark.Line)
	p.mode.Selection.Anchor.Line = move(p.mode.Selection.Anchor.Line)
	p.found.unlight()
}

// readPlaces are the places that must not be lost when the width changes.
func (p *Pane) readPlaces() []wire.Position {
	return []wire.Position{{Line: p.mode.Top}, p.mode.Cursor, p.mode.Selection.Anchor, p.mode.Mark}
}

// moveTo takes the places from where the host says that they are now.
func (p *Pane) moveTo(to []wire.Position) {
	if len(to) != len(p.readPlaces()) {
		return
	}
	p.mode.Top, p.mode.Cursor = to[0].Line, to[1]
	p.mode.Selection.Anchor, p.mode.Mark = to[2], to[3]
	p.found.unlight()
}
