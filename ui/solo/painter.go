package solo

import (
	"errors"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/screen"
)

// frameInterval is the least time between two frames while output keeps coming.
// The first after a quiet moment does not wait.
const frameInterval = 8 * time.Millisecond

// outer is the part of the outer terminal that is painted on.
type outer interface {
	Draw(*screen.Buffer, grid.Cursor) error
	SetMouse(grid.MouseMode)
	SetKeyboard(flags uint8)
	SetTitle(string)
}

// picture is what is to be seen besides the session's own screen.
type picture struct {
	client *client.Session
	size   session.Size
	notice string
	// scrolled shows the history from line top on, which is followed by the screen.
	scrolled bool
	top      uint64
}

// scroll moves the top line by n, down where n is positive. At its end the history
// gives way to the screen as it is.
func (p *picture) scroll(kept wire.Range, n int) {
	if !p.scrolled {
		p.top = kept.End
	}
	switch {
	case n < 0 && p.top < kept.First+uint64(-n):
		p.top = kept.First
	case n < 0:
		p.top -= uint64(-n)
	default:
		p.top += uint64(n)
	}
	p.scrolled = p.top < kept.End
}

// painter draws the latest picture. It is the only one that waits for the outer
// terminal.
type painter struct {
	term  outer
	title string
	nudge chan struct{}
	done  chan struct{}
	once  sync.Once

	mu     sync.Mutex
	latest picture
	// changed counts pictures.
	changed uint64

	// The rest belongs to run.
	buf   *screen.Buffer
	remap *screen.Remap
	drawn drawn
	asked asked
}

// drawn is what the buffer holds.
type drawn struct {
	picture uint64
	gens    []uint64
	epoch   uint64
	size    session.Size // of the session's screen
	flip    bool
}

// asked is what the outer terminal was asked for.
type asked struct {
	mouse    grid.MouseMode
	keyboard uint8
	title    string
}

func newPainter(t outer, title string) *painter {
	return &painter{
		term: t, title: title, nudge: make(chan struct{}, 1), done: make(chan struct{}),
		asked: asked{mouse: grid.MouseButton},
	}
}

// show changes the picture; it is drawn soon. Where nothing changes it costs
// nothing.
func (p *painter) show(change func(*picture)) {
	p.mu.Lock()
	before := p.latest
	change(&p.latest)
	same := p.latest == before
	if !same {
		p.changed++
	}
	p.mu.Unlock()
	if !same {
		p.wake()
	}
}

// wake says that the session's screen has changed.
func (p *painter) wake() {
	select {
	case p.nudge <- struct{}{}:
	default:
	}
}

func (p *painter) stop() { p.once.Do(func() { close(p.done) }) }

// run draws until it is stopped. It sleeps while nothing changes.
func (p *painter) run() {
	var painted time.Time
	for {
		select {
		case <-p.done:
			return
		case <-p.nudge:
		}
		if !p.pause(frameInterval - time.Since(painted)) {
			return
		}
		if err := p.paint(); err != nil && !errors.Is(err, screen.ErrStopped) {
			return // the terminal is gone; reading it has noticed too
		}
		painted = time.Now()
	}
}

// pause waits, and reports false where the painter was stopped meanwhile.
func (p *painter) pause(wait time.Duration) bool {
	if wait <= 0 {
		return true
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-p.done:
		return false
	case <-timer.C:
		return true
	}
}
