package screen

import "dormer/session/grid"

// noStyle is the number of an unknown style.
const noStyle = 1<<16 - 1

// look is a style as the terminal shows it.
type look struct {
	known bool
	// erasable is set if a blank in this style shows only a background.
	erasable bool
	// erasure is set if erasing gives that background: it is the default, or the terminal
	// erases with the current background.
	erasure bool
	// blank is the number of the simplest style in which a blank looks the same.
	blank uint16
	link  uint16
	// style is the style reduced to the terminal's capabilities.
	style grid.Style
}

// transition is a cached sequence that changes one style into another.
type transition struct {
	from, to uint16
	bytes    []byte
}

// transitions is the number of cached transitions, a power of two.
const transitions = 1 << 10

// styles caches the looks of a palette's styles, and the transitions between them.
type styles struct {
	palette *grid.Palette
	caps    *Capabilities
	looks   []look
	cache   [transitions]transition
}

// reset forgets everything, because the palette or the capabilities changed.
func (s *styles) reset(p *grid.Palette) {
	s.palette = p
	clear(s.looks)
	for i := range s.cache {
		s.cache[i].from, s.cache[i].to = 0, 0
		s.cache[i].bytes = s.cache[i].bytes[:0]
	}
}

// look returns the look of a style.
func (s *styles) look(id uint16) *look {
	if int(id) >= len(s.looks) {
		s.looks = grown(s.looks, int(id))
	}
	l := &s.looks[id]
	if !l.known {
		s.learn(id)
		l = &s.looks[id]
	}
	return l
}

func (s *styles) learn(id uint16) {
	st := s.palette.Style(id)
	shown := s.caps.degrade(st)
	l := look{known: true, blank: id, link: shown.Link, style: shown}
	const visible = grid.Reverse | grid.Strike | grid.Overline | grid.Blink | grid.Rapid
	if shown.Attrs&visible == 0 && st.Underline == grid.NoUnderline && st.Link == 0 {
		l.erasable = true
		l.erasure = shown.BG.IsDefault() || s.caps.EraseColor
		l.blank = s.plainest(id, grid.Style{BG: shown.BG})
	}
	s.looks[id] = l
}

// plainest returns the number of the style plain, or id if the palette is full.
func (s *styles) plainest(id uint16, plain grid.Style) uint16 {
	if n := s.palette.StyleID(plain); s.palette.Style(n) == plain {
		return n
	}
	return id
}

// change returns the sequence that changes the style from, which may be [noStyle], to the style
// to, including hyperlinks.
func (s *styles) change(from, to uint16) []byte {
	t := &s.cache[(uint32(from)*0x9e37+uint32(to)*0x85eb)>>4&(transitions-1)]
	if t.from != from || t.to != to {
		t.from, t.to = from, to
		t.bytes = s.appendChange(t.bytes[:0], from, to)
	}
	return t.bytes
}

func (s *styles) appendChange(dst []byte, from, to uint16) []byte {
	next := s.look(to)
	style, link := next.style, next.link
	if from == noStyle {
		if s.caps.Hyperlinks {
			dst = appendLink(dst, s.palette.Link(link))
		}
		return appendFullOrReset(dst, style)
	}
	last := s.look(from)
	if last.link != link {
		dst = appendLink(dst, s.palette.Link(link))
	}
	return appendSGR(dst, last.style, style)
}

// appendFullOrReset appends the SGR that turns an unknown style into b.
func appendFullOrReset(dst []byte, b grid.Style) []byte {
	b.Link = 0
	if b == (grid.Style{}) {
		return append(dst, "\x1b[m"...)
	}
	return appendFull(dst, b)
}
