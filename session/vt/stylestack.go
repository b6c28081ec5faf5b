package vt

import (
	"fmt"

	"dormer/session/grid"
)

// maxStack is the depth of the stacks of styles and of colours, as in xterm.
const maxStack = 10

// savedStyle is a pushed style, and the parts to restore.
type savedStyle struct {
	style grid.Style
	what  styleParts
}

// styleParts is a set of parts of a style.
type styleParts struct {
	attrs                 grid.Attrs
	underline, text, back bool
}

// styleStack holds the styles that programs pushed. Styles beyond [maxStack] are only counted,
// so that popping one of them changes nothing.
type styleStack struct {
	kept  []savedStyle
	extra int
}

// allParts are all parts of a style.
var allParts = styleParts{^grid.Attrs(0), true, true, true}

// pushStyle pushes the pen's style, or the parts of it that the parameters name, as in SGR;
// 30 is the text's colour and 31 the background's. XTPUSHSGR: CSI Ps ; ... # { (xterm
// ctlseqs).
func (t *Terminal) pushStyle() {
	if len(t.savedStyles.kept) == maxStack {
		t.savedStyles.extra = min(t.savedStyles.extra+1, maxParam)
		return
	}
	what := allParts
	if p := &t.parser; p.n > 1 || p.params[0] != 0 {
		what = partsNamed(p.params[:p.n])
	}
	style := t.pen.style
	style.Link = 0 // not part of a style
	t.savedStyles.kept = append(t.savedStyles.kept, savedStyle{style, what})
}

// partsNamed returns the parts of a style with these numbers.
func partsNamed(numbers []int32) (what styleParts) {
	for _, n := range numbers {
		switch n {
		case 4, 21:
			what.underline = true
		case 30:
			what.text = true
		case 31:
			what.back = true
		}
		for _, a := range attributes {
			if int32(a.param) == n {
				what.attrs |= a.attr
			}
		}
	}
	return what
}

// popStyle restores the last pushed style. XTPOPSGR: CSI # }.
func (t *Terminal) popStyle() {
	s := &t.savedStyles
	if s.extra > 0 {
		s.extra--
		return
	}
	if len(s.kept) == 0 {
		return
	}
	last := s.kept[len(s.kept)-1]
	s.kept = s.kept[:len(s.kept)-1]
	pen, was := t.penStyle(), last.style
	pen.Attrs = pen.Attrs&^last.what.attrs | was.Attrs&last.what.attrs
	if last.what.underline {
		pen.Underline, pen.UL = was.Underline, was.UL
	}
	if last.what.text {
		pen.FG = was.FG
	}
	if last.what.back {
		pen.BG = was.BG
	}
}

// reportStyle reports the common attributes of all cells of a rectangle, as
// parameters of SGR. XTREPORTSGR: CSI Pt ; Pl ; Pb ; Pr # |.
func (t *Terminal) reportStyle() {
	a, ok := t.params4(0)
	if !ok {
		return
	}
	common := t.palette.Style(t.scr.row(a.top)[a.left].Style)
	for y := a.top; y < a.bottom; y++ {
		for _, c := range t.scr.row(y)[a.left:a.right] {
			common = shared(common, t.palette.Style(c.Style))
		}
	}
	t.reply(fmt.Sprintf("\x1b[%sm", sgrOf(common)))
}

// shared returns the common attributes of two styles.
func shared(a, b grid.Style) grid.Style {
	a.Attrs &= b.Attrs
	if a.Underline != b.Underline {
		a.Underline = grid.NoUnderline
	}
	if a.FG != b.FG {
		a.FG = grid.DefaultColor
	}
	if a.BG != b.BG {
		a.BG = grid.DefaultColor
	}
	if a.UL != b.UL {
		a.UL = grid.DefaultColor
	}
	return a
}
