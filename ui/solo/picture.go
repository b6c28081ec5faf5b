package solo

import (
	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/geometry"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

// picture holds everything on the terminal except the session's own screen.
type picture struct {
	size   session.Size
	title  string // the session's title, or ""
	notice string
	// scrolled means that the history is shown from line top on, followed by the screen.
	scrolled bool
	top      uint64
}

// scroll moves the top line down by n, or up if n is negative. Scrolling past the end of the
// history shows the live screen.
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

// scene returns the scene for the painter: the session on the whole terminal, except for a
// last row with the notice.
func (p *picture) scene(c *client.Session, title string) *paint.Scene {
	all := workspace.Rect{W: p.size.Cols, H: p.size.Rows}
	pane := paint.Pane{Active: true, Client: c, Dotted: true}
	s := &paint.Scene{Title: title, Mouse: true, Geometry: geometry.Screen{Size: p.size}}
	if p.title != "" {
		s.Title = p.title
	}
	if p.scrolled {
		pane.Past = &paint.Past{}
		pane.Past.Top = p.top
	}
	if p.notice != "" {
		all.H--
		s.Theme = theme.Theme{Status: grid.Style{Attrs: grid.Reverse}}
		s.Geometry.Status = workspace.Rect{Y: all.H, W: all.W, H: 1}
		s.Status = []theme.Spot{{End: all.W, Text: p.notice, Style: s.Theme.Status}}
	}
	pane.Place = geometry.Pane{Content: all}
	s.Geometry.Panes, s.Panes = []geometry.Pane{pane.Place}, []paint.Pane{pane}
	return s
}

// scrollRange returns the range of history lines that may be at the top of a view of that many
// rows. At its end the view is the live screen.
func scrollRange(r *client.Replica, rows int) wire.Range {
	kept := r.History()
	own, _ := r.Size()
	kept.End -= min(uint64(max(rows-own, 0)), uint64(kept.Len()))
	return kept
}
