package paint

import (
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
)

// drawPreviews copies the sessions that an overlay shows: the last rows of each that are not
// blank, from the left edge.
func (p *Painter) drawPreviews(o Overlay) {
	if len(o.Previews) == 0 {
		clear(p.shown)
		return
	}
	for _, pv := range o.Previews {
		d := p.shown[pv.Client]
		if d == nil {
			d = &drawnPane{client: pv.Client}
			p.shown[pv.Client] = d
		}
		if pv.At != nil {
			p.drawPast(pv, d)
			continue
		}
		pv.Client.View(func(rep *client.Replica) {
			d.follow(rep, p.buf)
			rows, _ := rep.Size()
			top := max(rep.Used()-pv.Rect.H, 0)
			for y := range pv.Rect.H {
				if top+y < rows {
					p.copyRow(d, pv.Rect, y, rep.Row(top+y))
				} else {
					p.copyRow(d, pv.Rect, y, nil)
				}
			}
		})
	}
}

// drawPast copies the lines around a match, with the match in the middle and highlighted.
func (p *Painter) drawPast(pv Preview, d *drawnPane) {
	r, line := pv.Rect, pv.At.First.Line
	from := line - min(uint64(r.H/2), line)
	var end uint64
	pv.Client.View(func(rep *client.Replica) {
		d.follow(rep, p.buf)
		end = rep.History().End
		rows, _ := rep.Size()
		for y := range r.H {
			p.copyRow(d, r, y, nil)
			if at := int64(from) + int64(y) - int64(end); at >= 0 && at < int64(rows) {
				p.copyRow(d, r, y, rep.Row(int(at)))
			}
		}
	})
	if from < end {
		pv.Client.HistoryLines(wire.Range{First: from, End: min(from+uint64(r.H), end)}, func(n uint64, cells []grid.Cell) {
			if n >= from && n < from+uint64(r.H) {
				p.copyRow(d, r, int(n-from), cells)
			}
		})
	}
	p.highlightMatch(pv)
}

// highlightMatch reverses the cells of a match in a preview.
func (p *Painter) highlightMatch(pv Preview) {
	r, m := pv.Rect, *pv.At
	y := min(r.H/2, int(m.First.Line))
	last := r.W
	if m.End.Line == m.First.Line {
		last = m.End.Col
	}
	if y < r.H {
		p.restyle(r, y, m.First.Col, last, reversed)
	}
}
