package theme

import (
	"slices"

	"charm.land/lipgloss/v2"

	"dormer/session/grid"
	"dormer/ui/config"
)

// Arms are the arms of a line character, in the order up, right, down, left. Each is absent (0),
// light (1) or heavy (2).
type Arms [4]int

// boxRunes holds the box-drawing characters (Unicode block Box Drawing). The index is the number
// whose four ternary digits are the arms.
var boxRunes = []rune(" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋")

// doubleRunes holds the double-line characters. The index is the number whose four binary digits
// are the arms.
var doubleRunes = []rune(" ═║╗══╔╦║╝║╣╚╩╠╬")

// Line returns the character for some arms in the theme's style.
func (t Theme) Line(arms Arms) rune {
	switch {
	case t.Borders == config.NoBorders:
		return ' '
	case t.ASCII:
		return asciiLine(arms)
	case t.Borders == config.Double:
		code := 0
		for _, a := range arms {
			code = code*2 + min(a, 1)
		}
		return doubleRunes[code]
	}
	code := 0
	for _, a := range arms {
		if t.Borders != config.HeavyActive {
			a = min(a, 1)
		}
		code = code*3 + a
	}
	return boxRunes[code]
}

// FloatFrame returns the border of a floating pane. It is blank if borders are off, because then
// the background shows where the pane ends.
func (t Theme) FloatFrame(active bool) lipgloss.Border {
	switch {
	case t.ASCII && active:
		return lipgloss.Border{Top: "=", Bottom: "=", Left: "#", Right: "#", TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+"}
	case t.ASCII:
		return lipgloss.ASCIIBorder()
	case t.Borders == config.HeavyActive && active:
		return lipgloss.ThickBorder()
	case t.Borders == config.HeavyActive, t.Borders == config.NoBorders && t.Surface.BG.IsDefault():
		return lipgloss.NormalBorder() // nothing else would set it apart from the panes under it
	}
	return t.dialogFrame()
}

// FloatGround returns the background of floating panes. If they have no border, it is that of the
// theme's surfaces.
func (t Theme) FloatGround() grid.Color {
	if t.Borders == config.NoBorders && !t.ASCII {
		return t.Surface.BG
	}
	return grid.DefaultColor
}

// asciiLine returns an ASCII line character. The lines of the active pane are = and #.
func asciiLine(arms Arms) rune {
	upright, level := arms[0]+arms[2] > 0, arms[1]+arms[3] > 0
	heavy := slices.Max(arms[:]) == 2
	switch {
	case upright && level:
		return '+'
	case upright && heavy:
		return '#'
	case upright:
		return '|'
	case heavy:
		return '='
	}
	return '-'
}

// SyncMark is shown before the title of every pane that receives the input typed into another one,
// and in the status line.
const SyncMark = " SYNC "
