package vt

import (
	"fmt"
	"maps"

	"dormer/session/grid"
)

// savedColors are pushed colours that the child had set.
type savedColors struct {
	special [specialColors]grid.Color
	marks   [markColors]grid.Color
	changed map[uint8]grid.Color
}

// colorStack holds pushed sets of colours; place n is at index n-1. The stack ends at top.
// Sets above top stay, since a program can name their places.
type colorStack struct {
	kept []savedColors
	top  int
}

// pushColors pushes the colours that the child set, or stores them in the given place,
// which becomes the top. Places above [maxStack] are ignored. XTPUSHCOLORS: CSI Ps # P
// (xterm ctlseqs).
func (t *Terminal) pushColors(place int) {
	s, c := &t.palettes, &t.colors
	if place == 0 {
		place = s.top + 1
	}
	if place > maxStack {
		return
	}
	for len(s.kept) < place {
		s.kept = append(s.kept, savedColors{})
	}
	s.kept[place-1] = savedColors{c.special, c.marks, maps.Clone(c.changed)}
	s.top = place
}

// popColors restores the colours on top, or those in the given place. XTPOPCOLORS: CSI
// Ps # Q.
func (t *Terminal) popColors(place int) {
	s, c := &t.palettes, &t.colors
	if place == 0 {
		place = s.top
	}
	if place == 0 || place > len(s.kept) {
		return
	}
	k := s.kept[place-1]
	c.special, c.marks, c.changed = k.special, k.marks, maps.Clone(k.changed)
	s.top = place - 1
	t.recolor()
}

// reportColorStack reports the top place and the number of places. XTREPORTCOLORS: CSI
// # R.
func (t *Terminal) reportColorStack() {
	t.reply(fmt.Sprintf("\x1b[?%d;%d#Q", t.palettes.top, len(t.palettes.kept)))
}

// reportGraphics answers XTSMGRAPHICS, CSI ? Pi ; Pa ; Pv S, with a failure: graphics are
// not supported.
func (t *Terminal) reportGraphics(item int) {
	if item >= 1 && item <= 3 {
		t.reply(fmt.Sprintf("\x1b[?%d;3S", item))
	}
}
