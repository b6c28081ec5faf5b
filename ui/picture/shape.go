package picture

import (
	"math"
	"sync"
)

// box is a filled rectangle within a cell, in fractions of its width and height.
// The opacity is 1 except for shades.
type box struct {
	x0, y0, x1, y1 float64
	opacity        float64
}

// weight is the thickness of an arm of a line character.
type weight uint8

const (
	none weight = iota
	light
	heavy
)

// arms are the four arms of a line character, from the middle of the cell.
type arms struct{ left, up, right, down weight }

// lineTable describes the characters from U+2500 on: the weights of their left, up, right and down
// arms as digits, or "-" for a character that is not made of plain arms.
const lineTable = "1010 2020 0101 0202 - - - - - - - - " + // ─━│┃ dashed
	"0011 0021 0012 0022 1001 2001 1002 2002 " + // ┌┍┎┏┐┑┒┓
	"0110 0120 0210 0220 1100 2100 1200 2200 " + // └┕┖┗┘┙┚┛
	"0111 0121 0211 0112 0212 0221 0122 0222 " + // ├┝┞┟┠┡┢┣
	"1101 2101 1201 1102 1202 2201 2102 2202 " + // ┤┥┦┧┨┩┪┫
	"1011 2011 1021 2021 1012 2012 1022 2022 " + // ┬┭┮┯┰┱┲┳
	"1110 2110 1120 2120 1210 2210 1220 2220 " + // ┴┵┶┷┸┹┺┻
	"1111 2111 1121 2121 1211 1112 1212 2211 1221 2112 1122 2221 2122 2212 1222 2222 " // ┼ to ╋

// lines maps the line characters made of light and heavy arms to these arms.
var lines = sync.OnceValue(func() map[rune]arms {
	lines := map[rune]arms{}
	r := rune(0x2500)
	for i := 0; i < len(lineTable); r++ {
		if lineTable[i] == '-' {
			i += 2
			continue
		}
		at := func(n int) weight { return weight(lineTable[i+n] - '0') }
		lines[r] = arms{at(0), at(1), at(2), at(3)}
		i += 5
	}
	for i, a := range []arms{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1},
		{2, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 2, 0}, {0, 0, 0, 2}} {
		lines[0x2574+rune(i)] = a // ╴╵╶╷╸╹╺╻
	}
	for i, a := range []arms{{1, 0, 1, 0}, {2, 0, 2, 0}, {0, 1, 0, 1}, {0, 2, 0, 2}} {
		lines[0x2504+rune(i)], lines[0x2508+rune(i)] = a, a // draw dashed lines as solid ones
	}
	lines['╌'], lines['╍'], lines['╎'], lines['╏'] = arms{1, 0, 1, 0}, arms{2, 0, 2, 0}, arms{0, 1, 0, 1}, arms{0, 2, 0, 2}
	return lines
})

// rounded maps the corners with an arc to the two arms that the arc joins.
var rounded = map[rune]arms{'╭': {0, 0, 1, 1}, '╮': {1, 0, 0, 1}, '╯': {1, 1, 0, 0}, '╰': {0, 1, 1, 0}}

// blocks maps the block elements to boxes.
var blocks = sync.OnceValue(func() map[rune][]box {
	return map[rune][]box{
		'▀': {{0, 0, 1, 0.5, 1}}, '▄': {{0, 0.5, 1, 1, 1}}, '█': {{0, 0, 1, 1, 1}},
		'▌': {{0, 0, 0.5, 1, 1}}, '▐': {{0.5, 0, 1, 1, 1}},
		'░': {{0, 0, 1, 1, 0.25}}, '▒': {{0, 0, 1, 1, 0.5}}, '▓': {{0, 0, 1, 1, 0.75}},
		'▁': {{0, 7. / 8, 1, 1, 1}}, '▂': {{0, 6. / 8, 1, 1, 1}}, '▃': {{0, 5. / 8, 1, 1, 1}},
		'▅': {{0, 3. / 8, 1, 1, 1}}, '▆': {{0, 2. / 8, 1, 1, 1}}, '▇': {{0, 1. / 8, 1, 1, 1}},
		'▏': {{0, 0, 1. / 8, 1, 1}}, '▎': {{0, 0, 2. / 8, 1, 1}}, '▍': {{0, 0, 3. / 8, 1, 1}},
		'▋': {{0, 0, 5. / 8, 1, 1}}, '▊': {{0, 0, 6. / 8, 1, 1}}, '▉': {{0, 0, 7. / 8, 1, 1}},
		'▔': {{0, 0, 1, 1. / 8, 1}}, '▕': {{7. / 8, 0, 1, 1, 1}},
		'▙': {{0, 0, 0.5, 1, 1}, {0.5, 0.5, 1, 1, 1}}, '▚': {{0, 0, 0.5, 0.5, 1}, {0.5, 0.5, 1, 1, 1}},
		'▛': {{0, 0, 1, 0.5, 1}, {0, 0.5, 0.5, 1, 1}}, '▜': {{0, 0, 1, 0.5, 1}, {0.5, 0.5, 1, 1, 1}},
		'▞': {{0.5, 0, 1, 0.5, 1}, {0, 0.5, 0.5, 1, 1}}, '▟': {{0.5, 0, 1, 1, 1}, {0, 0.5, 0.5, 1, 1}},
		'▖': {{0, 0.5, 0.5, 1, 1}}, '▗': {{0.5, 0.5, 1, 1, 1}}, '▘': {{0, 0, 0.5, 0.5, 1}}, '▝': {{0.5, 0, 1, 0.5, 1}},
	}
})

// shape returns the boxes that draw a character in a cell of the given size in pixels, and
// false if it is text.
func shape(text string, w, h float64) ([]box, bool) {
	r := []rune(text)
	if len(r) != 1 {
		return nil, false
	}
	if b, ok := blocks()[r[0]]; ok {
		return b, true
	}
	if a, ok := lines()[r[0]]; ok {
		return a.boxes(w, h), true
	}
	if d := r[0] - 0x2800; d > 0 && d < 0x100 {
		return dots(uint8(d)), true
	}
	if a, ok := rounded[r[0]]; ok {
		return a.arc(w, h), true
	}
	return nil, false
}

// thickness returns the thickness of an arm in pixels, for cells of width w.
func thickness(k weight, w float64) float64 {
	thin := math.Max(1, math.Round(w/9))
	if k == heavy {
		return thin * 3
	}
	return thin
}

// boxes returns a box for each arm, from the middle of the cell to its edge. Each box extends
// beyond the middle by half the thickest arm across, so that corners are closed.
func (a arms) boxes(w, h float64) []box {
	var out []box
	across := thickness(max(a.up, a.down), w) / w / 2
	along := thickness(max(a.left, a.right), w) / h / 2
	if a.left != none {
		t := thickness(a.left, w) / h / 2
		out = append(out, box{0, 0.5 - t, 0.5 + across, 0.5 + t, 1})
	}
	if a.right != none {
		t := thickness(a.right, w) / h / 2
		out = append(out, box{0.5 - across, 0.5 - t, 1, 0.5 + t, 1})
	}
	if a.up != none {
		t := thickness(a.up, w) / w / 2
		out = append(out, box{0.5 - t, 0, 0.5 + t, 0.5 + along, 1})
	}
	if a.down != none {
		t := thickness(a.down, w) / w / 2
		out = append(out, box{0.5 - t, 0.5 - along, 0.5 + t, 1, 1})
	}
	return out
}

// arc joins two arms by a quarter circle with a radius of half a cell's width. The vertical arm,
// which is longer, has a straight box, and the curve is made of small boxes.
func (a arms) arc(w, h float64) []box {
	sx, sy := 1.0, 1.0 // the directions of the arms
	if a.left != none {
		sx = -1
	}
	if a.up != none {
		sy = -1
	}
	r, t := w/2, thickness(light, w)
	cx, cy := w/2+sx*r, h/2+sy*r
	at := func(x, y float64) box { return box{(x - t/2) / w, (y - t/2) / h, (x + t/2) / w, (y + t/2) / h, 1} }
	var out []box
	const steps = 24
	for i := range steps + 1 {
		phi := float64(i) / steps * math.Pi / 2
		out = append(out, at(cx-sx*r*math.Cos(phi), cy-sy*r*math.Sin(phi)))
	}
	edge := 0.0
	if sy > 0 {
		edge = h
	}
	return append(out, box{0.5 - t/w/2, math.Min(cy, edge) / h, 0.5 + t/w/2, math.Max(cy, edge) / h, 1})
}

// brailleDots are the column and row of the eight dots of a braille pattern, in the order of their
// bits. A pattern has two columns and four rows.
var brailleDots = [8][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}

// dots returns the boxes of a braille pattern, given the 8 bits that are added to U+2800.
func dots(pattern uint8) []box {
	var out []box
	for i, at := range brailleDots {
		if pattern&(1<<i) != 0 {
			x, y := 0.25+0.5*float64(at[0]), 0.125+0.25*float64(at[1])
			out = append(out, box{x - 0.12, y - 0.055, x + 0.12, y + 0.055, 1})
		}
	}
	return out
}
