package paint

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/ui/screen"
	"dormer/ui/theme"
)

// frameInterval is the least time between two frames while output keeps coming.
// The first frame after a quiet moment does not wait.
const frameInterval = 8 * time.Millisecond

// Painter draws the scene and the replicas of its sessions onto the outer
// terminal, from a goroutine of its own: nothing that a child prints passes
// through the event loop. A terminal that takes its bytes slowly delays the next
// frame and nothing else.
type Painter struct {
	term    Terminal
	latest  atomic.Pointer[Scene]
	nudge   chan struct{}
	done    chan struct{}
	stopped sync.Once

	mu sync.Mutex
	// urgent is set when something was touched that had been quiet.
	urgent bool
	// last is when each session was touched last.
	last map[session.ID]time.Time
	// lookers want to see what is painted next.
	lookers []func(*screen.Buffer, grid.Cursor)

	// The rest belongs to the painting goroutine.
	buf   *screen.Buffer
	drawn *Scene
	panes map[session.ID]*drawnPane
	theme theme.Theme
	asked asked
	// shown is how the numbers of previewed sessions read in the buffer.
	shown map[*client.Session]*drawnPane
}

// Terminal is the part of the outer terminal that is painted on. Draw may wait until
// the terminal has taken what came before; the others do not.
type Terminal interface {
	Draw(*screen.Buffer, grid.Cursor) error
	SetMouse(grid.MouseMode)
	SetKeyboard(flags uint8)
	SetTitle(string)
	SetProgress(grid.Progress)
}

// New is a painter that has drawn nothing yet.
func New(t Terminal) *Painter {
	return &Painter{
		term:  t,
		nudge: make(chan struct{}, 1), done: make(chan struct{}),
		asked: asked{mouse: grid.MouseButton},
		last:  map[session.ID]time.Time{}, panes: map[session.ID]*drawnPane{}, shown: map[*client.Session]*drawnPane{},
	}
}

// Show takes a new scene, which from now on nobody changes; it is drawn without
// waiting for a frame's turn.
func (p *Painter) Show(s *Scene) {
	p.latest.Store(s)
	p.mu.Lock()
	p.urgent = true
	p.mu.Unlock()
	p.wake()
}

// Touched says that a session's replica has changed. A session that had been
// quiet is drawn at once, so that the echo of a key never waits for the flood of
// another pane.
func (p *Painter) Touched(id session.ID) {
	now := time.Now()
	p.mu.Lock()
	if now.Sub(p.last[id]) > frameInterval {
		p.urgent = true
	}
	p.last[id] = now
	p.mu.Unlock()
	p.wake()
}

func (p *Painter) wake() {
	select {
	case p.nudge <- struct{}{}:
	default:
	}
}

// Stop ends [Painter.Run], now or once it has drawn the frame that it is at. It may
// be called more than once.
func (p *Painter) Stop() { p.stopped.Do(func() { close(p.done) }) }

// Run draws until it is stopped or the terminal is gone. It sleeps while nothing
// changes.
func (p *Painter) Run() {
	if !p.awaitFirst() {
		return
	}
	p.wake()
	var painted time.Time
	for {
		select {
		case <-p.done:
			return
		case <-p.nudge:
		}
		if !p.pace(painted) {
			return
		}
		if s := p.latest.Load(); s != nil {
			if err := p.Paint(s); err != nil && !errors.Is(err, screen.ErrStopped) {
				return // the terminal is gone; reading it has noticed too
			}
		}
		painted = time.Now()
	}
}

// awaitFirst waits until the first picture is whole, but for no longer than a frame
// takes: screens of sessions that are there come that fast, and an empty picture
// before them would be drawn to be drawn over. It reports false when the painter was
// stopped.
func (p *Painter) awaitFirst() bool {
	var patience <-chan time.Time
	for {
		if s := p.latest.Load(); s != nil && s.whole() {
			return true
		} else if s != nil && patience == nil {
			timer := time.NewTimer(frameInterval)
			defer timer.Stop()
			patience = timer.C
		}
		select {
		case <-p.done:
			return false
		case <-p.nudge:
		case <-patience:
			return true
		}
	}
}

// pace waits for the next frame's turn, and reports false when the painter was
// stopped meanwhile.
func (p *Painter) pace(painted time.Time) bool {
	for {
		if p.takeUrgent() {
			return true
		}
		wait := frameInterval - time.Since(painted)
		if wait <= 0 {
			return true
		}
		timer := time.NewTimer(wait)
		select {
		case <-p.done:
			timer.Stop()
			return false
		case <-p.nudge: // perhaps something urgent
			timer.Stop()
		case <-timer.C:
			return true
		}
	}
}

func (p *Painter) takeUrgent() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.urgent
	p.urgent = false
	return was
}
