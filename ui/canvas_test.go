package ui

import (
	"fmt"
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/keys"
	"dormer/ui/loop"
	"dormer/ui/paint"
	"dormer/ui/screen"
)

// fakeTerminal is an outer terminal that keeps the last frame.
type fakeTerminal struct {
	buf    *screen.Buffer
	frame  []string
	cursor grid.Cursor
	// mouse, progress and agents are the last values set on the terminal.
	mouse    grid.MouseMode
	progress grid.Progress
	agents   string
}

func (e *fakeTerminal) Draw(b *screen.Buffer, c grid.Cursor) error {
	e.buf, e.frame, e.cursor = b, text(b), c
	return nil
}

func (e *fakeTerminal) SetMouse(m grid.MouseMode)   { e.mouse = m }
func (e *fakeTerminal) SetKeyboard(uint8)           {}
func (e *fakeTerminal) SetTitle(string)             {}
func (e *fakeTerminal) SetProgress(p grid.Progress) { e.progress = p }
func (e *fakeTerminal) SetStatus(s string)          { e.agents = s }

// canvas paints the scenes of a world as the program does.
type canvas struct {
	t *testing.T
	w *world
	p *paint.Painter
	fakeTerminal
}

func newCanvas(t *testing.T, w *world) *canvas {
	c := &canvas{t: t, w: w, fakeTerminal: fakeTerminal{mouse: grid.MouseButton}}
	c.p = paint.New(&c.fakeTerminal)
	return c
}

// paint draws the current scene and returns its rows.
func (c *canvas) paint() []string {
	c.t.Helper()
	c.w.m.layOut()
	if err := c.p.Paint(c.w.m.scene()); err != nil {
		c.t.Fatal(err)
	}
	return c.frame
}

// emptied paints a scene without the contents of its sessions.
func emptied(t testing.TB, s *paint.Scene) *screen.Buffer {
	t.Helper()
	for i := range s.Panes {
		s.Panes[i].Client, s.Panes[i].Footer = nil, nil
	}
	var e fakeTerminal
	if err := paint.New(&e).Paint(s); err != nil {
		t.Fatal(err)
	}
	return e.buf
}

// numbered returns a full frame with rows numbered by history line, starting with from.
func numbered(size session.Size, from int) wire.Frame {
	f := wire.Frame{Seq: 1, Rows: size.Rows, Cols: size.Cols, Full: true, Title: "sh", History: wire.Range{End: uint64(from)}}
	for y := range size.Rows {
		line := fmt.Sprintf("line %d", from+y)
		f.Lines = append(f.Lines, wire.Line{Row: y, Spans: []wire.Span{{Kind: wire.Narrow, Text: line, Cols: len(line)}}})
	}
	return f
}

// A pane that shows history moves to a place where it has not been painted yet.
func TestPaintHistoryOfAMovedPane(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.tell(o, numbered(session.Size{Rows: 22, Cols: 80}, 100))
	c := newCanvas(t, w)
	w.press("ctrl+b", `"`, "ctrl+b", "up")
	w.mouse(4, 3, keys.WheelUp, keys.MousePress)
	c.paint()
	w.take(loop.Size{Size: session.Size{Rows: 30, Cols: 60}})
	rows := c.paint()
	if !strings.HasPrefix(rows[5], "line 100") {
		t.Errorf("got %q", rows)
	}
}

// Lines that are wrapped again for another width get other numbers; the shown position stays.
func TestHistoryKeepsItsPositionWhenThePaneNarrows(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.tell(o, numbered(session.Size{Rows: 22, Cols: 80}, 100))
	for range 17 { // up to line 49
		w.mouse(4, 3, keys.WheelUp, keys.MousePress)
	}
	narrow := numbered(session.Size{Rows: 22, Cols: 40}, 300)
	narrow.Seq, narrow.History.First, narrow.Title = 2, 100, "narrow"
	w.take(loop.Size{Size: session.Size{Rows: 24, Cols: 40}})
	w.tell(o, narrow)
	newCanvas(t, w).paint()
	for {
		if ask := expect[wire.Lines](t, o); ask.Range.First <= 198 && ask.Range.End > 198 {
			break
		}
	}
	if got := w.m.scene().Panes[0].Past.Where; got != "[102/200]" {
		t.Errorf("the pane shows %q", got)
	}
	w.mouse(4, 3, keys.WheelUp, keys.MousePress)
	if got := w.m.scene().Panes[0].Past.Where; got != "[105/200]" {
		t.Errorf("one notch further up the pane shows %q", got)
	}
}
