package checkpoint

import (
	"unicode/utf8"

	"dormer/session/search"
	"dormer/session/wire"
)

// Conn is a connection that shows the checkpoint to a viewer as a session would:
// the screen at once, the lines above it when they are asked for, and what is found in
// both. It knows of no commands. Nothing else that the viewer sends does anything. It ends when the viewer closes it.
func (c Checkpoint) Conn() wire.Conn {
	viewer, owner := wire.Pipe()
	go c.serve(owner)
	return viewer
}

func (c Checkpoint) serve(owner wire.Conn) {
	for {
		m, err := owner.Receive()
		if err != nil {
			return
		}
		switch m := m.(type) {
		case wire.Attach:
			screen := c.Screen
			screen.Seq, screen.Full = 1, true
			err = owner.Send(screen)
		case wire.Lines:
			err = owner.Send(c.lines(m))
		case wire.Search:
			if m.Query.Text != "" {
				err = owner.Send(c.find(m))
			}
		case wire.Commands:
			err = owner.Send(wire.CommandsReply{Tag: m.Tag})
		case wire.Input:
			err = owner.Send(wire.Taken{Bytes: len(m.Data)})
		case wire.Paste:
			err = owner.Send(wire.Taken{Bytes: len(m.Data)})
		}
		if err != nil {
			return
		}
	}
}

// lines answers a question for lines above the screen.
func (c Checkpoint) lines(q wire.Lines) wire.LinesReply {
	kept := c.Above.Range
	first, end := max(q.Range.First, kept.First), min(q.Range.End, kept.End)
	if first >= end || int(end-kept.First) > len(c.Above.Lines) {
		return wire.LinesReply{Tag: q.Tag, Range: wire.Range{First: q.Range.First, End: q.Range.First}}
	}
	reply := wire.LinesReply{Tag: q.Tag, Range: wire.Range{First: first, End: end}, Styles: c.Above.Styles}
	for i, l := range c.Above.Lines[first-kept.First : end-kept.First] {
		l.Row = i
		reply.Lines = append(reply.Lines, l)
	}
	return reply
}

// find looks for a query in the lines above the screen and on it.
func (c Checkpoint) find(q wire.Search) wire.SearchReply {
	f := search.New(q)
	wrapped := false
	add := func(first uint64, rows int, lines []wire.Line) {
		for y, i := 0, 0; y < rows; y++ {
			wrapped = false
			if i < len(lines) && lines[i].Row == y {
				addLine(f, first+uint64(y), lines[i])
				wrapped = lines[i].Wrapped
				i++
			}
			if !wrapped {
				f.EndLine()
			}
		}
	}
	add(c.Above.Range.First, len(c.Above.Lines), c.Above.Lines)
	add(c.Screen.History.End, c.Screen.Rows, c.Screen.Lines)
	if wrapped {
		f.EndLine()
	}
	return f.Reply()
}

// addLine gives a finder the characters of a line.
func addLine(f *search.Finder, n uint64, l wire.Line) {
	col := 0
	add := func(width int, text string) {
		f.Add(wire.Position{Line: n, Col: col}, width, []byte(text))
		col += width
	}
	for _, s := range l.Spans {
		switch s.Kind {
		case wire.Blank:
			for range s.Cols {
				add(1, " ")
			}
		case wire.Cluster:
			add(s.Cols, s.Text)
		default:
			for _, r := range s.Text {
				add(s.Cols/max(utf8.RuneCountInString(s.Text), 1), string(r))
			}
		}
	}
}
