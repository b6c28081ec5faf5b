package paint

import (
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session/grid"
	"dormer/ui/screen"
	"dormer/ui/theme"
	"dormer/workspace"
)

// drawChrome draws the whole scene except the panes' cells and the overlays.
func drawChrome(b *screen.Buffer, s *Scene, t theme.Theme) {
	drawBar(b, s.Geometry.TabBar, t.Bar, s.Tabs, t)
	drawSidebar(b, s, t)
	if len(s.Geometry.Dividers) > 0 {
		drawLines(b, s, t)
	}
	if s.Geometry.Titled {
		for _, p := range s.Panes {
			if !p.Place.Floats() {
				drawTitle(b, p, t)
			}
		}
	}
	drawBar(b, s.Geometry.Status, t.Status, s.Status, t)
	if s.Empty != "" {
		drawEmpty(b, s, t)
	}
}

// drawBar draws a bar of one row. It draws nothing if r is empty.
func drawBar(b *screen.Buffer, r workspace.Rect, fill grid.Style, says []theme.Spot, t theme.Theme) {
	if r.H == 0 {
		return
	}
	b.Fill(rect(r), fill)
	for _, spot := range says {
		b.Text(r.Y, spot.X, spot.End, t.Plain(spot.Text), spot.Style)
	}
}

// drawEmpty draws, in the middle of the body, the text that is shown when no tab is open.
func drawEmpty(b *screen.Buffer, s *Scene, t theme.Theme) {
	r := s.Geometry.Body
	b.Fill(rect(r), grid.Style{})
	w, h := lipgloss.Size(s.Empty)
	x, y := r.X+max((r.W-w)/2, 0), r.Y+max((r.H-h)/2, 0)
	b.ANSI(y, x, r.X+r.W, r.Y+r.H, t.Plain(s.Empty), grid.Style{})
}

// drawSidebar draws the sidebar and the line between it and the panes.
func drawSidebar(b *screen.Buffer, s *Scene, t theme.Theme) {
	r := s.Geometry.Sidebar
	if r.W < 1 {
		return
	}
	b.Fill(rect(r), grid.Style{})
	b.ANSI(r.Y, r.X, r.X+r.W, r.Y+r.H, t.Plain(strings.Join(s.Sidebar, "\n")), grid.Style{})
	edge := s.Geometry.Edge()
	for y := edge.Y; y < edge.Y+edge.H; y++ {
		sign := "│"
		if s.Geometry.LineFrom(y) {
			sign = "├"
		}
		b.Text(y, edge.X, edge.X+1, sign, t.Border)
	}
}
