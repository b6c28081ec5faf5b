package grid

import "strings"

// Palette interns the styles, clusters and links of one owner: an emulator, a
// replica or a screen. Numbers are valid for that owner only and until its next
// [Palette.Sweep]. A Palette is not safe for concurrent use.
//
// Capacity is bounded (65 535 styles and links, 2^31 clusters): an owner that
// finds the palette [Palette.Full] sweeps it with the cells that it still holds.
type Palette struct {
	styles []Style
	// styleSlots finds a style's number: open addressing with linear probing, at
	// most half full, 0 for an empty slot. Styles change at every other word, and
	// a map takes several times as long.
	styleSlots []uint16

	clusters   []string
	clusterIDs map[string]uint32

	links   []Link
	linkIDs map[Link]uint16

	// spare is the memory freed by a sweep, for the next one.
	spare struct {
		styles     []Style
		styleSlots []uint16
		clusters   []string
		clusterIDs map[string]uint32
	}

	limits limits
	epoch  uint64
}

// maxInterned bounds the styles and links of a palette.
const maxInterned = 1<<16 - 1

// sweepAt is the number of styles or clusters up to which no sweep is needed.
const sweepAt = 4096

// NewPalette returns a palette that holds the default style as number 0.
func NewPalette() *Palette {
	p := &Palette{}
	p.reset()
	return p
}

func (p *Palette) reset() {
	p.styles, p.spare.styles = append(p.spare.styles, Style{}), nil
	p.styleSlots, p.spare.styleSlots = p.spare.styleSlots, nil
	if len(p.styleSlots) == 0 {
		p.styleSlots = make([]uint16, minStyleSlots)
	}
	p.clusters, p.spare.clusters = p.spare.clusters, nil
	p.clusterIDs, p.spare.clusterIDs = p.spare.clusterIDs, nil
	if p.clusterIDs == nil {
		p.clusterIDs = map[string]uint32{}
	}
	if len(p.links) != 1 {
		p.links = []Link{{}}
		p.linkIDs = map[Link]uint16{{}: 0}
	}
	p.setLimits()
}

// keep empties old and keeps its memory for the next sweep, unless it is large: an owner that
// shows many styles sweeps many times a second.
func (p *Palette) keep(old *Palette) {
	if len(old.styles) <= keepSwept {
		clear(old.styleSlots)
		p.spare.styles, p.spare.styleSlots = old.styles[:0], old.styleSlots
	}
	if len(old.clusters) <= keepSwept {
		clear(old.clusters)
		clear(old.clusterIDs)
		p.spare.clusters, p.spare.clusterIDs = old.clusters[:0], old.clusterIDs
	}
}

// keepSwept is the number of styles or clusters up to which a sweep's memory is kept.
const keepSwept = 4 * sweepAt

// StyleID returns the number of s, interning it if it is new. If the palette is full, it
// returns 0 for a new style; this never happens to an owner that sweeps when [Palette.Full]
// returns true.
func (p *Palette) StyleID(s Style) uint16 {
	if s == (Style{}) {
		return 0
	}
	mask := uint32(len(p.styleSlots) - 1)
	at := s.hash() & mask
	for ; p.styleSlots[at] != 0; at = (at + 1) & mask {
		if id := p.styleSlots[at]; p.styles[id] == s {
			return id
		}
	}
	return p.addStyle(s, at)
}

const minStyleSlots = 64

// addStyle interns a new style in slot at.
func (p *Palette) addStyle(s Style, at uint32) uint16 {
	if len(p.styles) >= maxInterned {
		return 0
	}
	id := uint16(len(p.styles))
	p.styles = append(p.styles, s)
	p.styleSlots[at] = id
	if 2*len(p.styles) > len(p.styleSlots) {
		p.growStyleSlots()
	}
	return id
}

func (p *Palette) growStyleSlots() {
	p.styleSlots = make([]uint16, 2*len(p.styleSlots))
	mask := uint32(len(p.styleSlots) - 1)
	for id := 1; id < len(p.styles); id++ {
		at := p.styles[id].hash() & mask
		for p.styleSlots[at] != 0 {
			at = (at + 1) & mask
		}
		p.styleSlots[at] = uint16(id)
	}
}

// hash spreads styles over slots.
func (s *Style) hash() uint32 {
	h := uint32(s.FG)*0x9e3779b1 ^ uint32(s.BG)*0x85ebca6b ^ uint32(s.UL)*0xc2b2ae35
	h ^= (uint32(s.Attrs)<<16 ^ uint32(s.Underline)<<13 ^ uint32(s.Link)) * 0x27d4eb2f
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>13
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
		text = strings.Clone(text) // it may be part of a long string
		p.clusters = append(p.clusters, text)
		p.clusterIDs[text] = id
	}
	return id | ClusterBit
}

// ClusterBytes is [Palette.ClusterChar] for text that the caller may change afterwards. It
// allocates only for a new cluster.
func (p *Palette) ClusterBytes(text []byte) uint32 {
	if id, ok := p.clusterIDs[string(text)]; ok {
		return id | ClusterBit
	}
	return p.ClusterChar(string(text))
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
		l = Link{ID: strings.Clone(l.ID), URI: strings.Clone(l.URI)}
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

// Full reports whether the palette should be swept: it is near its capacity, or much larger
// than after the last sweep.
func (p *Palette) Full() bool {
	return len(p.styles) > p.limits.styles || len(p.links) > p.limits.links || len(p.clusters) > p.limits.clusters
}

// limits are the sizes at which a palette is full.
type limits struct{ styles, links, clusters int }

// setLimits sets the limits to about twice the present sizes, so that sweeps are rare.
func (p *Palette) setLimits() {
	p.limits = limits{
		styles:   min(max(2*len(p.styles), sweepAt), maxInterned*3/4),
		links:    min(max(2*len(p.links), sweepAt/4), maxInterned*3/4),
		clusters: max(2*len(p.clusters), sweepAt),
	}
}

// Epoch counts the sweeps. Numbers from one epoch are meaningless in another.
func (p *Palette) Epoch() uint64 { return p.epoch }

// Sweep drops all entries that the given rows do not use, and renumbers their cells in
// place. Styles that the owner holds outside cells, such as its pen, must be interned
// again afterwards.
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
	p.keep(&old)
	p.setLimits()
}
