package ui

import (
	"os"
	"strings"

	"dormer/session/grid"
	"dormer/ui/attention"
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
		Branch:    m.branchOf(tab.Active),
		Waiting:   m.waitingFor(),
		Output:    m.statusCommand.output,
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
		s.Locked, s.Unlocks, s.Hint = true, m.keyThatUnlocks(), ""
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
	case bars.Good:
		return onBar(t, t.Good)
	case bars.Bad:
		return onBar(t, t.Bad)
	case bars.Asks:
		return onBar(t, t.Warn)
	case bars.Plain:
	}
	return t.Status
}

// onBar is a colour in a bar.
func onBar(t theme.Theme, c grid.Color) grid.Style {
	return grid.Style{FG: c, BG: t.Bar.BG}
}

// waitingFor counts the sessions that ask to be looked at by what they ask for, the most
// urgent first.
func (m *Model) waitingFor() (out []bars.Waiting) {
	if !m.anyoneWaits() {
		return nil
	}
	counts, names := map[string]int{}, map[string]string{}
	for _, id := range m.state.OpenIDs() {
		if l := m.live[id]; l != nil && !m.looked(id) {
			what := l.attention.Reason.Counted()
			counts[what]++
			names[what] = m.state.Sessions[id].DisplayTitle()
		}
	}
	for _, w := range []bars.Waiting{
		{Word: "asks", Mark: attention.MarkBell, Style: bars.Asks}, {Word: "failed", Mark: attention.MarkFailed, Style: bars.Bad},
		{Word: "finished", Mark: attention.MarkDone, Style: bars.Good}, {Word: "silent", Mark: attention.MarkSilent, Style: bars.Hint},
		{Word: "printed", Mark: attention.MarkOutput, Style: bars.Hint},
	} {
		if w.Count, w.Name = counts[w.Word], names[w.Word]; w.Count > 0 {
			if w.Mark = m.shownMark(w.Mark); m.config.Terminal.Reader {
				w.Mark = "" // the word says it
			}
			out = append(out, w)
		}
	}
	return out
}
