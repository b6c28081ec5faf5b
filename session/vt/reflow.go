package vt

import "dormer/session/grid"

// rewrap wraps the lines of a page again for the given width and keeps the cursor on its
// character.
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

// rewrapLine wraps the line in rows [from, to) again and appends its rows to out. If the
// line has the cursor, it stores the new position in cursor.
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

// join joins the rows [from, to) to one line. at is the cursor's position in the line,
// one behind the last column's character if a wrap is pending, and -1 if the cursor is
// not in the line.
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

// keepGap turns a blank at the end of a row into a space if the row continues in the next:
// trailing blanks are not kept, so the gap in the line would close.
func keepGap(row []grid.Cell) {
	if last := &row[len(row)-1]; last.Char == 0 && last.Flags&grid.Tail == 0 {
		last.Char = ' '
	}
}

// fit returns the number of cells of a line that fit a row of cols columns without cutting
// a wide character. A character that is wider than the row is taken whole.
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
