package paint

import (
	"slices"

	"dormer/session/grid"
	"dormer/ui/screen"
)

// Look lets a function see what is on the screen when it is painted next, which is
// soon. The function is called on the painting goroutine and keeps nothing of the
// buffer.
func (p *Painter) Look(f func(*screen.Buffer, grid.Cursor)) {
	p.mu.Lock()
	p.lookers = append(p.lookers, f)
	p.urgent = true
	p.mu.Unlock()
	p.wake()
}

// showLookers shows the screen that was just painted to who wants to see it.
func (p *Painter) showLookers(s *Scene) {
	p.mu.Lock()
	lookers := slices.Clip(p.lookers)
	p.lookers = nil
	p.mu.Unlock()
	for _, f := range lookers {
		f(p.buf, p.cursor(s))
	}
}
