package vt

import "dormer/session/grid"

// sgr sets the pen. SGR: CSI Ps ... m (ECMA-48 8.3.117; ITU T.416 for colours;
// subparameters of 4 and 58 as in kitty and VTE).
func (t *Terminal) sgr() {
	p := &t.parser
	s := t.penStyle()
	for i := 0; i < p.n; {
		v := p.params[i]
		next := i + 1
		if p.colon != 0 {
			next = p.groupEnd(next)
		}
		switch {
		case v == 38 || v == 48 || v == 58:
			c, ok, used := p.color(i, next)
			if ok {
				setColor(s, v, c)
			}
			next = used
		case next > i+1:
			if v == 4 {
				setUnderline(s, p.params[i+1])
			}
		default:
			setAttribute(s, v)
		}
		i = next
	}
}

// groupEnd returns the first parameter from i on that is not a subparameter.
func (p *parser) groupEnd(i int) int {
	for i < p.n && p.colon&(1<<i) != 0 {
		i++
	}
	return i
}

func setColor(s *grid.Style, v int32, c grid.Color) {
	switch v {
	case 38:
		s.FG = c
	case 48:
		s.BG = c
	default:
		s.UL = c
	}
}

func setUnderline(s *grid.Style, shape int32) {
	if shape <= int32(grid.DashedUnderline) {
		s.Underline = grid.Underline(shape)
	}
}

// color reads the colour introduced by parameter i; next is the first parameter after
// its subparameters. used is the first parameter after the colour.
func (p *parser) color(i, next int) (c grid.Color, ok bool, used int) {
	if next > i+1 {
		c, ok = p.colonColor(i+1, next)
		return c, ok, next
	}
	if i+1 >= p.n {
		return 0, false, p.n
	}
	switch p.params[i+1] {
	case 2:
		if i+4 >= p.n {
			return 0, false, p.n
		}
		c, ok = rgb(p.params[i+2], p.params[i+3], p.params[i+4])
		return c, ok, i + 5
	case 5:
		if i+2 >= p.n {
			return 0, false, p.n
		}
		c, ok = indexed(p.params[i+2])
		return c, ok, i + 3
	}
	return 0, false, i + 2
}

// colonColor reads a colour in subparameters: 5:n, 2:r:g:b, or 2:space:r:g:b with any
// others after it.
func (p *parser) colonColor(from, to int) (grid.Color, bool) {
	v := p.params[from:to]
	switch {
	case v[0] == 5 && len(v) >= 2:
		return indexed(v[1])
	case v[0] == 2 && len(v) == 4:
		return rgb(v[1], v[2], v[3])
	case v[0] == 2 && len(v) >= 5:
		return rgb(v[2], v[3], v[4])
	}
	return 0, false
}

func indexed(v int32) (grid.Color, bool) { return grid.Indexed(uint8(v)), v <= 255 }

func rgb(r, g, b int32) (grid.Color, bool) {
	return grid.RGB(uint8(r), uint8(g), uint8(b)), r <= 255 && g <= 255 && b <= 255
}

func setAttribute(s *grid.Style, v int32) {
	switch v {
	case 0:
		*s = grid.Style{Link: s.Link}
	case 1:
		s.Attrs |= grid.Bold
	case 2:
		s.Attrs |= grid.Faint
	case 3:
		s.Attrs |= grid.Italic
	case 4:
		s.Underline = grid.SingleUnderline
	case 5:
		s.Attrs |= grid.Blink
	case 6:
		s.Attrs |= grid.Rapid
	case 7:
		s.Attrs |= grid.Reverse
	case 8:
		s.Attrs |= grid.Conceal
	case 9:
		s.Attrs |= grid.Strike
	case 21:
		s.Underline = grid.DoubleUnderline
	case 22:
		s.Attrs &^= grid.Bold | grid.Faint
	case 23:
		s.Attrs &^= grid.Italic
	case 24:
		s.Underline = grid.NoUnderline
	case 25:
		s.Attrs &^= grid.Blink | grid.Rapid
	case 27:
		s.Attrs &^= grid.Reverse
	case 28:
		s.Attrs &^= grid.Conceal
	case 29:
		s.Attrs &^= grid.Strike
	case 39:
		s.FG = grid.DefaultColor
	case 49:
		s.BG = grid.DefaultColor
	case 53:
		s.Attrs |= grid.Overline
	case 55:
		s.Attrs &^= grid.Overline
	case 59:
		s.UL = grid.DefaultColor
	default:
		setBasicColor(s, v)
	}
}

// setBasicColor sets one of the sixteen colours that have separate parameters.
func setBasicColor(s *grid.Style, v int32) {
	switch {
	case v >= 30 && v <= 37:
		s.FG = grid.Indexed(uint8(v - 30))
	case v >= 40 && v <= 47:
		s.BG = grid.Indexed(uint8(v - 40))
	case v >= 90 && v <= 97:
		s.FG = grid.Indexed(uint8(v - 90 + 8))
	case v >= 100 && v <= 107:
		s.BG = grid.Indexed(uint8(v - 100 + 8))
	}
}

// attributes are the parameters that switch attributes on, in the order in which xterm
// reports them.
var attributes = [...]struct {
	param int
	attr  grid.Attrs
}{
	{1, grid.Bold}, {5, grid.Blink}, {6, grid.Rapid}, {7, grid.Reverse}, {8, grid.Conceal},
	{2, grid.Faint}, {3, grid.Italic}, {9, grid.Strike}, {53, grid.Overline},
}
