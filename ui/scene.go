package ui

import (
	"fmt"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/ui/geometry"
	"dormer/ui/theme"
	"dormer/workspace"
)

// scene is all that the painter has to know to draw the screen, except for the
// cells of the sessions themselves. It is immutable once it is published.
type scene struct {
	geo      geometry.Screen
	tabs     []tabSpot
	status   statusLine
	panes    []paneScene
	active   session.ID
	sidebar  []string // its lines
	overlays []overlay
	empty    bool          // no tab is open
	title    string        // for the outer terminal
	progress grid.Progress // for the outer terminal
	theme    theme.Theme
	mouse    bool // the outer terminal is to report it
	hovers   bool // and its motion too, whatever is under it
}

// paneScene is one pane on the screen.
type paneScene struct {
	box    geometry.Pane
	title  string
	mark   string
	active bool
	synced bool            // what is typed goes to several panes, of which it is one
	client *client.Session // nil while the session starts
	past   *pastScene      // what of the text is shown, nil for the live screen
	footer []string        // a line over the pane, in wordings from long to short
}

// whole reports whether there is something to show of every session on the screen.
func (s *scene) whole() bool {
	for _, p := range s.panes {
		if !p.came() {
			return false
		}
	}
	return true
}

// came reports whether the pane's session has a screen, or why it has none is known.
func (p paneScene) came() bool {
	if p.client == nil {
		return len(p.footer) > 0
	}
	rows := 0
	p.client.View(func(r *client.Replica) { rows, _ = r.Size() })
	return rows > 0 || p.client.Status().Runtime == session.Exited
}

func (m *Model) scene() *scene {
	for _, d := range m.dialogs {
		if r, ok := d.(refresher); ok {
			r.refresh(m)
		}
	}
	tab := m.activeTab()
	s := &scene{geo: m.geo, tabs: m.tabSpots(), status: m.statusLine(tab), active: tab.Active, empty: tab.Root == nil, title: m.title(tab), theme: m.outer.theme, mouse: m.config.Terminal.Mouse}
	if m.config.Attention.Progress {
		s.progress = m.tabProgress(tab)
	}
	s.sidebar = m.sidebarScene()
	for _, b := range m.geo.Panes {
		s.panes = append(s.panes, m.paneScene(b, tab))
	}
	looks := m.looks()
	if m.welcomes() {
		if o, fits := m.welcomePage(m.size, looks); fits {
			s.overlays = append(s.overlays, o)
		}
	}
	if d, ok := m.dropHere(); ok {
		s.overlays = append(s.overlays, d.lit(looks))
	}
	if m.prefix.hints {
		s.overlays = append(s.overlays, hints(m.keys, m.prefix.at, m.size, looks))
	}
	_, s.hovers = m.dialog().(*menu)
	for _, d := range m.dialogs {
		if on, ok := d.(labelled); ok {
			s.overlays = append(s.overlays, on.labels(looks)...)
		}
		s.overlays = append(s.overlays, d.render(m.size, looks))
	}
	for i := range s.overlays {
		s.overlays[i].text = m.outer.theme.Plain(s.overlays[i].text)
	}
	return s
}

// title is what the outer terminal is called: the tab, then the workspace.
func (m *Model) title(tab workspace.Tab) string {
	if tab.Root == nil {
		return "dormer: " + m.state.Name
	}
	return m.state.TabTitle(tab) + " - dormer: " + m.state.Name
}

func (m *Model) paneScene(b geometry.Pane, tab workspace.Tab) paneScene {
	p := paneScene{
		box: b, active: b.Session == tab.Active,
		title:  m.state.Sessions[b.Session].DisplayTitle(),
		mark:   m.shownMark(m.mark(b.Session)),
		synced: len(tab.SyncedWith(b.Session)) > 1,
	}
	l := m.live[b.Session]
	if l == nil {
		return p
	}
	p.client = l.client
	if bar := m.shownProgress(m.progressOf(b.Session)); bar != "" {
		if w := b.Title.W; w > 0 && grid.StringWidth(bar+p.title)+titleRoom > w { // the name says more than the bar
			bar = progressWords(m.progressOf(b.Session))
		}
		p.title = bar + " " + p.title
	}
	if l.failed != "" {
		p.footer = []string{"out of reach: " + l.failed + "; Enter tries again, x closes", "out of reach; Enter, x", "no reach"}
		return p
	}
	p.past = m.past(b.Session)
	if p.past != nil && m.copies[b.Session] != nil && !m.copies[b.Session].follow {
		return p // a footer would be over what is read
	}
	if !l.asleep.IsZero() {
		p.footer = asleepFooter(l.asleep)
	} else if l.client != nil && l.exited() {
		p.footer = exitFooter(l.status.Exit)
	} else if !l.well() {
		p.footer = healthFooter(l.health)
	}
	return p
}

// exitWords tell how a child ended, in a sentence's words and in as few as can be.
func exitWords(e session.Exit) (how, short string) {
	how = fmt.Sprintf("exited with code %d", e.Code)
	short = fmt.Sprintf("exit %d", e.Code)
	switch {
	case e.Err != "":
		how, short = "could not start: "+e.Err, "not started"
	case e.Signal != "":
		how, short = "ended by "+e.Signal, e.Signal
	}
	return how, short
}

// exitFooter tells how a child ended and what can be done about it.
func exitFooter(e session.Exit) []string {
	how, short := exitWords(e)
	ran := lasted(e.Ended.Sub(e.Started))
	return []string{
		fmt.Sprintf("%s after %s; Enter starts it again, x closes the pane", how, ran),
		fmt.Sprintf("%s after %s; Enter: again, x: close", how, ran),
		fmt.Sprintf("%s; Enter: again, x: close", short),
		fmt.Sprintf("%s; Enter, x", short),
		short,
	}
}
