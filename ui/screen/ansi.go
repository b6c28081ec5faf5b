package screen

import (
	"strings"

	"dormer/session/grid"
)

// ANSI draws text with SGR and OSC 8 in it, as lipgloss and bubbles render it,
// into rows [y, bottom) and columns [x, end): a line break goes on at column x of
// the next row, in the style in force. Cells that the text does not reach stay.
// Other escape sequences are dropped, and so is what [Buffer.Text] drops.
func (b *Buffer) ANSI(y, x, end, bottom int, s string) {
	p := b.pen(y, x, end, grid.Style{})
	bottom = min(bottom, b.rows)
	var style grid.Style
	for s != "" && p.y < bottom {
		i := strings.IndexAny(s, "\x1b\n")
		if i < 0 {
			p.write(s)
			return
		}
		p.write(s[:i])
		if s[i] == '\n' {
			s = s[i+1:]
			p = b.pen(p.y+1, x, end, style)
			continue
		}
		var sequence string
		sequence, s = cutSequence(s[i:])
		b.applySequence(&style, sequence)
		p.style = b.palette.StyleID(style)
	}
}

// cutSequence cuts the escape sequence that s begins with from what follows. One
// that is not complete takes all of s.
func cutSequence(s string) (sequence, rest string) {
	if len(s) < 2 {
		return s, ""
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s); i++ {
			if s[i] >= 0x40 && s[i] <= 0x7e {
				return s[:i+1], s[i+1:]
			}
		}
		return s, ""
	case ']', 'P', '_', '^', 'X':
		return cutString(s)
	}
	i := 1
	for i < len(s)-1 && s[i] >= 0x20 && s[i] <= 0x2f {
		i++ // intermediate bytes, as of a choice of character set
	}
	return s[:i+1], s[i+1:]
}

// cutString cuts a control string, which ends with BEL or ST.
func cutString(s string) (sequence, rest string) {
	for i := 2; i < len(s); i++ {
		switch {
		case s[i] == '\a':
			return s[:i+1], s[i+1:]
		case s[i] == 0x1b && i+1 < len(s) && s[i+1] == '\\':
			return s[:i+2], s[i+2:]
		}
	}
	return s, ""
}

// applySequence changes a style as SGR or OSC 8 says.
func (b *Buffer) applySequence(style *grid.Style, sequence string) {
	if params, ok := strings.CutPrefix(sequence, "\x1b["); ok && strings.HasSuffix(params, "m") {
		link := style.Link
		*style = applySGR(*style, params[:len(params)-1])
		style.Link = link
		return
	}
	if link, ok := strings.CutPrefix(sequence, "\x1b]8;"); ok {
		style.Link = b.palette.LinkID(parseLink(link))
	}
}

// parseLink reads what follows OSC 8 ; up to and with its end.
func parseLink(s string) grid.Link {
	s = strings.TrimSuffix(strings.TrimSuffix(s, "\a"), "\x1b\\")
	params, uri, _ := strings.Cut(s, ";")
	if uri == "" {
		return grid.Link{}
	}
	l := grid.Link{URI: uri}
	for param := range strings.SplitSeq(params, ":") {
		if id, ok := strings.CutPrefix(param, "id="); ok {
			l.ID = id
		}
	}
	return l
}

// sgrReader walks over the parameters of SGR: numbers, each with the
// subparameters that colons attach to it.
type sgrReader struct{ rest string }

// next returns the next parameter and its subparameters, which is empty where it
// has none. A parameter that is missing is 0.
func (r *sgrReader) next() (n int, sub []int, ok bool) {
	if r.rest == "" {
		return 0, nil, false
	}
	var param string
	param, r.rest, _ = strings.Cut(r.rest, ";")
	head, tail, has := strings.Cut(param, ":")
	if has {
		for part := range strings.SplitSeq(tail, ":") {
			sub = append(sub, number(part))
		}
	}
	return number(head), sub, true
}

// number reads digits; what is no number, or too large to mean anything, is 0.
func number(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' || n > 1<<16 {
			return 0
		}
		n = 10*n + int(s[i]-'0')
	}
	return n
}

// applySGR is style after SGR with the given parameters.
func applySGR(style grid.Style, params string) grid.Style {
	if params == "" {
		return grid.Style{}
	}
	r := sgrReader{params}
	for {
		n, sub, ok := r.next()
		if !ok {
			return style
		}
		style = r.apply(style, n, sub)
	}
}

// apply is style after one parameter.
func (r *sgrReader) apply(style grid.Style, n int, sub []int) grid.Style {
	switch {
	case n == 0:
		return grid.Style{}
	case n == 4:
		style.Underline = underline(sub)
	case n == 21:
		style.Underline = grid.DoubleUnderline
	case n == 24:
		style.Underline = grid.NoUnderline
	case n >= 30 && n <= 37:
		style.FG = grid.Indexed(uint8(n - 30))
	case n == 38:
		style.FG = r.color(style.FG, sub)
	case n == 39:
		style.FG = grid.DefaultColor
	case n >= 40 && n <= 47:
		style.BG = grid.Indexed(uint8(n - 40))
	case n == 48:
		style.BG = r.color(style.BG, sub)
	case n == 49:
		style.BG = grid.DefaultColor
	case n == 58:
		style.UL = r.color(style.UL, sub)
	case n == 59:
		style.UL = grid.DefaultColor
	case n >= 90 && n <= 97:
		style.FG = grid.Indexed(uint8(n - 90 + 8))
	case n >= 100 && n <= 107:
		style.BG = grid.Indexed(uint8(n - 100 + 8))
	default:
		style.Attrs = applyAttr(style.Attrs, n)
	}
	return style
}

func applyAttr(attrs grid.Attrs, n int) grid.Attrs {
	for _, c := range sgrCodes {
		if n == int(c.off) {
			attrs &^= c.attr
		}
		if n == int(c.on) {
			attrs |= c.attr
		}
	}
	return attrs
}

func underline(sub []int) grid.Underline {
	if len(sub) == 0 {
		return grid.SingleUnderline
	}
	if sub[0] > int(grid.DashedUnderline) {
		return grid.NoUnderline
	}
	return grid.Underline(sub[0])
}

// color reads the colour that follows SGR 38, 48 or 58, as subparameters or as
// the parameters that follow; old is what it stays where there is none.
func (r *sgrReader) color(old grid.Color, sub []int) grid.Color {
	if len(sub) > 0 {
		return subColor(old, sub)
	}
	kind, _, _ := r.next()
	switch kind {
	case 5:
		i, _, _ := r.next()
		return grid.Indexed(uint8(i))
	case 2:
		red, _, _ := r.next()
		green, _, _ := r.next()
		blue, _, _ := r.next()
		return grid.RGB(uint8(red), uint8(green), uint8(blue))
	}
	return old
}

// subColor reads 5:n, 2:r:g:b or 2:space:r:g:b.
func subColor(old grid.Color, sub []int) grid.Color {
	n := len(sub)
	switch {
	case sub[0] == 5 && n >= 2:
		return grid.Indexed(uint8(sub[1]))
	case sub[0] == 2 && n >= 5:
		return grid.RGB(uint8(sub[2]), uint8(sub[3]), uint8(sub[4]))
	case sub[0] == 2 && n == 4:
		return grid.RGB(uint8(sub[1]), uint8(sub[2]), uint8(sub[3]))
	}
	return old
}
