package vt

import "dormer/session/grid"

// rewrap breaks the lines of a page anew for the given width and keeps the cursor
// on the character that it was on.
func (p *page) rewrap(cols int) {
	var out []pageRow
	cursor := *p
	for i := 0; i < len(p.rows); {
		end := i + 1
		for end < len(p.rows) && p.rows[end-1].wrapped {
			end++
		}
		out = p.rewrapLine(out, i, end, cols, &cursor)
		i = end
	}
	p.rows = out
	p.y, p.x, p.wrapNext = cursor.y, cursor.x, cursor.wrapNext
}

// rewrapLine breaks the line in rows [from, to) anew, appends its rows to out and
// says in cursor where the cursor went, if it was there.
func (p *page) rewrapLine(out []pageRow, from, to, cols int, cursor *page) []pageRow {
	line, at := p.join(from, to)
	first := len(out)
	wrapped := p.rows[to-1].wrapped
	marks := p.joinMarks(from, to)
	var starts []int
	for start := 0; start == 0 || start < len(line); {
		n := fit(line[start:], cols)
		starts = append(starts, start)
		last := start+max(n, 1) >= len(line)
		if !last {
			keepGap(line[start : start+n])
		}
		out = append(out, pageRow{line[start : start+n], true, marksIn(marks, start, n, last, cols)})
		start += max(n, 1)
	}
	out[len(out)-1].wrapped = wrapped
	if at >= 0 {
		row := len(starts) - 1
		for row > 0 && starts[row] > at {
			row--
		}
		x := at - starts[row]
		cursor.y, cursor.x = first+row, min(x, cols-1)
		cursor.wrapNext = x >= cols && at == len(line)
	}
	return out
}

// join puts the rows [from, to) together to one line. at is the cursor's place in
// it, one behind the last column's character where a wrap is pending; -1 where
// the cursor is not in it.
func (p *page) join(from, to int) (line []grid.Cell, at int) {
	at = -1
	for i := from; i < to; i++ {
		r := p.rows[i]
		if i == p.y {
			at = len(line) + p.x
			if p.wrapNext {
				at++
			}
		}
		if to-from == 1 {
			return r.cells, at
		}
		line = append(line, r.cells...)
	}
	return line, at
}

// keepGap makes the blank that a row ends with a space, where the row goes on in the
// next: blanks at the end of a row are not kept, and the line would close up.
func keepGap(row []grid.Cell) {
	if last := &row[len(row)-1]; last.Char == 0 && last.Flags&grid.Tail == 0 {
		last.Char = ' '
	}
}

// fit is the number of cells that a row of cols columns takes of a line, without
// cutting a wide character. One that is wider than the row is taken whole.
func fit(line []grid.Cell, cols int) int {
	switch {
	case len(line) <= cols:
		return len(line)
	case line[cols].Flags&grid.Tail == 0:
		return cols
	case cols == 1:
		return 2
	}
	return cols - 1
}
