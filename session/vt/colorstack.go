package vt

import (
	"fmt"
	"maps"

	"dormer/session/grid"
)

// keptColors are the colours that a child had set when it put them aside.
type keptColors struct {
	special [specialColors]grid.Color
	marks   [markColors]grid.Color
	changed map[uint8]grid.Color
}

// colorStack are sets of colours that were put aside: place n of them is at n-1. The
// stack ends at top; what is above it stays, for whoever names its place.
type colorStack struct {
	kept []keptColors
	top  int
}

// pushColors puts the colours that the child set aside: on top of the others, or in the
// place named, which is then the top. A place beyond the last is none. XTPUSHCOLORS: CSI
// Ps # P (xterm ctlseqs).
func (t *Terminal) pushColors(place int) {
	s, c := &t.palettes, &t.colors
	if place == 0 {
		place = s.top + 1
	}
	if place > maxKept {
		return
	}
	for len(s.kept) < place {
		s.kept = append(s.kept, keptColors{})
	}
	s.kept[place-1] = keptColors{c.special, c.marks, maps.Clone(c.changed)}
	s.top = place
}

// popColors takes back what was put aside on top, or in the place named. XTPOPCOLORS:
// CSI Ps # Q.
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

// reportColorStack tells the place on top, and how many there are. XTREPORTCOLORS: CSI
// # R.
func (t *Terminal) reportColorStack() {
	t.reply(fmt.Sprintf("\x1b[?%d;%d#Q", t.palettes.top, len(t.palettes.kept)))
}

// reportGraphics answers XTSMGRAPHICS, CSI ? Pi ; Pa ; Pv S: there are no graphics to
// set anything of.
func (t *Terminal) reportGraphics(item int) {
	if item >= 1 && item <= 3 {
		t.reply(fmt.Sprintf("\x1b[?%d;3S", item))
	}
}
