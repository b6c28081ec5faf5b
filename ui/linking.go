package ui

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/links"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/ui/transcript"
)

// linksShown are the links in the lines that a pane shows, from the top.
func (m *Model) linksShown(id session.ID) []transcript.Link {
	return transcript.Links(m.clientOf(id), m.linesOf(id))
}

// linkChooser lights the links of a pane with letters: a letter copies one, with
// Shift it opens it. A chord takes the letters away and goes where it belongs.
type linkChooser struct {
	pane  session.ID
	links []transcript.Link
	typed string
}

// mostLinks is how many links get a label: letters, then pairs of them.
const mostLinks = 26 * 26

func (m *Model) hintLinks() tea.Cmd {
	id := m.activePane()
	if m.clientOf(id) == nil {
		m.say(notThereYet)
		return nil
	}
	found := m.linksShown(id)
	if len(found) == 0 {
		m.say("no link is here: addresses and places like file.go:12 are")
		return nil
	}
	m.openDialog(&linkChooser{pane: id, links: found[:min(len(found), mostLinks)]})
	return nil
}

// label is what is typed for a link.
func (c *linkChooser) label(i int) string {
	if len(c.links) <= 26 {
		return string(rune('a' + i))
	}
	return string([]rune{rune('a' + i/26), rune('a' + i%26)})
}

// hints are the links as they are drawn.
func (c *linkChooser) hints() (out []paint.Link) {
	for i, l := range c.links {
		label := c.label(i)
		for n, p := range l.Pieces {
			h := paint.Link{Line: p.Line, Col: p.From, End: p.End}
			if n == 0 && strings.HasPrefix(label, c.typed) {
				h.Label = label
			}
			out = append(out, h)
		}
	}
	return out
}

func (c *linkChooser) key(k keys.Key) result {
	if k.Modifier() {
		return stays
	}
	char := k.Text
	switch {
	case k.Name() == "esc":
		return closes
	case char == "": // it goes where it belongs, a chord that begins a sequence too
		return result{done: true, passes: true}
	case len(char) != 1 || strings.ToLower(char) < "a" || strings.ToLower(char) > "z":
		return closes
	}
	c.typed += strings.ToLower(char)
	for i, l := range c.links {
		if c.label(i) != c.typed {
			continue
		}
		if char != strings.ToLower(char) {
			return closing(command.Ask(command.OpenLink{Link: l.Target, From: c.pane}))
		}
		return closing(command.Ask(command.CopyText{Text: l.Text}))
	}
	return result{done: len(c.typed) > 1}
}

func (c *linkChooser) paste(string) result { return stays }

// mouse opens the link under a click and ends the choice.
func (c *linkChooser) mouse(e input.Mouse) result {
	if e.Kind != keys.MousePress || e.Button != keys.ButtonLeft {
		return stays
	}
	return closing(command.Ask(command.OpenLinkAt{Pane: c.pane, At: geometry.At(e.X, e.Y)}))
}

func (c *linkChooser) render(size session.Size, l theme.Looks) paint.Overlay {
	return bottomLine(l.Head.Render(cut("A letter copies a link, Shift and the letter opens it. Esc returns.", size.Cols)), size)
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
