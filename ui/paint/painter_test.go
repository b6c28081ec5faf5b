package paint

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/ui/screen"
	"dormer/ui/theme"
	"dormer/workspace"
)

// fakeTerminal is an outer terminal that passes on each frame drawn.
type fakeTerminal struct {
	frames chan frame
	mouse  grid.MouseMode
	keys   uint8
}

type frame struct {
	rows   []string
	cursor grid.Cursor
}

func newFakeTerminal() *fakeTerminal { return &fakeTerminal{frames: make(chan frame, 100)} }

func (e *fakeTerminal) Draw(b *screen.Buffer, c grid.Cursor) error {
	rows, _ := b.Size()
	f := frame{cursor: c}
	for y := range rows {
		var line []byte
		for _, cell := range b.Row(y) {
			line = b.Palette().AppendText(line, cell)
		}
		f.rows = append(f.rows, strings.TrimRight(string(line), " "))
	}
	e.frames <- f
	return nil
}

func (e *fakeTerminal) SetMouse(m grid.MouseMode) { e.mouse = m }
func (e *fakeTerminal) SetKeyboard(flags uint8)   { e.keys = flags }
func (*fakeTerminal) SetTitle(string)             {}
func (*fakeTerminal) SetProgress(p grid.Progress) {}
func (*fakeTerminal) SetStatus(string)            {}

// until waits for a frame that contains text.
func (e *fakeTerminal) until(t *testing.T, text string) frame {
	t.Helper()
	return e.untilFrame(t, text, func(f frame) bool { return strings.Contains(strings.Join(f.rows, "\n"), text) })
}

// untilFrame waits for a frame for which holds returns true. holds must not be true before the
// change: earlier frames count too.
func (e *fakeTerminal) untilFrame(t *testing.T, what string, holds func(frame) bool) frame {
	t.Helper()
	timeout := time.After(30 * time.Second)
	var last frame
	for {
		select {
		case last = <-e.frames:
			if holds(last) {
				return last
			}
		case <-timeout:
			t.Fatalf("%s does not come; the last frame is %q", what, last.rows)
		}
	}
}

// host is the other end of a replica.
type host struct {
	t    *testing.T
	conn wire.Conn
	seq  uint64
	size session.Size
}

// attached returns a session and the test's host for it. wake is called when the session
// changes.
func attached(t *testing.T, size session.Size, wake func()) (*client.Session, *host) {
	t.Helper()
	viewer, conn := wire.Pipe()
	c := client.Attach(viewer, size, wake)
	h := &host{t: t, conn: conn, size: size}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			if _, err := conn.Receive(); err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = conn.Close()
		<-ended
	})
	return c, h
}

// print shows lines on the whole screen; from is the number of the first in the history.
func (h *host) print(modes grid.Modes, from int, lines ...string) {
	h.t.Helper()
	h.seq++
	f := wire.Frame{Seq: h.seq, Rows: h.size.Rows, Cols: h.size.Cols, Full: true, Modes: modes, History: wire.Range{End: uint64(from)}, Cursor: grid.Cursor{Row: 1, Col: 2, Visible: true}}
	for y, text := range lines {
		f.Lines = append(f.Lines, wire.Line{Row: y, Spans: []wire.Span{{Kind: wire.Narrow, Text: text, Cols: len(text)}}})
	}
	if err := h.conn.Send(f); err != nil {
		h.t.Fatal(err)
	}
}

var (
	sid   = uuid.UUID{0: 1, 6: 0x40, 8: 0x80}
	small = session.Size{Rows: 6, Cols: 30}
)

// onePane returns a scene of one session that has the focus.
func onePane(c *client.Session) *Scene {
	tab := workspace.Tab{ID: uuid.UUID{1}, Root: workspace.Leaf(sid), Active: sid}
	g := geometry.Measure(0, small, tab)
	return &Scene{
		Geometry: g, Mouse: true,
		Tabs:   []theme.Spot{{X: 0, End: 8, Text: " 1 make "}},
		Status: []theme.Spot{{X: 1, End: 5, Text: "work"}},
		Panes:  []Pane{{Place: g.Panes[0], Active: true, Client: c}},
	}
}

// painting returns a running painter with one session.
func painting(t *testing.T) (*Painter, *fakeTerminal, *client.Session, *host) {
	t.Helper()
	e := newFakeTerminal()
	p := New(e)
	c, h := attached(t, session.Size{Rows: 4, Cols: 30}, func() { p.Touched(sid) })
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		p.Run()
	}()
	t.Cleanup(func() {
		p.Stop()
		<-gone
	})
	return p, e, c, h
}

// The output of a child is drawn without a new scene, and in the right place.
func TestSessionOutputIsDrawn(t *testing.T) {
	p, e, c, h := painting(t)
	p.Show(onePane(c))
	h.print(grid.Modes{Mouse: grid.MouseAny, Kitty: 1}, 0, "first")
	f := e.until(t, "first")
	if got := strings.Join(f.rows, "|"); got != " 1 make|first||||"+" work" {
		t.Errorf("the frame is %q", got)
	}
	if f.cursor != (grid.Cursor{Row: 2, Col: 2, Visible: true}) {
		t.Errorf("the cursor is %+v", f.cursor)
	}
	if e.mouse != grid.MouseAny || e.keys != 1 {
		t.Errorf("the terminal's modes are mouse %v and keys %v", e.mouse, e.keys)
	}
	h.print(grid.Modes{}, 0, "second")
	e.until(t, "second")
}

// A box over a pane stays over it when the pane changes.
func TestOverlayStaysOverChangingPanes(t *testing.T) {
	p, e, c, h := painting(t)
	s := onePane(c)
	s.Overlays = []Overlay{{Rect: workspace.Rect{X: 2, Y: 1, W: 3, H: 1}, Text: "box", Cursor: grid.Cursor{Row: 1, Col: 4, Visible: true}}}
	p.Show(s)
	h.print(grid.Modes{}, 0, "0123456789")
	if f := e.until(t, "01box56789"); f.cursor != (grid.Cursor{Row: 1, Col: 4, Visible: true}) {
		t.Errorf("the cursor is %+v", f.cursor)
	}
	h.print(grid.Modes{}, 0, "abcdefghij")
	e.until(t, "abboxfghij")
	p.Show(onePane(c))
	e.until(t, "abcdefghij")
}

// The first wording of a footer that fits is shown, below the used rows of the screen.
func TestFooterFits(t *testing.T) {
	p, e, c, h := painting(t)
	h.print(grid.Modes{}, 0, "$ make", "ok")
	s := onePane(c)
	s.Panes[0].Footer = []string{"exited with code 0; Enter starts it again", "exit 0; Enter", "0"}
	p.Show(s)
	f := e.untilFrame(t, "the footer below the screen", func(f frame) bool { return f.rows[2] == "ok" && f.rows[3] == " exit 0; Enter" })
	if f.cursor.Visible {
		t.Errorf("the cursor is %+v", f.cursor)
	}
}

// History and screen form one text. The selected part is in reverse video, and the cursor is copy
// mode's.
func TestHistoryContinuesIntoTheScreen(t *testing.T) {
	p, e, c, h := painting(t)
	h.print(grid.Modes{}, 10, "ten", "eleven", "twelve", "thirteen")
	s := onePane(c)
	s.Panes[0].Past = &Past{Shown: copymode.Shown{Top: 10, Cursor: &wire.Position{Line: 11, Col: 3}, Where: "[0/10]"}}
	p.Show(s)
	f := e.untilFrame(t, "the end", func(f frame) bool { return f.rows[1] == "ten"+strings.Repeat(" ", 21)+"[0/10]" })
	if f.cursor != (grid.Cursor{Row: 2, Col: 3, Visible: true, Shape: grid.BlockCursor}) {
		t.Errorf("at the end it shows %q, cursor %+v", f.rows, f.cursor)
	}
	s = onePane(c)
	s.Panes[0].Past = &Past{Shown: copymode.Shown{Top: 8, Marked: true, Span: copymode.Span{First: wire.Position{Line: 10}, End: wire.Position{Line: 10, Col: 3}}}}
	p.Show(s)
	e.untilFrame(t, "two rows up", func(f frame) bool { return f.rows[3] == "ten" && f.rows[4] == "eleven" })
}

// A function given to Look gets the next frame.
func TestLookWaitsForTheNextFrame(t *testing.T) {
	p, e, c, h := painting(t)
	h.print(grid.Modes{}, 0, "seen")
	p.Show(onePane(c))
	e.until(t, "seen")
	got := make(chan string, 1)
	p.Look(func(b *screen.Buffer, _ grid.Cursor) {
		var line []byte
		for _, cell := range b.Row(1)[:4] {
			line = b.Palette().AppendText(line, cell)
		}
		got <- string(line)
	})
	if text := <-got; text != "seen" {
		t.Errorf("the frame shows %q", text)
	}
}

// The first frame includes the screens of its sessions: no empty frame is drawn before it.
func TestFirstFrameIsComplete(t *testing.T) {
	p := New(newFakeTerminal())
	c, h := attached(t, session.Size{Rows: 4, Cols: 30}, p.wake)
	p.Show(onePane(c))
	if p.latest.Load().isComplete() {
		t.Fatal("a session without a screen counts as ready")
	}
	first := make(chan bool)
	go func() { first <- p.awaitFirst() }()
	h.print(grid.Modes{}, 0, "here")
	if !<-first {
		t.Error("the painter did not go on with a session that has a screen")
	}
	for !p.latest.Load().isComplete() { // until the frame has been taken
		runtime.Gosched()
	}
}

// A session that does not answer delays the first frame by only one frame interval, and does not
// delay a program that is left at once.
func TestFirstFrameIsNotDelayedForever(t *testing.T) {
	p := New(newFakeTerminal())
	c, _ := attached(t, session.Size{Rows: 4, Cols: 30}, p.wake)
	p.Show(onePane(c))
	if !p.awaitFirst() || p.latest.Load().isComplete() {
		t.Error("the painter did not go on without the session")
	}
	p.Stop()
	for p.awaitFirst() { // both channels may be ready, and either may be chosen
		continue
	}
}

// A dialog that takes the keyboard dims everything behind it, which is restored when the dialog
// is closed. The dialog is drawn on the theme's surface.
func TestDialogDimsTheBackground(t *testing.T) {
	p := New(newFakeTerminal())
	size := session.Size{Rows: 3, Cols: 8}
	p.buf = screen.NewBuffer(size.Rows, size.Cols)
	s := &Scene{Geometry: geometry.Screen{Size: size, Body: workspace.Rect{W: 8, H: 3}}, Empty: "nothing"}
	s.Theme.Muted, s.Theme.Surface = grid.Indexed(8), grid.Style{BG: grid.Indexed(5)}
	style := func(x, y int) grid.Style { return p.buf.Palette().Style(p.buf.Row(y)[x].Style) }
	bright := *s
	if err := p.Paint(&bright); err != nil {
		t.Fatal(err)
	}
	dimmed := *s
	dimmed.Overlays = []Overlay{{Rect: workspace.Rect{Y: 2, W: 4, H: 1}, Text: "ab", Dims: true}}
	if err := p.Paint(&dimmed); err != nil {
		t.Fatal(err)
	}
	if got := style(0, 0); got.FG != grid.Indexed(8) {
		t.Errorf("behind the dialog the style is %+v", got)
	}
	if a, blank := style(0, 2), style(3, 2); a.BG != grid.Indexed(5) || blank.BG != grid.Indexed(5) {
		t.Errorf("the dialog is on %+v and %+v", a, blank)
	}
	if err := p.Paint(&bright); err != nil {
		t.Fatal(err)
	}
	if got := style(0, 0); got != (grid.Style{}) {
		t.Errorf("without the dialog the style is %+v", got)
	}
}
