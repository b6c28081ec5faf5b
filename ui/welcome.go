package ui

import (
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/pages"
)

// showsWelcome reports whether the page of a first launch is wanted.
func (m *Model) showsWelcome() bool {
	return m.deps.Memory != nil && !m.habits.Welcomed && !m.greeting.Over
}

// firstPageTakes takes the page of a first launch away, see [pages.Greeting].
func (m *Model) firstPageTakes(e input.Event) (bool, []command.Result) {
	if !m.showsWelcome() || !input.IsAction(e) {
		return false, nil
	}
	_, shown := m.firstPage()
	taken, read := m.greeting.Takes(e, shown, m.dialog() == nil, m.now())
	m.changed()
	if !read {
		return false, nil
	}
	return taken, resultsOf(command.CloseFirstPage{})
}

// firstPage returns the page of a first launch, or false if it is not on the screen. It comes after
// the first picture, which does not wait for the keymap that the page needs.
func (m *Model) firstPage() (dialog.Overlay, bool) {
	if !m.background.Begun() || !m.showsWelcome() {
		return dialog.Overlay{}, false
	}
	return m.page().Welcome(m.size)
}

// page makes the pages that list commands with their keys.
func (m *Model) page() pages.Page {
	return pages.Page{Keys: m.keys(), Mouse: m.config.Terminal.Mouse, Looks: m.looks()}
}

// emptyView returns the page that is shown while no tab is open.
func (m *Model) emptyView() string {
	closed := ""
	if n := len(m.state.Undo); n > 0 {
		closed = m.state.Undo[n-1].Title
	}
	return m.page().Empty(len(m.state.Views) == 1, closed, m.geo.Body)
}
