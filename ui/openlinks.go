package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/copymode"
	"dormer/ui/dialog"
	"dormer/ui/editor"
	"dormer/ui/geometry"
	"dormer/ui/links"
	"dormer/ui/transcript"
)

// chooseLink marks the links of the active pane with letters to choose from.
func (m *Model) chooseLink() tea.Cmd {
	id := m.activePane()
	c := m.live.Client(id)
	if c == nil {
		m.say(copymode.NothingYet)
		return nil
	}
	letters := dialog.NewLinkLetters(id, transcript.Words(c, m.copyModes.Lines(id)))
	if letters == nil {
		m.say("no link, path, hash, number or quoted word is on the screen")
	}
	return m.ask(letters)
}

// openLinkIn opens the link at a cell of a pane.
func (m *Model) openLinkIn(pane session.ID, at geometry.Point) tea.Cmd {
	box, ok := m.geo.PaneAt(at.X, at.Y)
	if !ok || box.Session != pane || m.live.Client(pane) == nil {
		return nil
	}
	if l := m.linkUnder(at); l != nil {
		return m.openLink(*l, pane)
	}
	m.say("no link is here: addresses and places like file.go:12 are")
	return nil
}

// linkUnder returns the link at a cell of the screen, nil if there is none.
func (m *Model) linkUnder(at geometry.Point) *links.Target {
	box, _ := m.geo.PaneAt(at.X, at.Y)
	c := m.live.Client(box.Session)
	if c == nil {
		return nil
	}
	lines := m.copyModes.Lines(box.Session)
	l, ok := links.At(transcript.Links(c, lines), lines.First+uint64(at.Y-box.Content.Y), at.X-box.Content.X)
	if !ok {
		return nil
	}
	return &l
}

// openLink opens an address on the desktop, and a place in a file in the editor. Without a desktop
// it copies the address.
func (m *Model) openLink(l links.Target, from session.ID) tea.Cmd {
	desktop := m.deps.Desktop
	switch {
	case l.Path != "":
		dir := m.state.Sessions[from].Dir
		path := homeDir(l.Path, dir)
		return inEditor(func() (editor.Tab, error) { return editor.Line(path, l.Line, dir, homeOf()) })
	case !links.Allowed(l.URI):
		m.sayFor("links of this kind are only copied: "+m.keys().KeyOf("links")+" and its letter copies "+l.URI, longNotice)
		return nil
	case desktop == nil:
		return m.dispatch(command.CopyText{Text: l.URI})
	}
	m.say("opening " + l.URI)
	return inBackground(func() []command.Result {
		err := desktop.Open(l.URI)
		if err == nil {
			return nil
		}
		return append(resultsOf(command.CopyText{Text: l.URI}), command.Tell("copied "+l.URI+": "+err.Error()+" to open it on")...)
	})
}
