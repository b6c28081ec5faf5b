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

// Painter draws the scene and the replicas of its sessions onto the outer terminal, on a
// goroutine of its own. So the output of children does not pass through the event loop, and a
// slow terminal delays only the next frame.
type Painter struct {
	term    Terminal
	latest  atomic.Pointer[Scene]
	wakeup  chan struct{}
	done    chan struct{}
	stopped sync.Once

	mu sync.Mutex
	// urgent is set when a session was touched after a quiet time, or a new scene was shown.
	urgent bool
	// last is the time at which each session was last touched.
	last map[session.ID]time.Time
	// lookers are called after the next frame.
	lookers []func(*screen.Buffer, grid.Cursor)

	// The rest belongs to the painting goroutine.
	buf   *screen.Buffer
	drawn *Scene
	panes map[session.ID]*drawnPane
	theme theme.Theme
	outer outerState
	// shown holds what the buffer has of each previewed session.
	shown map[*client.Session]*drawnPane
}

// Terminal is the part of the outer terminal that the painter needs. Draw may block until the
// terminal has taken earlier output; the other methods do not block.
type Terminal interface {
	Draw(*screen.Buffer, grid.Cursor) error
	SetMouse(grid.MouseMode)
	SetKeyboard(flags uint8)
	SetTitle(string)
	SetProgress(grid.Progress)
	SetStatus(string)
}

// New returns a painter that has drawn nothing yet.
func New(t Terminal) *Painter {
	return &Painter{
		term:   t,
		wakeup: make(chan struct{}, 1), done: make(chan struct{}),
		outer: outerState{mouse: grid.MouseButton},
		last:  map[session.ID]time.Time{}, panes: map[session.ID]*drawnPane{}, shown: map[*client.Session]*drawnPane{},
	}
}

// Show sets the scene to draw, which must not be changed from now on. It is drawn at once,
// without the delay between frames.
func (p *Painter) Show(s *Scene) {
	p.latest.Store(s)
	p.mu.Lock()
	p.urgent = true
	p.mu.Unlock()
	p.wake()
}

// ShowNext sets the scene to draw like [Painter.Show], but keeps the delay between frames.
func (p *Painter) ShowNext(s *Scene) {
	p.latest.Store(s)
	p.wake()
}

// Touched reports that a session's replica has changed. A session that was quiet before is
// drawn at once, so that the echo of a key never waits for a flood in another pane.
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
	case p.wakeup <- struct{}{}:
	default:
	}
}

// Stop makes [Painter.Run] return after the frame in progress. It may be called more than once.
func (p *Painter) Stop() { p.stopped.Do(func() { close(p.done) }) }

// Run draws frames until the painter is stopped or the terminal is gone. It sleeps while
// nothing changes.
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
		case <-p.wakeup:
		}
		if !p.pace(painted) {
			return
		}
		if s := p.latest.Load(); s != nil {
			if err := p.Paint(s); err != nil && !errors.Is(err, screen.ErrStopped) {
				return // the goroutine that reads the terminal has noticed too
			}
		}
		painted = time.Now()
	}
}

// awaitFirst waits until the first picture is complete, but no longer than one frame interval.
// Screens of running sessions arrive within that time, and drawing an empty picture before them
// would be wasted. It returns false if the painter was stopped.
func (p *Painter) awaitFirst() bool {
	var patience <-chan time.Time
	for {
		if s := p.latest.Load(); s != nil && s.isComplete() {
			return true
		} else if s != nil && patience == nil {
			timer := time.NewTimer(frameInterval)
			defer timer.Stop()
			patience = timer.C
		}
		select {
		case <-p.done:
			return false
		case <-p.wakeup:
		case <-patience:
			return true
		}
	}
}

// pace waits until the next frame may be drawn. It returns false if the painter was stopped.
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
		case <-p.wakeup: // perhaps something urgent
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
