package copymode

import (
	"slices"

	"dormer/session/wire"
)

// tracked keeps the cursor, the visible lines, the selection and the mark in place when a change
// of width rewraps the lines, which changes their numbers.
type tracked struct {
	// cols and kept are the screen width and the history to which the line numbers belong.
	// shown is the history when it was last drawn.
	cols        int
	kept, shown wire.Range
	// sent are the positions sent to the host. received are the new ones it has returned, until
	// a screen of that width arrives.
	sent     []wire.Position
	received *wire.Held
	// estimated is set while the positions are estimates, until the host sends exact ones.
	estimated bool
}

// Hold tells the host which positions to track when the width changes.
func (p *Pane) Hold(h Host) {
	if p.received != nil || p.estimated {
		return
	}
	if now := p.trackedPositions(); !slices.Equal(now, p.sent) {
		p.sent = now
		h.Hold(now)
	}
}

// Held takes the positions for another width. They apply as soon as the screen has that width.
func (p *Pane) Held(h wire.Held) { p.received = &h }

// Redraw reports whether the history has changed since the last call, because a screen of
// another width has arrived.
func (p *Pane) Redraw() bool {
	if p.kept == p.shown {
		return false
	}
	p.shown = p.kept
	return true
}

// followWidth updates the positions after a change of width. If the host has not sent the new
// ones yet, it estimates them: they keep their relative distance from the end.
func (p *Pane) followWidth() {
	_, cols := p.text.Size()
	was, now := p.kept, p.history()
	if h := p.received; h != nil && h.Cols == cols {
		p.moveTo(h.Positions)
		p.received, p.estimated, p.sent = nil, false, p.trackedPositions()
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
	p.estimated = true
	p.mode.Top = move(p.mode.Top)
	p.mode.Cursor.Line = move(p.mode.Cursor.Line)
	p.mode.Mark.Line = move(p.mode.Mark.Line)
	p.mode.Selection.Anchor.Line = move(p.mode.Selection.Anchor.Line)
	p.found.clearHighlights()
}

// trackedPositions returns the positions to track when the width changes.
func (p *Pane) trackedPositions() []wire.Position {
	return []wire.Position{{Line: p.mode.Top}, p.mode.Cursor, p.mode.Selection.Anchor, p.mode.Mark}
}

// moveTo sets the positions that the host has sent.
func (p *Pane) moveTo(to []wire.Position) {
	if len(to) != len(p.trackedPositions()) {
		return
	}
	p.mode.Top, p.mode.Cursor = to[0].Line, to[1]
	p.mode.Selection.Anchor, p.mode.Mark = to[2], to[3]
	p.found.clearHighlights()
}
