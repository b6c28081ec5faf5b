package screen

import (
	"strconv"

	"dormer/session/grid"
)

// sgrCode is an attribute with the parameters of SGR that turn it on and off
// (ECMA-48, 8.3.117; xterm ctlseqs, "Character Attributes").
type sgrCode struct {
	attr    grid.Attrs
	on, off uint8
}

// Bold and faint share their off parameter, and so do the blinks: turning one off
// turns the other off too.
var sgrCodes = [...]sgrCode{
	{grid.Bold, 1, 22}, {grid.Faint, 2, 22}, {grid.Italic, 3, 23},
	{grid.Blink, 5, 25}, {grid.Rapid, 6, 25}, {grid.Reverse, 7, 27},
	{grid.Conceal, 8, 28}, {grid.Strike, 9, 29}, {grid.Overline, 53, 55},
}

// degrade returns s as the terminal can show it: with the nearest colours, or reverse video
// instead of them, and plain underlines. The link stays.
func (c *Capabilities) degrade(s grid.Style) grid.Style {
	if c.Profile == NoColor {
		s.Attrs = withoutColors(s)
	}
	if c.Standout {
		s.Attrs &^= grid.Italic
	}
	before := s
	s.FG, s.BG = c.Profile.downgrade(s.FG), c.Profile.downgrade(s.BG)
	s.FG = legibleText(s, before)
	switch {
	case s.Underline == grid.NoUnderline:
		s.UL = grid.DefaultColor
	case !c.Underlines:
		s.UL, s.Underline = grid.DefaultColor, grid.SingleUnderline
	default:
		s.UL = c.Profile.downgrade(s.UL)
	}
	if !c.Hyperlinks {
		s.Link = 0
	}
	return s
}

// appendSGR appends the shortest SGR that turns style a into b, both degraded; nothing if
// they look alike. Links are ignored.
func appendSGR(dst []byte, a, b grid.Style) []byte {
	a.Link, b.Link = 0, 0
	if a == b {
		return dst
	}
	if b == (grid.Style{}) {
		return append(dst, "\x1b[m"...)
	}
	start := len(dst)
	dst = appendDelta(dst, a, b)
	length := len(dst) - start
	dst = appendFull(dst, b)
	if whole := len(dst) - start - length; whole < length {
		copy(dst[start:], dst[start+length:])
		return dst[:start+whole]
	}
	return dst[:start+length]
}

// appendFull appends the SGR that turns any style into b.
func appendFull(dst []byte, b grid.Style) []byte {
	dst = append(dst, "\x1b[0;"...)
	return closeSGR(appendParams(dst, grid.Style{}, b))
}

// appendDelta appends an SGR with only the differences between a and b.
func appendDelta(dst []byte, a, b grid.Style) []byte {
	dst = append(dst, "\x1b["...)
	gone := a.Attrs &^ b.Attrs
	for _, c := range sgrCodes {
		if gone&c.attr == 0 {
			continue
		}
		dst = appendParam(dst, c.off)
		for _, other := range sgrCodes {
			if other.off == c.off {
				gone &^= other.attr
				a.Attrs &^= other.attr
			}
		}
	}
	return closeSGR(appendParams(dst, a, b))
}

// appendParams appends the parameters, each followed by a semicolon, that turn a into b. Every
// attribute of a must be in b.
func appendParams(dst []byte, a, b grid.Style) []byte {
	for _, c := range sgrCodes {
		if b.Attrs&^a.Attrs&c.attr != 0 {
			dst = appendParam(dst, c.on)
		}
	}
	if a.Underline != b.Underline {
		dst = appendUnderline(dst, b.Underline)
	}
	dst = appendColor(dst, a.FG, b.FG, 30)
	dst = appendColor(dst, a.BG, b.BG, 40)
	return appendUnderlineColor(dst, a.UL, b.UL)
}

func appendParam(dst []byte, n uint8) []byte {
	return append(strconv.AppendUint(dst, uint64(n), 10), ';')
}

// closeSGR replaces the last semicolon by the final byte.
func closeSGR(dst []byte) []byte {
	dst[len(dst)-1] = 'm'
	return dst
}

func appendUnderline(dst []byte, u grid.Underline) []byte {
	switch u {
	case grid.NoUnderline:
		return append(dst, "24;"...)
	case grid.SingleUnderline:
		return append(dst, "4;"...)
	}
	return append(dst, '4', ':', '0'+byte(u), ';')
}

// appendColor appends the parameters that turn colour a into b; base is 30 for the foreground
// and 40 for the background.
func appendColor(dst []byte, a, b grid.Color, base uint8) []byte {
	if a == b {
		return dst
	}
	if b.IsDefault() {
		return appendParam(dst, base+9)
	}
	if i, ok := b.Index(); ok {
		switch {
		case i < 8:
			return appendParam(dst, base+i)
		case i < 16:
			return appendParam(dst, base+60+i-8)
		}
		dst = append(appendParam(dst, base+8), "5;"...)
		return appendParam(dst, i)
	}
	r, g, bl, _ := b.RGB()
	dst = append(appendParam(dst, base+8), "2;"...)
	return appendParam(appendParam(appendParam(dst, r), g), bl)
}

// appendUnderlineColor appends SGR 58 with colons, so that a terminal that does not know it skips
// all of it, or SGR 59.
func appendUnderlineColor(dst []byte, a, b grid.Color) []byte {
	if a == b {
		return dst
	}
	if b.IsDefault() {
		return append(dst, "59;"...)
	}
	if i, ok := b.Index(); ok {
		return appendParam(append(dst, "58:5:"...), i)
	}
	r, g, bl, _ := b.RGB()
	dst = strconv.AppendUint(append(dst, "58:2::"...), uint64(r), 10)
	dst = strconv.AppendUint(append(dst, ':'), uint64(g), 10)
	dst = strconv.AppendUint(append(dst, ':'), uint64(bl), 10)
	return append(dst, ';')
}

// appendLink appends OSC 8 ; params ; URI ST, which opens a hyperlink, or closes the open one if l
// is empty. As the convention demands, only printable ASCII of the URI is written; of the ID, only
// printable ASCII that does not end it.
func appendLink(dst []byte, l grid.Link) []byte {
	dst = append(dst, "\x1b]8;"...)
	if l.URI != "" && l.ID != "" {
		dst = append(dst, "id="...)
		for i := range len(l.ID) {
			if c := l.ID[i]; c > 0x20 && c < 0x7f && c != ':' && c != ';' {
				dst = append(dst, c)
			}
		}
	}
	dst = append(dst, ';')
	for i := range len(l.URI) {
		if c := l.URI[i]; c > 0x20 && c < 0x7f {
			dst = append(dst, c)
		}
	}
	return append(dst, "\x1b\\"...)
}
