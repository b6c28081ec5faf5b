package ui

import (
	"os"
	"strings"

	"dormer/session/grid"
	"dormer/ui/bars"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

func (m *Model) statusLine(tab workspace.Tab) bars.Status {
	s := bars.Status{
		Layout:    m.config.Status,
		Workspace: m.state.Name,
		View:      m.activeView().Name,
		Dir:       shortDir(m.state.Sessions[tab.Active].Dir),
		Title:     m.state.Sessions[tab.Active].DisplayTitle(),
		Hint:      m.keyboard.helpKey() + " keys",
		Doing:     m.copyHint(),
		Undo:      len(m.state.Undo),
		KeyOf:     m.keyOf,
		Zoomed:    tab.Zoomed,
		Synced:    len(tab.SyncedWith(tab.Active)),
		Hidden:    len(tab.HiddenFloats()),
		Elsewhere: m.elsewhere(),
		Host:      os.Hostname,
	}
	s.Unread, s.News = m.unread()
	if m.prefix.Locked {
		s.Unlocks, s.Hint = m.keyThatUnlocks(), ""
	}
	if m.prefix.At != nil {
		s.Prefix = m.prefix.At.Keys.Printed()
		if mode := m.keys().ModeName(m.prefix.At.Keys); mode != "" {
			s.Prefix = strings.ToUpper(mode) + " " + s.Prefix
		}
	}
	if len(m.state.Views) > 1 {
		s.Workspace += " / " + s.View
	}
	if m.notice.showing() {
		s.Notice, s.Aside = m.notice.line(m.now()), m.notice.aside
	}
	if m.config.Status.Clock && !m.config.Terminal.Reader {
		s.Clock = m.now().Format("15:04")
	}
	return s
}

// statusShown is the status line as it is drawn.
func (m *Model) statusShown(tab workspace.Tab) []paint.Spot {
	r := m.geo.Status
	if r.H == 0 {
		return nil
	}
	spots := m.statusLine(tab).Spots(r.W)
	out := make([]paint.Spot, 0, len(spots))
	for _, s := range spots {
		out = append(out, paint.Spot{X: r.X + s.X, End: r.X + s.End, Text: s.Text, Style: lookOf(s.Style, m.outer.theme)})
	}
	return out
}

// lookOf is how a kind of piece looks in a theme.
func lookOf(s bars.Style, t theme.Theme) grid.Style {
	switch s {
	case bars.Chip:
		return t.Chip
	case bars.Sync:
		return t.Sync
	case bars.Prefix:
		return t.Prefix
	case bars.Notice:
		return t.Notice
	case bars.Hint:
		return t.Hint
	case bars.Plain:
	}
	return t.Status
}
