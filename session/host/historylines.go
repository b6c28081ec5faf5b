package host

import (
	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// historyLines answers a request for history lines: it returns the first lines of the range that
// still exist, as many as fit into one answer.
func historyLines(t *vt.Terminal, enc *encoder, q wire.Lines) wire.LinesReply {
	first, end := t.History()
	r := wire.LinesReply{Tag: q.Tag}
	from := max(q.Range.First, first)
	to := min(q.Range.End, end)
	if from >= to {
		r.Range = wire.Range{First: q.Range.First, End: q.Range.First}
		return r
	}
	to = min(to, from+wire.MaxAnswerLines)
	enc.begin(t)
	marks := marksOf(t, wire.Range{First: from, End: to})
	var cells []grid.Cell
	bytes := 0
	n := from
	for ; n < to && bytes < wire.MaxAnswerBytes; n++ {
		var wrapped bool
		cells, wrapped = t.HistoryLine(n, cells)
		enc.add(cells)
		r.Lines = append(r.Lines, wire.Line{Row: int(n - from), Wrapped: wrapped, Marks: marks[n]})
		bytes = len(enc.text) + spanBytes*len(enc.spans)
	}
	enc.take(r.Lines)
	r.Range = wire.Range{First: from, End: n}
	r.Styles = enc.styles
	return r
}

// spanBytes is the approximate size of a span without its text.
const spanBytes = 16
