package grid

// Palette interns the styles, clusters and links of one owner: an emulator, a
// replica or a screen. Numbers are valid for that owner only and until its next
// [Palette.Sweep]. A Palette is not safe for concurrent use.
//
// Capacity is bounded (65 535 styles and links, 2^31 clusters): an owner that
// finds [Palette.Full] sweeps with the cells that it still holds.
type Palette struct {
	styles   []Style
	styleIDs map[Style]uint16
	last     Style // most recent lookup; attributes change in runs
	lastID   uint16

	clusters   []string
	clusterIDs map[string]uint32

	links   []Link
	linkIDs map[Link]uint16

	epoch uint64
}

// maxInterned bounds the styles and links of a palette.
const maxInterned = 1<<16 - 1

// sweepClusters is the number of clusters above which a palette asks to be swept.
const sweepClusters = 1 << 16

// NewPalette returns a palette that holds the default style as number 0.
func NewPalette() *Palette {
	p := &Palette{}
	p.reset()
	return p
}

func (p *Palette) reset() {
	p.styles = []Style{{}}
	p.styleIDs = map[Style]uint16{{}: 0}
	p.last, p.lastID = Style{}, 0
	p.clusters = nil
	p.clusterIDs = map[string]uint32{}
	p.links = []Link{{}}
	p.linkIDs = map[Link]uint16{{}: 0}
}

// StyleID returns the number of s, interning it if it is new. When the palette
// is full, a new style becomes the default style: an owner that sweeps when
// [Palette.Full] says so never sees this.
func (p *Palette) StyleID(s Style) uint16 {
	if s == p.last {
		return p.lastID
	}
	id, ok := p.styleIDs[s]
	if !ok {
		if len(p.styles) >= maxInterned {
			return 0
		}
		id = uint16(len(p.styles))
		p.styles = append(p.styles, s)
		p.styleIDs[s] = id
	}
	p.last, p.lastID = s, id
	return id
}

// Style returns the style with the given number, the default for an unknown one.
func (p *Palette) Style(id uint16) Style {
	if int(id) >= len(p.styles) {
		return Style{}
	}
	return p.styles[id]
}

// ClusterChar returns the [Cell.Char] for a grapheme cluster of several code
// points, interning it if it is new.
func (p *Palette) ClusterChar(text string) uint32 {
	id, ok := p.clusterIDs[text]
	if !ok {
		id = uint32(len(p.clusters))
		p.clusters = append(p.clusters, text)
		p.clusterIDs[text] = id
	}
	return id | ClusterBit
}

// AppendText appends the UTF-8 text of a cell's character to dst: a space for a
// blank cell, nothing for the tail of a wide one.
func (p *Palette) AppendText(dst []byte, c Cell) []byte {
	switch {
	case c.Flags&Tail != 0:
		return dst
	case c.Char == 0:
		return append(dst, ' ')
	case c.Char&ClusterBit != 0:
		if i := int(c.Char &^ ClusterBit); i < len(p.clusters) {
			return append(dst, p.clusters[i]...)
		}
		return append(dst, ' ')
	case c.Char < 0x80:
		return append(dst, byte(c.Char))
	}
	return append(dst, string(rune(c.Char))...)
}

// LinkID returns the number of l, interning it if it is new; the empty link is
// 0, and so is a new one when the palette is full.
func (p *Palette) LinkID(l Link) uint16 {
	id, ok := p.linkIDs[l]
	if !ok {
		if len(p.links) >= maxInterned {
			return 0
		}
		id = uint16(len(p.links))
		p.links = append(p.links, l)
		p.linkIDs[l] = id
	}
	return id
}

// Link returns the link with the given number, the empty one for an unknown one.
func (p *Palette) Link(id uint16) Link {
	if int(id) >= len(p.links) {
		return Link{}
	}
	return p.links[id]
}

// Full reports that the palette is near its capacity and wants a sweep.
func (p *Palette) Full() bool {
	return len(p.styles) > maxInterned*3/4 || len(p.links) > maxInterned*3/4 || len(p.clusters) > sweepClusters
}

// Epoch counts the sweeps: numbers obtained in one epoch mean nothing in another.
func (p *Palette) Epoch() uint64 { return p.epoch }

// Sweep forgets all that the given rows do not use and renumbers the cells in
// place. Styles that the owner holds outside of cells (its pen) must be interned
// again afterwards, from their values.
func (p *Palette) Sweep(rows ...[]Cell) {
	old := *p
	p.reset()
	p.epoch++
	for _, row := range rows {
		for i := range row {
			c := &row[i]
			if c.Style != 0 {
				s := old.Style(c.Style)
				if s.Link != 0 {
					s.Link = p.LinkID(old.Link(s.Link))
				}
				c.Style = p.StyleID(s)
			}
			if c.Char&ClusterBit != 0 {
				if n := int(c.Char &^ ClusterBit); n < len(old.clusters) {
					c.Char = p.ClusterChar(old.clusters[n])
				}
			}
		}
	}
}
