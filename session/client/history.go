package client

import (
	"errors"
	"fmt"

	"dormer/session/grid"
	"dormer/session/wire"
)

const (
	// maxCachedCells limits the cached history: 8 bytes a cell.
	maxCachedCells = 1 << 20
	// lineCost is the cost of a cached line without its cells, in cells.
	lineCost = 8
	// blockLines is the number of lines in a question, so that scrolling line by line does not need
	// a question for each.
	blockLines = 64
	// maxAsked limits the blocks that were requested and not answered yet.
	maxAsked = 16
)

// history caches lines above the screen. A line keeps its number until the size of the screen
// changes. When the host drops the line, the cache drops it too.
type history struct {
	lines map[uint64]historyLine
	cells int
	asked map[uint64]wire.Range // by tag
	tag   uint64
}

type historyLine struct {
	cells   []grid.Cell
	wrapped bool
}

func newHistory() *history {
	return &history{lines: map[uint64]historyLine{}, asked: map[uint64]wire.Range{}}
}

// forget drops all lines; later answers to open questions are ignored.
func (h *history) forget() {
	clear(h.lines)
	clear(h.asked)
	h.cells = 0
}

// keepWithin drops the lines outside r.
func (h *history) keepWithin(r wire.Range) {
	for n, l := range h.lines {
		if n < r.First || n >= r.End {
			h.cells -= len(l.cells) + lineCost
			delete(h.lines, n)
		}
	}
}

// cachedFrom returns the first line of the uninterrupted run of cached lines that ends before end.
func (h *history) cachedFrom(end uint64) uint64 {
	for {
		if _, have := h.lines[end-1]; end == 0 || !have {
			return end
		}
		end--
	}
}

// missing returns the questions for the lines of r: blocks within kept that are neither cached nor
// requested.
func (h *history) missing(r, kept wire.Range) []wire.Lines {
	var ask []wire.Lines
	for n := r.First; n < r.End && len(h.asked) < maxAsked; n++ {
		if _, have := h.lines[n]; have || h.isRequested(n) {
			continue
		}
		first := max(n-n%blockLines, kept.First)
		if first < n {
			first = h.firstMissing(first, n)
		}
		block := wire.Range{First: first, End: min(n-n%blockLines+blockLines, kept.End)}
		h.tag++
		h.asked[h.tag] = block
		ask = append(ask, wire.Lines{Tag: h.tag, Range: block})
	}
	return ask
}

// firstMissing returns the first line of [from, to) that is not cached, or to.
func (h *history) firstMissing(from, to uint64) uint64 {
	for n := from; n < to; n++ {
		if _, have := h.lines[n]; !have {
			return n
		}
	}
	return to
}

func (h *history) isRequested(n uint64) bool {
	for _, r := range h.asked {
		if n >= r.First && n < r.End {
			return true
		}
	}
	return false
}

// addReply caches the lines of an answer. An answer that does not match its question is an error; a
// late one is ignored.
func (r *Replica) addReply(m *wire.LinesReply) error {
	h := r.cache
	asked, ok := h.asked[m.Tag]
	if !ok {
		return nil
	}
	if m.Range.First > m.Range.End || m.Range.First < asked.First || m.Range.End > asked.End && m.Range.Len() > 0 {
		return fmt.Errorf("history lines %d to %d, asked for %d to %d", m.Range.First, m.Range.End, asked.First, asked.End)
	}
	if len(m.Lines) > m.Range.Len() {
		return errors.New("more history lines than their range has")
	}
	if err := wire.CheckLines(m.Lines, m.Range.Len(), wire.MaxCols, len(m.Styles)); err != nil {
		return fmt.Errorf("history: %w", err)
	}
	delete(h.asked, m.Tag)
	r.cacheLines(asked, m)
	r.sweep()
	r.nextGen()
	return nil
}

func (r *Replica) cacheLines(asked wire.Range, m *wire.LinesReply) {
	gone := m.Range.First // lines before it are no longer kept; do not ask again
	if m.Range.Len() == 0 {
		gone = asked.End
	}
	for n := asked.First; n < max(gone, m.Range.End); n++ {
		r.cache.put(n, historyLine{})
	}
	styles := r.internStyles(m.Styles)
	for i := range m.Lines {
		l := &m.Lines[i]
		cells := make([]grid.Cell, wire.Columns(l.Spans))
		wire.DecodeSpans(cells, l.Spans, styles, r.palette)
		r.cache.put(m.Range.First+uint64(l.Row), historyLine{cells: cells, wrapped: l.Wrapped})
	}
}

func (h *history) put(n uint64, l historyLine) {
	if _, have := h.lines[n]; !have {
		h.cells += lineCost
	}
	h.cells += len(l.cells) - len(h.lines[n].cells)
	h.lines[n] = l
}

// clip returns the part of r that lies within kept.
func clip(r, kept wire.Range) wire.Range {
	r.First = max(r.First, kept.First)
	r.End = max(min(r.End, kept.End), r.First)
	return r
}
