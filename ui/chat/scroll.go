package chat

// This file handles the scroll position: an item and a row of it.

// place is a row of the conversation.
type place struct{ item, row int }

// last returns the top row of a screen of height rows that shows the end of the conversation.
func (m *Model) last(height int) place {
	for i := len(m.talk.items) - 1; i >= 0; i-- {
		n := len(m.rowsOf(m.talk.items[i]))
		if n >= height {
			return place{i, n - height}
		}
		height -= n
	}
	return place{}
}

// before reports whether a row is above another one.
func (p place) before(o place) bool { return p.item < o.item || p.item == o.item && p.row < o.row }

// moved returns the place by rows further down, or up if by is negative.
func (m *Model) moved(p place, by int) place {
	for by < 0 {
		if p.row+by >= 0 {
			return place{p.item, p.row + by}
		}
		by += p.row
		if p.item == 0 {
			return place{}
		}
		p.item--
		p.row = len(m.rowsOf(m.talk.items[p.item]))
	}
	for by > 0 && p.item < len(m.talk.items) {
		n := len(m.rowsOf(m.talk.items[p.item]))
		if p.row+by < n {
			return place{p.item, p.row + by}
		}
		by -= n - p.row
		p = place{p.item + 1, 0}
	}
	return p
}

// scroll scrolls by some rows. At the end, the screen follows new items.
func (m *Model) scroll(by int) {
	end := m.last(m.area.talk.H)
	if m.follow {
		m.top = end
	}
	m.top = m.moved(m.top, by)
	m.follow = !m.top.before(end)
}

// shown returns the rows on the screen, and the index of each row's item.
func (m *Model) shown(height int) (rows []string, items []int) {
	if m.follow {
		m.top = m.last(height)
	}
	if m.top.item < len(m.talk.items) { // an item may have become shorter
		m.top.row = min(m.top.row, max(len(m.rowsOf(m.talk.items[m.top.item]))-1, 0))
	}
	at := m.top
	for at.item < len(m.talk.items) && len(rows) < height {
		all := m.rowsOf(m.talk.items[at.item])
		for _, row := range all[min(at.row, len(all)):] {
			if len(rows) == height {
				break
			}
			rows, items = append(rows, row), append(items, at.item)
		}
		at = place{at.item + 1, 0}
	}
	return rows, items
}
