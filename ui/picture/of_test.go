package picture

import (
	"context"
	"errors"
	"testing"

	"dormer/session/wire"
)

// owner plays the host of a session with two lines above a screen of one row.
func owner(t *testing.T, conn wire.Conn) {
	line := func(row int, text string) wire.Line {
		return wire.Line{Row: row, Spans: []wire.Span{{Kind: wire.Narrow, Cols: len(text), Text: text}}}
	}
	for {
		m, err := conn.Receive()
		if err != nil {
			return
		}
		switch m := m.(type) {
		case wire.Attach:
			if m.Size.Rows != 0 {
				t.Errorf("the viewer asks for the size %+v", m.Size)
			}
			_ = conn.Send(wire.Frame{Seq: 1, Rows: 1, Cols: 5, Full: true, History: wire.Range{End: 2}, Styles: []wire.Style{{}}, Lines: []wire.Line{line(0, "three")}})
		case wire.Lines:
			_ = conn.Send(wire.LinesReply{Tag: m.Tag, Range: m.Range, Styles: []wire.Style{{}}, Lines: []wire.Line{line(0, "one"), line(1, "two")}})
		}
	}
}

func TestOfDrawsScreenAndHistory(t *testing.T) {
	for above, want := range map[int]string{0: "three\n", 100: "one\ntwo\nthree\n"} {
		viewer, conn := wire.Pipe()
		go owner(t, conn)
		s, err := Of(t.Context(), viewer, above)
		if err != nil || s.Text() != want || s.Rows != above/50+1 {
			t.Errorf("%d above: %q, %v", above, s.Text(), err)
		}
		if _, err := conn.Receive(); err == nil {
			t.Error("the connection is not closed")
		}
	}
}

func TestOfGivesUp(t *testing.T) {
	viewer, _ := wire.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Of(ctx, viewer, 0); !errors.Is(err, ErrNoAnswer) {
		t.Errorf("got %v", err)
	}
}
