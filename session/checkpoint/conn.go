package checkpoint

import "dormer/session/wire"

// Conn is a connection that shows the checkpoint to a viewer as a session would:
// the screen at once, the lines above it when they are asked for. Nothing else that
// the viewer sends does anything. It ends when the viewer closes it.
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
