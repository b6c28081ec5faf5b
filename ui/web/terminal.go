package web

import (
	"sync/atomic"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/keys"
)

// terminal is a session that a page shows. Only the loop of the page uses it.
type terminal struct {
	number int
	client *client.Session
	screen screen
	// changed says that the session has news. It is set from other goroutines.
	changed atomic.Bool
	// title and program are those of the session; named says that one of them has changed.
	title, program string
	named          bool
	// waiting says that the page has not acknowledged the last frame.
	waiting bool
	// wanted is a range of the history that the page has asked for.
	wanted *wire.Range
	ended  ended
	// before is the session's size from before the page first set it. leaving says that it is being
	// restored.
	before  session.Size
	leaving bool
}

// ended is the state of the program of a session.
type ended struct {
	Type string `json:"t"`
	Term int    `json:"term"`
	// Over says that it has ended, Gone that it cannot be reached. How says how or why.
	Over bool   `json:"over"`
	Gone bool   `json:"gone"`
	How  string `json:"how"`
	Code int    `json:"code"`
}

// attach attaches a terminal to a session. woken is called whenever the session has news.
func attach(number int, conn wire.Conn, woken func()) *terminal {
	t := &terminal{number: number}
	t.ended = ended{Type: "state", Term: number}
	t.client = client.Attach(conn, session.Size{}, func() {
		t.changed.Store(true)
		woken()
	})
	return t
}

// news returns the messages for the page: at most one frame, then lines of the history, then the
// state of the program.
func (t *terminal) news() (all []any) {
	if t == nil || !t.changed.Swap(false) {
		return nil
	}
	if !t.waiting {
		var f frame
		var changed bool
		t.client.View(func(r *client.Replica) {
			f, changed = t.screen.frame(r)
			t.named = t.named || t.title != r.Title() || t.program != r.Program()
			t.title, t.program = r.Title(), r.Program()
		})
		if changed {
			f.Term = t.number
			t.waiting = true
			t.releaseSize(session.Size{Rows: f.Rows, Cols: f.Cols})
			all = append(all, f)
		}
	}
	if t.wanted != nil && t.screen.begun {
		if p, whole := t.screen.past(t.client, *t.wanted); whole {
			t.wanted = nil
			p.Term = t.number
			all = append(all, p)
		}
	}
	t.client.TakeEvents() // drop bells and the like: the tree shows them
	if now := t.state(); now != t.ended {
		t.ended = now
		all = append(all, now)
	}
	return all
}

// state returns the state of the program.
func (t *terminal) state() ended {
	now := ended{Type: "state", Term: t.number}
	s := t.client.Status()
	switch s.Runtime {
	case session.Exited:
		now.Over, now.Code, now.How = true, s.Exit.Code, describeExit(s)
	case session.Unhealthy:
		now.Gone, now.How = true, s.Reason
	}
	return now
}

// acknowledged notes that the page has drawn the last frame.
func (t *terminal) acknowledged() {
	t.waiting = false
	t.changed.Store(true)
}

// past requests lines of the history.
func (t *terminal) past(first, end uint64) {
	t.wanted = &wire.Range{First: first, End: max(first, end)}
	t.changed.Store(true)
}

// modes returns the session's modes, by which keys and mouse events are encoded.
func (t *terminal) modes() (m grid.Modes) {
	t.client.View(func(r *client.Replica) { m = r.Modes() })
	return m
}

// press passes a key on.
func (t *terminal) press(p pressed) {
	if k, ok := p.key(); ok {
		t.client.Input(keys.Encode(nil, k, t.modes()))
	}
}

// text passes typed text on.
func (t *terminal) text(text string) { t.client.Input(keys.EncodeText(nil, text, t.modes())) }

// mouse passes a mouse event to a program that asked for it. For other programs on the alternate
// screen, the wheel types arrow keys.
func (t *terminal) mouse(e keys.Mouse) {
	m := t.modes()
	t.client.View(func(r *client.Replica) {
		rows, cols := r.Size()
		e.X, e.Y = min(max(e.X, 0), max(cols-1, 0)), min(max(e.Y, 0), max(rows-1, 0))
	})
	switch {
	case m.Mouse != grid.MouseOff:
		t.client.Input(keys.EncodeMouse(nil, e, m))
	case m.AltScreen && e.Button.Wheel():
		t.client.Input(keys.EncodeWheelAsArrows(nil, e.Button == keys.WheelDown, 1, m))
	}
}

// focus tells the program whether it has the focus.
func (t *terminal) focus(in bool) { t.client.Input(keys.EncodeFocus(nil, in, t.modes())) }

// resize requests a size for the session. The session takes it with the next input from this page,
// or at once if no other viewer sets its size. The zero size restores the size from before.
func (t *terminal) resize(size session.Size) {
	none := session.Size{}
	switch {
	case size != none:
		if t.before == none {
			t.before = session.Size{Rows: t.screen.rows, Cols: t.screen.cols}
		}
		t.leaving = false
		t.client.Resize(size)
	case t.before != none:
		t.leaving = true
		t.client.Resize(t.before)
		t.releaseSize(session.Size{Rows: t.screen.rows, Cols: t.screen.cols})
	}
}

// releaseSize stops setting the size, so that other viewers can, once the old size is restored.
func (t *terminal) releaseSize(now session.Size) {
	if t.leaving && now == t.before {
		t.leaving, t.before = false, session.Size{}
		t.client.Resize(session.Size{})
	}
}

// detach disconnects from the session, which runs on. A nil terminal was not attached yet.
func (t *terminal) detach() {
	if t == nil {
		return
	}
	if t.before != (session.Size{}) {
		t.client.Resize(t.before)
	}
	_ = t.client.Detach() // the session runs on in any case
}
