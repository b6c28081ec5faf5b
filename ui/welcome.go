package ui

import (
	"time"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/pages"
	"dormer/ui/paint"
	"dormer/ui/theme"
)

// The welcome is the page of a first launch: what one has to know to begin. It is no
// dialog: what is typed goes where it would have gone without it, and takes the page
// away at once, for it lies over what that prints.
//
// It comes with the rest, once there is a picture of what is under it: nobody waits for
// the keymap, whose keys it lists.

// glance is how long the page has to be there to have been read. Who types ahead while
// the program starts has seen nothing of it: it comes again when dormer next opens an
// empty workspace. It never lies over panes that have come back.
const glance = 2 * time.Second

// welcomes reports whether the page is wanted.
func (m *Model) welcomes() bool {
	return m.deps.Memory != nil && !m.habits.Welcomed && !m.unwelcome
}

// greets reports whether the page is on the screen.
func (m *Model) greets() bool {
	if !m.rested || !m.welcomes() {
		return false
	}
	_, fits := m.welcomePage(m.size, m.looks())
	return fits
}

// firstPageTakes takes the page away with what the user does first. Esc is meant for the
// page alone, unless a dialog was opened over it: a shell would take it, and the letter
// after it, for an Alt chord.
func (m *Model) firstPageTakes(e input.Event) (bool, []command.Result) {
	if !m.welcomes() || !input.Acts(e) {
		return false, nil
	}
	greets := m.greets()
	k, isKey := e.(input.Key)
	_, clicked := e.(input.Mouse)
	taken := greets && isKey && k.Key.Name() == "esc" && m.dialog() == nil
	if read := taken || clicked || m.now().Sub(m.began) >= glance; !greets || !read {
		m.unwelcome = true
		m.changed()
		return false, nil
	}
	return taken, asked(command.CloseFirstPage{})
}

// welcomePage is the page over a screen, below the first prompt.
func (m *Model) welcomePage(size session.Size, l theme.Looks) (paint.Overlay, bool) {
	inner := min(size.Cols-8, 70)
	lines := m.page(l).Welcome(inner, size.Rows-6)
	if inner < 56 || len(lines)+6 > size.Rows {
		return paint.Overlay{}, false // a screen without room for it has none for less either
	}
	o := dialog.Framed(l, lines, inner, size)
	o.Passive = true
	return m.drawn(o), true
}

// page says what can be done, with the keys for it.
func (m *Model) page(l theme.Looks) pages.Page {
	return pages.Page{Keys: m.keys(), Mouse: m.config.Terminal.Mouse, Looks: l}
}

// emptyView says what can be done where no tab is open.
func (m *Model) emptyView() string {
	closed := ""
	if n := len(m.state.Undo); n > 0 {
		closed = m.state.Undo[n-1].Title
	}
	return m.page(m.looks()).Empty(len(m.state.Views) == 1, closed, m.geo.Body)
}
