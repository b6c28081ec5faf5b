package ui

import (
	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
)

// previewed is the session that a dialog shows a picture of, uuid.Nil where none
// does.
func (m *Model) previewed() session.ID {
	for _, d := range m.dialogs {
		if f, ok := d.(*finder); ok {
			if it, ok := f.selected(); ok {
				return it.session
			}
		}
	}
	return session.ID{}
}

// picture is the replica of a session for a preview, nil where it has none here.
func (m *Model) picture(id session.ID) *client.Session {
	if l := m.live[id]; l != nil {
		return l.client
	}
	return nil
}

// previews reports whether the scene shows sessions in overlays.
func (s *scene) previews() bool {
	for _, o := range s.overlays {
		if len(o.previews) > 0 {
			return true
		}
	}
	return false
}

// drawPreviews copies the sessions that an overlay shows: of each the last rows
// that have something on them, from the left edge.
func (p *painter) drawPreviews(o overlay) {
	if len(o.previews) == 0 {
		clear(p.shown)
		return
	}
	for _, pv := range o.previews {
		d := p.shown[pv.client]
		if d == nil {
			d = &drawnPane{client: pv.client}
			p.shown[pv.client] = d
		}
		if pv.at != nil {
			p.drawPast(pv, d)
			continue
		}
		pv.client.View(func(rep *client.Replica) {
			d.meet(rep, p.buf)
			rows, _ := rep.Size()
			top := max(used(rep, rows)-pv.rect.H, 0)
			for y := range pv.rect.H {
				if top+y < rows {
					p.copyRow(d, pv.rect, y, rep.Row(top+y))
				} else {
					p.copyRow(d, pv.rect, y, nil)
				}
			}
		})
	}
}

// drawPast copies the lines around a match, which is in the middle and lit.
func (p *painter) drawPast(pv preview, d *drawnPane) {
	r, line := pv.rect, pv.at.First.Line
	from := line - min(uint64(r.H/2), line)
	var end uint64
	pv.client.View(func(rep *client.Replica) {
		d.meet(rep, p.buf)
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
		pv.client.HistoryLines(wire.Range{First: from, End: min(from+uint64(r.H), end)}, func(n uint64, cells []grid.Cell) {
			if n >= from && n < from+uint64(r.H) {
				p.copyRow(d, r, int(n-from), cells)
			}
		})
	}
	p.light(pv)
}

// light turns the cells of a match in a picture around.
func (p *painter) light(pv preview) {
	r, m := pv.rect, *pv.at
	y := min(r.H/2, int(m.First.Line))
	last := r.W
	if m.End.Line == m.First.Line {
		last = m.End.Col
	}
	if y < r.H {
		p.restyle(r, y, m.First.Col, last, turned)
	}
}

// used is how many rows of a screen there are to the last with something on it,
// or to the cursor.
func used(rep *client.Replica, rows int) int {
	for y := rows - 1; y > rep.Cursor().Row; y-- {
		if lastInk(rep.Row(y)) > 0 {
			return y + 1
		}
	}
	return min(rep.Cursor().Row+1, rows)
}
