package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/ending"
	"dormer/ui/geometry"
	"dormer/ui/labels"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

// scene describes the present screen.
func (m *Model) scene() *paint.Scene {
	m.dialogs.Refresh()
	tab := m.activeTab()
	s := &paint.Scene{Geometry: m.geo, Title: m.title(tab), Theme: m.outer.theme, Mouse: m.config.Terminal.Mouse}
	says := m.labels()
	if m.geo.TabBar.H > 0 {
		s.Tabs = says.TabsShown(m.activeView(), m.size.Cols)
	}
	if m.geo.Status.H > 0 {
		s.Status = says.StatusShown(m.statusLine(tab), m.geo.Status)
	}
	if tab.Root == nil {
		s.Empty = m.emptyView()
	}
	if m.config.Attention.Progress {
		s.Progress = says.Progress(tab)
	}
	if m.live.AnyAgent() {
		s.Agents = m.labels().Agents()
	}
	s.Sidebar = m.sidebarScene()
	for _, b := range m.geo.Panes {
		s.Panes = append(s.Panes, m.paneScene(b, tab, says))
	}
	_, s.Hovers = m.dialog().(*dialog.Menu)
	s.Overlays = m.overlays(m.looks())
	for i := range s.Overlays {
		s.Overlays[i].Text = m.outer.theme.Plain(s.Overlays[i].Text)
	}
	return s
}

// overlays returns what lies over the panes: pages and hints that open by themselves, and the
// dialogs, the one with the keyboard last.
func (m *Model) overlays(l theme.Looks) (out []paint.Overlay) {
	if o, greets := m.firstPage(); greets {
		out = append(out, m.drawn(o))
	}
	if m.pointer.DragsItem() {
		if d, ok := m.pointer.Drop(m.pointerScreen()); ok {
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

// title returns the title of the outer terminal: the tab, then the workspace.
func (m *Model) title(tab workspace.Tab) string {
	if tab.Root == nil {
		return "dormer: " + m.state.Name
	}
	return m.state.TabTitle(tab) + " - dormer: " + m.state.Name
}

func (m *Model) paneScene(b geometry.Pane, tab workspace.Tab, says *labels.Labels) paint.Pane {
	p := paint.Pane{
		Place: b, Active: b.Session == tab.Active,
		Title:  says.TitleShown(b, tab),
		Synced: len(tab.SyncedWith(b.Session)) > 1,
	}
	l := m.live.Get(b.Session)
	if l == nil {
		return p
	}
	p.Client = l.Client
	if l.Failed == "" {
		p.Past = m.pastView(b.Session)
	}
	if read := m.copyModes.Open[b.Session]; p.Past == nil || read == nil || read.Follows() { // a footer would cover the text that is read
		p.Footer = l.Footer(m.state.Sessions[b.Session].Source.Shell(), m.now(), says.Shown)
		if r := m.state.Sessions[b.Session]; r.Idled && l.Over() {
			p.Footer = ending.Texts(ending.OfIdle(r.LastActive, m.now()), true)
		}
	}
	return p
}

// looks returns the theme for dialogs and pages.
func (m *Model) looks() theme.Looks {
	l := m.outer.theme.Looks()
	l.Reader = m.config.Terminal.Reader
	return l
}

// measure lays out the screen for a tab, beside the sidebar if it is open.
func (m *Model) measure(tab workspace.Tab) geometry.Screen {
	return geometry.Measure(m.sidebarWidth(), m.size, tab)
}

// area returns the size that a tab with several panes is laid out in.
func (m *Model) area() session.Size {
	return command.Focus{Screen: m.measure(m.activeTab())}.SplitSize()
}

// layOut gives each session on the screen the size of its pane, and connects to those that are not
// connected.
func (m *Model) layOut() tea.Cmd {
	tab := m.activeTab()
	m.geo = m.measure(tab)
	preview := m.dialogs.PreviewedSession()
	for id, l := range m.live.All() {
		_, shown := m.geo.Pane(id)
		l.SetVisible(shown || id == preview || m.dialogs.Lists() && m.live.Blocked(id)) // a list shows its options
	}
	around := m.alertsEnv()
	for _, b := range m.geo.Panes {
		m.live.Get(b.Session).Resize(b.Content.Size(), m.now())
		if m.alerts.Look(around, b.Session) {
			m.changed()
		}
	}
	for id, l := range m.live.All() {
		l.Listen(around.Looked(id), around.Shown(id))
		_, shown := m.geo.Pane(id)
		l.Ended.Show(shown && l.TakesEnter(), m.now())
	}
	return m.openShown()
}
