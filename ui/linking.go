package ui

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/links"
	"dormer/ui/paint"
	"dormer/ui/theme"
)

// shownLink is a link on the screen: an address or a place in a file, and the cells
// that it takes of each line.
type shownLink struct {
	uri    string // of an address
	path   string // of a place in a file
	line   int
	text   string
	pieces []linkPart
}

// linkPart are the columns [from, to) of a line.
type linkPart struct {
	line     uint64
	from, to int
}

// joined is what is one line of text, with the cells that its characters are in and
// the addresses that the child gave them.
type joined struct {
	text  []rune
	cells []linkPart
	uris  []string
}

// linksShown are the links in the lines that a pane shows, from the top.
func (p *copyPane) linksShown() []shownLink {
	top := p.top()
	var out []shownLink
	for _, j := range p.joinedLines(wire.Range{First: top, End: top + uint64(p.text.rows)}) {
		out = append(out, j.links()...)
	}
	return out
}

// joinedLines are lines as they were printed.
func (p *copyPane) joinedLines(r wire.Range) []joined {
	var out []joined
	goesOn := false
	add := func(n uint64, cells []grid.Cell, wrapped bool, pal *grid.Palette) {
		if !goesOn {
			out = append(out, joined{})
		}
		out[len(out)-1].add(n, cells, pal)
		goesOn = wrapped
	}
	var pal *grid.Palette
	above := r
	p.live.client.View(func(rep *client.Replica) {
		pal = rep.Palette()
		above.End = min(r.End, rep.Page().First)
	})
	p.live.client.HistoryText(above, func(n uint64, cells []grid.Cell, wrapped bool) { add(n, cells, wrapped, pal) })
	p.live.client.View(func(rep *client.Replica) {
		page := rep.Page()
		for y := range page.Len() {
			if n := page.First + uint64(y); n >= r.First && n < r.End {
				cells, wrapped := page.Row(y)
				add(n, cells, wrapped, pal)
			}
		}
	})
	return out
}

// add appends a line's characters.
func (j *joined) add(n uint64, cells []grid.Cell, pal *grid.Palette) {
	for x, r := range runes(cells, pal) {
		if cells[x].Flags&grid.Tail != 0 {
			continue
		}
		j.text = append(j.text, r)
		j.cells = append(j.cells, linkPart{line: n, from: x, to: x + max(cells[x].Width(), 1)})
		j.uris = append(j.uris, pal.Link(pal.Style(cells[x].Style).Link).URI)
	}
}

// links are those that the child marked (OSC 8) and those that the text has.
func (j *joined) links() (out []shownLink) {
	for i := 0; i < len(j.text); {
		end := i + 1
		for end < len(j.text) && j.uris[end] == j.uris[i] {
			end++
		}
		if uri := j.uris[i]; uri != "" && links.Allowed(uri) {
			out = append(out, shownLink{uri: uri, text: uri, pieces: pieces(j.cells[i:end])})
		}
		i = end
	}
	for _, l := range links.Find(string(j.text)) {
		if j.uris[l.First] != "" {
			continue
		}
		s := shownLink{text: l.Text, path: l.Path, line: l.Line, pieces: pieces(j.cells[l.First:l.End])}
		if l.Path == "" {
			s.uri = l.Text
		}
		out = append(out, s)
	}
	return out
}

// pieces puts cells that follow each other together.
func pieces(cells []linkPart) (out []linkPart) {
	for _, c := range cells {
		if n := len(out); n > 0 && out[n-1].line == c.line && out[n-1].to == c.from {
			out[n-1].to = c.to
		} else {
			out = append(out, c)
		}
	}
	return out
}

// linkChooser lights the links of a pane with letters: a letter copies one, with
// Shift it opens it.
type linkChooser struct {
	pane  session.ID
	links []shownLink
	typed string
}

// mostLinks is how many links get a label: letters, then pairs of them.
const mostLinks = 26 * 26

func (m *Model) hintLinks() tea.Cmd {
	p := m.copyPane(m.activePane())
	if p == nil {
		m.say(notThereYet)
		return nil
	}
	found := p.linksShown()
	if len(found) == 0 {
		m.say("no link is on this screen: addresses, OSC 8 links and places like file.go:12 are")
		return nil
	}
	m.openDialog(&linkChooser{pane: p.id, links: found[:min(len(found), mostLinks)]})
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
		for n, p := range l.pieces {
			h := paint.Link{Line: p.line, Col: p.from, End: p.to}
			if n == 0 && strings.HasPrefix(label, c.typed) {
				h.Label = label
			}
			out = append(out, h)
		}
	}
	return out
}

func (c *linkChooser) key(m *Model, k keys.Key) (bool, tea.Cmd) {
	if k.Modifier() {
		return false, nil
	}
	char := k.Text
	if len(char) != 1 || strings.ToLower(char) < "a" || strings.ToLower(char) > "z" {
		return true, nil
	}
	c.typed += strings.ToLower(char)
	for i, l := range c.links {
		if c.label(i) != c.typed {
			continue
		}
		if char != strings.ToLower(char) {
			return true, m.openLink(l, c.pane)
		}
		return true, m.copied(l.text)
	}
	return len(c.typed) > 1, nil
}

func (c *linkChooser) paste(string) {}

// mouse opens the link under a click and ends the choice.
func (c *linkChooser) mouse(m *Model, e input.Mouse) (bool, tea.Cmd) {
	if e.Kind != keys.MousePress || e.Button != keys.ButtonLeft {
		return false, nil
	}
	if box, ok := m.geo.PaneAt(e.X, e.Y); ok && box.Session == c.pane {
		return true, m.openLinkAt(box, e.X-box.Content.X, e.Y-box.Content.Y)
	}
	return true, nil
}

func (c *linkChooser) render(size session.Size, l theme.Looks) paint.Overlay {
	return bottomLine(l.Head.Render(cut("A letter copies a link, Shift and the letter opens it. Esc returns.", size.Cols)), size)
}

// openLinkAt opens the link at a cell of a pane.
func (m *Model) openLinkAt(box geometry.Pane, x, y int) tea.Cmd {
	if m.copyPane(box.Session) == nil {
		return nil
	}
	l, ok := m.linkAt(box, x, y)
	if !ok {
		m.say("there is no link: addresses, OSC 8 links and places like file.go:12 are")
		return nil
	}
	return m.openLink(l, box.Session)
}

// linkAt is the link at a cell of a pane; false where none is.
func (m *Model) linkAt(box geometry.Pane, x, y int) (shownLink, bool) {
	p := m.copyPane(box.Session)
	if p == nil {
		return shownLink{}, false
	}
	line := p.top() + uint64(y)
	for _, l := range p.linksShown() {
		for _, piece := range l.pieces {
			if piece.line == line && piece.from <= x && x < piece.to {
				return l, true
			}
		}
	}
	return shownLink{}, false
}

// openLink opens an address on the desktop and a place in a file in the editor. With
// no desktop it copies the address.
func (m *Model) openLink(l shownLink, from session.ID) tea.Cmd {
	if l.path != "" {
		return m.openPlace(l, from)
	}
	desktop := m.deps.Desktop
	if !links.Allowed(l.uri) {
		m.sayFor("links of this kind are only copied: "+m.keys.keyOf("links")+" and its letter copies "+l.uri, longNotice)
		return nil
	}
	if desktop == nil {
		return m.copied(l.uri)
	}
	m.say("opening " + l.uri)
	return func() tea.Msg {
		if err := desktop.Open(l.uri); err != nil {
			return linkNotOpened{uri: l.uri, err: err}
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
func (m *Model) openPlace(l shownLink, from session.ID) tea.Cmd {
	dir := m.state.Sessions[from].Dir
	path := homeDir(l.path, dir)
	if st, err := os.Stat(path); err != nil || !st.Mode().IsRegular() {
		m.say("there is no file " + shortDir(path) + ": is the pane in another directory?")
		return nil
	}
	script := `exec ${VISUAL:-${EDITOR:-vi}} "+$2" "$1"`
	return m.openEditor(filepath.Base(path), dir, []string{"/bin/sh", "-c", script, "dormer", path, strconv.Itoa(max(l.line, 1))})
}
