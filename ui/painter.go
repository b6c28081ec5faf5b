package ui

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
	"dormer/workspace"
)

// frameInterval is the least time between two frames while output keeps coming.
// The first frame after a quiet moment does not wait.
const frameInterval = 8 * time.Millisecond

// painter draws the scene and the replicas of its sessions onto the outer
// terminal, from a goroutine of its own: nothing that a child prints passes
// through the event loop. A terminal that takes its bytes slowly delays the next
// frame and nothing else.
type painter struct {
	term    drawer
	guard   func(func())
	latest  atomic.Pointer[scene]
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
	drawn *scene
	panes map[session.ID]*drawnPane
	theme theme.Theme
	asked asked
	// shown is how the numbers of previewed sessions read in the buffer.
	shown map[*client.Session]*drawnPane
}

// asked is what the outer terminal was last asked to report.
type asked struct {
	mouse    grid.MouseMode
	keyboard uint8
	title    string
	progress grid.Progress
}

// drawer is the part of the outer terminal that is painted on.
type drawer interface {
	Draw(*screen.Buffer, grid.Cursor) error
	SetMouse(grid.MouseMode)
	SetKeyboard(flags uint8)
	SetTitle(string)
	SetProgress(grid.Progress)
}

// drawnPane is what the buffer holds of a pane.
type drawnPane struct {
	client *client.Session
	box    workspace.Rect
	gens   []uint64
	epoch  uint64
	remap  *screen.Remap
	rows   int // of the replica, when it was copied
	flip   bool
}

func newPainter(t drawer, guard func(func())) *painter {
	return &painter{
		term: t, guard: guard,
		nudge: make(chan struct{}, 1), done: make(chan struct{}),
		asked: asked{mouse: grid.MouseButton},
		last:  map[session.ID]time.Time{}, panes: map[session.ID]*drawnPane{}, shown: map[*client.Session]*drawnPane{},
	}
}

// show takes a new scene; it is drawn without waiting.
func (p *painter) show(s *scene) {
	p.latest.Store(s)
	p.mu.Lock()
	p.urgent = true
	p.mu.Unlock()
	p.wake()
}

// touched says that a session's replica has changed. A session that had been
// quiet is drawn at once, so that the echo of a key never waits for the flood of
// another pane.
func (p *painter) touched(id session.ID) {
	now := time.Now()
	p.mu.Lock()
	if now.Sub(p.last[id]) > frameInterval {
		p.urgent = true
	}
	p.last[id] = now
	p.mu.Unlock()
	p.wake()
}

func (p *painter) wake() {
	select {
	case p.nudge <- struct{}{}:
	default:
	}
}

func (p *painter) stop() { p.stopped.Do(func() { close(p.done) }) }

// run draws until it is stopped. It sleeps while nothing changes.
func (p *painter) run() {
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
			if err := p.paint(s); err != nil && !errors.Is(err, screen.ErrStopped) {
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
func (p *painter) awaitFirst() bool {
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
func (p *painter) pace(painted time.Time) bool {
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

func (p *painter) takeUrgent() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.urgent
	p.urgent = false
	return was
}

// paint brings the buffer up to date and draws it.
func (p *painter) paint(s *scene) error {
	size := s.geo.Size
	if p.buf == nil {
		p.buf = screen.NewBuffer(size.Rows, size.Cols)
	}
	fresh := s != p.drawn
	if fresh {
		p.theme = s.theme
		p.prepare(s)
	}
	overlaid := false
	for i := range s.panes {
		if !s.panes[i].box.Floats() && p.paintPane(&s.panes[i]) {
			overlaid = true
		}
	}
	if fresh {
		drawChrome(p.buf, s, p.theme)
	}
	overlaid = p.paintFloats(s, fresh || overlaid)
	if fresh || overlaid || s.previews() {
		for _, o := range s.overlays {
			drawOverlay(p.buf, o)
			p.drawPreviews(o)
		}
	}
	p.drawn = s
	p.ask(s)
	p.showLookers(s)
	return p.term.Draw(p.buf, p.cursor(s))
}

// ask makes the outer terminal report what the children on the screen want to
// know: every motion of the mouse only where one of them asked for it, keys as
// the active one wants them told apart.
func (p *painter) ask(s *scene) {
	now := asked{title: s.title, progress: s.progress}
	if s.mouse {
		now.mouse = grid.MouseButton
		if s.hovers {
			now.mouse = grid.MouseAny
		}
	}
	for i := range s.panes {
		ps := &s.panes[i]
		if ps.client == nil {
			continue
		}
		var modes grid.Modes
		ps.client.View(func(rep *client.Replica) { modes = rep.Modes() })
		if s.mouse {
			now.mouse = max(now.mouse, modes.Mouse)
		}
		if ps.active {
			now.keyboard = modes.Kitty
		}
	}
	if now.mouse != p.asked.mouse {
		p.term.SetMouse(now.mouse)
	}
	if now.keyboard != p.asked.keyboard {
		p.term.SetKeyboard(now.keyboard)
	}
	if now.title != p.asked.title {
		p.term.SetTitle(now.title)
	}
	if now.progress != p.asked.progress {
		p.term.SetProgress(now.progress)
	}
	p.asked = now
}

// prepare readies the buffer for another scene: its size, and what is known of
// panes that are no longer where they were. Whatever was under an overlay or a
// footer is copied again.
func (p *painter) prepare(s *scene) {
	rows, cols := p.buf.Size()
	if size := s.geo.Size; rows != size.Rows || cols != size.Cols {
		p.buf.Resize(size.Rows, size.Cols)
		clear(p.panes)
	}
	kept := map[session.ID]bool{}
	for _, pane := range s.panes {
		kept[pane.box.Session] = true
		if d := p.panes[pane.box.Session]; d != nil {
			d.gens = d.gens[:0]
		}
	}
	for id := range p.panes {
		if !kept[id] {
			delete(p.panes, id)
		}
	}
	p.mu.Lock()
	for id := range p.last {
		if time.Since(p.last[id]) > time.Minute {
			delete(p.last, id)
		}
	}
	p.mu.Unlock()
}

// paintPane copies what changed of a pane and reports whether it copied
// anything.
func (p *painter) paintPane(ps *paneScene) bool {
	r := ps.box.Content
	if r.W < 1 || r.H < 1 {
		return false
	}
	if ps.client == nil {
		p.buf.Fill(rect(r), grid.Style{})
		drawFooter(p.buf, *ps, 0, p.theme)
		delete(p.panes, ps.box.Session)
		return true
	}
	d := p.panes[ps.box.Session]
	if d == nil || d.client != ps.client || d.box != r {
		d = &drawnPane{client: ps.client, box: r}
		p.panes[ps.box.Session] = d
	}
	if ps.past != nil {
		p.paintPast(ps, d)
		return true
	}
	return p.paintLive(ps, d)
}

// paintFloats paints the floating panes, from the lowest on: each whole where
// something under it was copied. It reports whether anything on the screen was.
func (p *painter) paintFloats(s *scene, under bool) bool {
	for i := range s.panes {
		ps := &s.panes[i]
		if !ps.box.Floats() {
			continue
		}
		if d := p.panes[ps.box.Session]; d != nil && under {
			d.gens = d.gens[:0]
		}
		drew := p.paintPane(ps)
		if under {
			drawFrame(p.buf, *ps, p.theme)
		}
		under = under || drew
	}
	return under
}

// paintLive copies the rows of the session's screen that changed.
func (p *painter) paintLive(ps *paneScene, d *drawnPane) (copied bool) {
	r := ps.box.Content
	under := 0
	ps.client.View(func(rep *client.Replica) {
		d.meet(rep, p.buf)
		rows, _ := rep.Size()
		for y := range r.H {
			gen := uint64(0)
			var cells []grid.Cell
			if y < rows {
				gen, cells = rep.RowGen(y), rep.Row(y)
			}
			if len(d.gens) <= y {
				d.gens = append(d.gens, gen+1)
			}
			if len(ps.footer) > 0 && lastInk(cells) > 0 {
				under = y + 1
			}
			if d.gens[y] == gen && len(ps.footer) == 0 {
				continue
			}
			d.gens[y] = gen
			p.copyRow(d, r, y, cells)
			copied = true
		}
	})
	if len(ps.footer) > 0 {
		drawFooter(p.buf, *ps, under, p.theme)
		copied = true
	}
	return copied
}

// meet takes note of the replica that rows are copied from. When its numbers
// changed their meaning, or its look as a whole, all rows are copied again.
func (d *drawnPane) meet(rep *client.Replica, b *screen.Buffer) {
	if d.remap == nil || d.epoch != rep.PaletteEpoch() {
		d.remap = screen.NewRemap(rep.Palette(), b)
		d.epoch = rep.PaletteEpoch()
		d.gens = d.gens[:0]
	}
	rows, _ := rep.Size()
	if flip := rep.Modes().ReverseScreen; flip != d.flip || rows != d.rows {
		d.flip, d.rows = flip, rows
		d.gens = d.gens[:0]
	}
}

// copyRow copies one row of cells into a pane's rectangle, in reverse video where
// the child turned the whole screen (DECSCNM).
func (p *painter) copyRow(d *drawnPane, r workspace.Rect, y int, cells []grid.Cell) {
	p.buf.CopyRow(r.Y+y, r.X, r.X+r.W, cells, d.remap)
	if d.flip {
		p.restyle(r, y, 0, r.W, turned)
	}
}

// lastInk is one more than the last column that shows a character.
func lastInk(cells []grid.Cell) int {
	for x := len(cells); x > 0; x-- {
		if c := cells[x-1]; !c.Blank() || c.Flags&grid.Tail != 0 {
			return x
		}
	}
	return 0
}

// cursor is where the real cursor goes: into the dialog on top, or where the
// active pane's child has it.
func (p *painter) cursor(s *scene) grid.Cursor {
	if n := len(s.overlays); n > 0 && !s.overlays[n-1].passive {
		if c := s.overlays[n-1].cursor; c != nil {
			return grid.Cursor{Row: c.Y, Col: c.X, Visible: true, Shape: grid.BarCursor}
		}
		return grid.Cursor{}
	}
	for i := range s.panes {
		if ps := &s.panes[i]; ps.active && ps.past != nil && !ps.past.follow {
			return pastCursor(ps)
		} else if ps.active && ps.client != nil && len(ps.footer) == 0 {
			return paneCursor(ps)
		}
	}
	return grid.Cursor{}
}

func paneCursor(ps *paneScene) grid.Cursor {
	var c grid.Cursor
	ps.client.View(func(rep *client.Replica) { c = rep.Cursor() })
	r := ps.box.Content
	if c.Row >= r.H || c.Col >= r.W {
		c.Visible = false
	}
	c.Row += r.Y
	c.Col += r.X
	return c
}

func rect(r workspace.Rect) screen.Rect {
	return screen.Rect{Top: r.Y, Left: r.X, Bottom: r.Y + r.H, Right: r.X + r.W}
}
