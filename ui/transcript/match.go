package transcript

import (
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
)

// contextBefore is the number of columns shown before a match far to the right.
const contextBefore = 16

// Match returns the line in which a match begins, without leading blanks, and the positions of the
// matching bytes. If the line is not loaded, it requests it and returns "…".
func Match(c *client.Session, match wire.Match) (text string, lit []int) {
	text = "…"
	var end uint64
	var palette *grid.Palette
	c.View(func(r *client.Replica) {
		end, palette = r.History().End, r.Palette()
		if y := int64(match.First.Line) - int64(end); y >= 0 {
			text, lit = excerpt(palette, r.Row(int(y)), match)
		}
	})
	if n := match.First.Line; n < end {
		c.HistoryLines(wire.Range{First: n, End: n + 1}, func(_ uint64, cells []grid.Cell) {
			text, lit = excerpt(palette, cells, match)
		})
	}
	return text, lit
}

// excerpt returns the text of a line from shortly before a match, and the positions of the matching
// bytes.
func excerpt(p *grid.Palette, cells []grid.Cell, match wire.Match) (string, []int) {
	end := match.End.Col
	if match.End.Line != match.First.Line {
		end = len(cells)
	}
	var text []byte
	from := 0
	if match.First.Col > 3*contextBefore {
		from = match.First.Col - contextBefore
		text = append(text, "…"...)
	}
	var lit []int
	for x := from; x < min(grid.ContentEnd(cells), len(cells)); x++ {
		if len(text) == 0 && x < match.First.Col && cells[x].Blank() {
			continue
		}
		at := len(text)
		text = p.AppendText(text, cells[x])
		for ; x >= match.First.Col && x < end && at < len(text); at++ {
			lit = append(lit, at)
		}
	}
	return string(text), lit
}
