package paint

import (
	"slices"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/ui/screen"
	"dormer/workspace"
)

// Paint draws a scene with its sessions as they are now. [Painter.Run] calls it. A caller that
// does not use Run may call Paint itself, from a single goroutine. The error is that of
// [Terminal]'s Draw.
func (p *Painter) Paint(s *Scene) error {
	size := s.Geometry.Size
	if p.buf == nil {
		p.buf = screen.NewBuffer(size.Rows, size.Cols)
	}
	fresh := s != p.drawn
	if fresh {
		p.theme = s.Theme
		p.prepare(s)
	}
	overlaid := false
	for i := range s.Panes {
		if !s.Panes[i].Place.Floats() && p.paintPane(&s.Panes[i]) {
			overlaid = true
		}
	}
	if fresh {
		drawChrome(p.buf, s, p.theme)
	}
	overlaid = p.paintFloats(s, fresh || overlaid)
	if fresh || overlaid || s.previews() {
		if slices.ContainsFunc(s.Overlays, func(o Overlay) bool { return o.Dims }) {
			p.dim(s)
		}
		for _, o := range s.Overlays {
			drawOverlay(p.buf, o, p.theme)
			p.drawPreviews(o)
		}
	}
	p.drawn = s
	p.updateOuter(s)
	p.showLookers(s)
	return p.term.Draw(p.buf, p.cursor(s))
}

// prepare adapts the buffer to a new scene: it resizes the buffer, forgets panes that are gone,
// and makes every remaining pane copy all its rows again, since an overlay or a footer may have
// covered them.
func (p *Painter) prepare(s *Scene) {
	rows, cols := p.buf.Size()
	if size := s.Geometry.Size; rows != size.Rows || cols != size.Cols {
		p.buf.Resize(size.Rows, size.Cols)
		clear(p.panes)
	}
	kept := map[session.ID]bool{}
	for _, pane := range s.Panes {
		kept[pane.Place.Session] = true
		if d := p.panes[pane.Place.Session]; d != nil {
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

// outer is what the outer terminal was last asked to report and to show.
type outerState struct {
	mouse    grid.MouseMode
	keyboard uint8
	title    string
	progress grid.Progress
	agents   string
}

// updateOuter makes the outer terminal report what the children on the screen want to know. It asks for
// every motion of the mouse only if one of them does, and for the key encoding that the active
// one uses. It also sets the title and the progress, and says what agents do.
func (p *Painter) updateOuter(s *Scene) {
	now := outerState{title: s.Title, progress: s.Progress, agents: s.Agents}
	if s.Mouse {
		now.mouse = grid.MouseButton
		if s.Hovers {
			now.mouse = grid.MouseAny
		}
	}
	for i := range s.Panes {
		ps := &s.Panes[i]
		if ps.Client == nil {
			continue
		}
		var modes grid.Modes
		ps.Client.View(func(rep *client.Replica) { modes = rep.Modes() })
		if s.Mouse {
			now.mouse = max(now.mouse, modes.Mouse)
		}
		if ps.Active {
			now.keyboard = modes.Kitty
		}
	}
	if now.mouse != p.outer.mouse {
		p.term.SetMouse(now.mouse)
	}
	if now.keyboard != p.outer.keyboard {
		p.term.SetKeyboard(now.keyboard)
	}
	if now.title != p.outer.title {
		p.term.SetTitle(now.title)
	}
	if now.progress != p.outer.progress {
		p.term.SetProgress(now.progress)
	}
	if now.agents != p.outer.agents {
		p.term.SetStatus(now.agents)
	}
	p.outer = now
}

// cursor returns the real cursor: in the topmost dialog, or where the active pane's child has
// it.
func (p *Painter) cursor(s *Scene) grid.Cursor {
	if n := len(s.Overlays); n > 0 && !s.Overlays[n-1].Passive {
		return s.Overlays[n-1].Cursor
	}
	for i := range s.Panes {
		if ps := &s.Panes[i]; ps.Active && ps.Past != nil && !ps.Past.Follow {
			return pastCursor(ps)
		} else if ps.Active && ps.Client != nil && len(ps.Footer) == 0 {
			return paneCursor(ps)
		}
	}
	return grid.Cursor{}
}

func rect(r workspace.Rect) screen.Rect {
	return screen.Rect{Top: r.Y, Left: r.X, Bottom: r.Y + r.H, Right: r.X + r.W}
}
