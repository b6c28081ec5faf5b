//go:build linux

package drive

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"dormer/session/grid"
)

// paint writes a row of text with SGR sequences to row y, starting with the given pen, and returns
// the pen at the end. width gives the widths of the terminal that the row was read from, so that a
// character that terminals measure differently is placed where that terminal has it.
func (s Screen) paint(y int, row string, pen grid.Style, width func(rune) int) grid.Style {
	x := 0
	var z tokenizer
	for _, t := range z.feed([]byte(row)) {
		switch {
		case t.kind == textToken:
			x = s.text(x, y, string(t.raw), pen, width)
		case t.kind == csiToken && t.final == 'm':
			pen = sgr(pen, t.params)
		}
	}
	return pen
}

// text writes text at x, y and returns the column after it. A character of width zero, or one
// that follows a joiner, is added to the cell before.
func (s Screen) text(x, y int, text string, pen grid.Style, width func(rune) int) int {
	last, joined := -1, false
	for _, r := range text {
		w := width(r)
		if last >= 0 && (w == 0 || joined && r >= utf8.RuneSelf) {
			s.Cells[y][last].Text += string(r)
		} else if x < s.Cols && w > 0 {
			s.set(x, y, string(r), w, pen)
			last = x
			x += w
		}
		joined = r == joiner
	}
	return x
}

// joiner is ZERO WIDTH JOINER.
const joiner = '\u200d'

// sgr applies the parameters of one SGR sequence to a pen.
func sgr(pen grid.Style, params string) grid.Style {
	ps := strings.Split(params, ";")
	for i := 0; i < len(ps); i++ {
		code, sub, _ := strings.Cut(ps[i], ":")
		n := number(code, 0)
		switch n {
		case 38, 48, 58:
			var c grid.Color
			if sub != "" {
				c = colonColor(sub)
			} else {
				var used int
				c, used = color(ps[i+1:])
				i += used
			}
			setColor(&pen, n, c)
		case 4:
			pen.Underline = grid.Underline(number(sub, 1))
		default:
			pen = sgrSimple(pen, n)
		}
	}
	return pen
}

func setColor(pen *grid.Style, code int, c grid.Color) {
	switch code {
	case 38:
		pen.FG = c
	case 48:
		pen.BG = c
	case 58:
		pen.UL = c
	}
}

// color reads the parameters after 38, 48 or 58 and returns how many it used.
func color(ps []string) (grid.Color, int) {
	switch {
	case len(ps) >= 2 && ps[0] == "5":
		return grid.Indexed(component(ps[1])), 2
	case len(ps) >= 4 && ps[0] == "2":
		return grid.RGB(component(ps[1]), component(ps[2]), component(ps[3])), 4
	}
	return grid.DefaultColor, len(ps)
}

// colonColor reads "5:n", "2:r:g:b" and "2::r:g:b".
func colonColor(sub string) grid.Color {
	ps := strings.Split(sub, ":")
	if len(ps) == 5 {
		ps = append(ps[:1], ps[2:]...)
	}
	c, _ := color(ps)
	return c
}

func component(p string) uint8 {
	n, err := strconv.ParseUint(p, 10, 8)
	if err != nil {
		return 0
	}
	return uint8(n)
}

// sgrAttrs are the attributes that a single SGR code sets, sgrResets those that one removes.
var (
	sgrAttrs = map[int]grid.Attrs{
		1: grid.Bold, 2: grid.Faint, 3: grid.Italic, 5: grid.Blink, 6: grid.Rapid,
		7: grid.Reverse, 8: grid.Conceal, 9: grid.Strike, 53: grid.Overline,
	}
	sgrResets = map[int]grid.Attrs{
		22: grid.Bold | grid.Faint, 23: grid.Italic, 25: grid.Blink | grid.Rapid,
		27: grid.Reverse, 28: grid.Conceal, 29: grid.Strike, 55: grid.Overline,
	}
)

func sgrSimple(pen grid.Style, n int) grid.Style {
	switch {
	case n == 0:
		return grid.Style{}
	case n == 21:
		pen.Underline = grid.DoubleUnderline
	case n == 24:
		pen.Underline = grid.NoUnderline
	case n >= 30 && n <= 37:
		pen.FG = grid.Indexed(uint8(n - 30))
	case n == 39:
		pen.FG = grid.DefaultColor
	case n >= 40 && n <= 47:
		pen.BG = grid.Indexed(uint8(n - 40))
	case n == 49:
		pen.BG = grid.DefaultColor
	case n == 59:
		pen.UL = grid.DefaultColor
	case n >= 90 && n <= 97:
		pen.FG = grid.Indexed(uint8(n - 90 + 8))
	case n >= 100 && n <= 107:
		pen.BG = grid.Indexed(uint8(n - 100 + 8))
	}
	pen.Attrs |= sgrAttrs[n]
	pen.Attrs &^= sgrResets[n]
	return pen
}
