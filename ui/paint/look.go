package paint

import (
	"slices"

	"dormer/session/grid"
	"dormer/ui/screen"
)

// Look calls f with the screen and the cursor after the next frame is painted, which Look makes
// happen soon. f runs on the painting goroutine and must not keep the buffer.
func (p *Painter) Look(f func(*screen.Buffer, grid.Cursor)) {
	p.mu.Lock()
	p.lookers = append(p.lookers, f)
	p.urgent = true
	p.mu.Unlock()
	p.wake()
}

// showLookers calls the functions that wait for the frame just painted.
func (p *Painter) showLookers(s *Scene) {
	p.mu.Lock()
	lookers := slices.Clip(p.lookers)
	p.lookers = nil
	p.mu.Unlock()
	for _, f := range lookers {
		f(p.buf, p.cursor(s))
	}
}
