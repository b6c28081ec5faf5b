package screen

import (
	"math/bits"
	"strconv"

	"dormer/session/grid"
)

// rowHashes holds the hashes of the terminal's rows, and buffers for finding rows that moved.
// Equal hashes only suggest a move; cells are still compared.
type rowHashes struct {
	front, back []uint64
	known       []bool // per front row
	hashed      []bool // per back row of this frame
	votes       []int  // per distance, from -(rows-1) to rows-1
	places      places // of front rows by hash
}

// places finds rows by hash. It is a hash table with chaining.
type places struct {
	heads, next []int32 // row + 1, 0 for none; len(heads) is a power of two
}

func (p *places) resize(rows int) {
	p.heads, p.next = make([]int32, 1<<bits.Len(uint(rows))), make([]int32, rows)
}

// index adds the rows [lo, hi).
func (p *places) index(hashes []uint64, lo, hi int) {
	clear(p.heads)
	for y := hi - 1; y >= lo; y-- {
		head := p.head(hashes[y])
		p.next[y], *head = *head, int32(y)+1
	}
}

func (p *places) head(hash uint64) *int32 { return &p.heads[hash&uint64(len(p.heads)-1)] }

func (h *rowHashes) resize(rows int) {
	h.front, h.back = make([]uint64, rows), make([]uint64, rows)
	h.known, h.hashed = make([]bool, rows), make([]bool, rows)
	h.votes = make([]int, 2*rows+1)
	h.places.resize(rows)
}

func (h *rowHashes) begin()  { clear(h.hashed) }
func (h *rowHashes) forget() { clear(h.known) }

// change records that row y of the terminal becomes that of the buffer.
func (h *rowHashes) change(y int) { h.front[y], h.known[y] = h.back[y], h.hashed[y] }

// match records that row y of the terminal equals that of the buffer.
func (h *rowHashes) match(y int) {
	if h.hashed[y] {
		h.change(y)
	}
}

// move is a scroll: rows [top, bottom) of the terminal move up by n, or down if n is negative.
type move struct{ top, bottom, n int }

// scroll scrolls rows of the terminal that have moved, if that is shorter than writing them.
func (r *Renderer) scroll(b *Buffer) {
	lo, hi := dirtyBand(b.dirty)
	if hi-lo < 3 {
		return
	}
	m, ok := r.findMove(b, lo, hi)
	if !ok {
		return
	}
	r.blankPen(0)
	r.appendScroll(m)
	shiftLines(r.front[m.top:m.bottom], r.ends[m.top:m.bottom], m.n)
	r.hashes.forget()
	for y := m.top; y < m.bottom; y++ {
		b.dirty[y] = true
	}
}

// dirtyBand returns the smallest range of rows that contains all touched ones.
func dirtyBand(dirty []bool) (lo, hi int) {
	hi = len(dirty)
	for lo < hi && !dirty[lo] {
		lo++
	}
	for hi > lo && !dirty[hi-1] {
		hi--
	}
	return lo, hi
}

// findMove looks for rows that moved within [lo, hi), and for the distance that most of them
// moved.
func (r *Renderer) findMove(b *Buffer, lo, hi int) (move, bool) {
	h := &r.hashes
	changed := 0
	for y := lo; y < hi; y++ {
		if !h.known[y] {
			h.front[y], h.known[y] = hashRow(r.front[y][:r.ends[y]]), true
		}
		h.back[y] = h.front[y] // unless the row was touched
		if b.dirty[y] {
			h.back[y] = hashRow(b.lines[y][:b.ends[y]])
		}
		h.hashed[y] = true
		if h.back[y] != h.front[y] {
			changed++
		}
	}
	if changed < 3 {
		return move{}, false
	}
	m := move{n: r.bestDistance(b, lo, hi)}
	if m.n == 0 {
		return move{}, false
	}
	m.top, m.bottom = r.extent(lo, hi, m.n)
	return m, r.worthwhile(b, m)
}

// bestDistance returns the distance n for which the most changed rows y equal the terminal's row
// y+n; 0 for none.
func (r *Renderer) bestDistance(b *Buffer, lo, hi int) int {
	h := &r.hashes
	clear(h.votes)
	h.places.index(h.front, lo, hi)
	for y := lo; y < hi; y++ {
		if h.back[y] == h.front[y] || blankRow(b.lines[y][:b.ends[y]]) {
			continue
		}
		for next := *h.places.head(h.back[y]); next > 0; {
			from := int(next) - 1
			if h.front[from] == h.back[y] {
				h.votes[from-y+r.rows]++
			}
			next = h.places.next[from]
		}
	}
	best, most := 0, 1
	for d := 1; d < r.rows; d++ {
		if v := h.votes[r.rows+d]; v > most {
			best, most = d, v
		}
		if v := h.votes[r.rows-d]; v > most {
			best, most = -d, v
		}
	}
	return best
}

// blankRow reports whether a row is blank.
func blankRow(cells []grid.Cell) bool {
	for _, c := range cells {
		if !c.Blank() || c.Flags != 0 {
			return false
		}
	}
	return true
}

// extent returns the smallest region that contains the old and the new places of all rows that
// moved by n.
func (r *Renderer) extent(lo, hi, n int) (top, bottom int) {
	h := &r.hashes
	top, bottom = hi, lo
	for y := max(lo, lo-n); y < min(hi, hi-n); y++ {
		if h.back[y] == h.front[y+n] {
			top, bottom = min(top, y, y+n), max(bottom, y+1, y+n+1)
		}
	}
	return top, bottom
}

// worthwhile estimates whether moving rows saves more bytes than its sequences take. Rows with equal
// hashes count as equal.
func (r *Renderer) worthwhile(b *Buffer, m move) bool {
	const sequences = 32
	h := &r.hashes
	saved := 0
	for y := m.top; y < m.bottom; y++ {
		if h.front[y] != h.back[y] {
			end := max(r.ends[y], b.ends[y])
			saved += differing(r.front[y][:end], b.lines[y][:end])
		}
		if from := y + m.n; from >= m.top && from < m.bottom {
			if h.front[from] != h.back[y] {
				end := max(r.ends[from], b.ends[y])
				saved -= differing(r.front[from][:end], b.lines[y][:end])
			}
		} else {
			saved -= written(b.lines[y][:b.ends[y]])
		}
	}
	return saved > sequences
}

// written counts the cells of a row that differ from an erased row.
func written(cells []grid.Cell) int {
	n := 0
	for _, c := range cells {
		if !c.Blank() || c.Style != 0 {
			n++
		}
	}
	return n
}

// appendScroll scrolls rows of the terminal: by SU or SD (CSI Ps S, CSI Ps T) if it supports
// them, else by LF at the bottom or RI (ESC M) at the top of the margins. Afterwards it resets
// the margins (DECSTBM, CSI Ps ; Ps r).
func (r *Renderer) appendScroll(m move) {
	part := m.top > 0 || m.bottom < r.rows
	if part {
		r.out = append(r.out, "\x1b["...)
		r.out = strconv.AppendInt(r.out, int64(m.top)+1, 10)
		r.out = strconv.AppendInt(append(r.out, ';'), int64(m.bottom), 10)
		r.out = append(r.out, 'r')
		r.y, r.x = 0, 0
	}
	switch {
	case r.caps.ScrollCount && m.n > 0:
		r.out = appendCSI(r.out, m.n, 'S')
	case r.caps.ScrollCount:
		r.out = appendCSI(r.out, -m.n, 'T')
	case m.n > 0:
		r.moveTo(m.bottom-1, 0)
		r.out = appendRepeated(r.out, '\n', m.n)
	default:
		r.moveTo(m.top, 0)
		for range -m.n {
			r.out = append(r.out, "\x1bM"...)
		}
	}
	if part {
		r.out = append(r.out, "\x1b[r"...)
		r.y, r.x = 0, 0
	}
}
