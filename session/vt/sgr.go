package vt

import "dormer/session/grid"

// sgr sets the pen. SGR: CSI Ps ... m (ECMA-48 8.3.117; ITU T.416 for colours;
// subparameters of 4 and 58 as kitty and VTE have them).
func (t *Terminal) sgr() {
	p := &t.parser
	s := &t.pen.style
	t.pen.stale = true
	for i := 0; i < p.n; {
		v := p.params[i]
		next := i + 1
		for next < p.n && p.colon&(1<<next) != 0 {
			next++
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

// color reads the colour that parameter i introduces; next is the first one that
// is not its subparameter. used is the first parameter behind the colour.
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

// colonColor reads a colour in subparameters: 5:n, 2:r:g:b, or 2:space:r:g:b
// with whatever follows.
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
	switch {
	case v == 0:
		*s = grid.Style{Link: s.Link}
	case v >= 30 && v <= 37:
		s.FG = grid.Indexed(uint8(v - 30))
	case v == 39:
		s.FG = grid.DefaultColor
	case v >= 40 && v <= 47:
		s.BG = grid.Indexed(uint8(v - 40))
	case v == 49:
		s.BG = grid.DefaultColor
	case v == 59:
		s.UL = grid.DefaultColor
	case v >= 90 && v <= 97:
		s.FG = grid.Indexed(uint8(v - 90 + 8))
	case v >= 100 && v <= 107:
		s.BG = grid.Indexed(uint8(v - 100 + 8))
	case v == 4:
		s.Underline = grid.SingleUnderline
	case v == 21:
		s.Underline = grid.DoubleUnderline
	case v == 24:
		s.Underline = grid.NoUnderline
	case v < int32(len(attributes)):
		s.Attrs = s.Attrs&^attributes[v].off | attributes[v].on
	}
}

// attributes are what the parameters of SGR switch on and off.
var attributes = [56]struct{ on, off grid.Attrs }{
	1:  {on: grid.Bold},
	2:  {on: grid.Faint},
	3:  {on: grid.Italic},
	5:  {on: grid.Blink},
	6:  {on: grid.Rapid},
	7:  {on: grid.Reverse},
	8:  {on: grid.Conceal},
	9:  {on: grid.Strike},
	22: {off: grid.Bold | grid.Faint},
	23: {off: grid.Italic},
	25: {off: grid.Blink | grid.Rapid},
	27: {off: grid.Reverse},
	28: {off: grid.Conceal},
	29: {off: grid.Strike},
	53: {on: grid.Overline},
	55: {off: grid.Overline},
}
