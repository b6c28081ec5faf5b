package theme

import (
	"slices"

	"charm.land/lipgloss/v2"

	"dormer/session/grid"
	"dormer/ui/config"
)

// Arms are those of a line's cell, up, right, down and left, each absent (0), light
// (1) or heavy (2).
type Arms [4]int

// boxRunes holds the box-drawing character for each combination of arms, as
// a number of four ternary digits (Unicode, block Box Drawing).
var boxRunes = []rune(" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋")

// doubleRunes holds the character of double lines for each combination of arms, as
// a number of four binary digits.
var doubleRunes = []rune(" ═║╗══╔╦║╝║╣╚╩╠╬")

// Line is the character for some arms in the theme's style.
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

// FloatFrame is the border of a floating pane. Without borders it has none: the surface
// that it is on shows where it ends.
func (t Theme) FloatFrame(active bool) lipgloss.Border {
	switch {
	case t.ASCII && active:
		return lipgloss.Border{Top: "=", Bottom: "=", Left: "#", Right: "#", TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+"}
	case t.ASCII:
		return lipgloss.ASCIIBorder()
	case t.Borders == config.HeavyActive && active:
		return lipgloss.ThickBorder()
	case t.Borders == config.HeavyActive, t.Borders == config.NoBorders && t.Surface.BG.IsDefault():
		return lipgloss.NormalBorder() // nothing else would tell it from what is under it
	}
	return t.dialogFrame()
}

// FloatGround is the background of floating panes: that of the theme's surfaces where they
// have no border.
func (t Theme) FloatGround() grid.Color {
	if t.Borders == config.NoBorders && !t.ASCII {
		return t.Surface.BG
	}
	return grid.DefaultColor
}

// asciiLine is a line as ASCII has it: those of the active pane are = and #.
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

// SyncMark stands before the title of every pane that takes what is typed into
// another, and in the status line.
const SyncMark = " SYNC "
