package ui

import (
	"os"
	"path/filepath"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/dialog"
	"dormer/ui/geometry"
	"dormer/ui/links"
	"dormer/ui/paint"
	"dormer/ui/transcript"
)

// linksShown are the links in the lines that a pane shows, from the top.
func (m *Model) linksShown(id session.ID) []transcript.Link {
	return transcript.Links(m.clientOf(id), m.linesOf(id))
}

// linkChooser is the choice of a link in a pane, with where the links are.
type linkChooser struct {
	*dialog.LinkLetters
	found []transcript.Link
}

func (m *Model) hintLinks() tea.Cmd {
	id := m.activePane()
	if m.clientOf(id) == nil {
		m.say(notThereYet)
		return nil
	}
	c := &linkChooser{LinkLetters: &dialog.LinkLetters{Pane: id}, found: m.linksShown(id)}
	if len(c.found) == 0 {
		m.say("no link is here: addresses and places like file.go:12 are")
		return nil
	}
	c.found = c.found[:min(len(c.found), dialog.MostLinks)]
	for _, l := range c.found {
		c.Links = append(c.Links, dialog.Link{Text: l.Text, Target: l.Target})
	}
	m.openDialog(c)
	return nil
}

// hints are the links as they are drawn, with the letters that can still be typed.
func (c *linkChooser) hints() (out []paint.Link) {
	for i, l := range c.found {
		for n, p := range l.Pieces {
			h := paint.Link{Line: p.Line, Col: p.From, End: p.End}
			if n == 0 {
				h.Label = c.Label(i)
			}
			out = append(out, h)
		}
	}
	return out
}

// openLinkIn opens the link at a cell of the screen, where that is a pane's.
func (m *Model) openLinkIn(pane session.ID, at geometry.Point) tea.Cmd {
	if box, ok := m.geo.PaneAt(at.X, at.Y); ok && box.Session == pane {
		return m.openLinkAt(box, at.X-box.Content.X, at.Y-box.Content.Y)
	}
	return nil
}

// openLinkAt opens the link at a cell of a pane.
func (m *Model) openLinkAt(box geometry.Pane, x, y int) tea.Cmd {
	if m.clientOf(box.Session) == nil {
		return nil
	}
	l, ok := m.linkAt(box, x, y)
	if !ok {
		m.say("no link is here: addresses and places like file.go:12 are")
		return nil
	}
	return m.openLink(l.Target, box.Session)
}

// linkAt is the link at a cell of a pane; false where none is.
func (m *Model) linkAt(box geometry.Pane, x, y int) (transcript.Link, bool) {
	if m.clientOf(box.Session) == nil {
		return transcript.Link{}, false
	}
	line := m.linesOf(box.Session).First + uint64(y)
	for _, l := range m.linksShown(box.Session) {
		for _, piece := range l.Pieces {
			if piece.Line == line && piece.From <= x && x < piece.End {
				return l, true
			}
		}
	}
	return transcript.Link{}, false
}

// linkUnder is the link at a cell of the screen, nil where none is.
func (m *Model) linkUnder(at geometry.Point) *links.Target {
	box, ok := m.geo.PaneAt(at.X, at.Y)
	if !ok {
		return nil
	}
	l, ok := m.linkAt(box, at.X-box.Content.X, at.Y-box.Content.Y)
	if !ok {
		return nil
	}
	return &l.Target
}

// openLink opens an address on the desktop and a place in a file in the editor. With
// no desktop it copies the address.
func (m *Model) openLink(l links.Target, from session.ID) tea.Cmd {
	if l.Path != "" {
		return m.openPlace(l, from)
	}
	desktop := m.deps.Desktop
	if !links.Allowed(l.URI) {
		m.sayFor("links of this kind are only copied: "+m.keys().KeyOf("links")+" and its letter copies "+l.URI, longNotice)
		return nil
	}
	if desktop == nil {
		return m.copied(l.URI)
	}
	m.say("opening " + l.URI)
	return func() tea.Msg {
		if err := desktop.Open(l.URI); err != nil {
			return linkNotOpened{uri: l.URI, err: err}
		}
		return nil
	}
}

// linkNotOpened says that an address could not be opened here.
type linkNotOpened struct {
	uri string
	err error
}

func (msg linkNotOpened) tell(m *Model) tea.Cmd { return m.notOpened(msg) }

// notOpened copies an address that could not be opened.
func (m *Model) notOpened(msg linkNotOpened) tea.Cmd {
	cmd := m.copied(msg.uri)
	m.sayFor("copied "+msg.uri+": "+msg.err.Error()+" to open it on", longNotice)
	return cmd
}

// openPlace opens a file at a line in the editor, in a tab of its own.
func (m *Model) openPlace(l links.Target, from session.ID) tea.Cmd {
	dir := m.state.Sessions[from].Dir
	path := homeDir(l.Path, dir)
	if st, err := os.Stat(path); err != nil || !st.Mode().IsRegular() {
		m.say("there is no file " + shortDir(path) + ": is the pane in another directory?")
		return nil
	}
	script := `exec ${VISUAL:-${EDITOR:-vi}} "+$2" "$1"`
	return m.openEditor(filepath.Base(path), dir, []string{"/bin/sh", "-c", script, "dormer", path, strconv.Itoa(max(l.Line, 1))})
}
