package diffview

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/syntax"
)

const (
	// blockLines is the number of lines that are highlighted at once.
	blockLines = 256
	// nearLines is the largest number of lines above and below them that are also read, because a
	// comment or a string may begin or end there.
	nearLines = 4 * blockLines
	// blockTime limits the time for a block. Lines that are not done by then stay plain.
	blockTime = time.Second
)

// highlight starts to highlight the lines on the screen, unless that was done already.
func (m *Model) highlight() tea.Cmd {
	if len(m.rows) == 0 || m.place.diff.H < 1 {
		return nil
	}
	first := m.rows[min(m.at.top, len(m.rows)-1)].line / blockLines
	last := m.rows[min(m.at.top+m.place.diff.H, len(m.rows))-1].line / blockLines
	var cmds []tea.Cmd
	for block := first; block <= last; block++ {
		if _, begun := m.parts[block]; begun {
			continue
		}
		m.parts[block] = nil
		from, to := block*blockLines, min((block+1)*blockLines, len(m.lines))
		begin, end := m.around(from, to)
		lines := m.lines[begin:end]
		name, shown := m.current().Name, m.shown
		cmds = append(cmds, func() tea.Msg { return partsFound{shown, block, partsOf(name, lines)[from-begin : to-begin]} })
	}
	return tea.Batch(cmds...)
}

// around returns the lines to read for a block of lines: those of its hunk that are near it.
func (m *Model) around(from, to int) (first, end int) {
	for first = from; first > max(from-nearLines, 0) && m.lines[first].kind != hunkLine; {
		first--
	}
	for end = to; end < min(to+nearLines, len(m.lines)) && m.lines[end].kind != hunkLine; {
		end++
	}
	return first, end
}

// partsOf highlights consecutive lines of a diff. It highlights context and added lines as part of
// the new version, and deleted lines as part of the old one.
func partsOf(name string, lines []line) [][]syntax.Part {
	ctx, cancel := context.WithTimeout(context.Background(), blockTime)
	defer cancel()
	out := make([][]syntax.Part, len(lines))
	version := func(kind lineKind) {
		var texts []string
		var at []int
		flush := func() {
			for i, parts := range syntax.Lines(ctx, name, texts) {
				if lines[at[i]].kind == kind || kind == addedLine {
					out[at[i]] = parts
				}
			}
			texts, at = nil, nil
		}
		for i, l := range lines {
			switch l.kind {
			case kind, contextLine:
				texts, at = append(texts, l.text), append(at, i)
			case hunkLine:
				flush()
			}
		}
		flush()
	}
	if slices.ContainsFunc(lines, func(l line) bool { return l.kind == deletedLine }) {
		version(deletedLine)
	}
	version(addedLine)
	return out
}

// partsAt returns the highlighted parts of a line, nil if they are not known.
func (m *Model) partsAt(i int) []syntax.Part {
	block := m.parts[i/blockLines]
	if at := i % blockLines; at < len(block) {
		return block[at]
	}
	return nil
}
