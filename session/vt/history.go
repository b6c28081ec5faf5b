package vt

import (
	"sort"

	"dormer/session/grid"
)

// history keeps the lines that left the main screen, oldest first, packed in blocks. It
// drops whole blocks to stay within its limit of bytes, and single lines to stay within
// its limit of lines. A wrapped line counts once, so that a screen that is narrow for a
// moment loses no line. A line keeps its number until a new width of the screen wraps it
// differently.
type history struct {
	blocks     []*block
	first, end uint64
	closed     int // bytes of all blocks but the newest
	maxBytes   int
	breaks     int    // kept lines that are not wrapped
	gone       uint64 // dropped lines that were not wrapped
	maxLines   int
	saved      savedUpTo
	spare      []*block // dropped blocks, for reuse
	pack       packer
}

func newHistory(maxBytes, maxLines int) history {
	return history{maxBytes: maxBytes, maxLines: maxLines}
}

// push appends a line. Cells to the right of the given ones are blank. The history may
// exceed its limits by a block until [history.trim] is called.
func (h *history) push(cells []grid.Cell, wrapped bool, p *grid.Palette) {
	h.pack.append(h.open(len(cells)), cells, wrapped, p)
	h.pushed(wrapped)
}

// open returns a block with room for a line of that many cells.
func (h *history) open(cells int) *block {
	if b := h.last(); b != nil && !b.full(cells) {
		return b
	}
	return h.grow()
}

// pushed counts a line.
func (h *history) pushed(wrapped bool) {
	h.end++
	if !wrapped {
		h.breaks++
	}
}

func (h *history) last() *block {
	if len(h.blocks) == 0 {
		return nil
	}
	return h.blocks[len(h.blocks)-1]
}

// size returns the memory of the blocks, in bytes.
func (h *history) size() int {
	if b := h.last(); b != nil {
		return h.closed + b.size()
	}
	return 0
}

// grow closes the newest block and begins another. It trims first, while the newest block
// is at its largest, so that the dropped lines do not depend on when trim is called.
func (h *history) grow() *block {
	h.trim()
	b := h.begin()
	if last := h.last(); last != nil {
		last.close()
		h.closed += last.size()
	}
	b.first = h.end
	h.pack.begin()
	h.blocks = append(h.blocks, b)
	return b
}

// begin returns an empty block.
func (h *history) begin() *block {
	if n := len(h.spare); n > 0 {
		b := h.spare[n-1]
		h.spare = h.spare[:n-1]
		return b
	}
	b := &block{}
	if len(h.blocks) > 0 { // the first block was filled, so this one will be
		b.data = make([]byte, 0, blockBytes)
		n := len(h.last().starts)
		b.starts = make([]uint16, 0, n+n/8) // the next lines are a little shorter or longer
	}
	return b
}

// trim drops the lines beyond the limits. The newest block always stays.
func (h *history) trim() {
	for h.breaks > h.maxLines {
		b := h.blocks[0]
		h.forget(b, min(uint64(h.breaks-h.maxLines), b.end()-h.first))
		if h.first == b.end() {
			h.drop()
		}
	}
	for len(h.blocks) > 1 && h.size() > h.maxBytes {
		h.drop()
	}
}

// forget drops the oldest n lines from the counts. They are all in b, the oldest block.
func (h *history) forget(b *block, n uint64) {
	if !b.broken { // as most blocks are
		h.first += n
		h.breaks -= int(n)
		h.gone += n
		return
	}
	for end := h.first + n; h.first < end; h.first++ {
		if !b.wrapped(int(h.first - b.first)) {
			h.breaks--
			h.gone++
		}
	}
}

// drop removes the oldest block.
func (h *history) drop() {
	b := h.blocks[0]
	h.forget(b, b.end()-h.first)
	copy(h.blocks, h.blocks[1:])
	h.blocks[len(h.blocks)-1] = nil
	h.blocks = h.blocks[:len(h.blocks)-1]
	h.closed -= b.size()
	if len(h.blocks) == 0 { // it was the newest
		h.closed = 0
	}
	b.reset()
	if len(h.spare) < maxSpare {
		h.spare = append(h.spare, b)
	}
}

// maxSpare is the number of dropped blocks that are kept for reuse.
const maxSpare = 2

// line unpacks line n into dst and reports whether the history has it.
func (h *history) line(n uint64, dst []grid.Cell, p *grid.Palette) (cells []grid.Cell, wrapped, ok bool) {
	if n < h.first || n >= h.end {
		return dst[:0], false, false
	}
	b := h.blocks[h.find(n)]
	cells, wrapped = b.unpack(int(n-b.first), dst[:0], p)
	return cells, wrapped, true
}

// find returns the index of the block that holds line n.
func (h *history) find(n uint64) int {
	return sort.Search(len(h.blocks), func(i int) bool { return h.blocks[i].end() > n })
}

// pop removes the newest line and returns it.
func (h *history) pop(dst []grid.Cell, p *grid.Palette) (cells []grid.Cell, wrapped, ok bool) {
	if cells, wrapped, ok = h.line(h.end-1, dst, p); !ok {
		return cells, false, false
	}
	b := h.last()
	b.pop()
	h.end--
	if !wrapped {
		h.breaks--
	}
	h.saved.cutAt(h)
	if len(b.starts) == 0 {
		h.blocks = h.blocks[:len(h.blocks)-1]
		if last := h.last(); last != nil {
			h.closed -= last.size()
		}
		h.pack.begin()
	}
	return cells, wrapped, true
}

// lastWrapped reports whether the newest line continues in the screen's first row.
func (h *history) lastWrapped() bool {
	b := h.last()
	return h.end > h.first && b != nil && b.wrapped(len(b.starts)-1)
}

// clear drops all lines; numbering continues.
func (h *history) clear() {
	h.blocks, h.spare = nil, nil
	h.gone += uint64(h.breaks)
	h.first, h.closed, h.breaks = h.end, 0, 0
	h.saved = savedUpTo{line: h.end, whole: h.gone, cleared: true}
}

// reflow wraps the kept lines for a screen of cols columns. If no line changes, all keep
// their numbers.
func (h *history) reflow(cols int, p *grid.Palette) {
	if !h.needsReflow(cols) {
		return
	}
	fresh := history{first: h.end, end: h.end, maxBytes: h.maxBytes, maxLines: h.maxLines, gone: h.gone, saved: h.saved}
	fresh.saved.line, fresh.saved.cut = h.end, true
	var line []grid.Cell
	var buf []grid.Cell
	var marks []mark
	for n := h.first; n < h.end; n++ {
		cells, wrapped, _ := h.line(n, buf, p)
		buf = cells[:0]
		marks = appendMarks(marks, h.marksOf(n), len(line))
		if len(line) == 0 {
			fresh.followSaved()
		}
		line = append(line, cells...)
		if wrapped && n+1 < h.end && len(line) < maxLine {
			continue
		}
		fresh.pushLine(line, marks, wrapped, cols, p)
		line, marks = line[:0], marks[:0]
	}
	fresh.followSaved()
	*h = fresh
}

// maxLine bounds the cells of a line that is joined from several rows.
const maxLine = 1 << 20

func (h *history) needsReflow(cols int) bool {
	for _, b := range h.blocks {
		if b.broken || b.cols > cols {
			return true
		}
	}
	return false
}

// pushLine wraps a line into rows of cols columns and pushes them. Columns of marks count
// from the start of the whole line.
func (h *history) pushLine(line []grid.Cell, marks []mark, wrapped bool, cols int, p *grid.Palette) {
	for from := 0; ; {
		n := fit(line, cols)
		rest := line[n:]
		if len(rest) > 0 {
			keepGap(line[:n])
		}
		h.push(line[:n], wrapped || len(rest) > 0, p)
		if len(marks) > 0 {
			h.mark(marksIn(marks, from, n, len(rest) == 0, cols))
		}
		from += n
		if line = rest; len(line) == 0 {
			return
		}
	}
}
