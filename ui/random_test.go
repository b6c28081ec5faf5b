package ui

import (
	"math/rand/v2"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/loop"
	"dormer/workspace"
)

// randomUser drives a world at random without waiting.
type randomUser struct {
	*world
	r     *rand.Rand
	later chan tea.Msg
	seq   map[session.ID]uint64
}

func (h *randomUser) owner() *owner {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.owners[h.m.activePane()]
}

// act handles a message; its consequences arrive later.
func (h *randomUser) act(msg tea.Msg) {
	_, cmd := h.m.Update(msg)
	h.spawn(cmd)
	for {
		select {
		case msg := <-h.later:
			_, cmd := h.m.Update(msg)
			h.spawn(cmd)
		case msg := <-h.msgs:
			_, cmd := h.m.Update(msg)
			h.spawn(cmd)
		default:
			return
		}
	}
}

func (h *randomUser) spawn(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case nil, tea.QuitMsg:
		case tea.BatchMsg:
			for _, c := range msg {
				h.spawn(c)
			}
		default:
			h.later <- msg
		}
	}()
}

var handKeys = []string{
	"c", "&", "T", "u", "n", "p", "tab", ",", "<", ">", "@", "%", `"`, "left", "down", "up", "right", "o", "O", ";",
	"z", "x", "X", "$", "!", "m", "[", "{", "}", "H", "J", "K", "L", "space", "E", "alt+1", "alt+5", ")", "(", "V", "?",
	"r", "ctrl+b", "1", "9", "esc", "enter", "y",
}

// frame returns a screen of some size, usually the requested one.
func (h *randomUser) frame(id session.ID) wire.Frame {
	size := session.Size{Rows: 1 + h.r.IntN(30), Cols: 1 + h.r.IntN(100)}
	if l := h.m.live.Get(id); l != nil && h.r.IntN(4) > 0 {
		size = l.Size
	}
	f := numbered(session.Size{Rows: max(size.Rows, 1), Cols: max(size.Cols, 12)}, h.r.IntN(300))
	f.History.First = f.History.End - min(f.History.End, uint64(h.r.IntN(300)))
	h.seq[id]++
	f.Seq = h.seq[id]
	f.Modes.AltScreen, f.Modes.ReverseScreen = h.r.IntN(3) == 0, h.r.IntN(5) == 0
	f.Cursor = grid.Cursor{Row: h.r.IntN(40), Col: h.r.IntN(100), Visible: true}
	return f
}

func (h *randomUser) step() {
	x, y := h.r.IntN(h.m.size.Cols+2)-1, h.r.IntN(h.m.size.Rows+2)-1
	press := func(name string) {
		k, err := keys.Parse(name)
		if err != nil {
			h.t.Fatal(err)
		}
		h.act(loop.Input{Events: []input.Event{input.Key{Key: k}}})
	}
	switch h.r.IntN(10) {
	case 0, 1, 2, 3:
		press("ctrl+b")
		if h.r.IntN(8) == 0 {
			h.act(h.paused())
		}
		press(handKeys[h.r.IntN(len(handKeys))])
	case 4:
		press(handKeys[h.r.IntN(len(handKeys))])
	case 5:
		h.act(loop.Size{Size: session.Size{Rows: 1 + h.r.IntN(30), Cols: 1 + h.r.IntN(100)}})
	case 6:
		b := []keys.Button{keys.ButtonLeft, keys.ButtonMiddle, keys.WheelUp, keys.WheelDown, keys.NoButton}[h.r.IntN(5)]
		h.act(loop.Input{Events: []input.Event{input.Mouse{Mouse: keys.Mouse{X: x, Y: y, Button: b, Kind: keys.MouseKind(h.r.IntN(3))}}}})
	case 7:
		h.act(loop.Input{Events: []input.Event{input.Paste{Data: []byte("日本 paste\n"), First: true}, input.Focus{In: h.r.IntN(2) == 0}}})
	case 8:
		h.now = h.now.Add(workspace.UndoTime / 7)
		h.act(timerDue{undoTimer, h.m.timers[undoTimer]})
	case 9:
		if o := h.owner(); o != nil {
			_ = o.conn.Send(h.frame(o.spec.ID)) // its session may be gone
		}
	}
}

// After any sequence of actions, every frame can be drawn, the model keeps its invariants, and the
// cursor stays on the screen.
func TestRandomInput(t *testing.T) {
	steps := 400
	if testing.Short() {
		steps = 100
	}
	for seed := range uint64(4) {
		h := &randomUser{world: newWorld(t, standard), r: rand.New(rand.NewPCG(seed, 1)), later: make(chan tea.Msg, 10000), seq: map[session.ID]uint64{}}
		c := newCanvas(t, h.world)
		for i := range steps {
			h.step()
			rows := c.paint()
			size := h.m.size
			if len(rows) != size.Rows {
				t.Fatalf("seed %d, step %d: %d rows are drawn, want %d", seed, i, len(rows), size.Rows)
			}
			if cur := c.cursor; cur.Visible && (cur.Row < 0 || cur.Row >= size.Rows || cur.Col < 0 || cur.Col >= size.Cols) {
				t.Fatalf("seed %d, step %d: the cursor is at %d,%d of %+v", seed, i, cur.Row, cur.Col, size)
			}
			if err := workspace.Check(h.m.state); err != nil {
				t.Fatalf("seed %d, step %d: %v", seed, i, err)
			}
		}
	}
}
