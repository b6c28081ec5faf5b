package ui

import (
	"time"

	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/pages"
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

// firstPageTakes takes the page away with what the user does first. Esc is meant for the
// page alone, unless a dialog was opened over it: a shell would take it, and the letter
// after it, for an Alt chord.
func (m *Model) firstPageTakes(e input.Event) (bool, []command.Result) {
	if !m.welcomes() || !input.Acts(e) {
		return false, nil
	}
	_, greets := m.firstPage()
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

// firstPage is the page as it is on the screen; false where it is not.
func (m *Model) firstPage() (dialog.Overlay, bool) {
	if !m.background.Begun() || !m.welcomes() { // the keymap is made by then
		return dialog.Overlay{}, false
	}
	return m.page().Welcome(m.size)
}

// page says what can be done, with the keys for it.
func (m *Model) page() pages.Page {
	return pages.Page{Keys: m.keys(), Mouse: m.config.Terminal.Mouse, Looks: m.looks()}
}

// emptyView says what can be done where no tab is open.
func (m *Model) emptyView() string {
	closed := ""
	if n := len(m.state.Undo); n > 0 {
		closed = m.state.Undo[n-1].Title
	}
	return m.page().Empty(len(m.state.Views) == 1, closed, m.geo.Body)
}
