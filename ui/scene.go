package ui

import (
	"dormer/ui/dialog"
	"dormer/ui/ending"
	"dormer/ui/geometry"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

// scene describes the screen as it is now.
func (m *Model) scene() *paint.Scene {
	m.dialogs.Refresh()
	tab := m.activeTab()
	s := &paint.Scene{Geometry: m.geo, Title: m.title(tab), Theme: m.outer.theme, Mouse: m.config.Terminal.Mouse}
	s.Tabs, s.Status = m.tabsShown(), m.statusShown(tab)
	if tab.Root == nil {
		s.Empty = m.emptyView()
	}
	if m.config.Attention.Progress {
		s.Progress = m.labels().Progress(tab)
	}
	s.Sidebar = m.sidebarScene()
	for _, b := range m.geo.Panes {
		s.Panes = append(s.Panes, m.paneScene(b, tab))
	}
	_, s.Hovers = m.dialog().(*dialog.Menu)
	s.Overlays = m.overlays(m.looks())
	for i := range s.Overlays {
		s.Overlays[i].Text = m.outer.theme.Plain(s.Overlays[i].Text)
	}
	return s
}

// overlays are what lies over the panes: what comes by itself, then the dialogs, the one
// that has the keyboard last.
func (m *Model) overlays(l theme.Looks) (out []paint.Overlay) {
	if o, greets := m.firstPage(); greets {
		out = append(out, m.drawn(o))
	}
	if m.pointer.Carries() {
		if d, ok := m.pointer.Drop(m.pointed()); ok {
			out = append(out, m.drawn(dialog.Drop(d.Rect, d.Says, l)))
		}
	}
	for _, d := range m.dialogs {
		if on, ok := d.(dialog.Labelled); ok {
			for _, o := range on.Labels(l) {
				out = append(out, m.drawn(o))
			}
		}
		out = append(out, m.drawn(d.Render(m.size, l)))
	}
	if m.prefix.Hints {
		out = append(out, m.drawn(dialog.Hints(m.keys(), m.prefix.At, m.size, l)))
	}
	return out
}

// title is what the outer terminal is called: the tab, then the workspace.
func (m *Model) title(tab workspace.Tab) string {
	if tab.Root == nil {
		return "dormer: " + m.state.Name
	}
	return m.state.TabTitle(tab) + " - dormer: " + m.state.Name
}

func (m *Model) paneScene(b geometry.Pane, tab workspace.Tab) paint.Pane {
	p := paint.Pane{
		Place: b, Active: b.Session == tab.Active,
		Title:  m.labels().TitleShown(b, tab),
		Synced: len(tab.SyncedWith(b.Session)) > 1,
	}
	l := m.live.Get(b.Session)
	if l == nil {
		return p
	}
	p.Client = l.Client
	if l.Failed == "" {
		p.Past = m.past(b.Session)
	}
	if read := m.copies.Open[b.Session]; p.Past == nil || read == nil || read.Follows() { // else a footer would be over what is read
		p.Footer = l.Footer(m.isShell(b.Session), m.now(), m.labels().Shown)
		if words := m.idlePast(b.Session); words != nil && l.Over() {
			p.Footer = ending.Texts(words, true)
		}
	}
	return p
}
