package ui

import (
	"dormer/session/grid"
	"dormer/ui/geometry"
	"dormer/ui/screen"
	"dormer/ui/theme"
)

// drawChrome draws everything of a scene but the panes' cells and the overlays.
func drawChrome(b *screen.Buffer, s *scene, t theme.Theme) {
	drawTabBar(b, s, t)
	drawSidebar(b, s, t)
	if len(s.geo.Dividers) > 0 {
		active, _ := s.geo.Pane(s.active)
		if active.Floats() {
			active = geometry.Pane{}
		}
		drawLines(b, s, active, t)
	}
	if s.geo.Titled {
		for _, p := range s.panes {
			if !p.box.Floats() {
				drawTitle(b, p, t)
			}
		}
	}
	drawStatus(b, s, t)
	if s.empty {
		drawEmpty(b, s, t)
	}
}

func drawTabBar(b *screen.Buffer, s *scene, t theme.Theme) {
	r := s.geo.TabBar
	if r.H == 0 {
		return
	}
	b.Fill(rect(r), t.Bar)
	for _, spot := range s.tabs {
		style := t.Tab
		switch {
		case spot.active:
			style = t.ActiveTab
		case spot.create:
			style = t.Hint
		}
		b.Text(r.Y, spot.x, spot.end, t.Plain(spot.label), style)
	}
}

// drawTitle writes a pane's title into the line above it.
func drawTitle(b *screen.Buffer, p paneScene, t theme.Theme) {
	r := p.box.Title
	if r.W < 5 {
		return
	}
	style := t.Title
	if p.active {
		style = t.ActiveTitle
	}
	if p.synced && !p.active {
		style = t.Sync
	}
	b.Text(r.Y, r.X+1, r.X+r.W-1, t.Plain(titleText(p, r.W)), style)
}

// titleRoom is how many columns of a title line are around a pane's title: its mark,
// and the line itself.
const titleRoom = 7

// titleText is a pane's title with its marks, for a line of a width; empty where
// that has no room for one.
func titleText(p paneScene, width int) string {
	if width < 5 {
		return ""
	}
	text := " "
	if p.synced {
		text = syncMark
	}
	if p.mark != "" {
		text += p.mark + " "
	}
	return cut(text+p.title, width-3) + " "
}

func drawStatus(b *screen.Buffer, s *scene, t theme.Theme) {
	r := s.geo.Status
	if r.H == 0 {
		return
	}
	b.Fill(rect(r), t.Status)
	for _, spot := range s.status.spots(r.W) {
		b.Text(r.Y, r.X+spot.x, r.X+spot.end, t.Plain(spot.text), spot.style.in(t))
	}
}

// in is how a piece of the status line looks in a theme.
func (s statusStyle) in(t theme.Theme) grid.Style {
	switch s {
	case chipStatus:
		return t.Chip
	case syncStatus:
		return t.Sync
	case prefixStatus:
		return t.Prefix
	case noticeStatus:
		return t.Notice
	case hintStatus:
		return t.Hint
	case plainStatus:
	}
	return t.Status
}

// drawEmpty says what can be done where no tab is open.
func drawEmpty(b *screen.Buffer, s *scene, t theme.Theme) {
	r := s.geo.Body
	b.Fill(rect(r), grid.Style{})
	lines := []string{"nothing is open in this view", s.status.keyOf("tab.new") + " opens a tab, " + s.status.keyOf("leave") + " leaves dormer"}
	if s.status.undo > 0 {
		lines = append(lines, s.status.keyOf("undo.close")+" brings back what was closed last")
	}
	for i, text := range lines {
		y := r.Y + max((r.H-len(lines))/2, 0) + i
		if y < r.Y+r.H {
			b.Text(y, r.X+max((r.W-grid.StringWidth(text))/2, 0), r.X+r.W, t.Plain(text), grid.Style{FG: t.Muted})
		}
	}
}

// drawFooter writes the longest wording that fits over a pane: under what its
// screen holds, or over its last row.
func drawFooter(b *screen.Buffer, p paneScene, under int, t theme.Theme) {
	r := p.box.Content
	if r.H < 1 || r.W < 1 || len(p.footer) == 0 {
		return
	}
	text := p.footer[len(p.footer)-1]
	for _, wording := range p.footer {
		if grid.StringWidth(wording)+2 <= r.W {
			text = wording
			break
		}
	}
	y := r.Y + min(max(under, 0), r.H-1)
	line := r
	line.Y, line.H = y, 1
	b.Fill(rect(line), t.Footer)
	b.Text(y, r.X, r.X+r.W, t.Plain(cut(" "+text, r.W)), t.Footer)
}

func drawOverlay(b *screen.Buffer, o overlay) {
	b.Fill(rect(o.rect), grid.Style{})
	b.ANSI(o.rect.Y, o.rect.X, o.rect.X+o.rect.W, o.rect.Y+o.rect.H, o.text)
}
