package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/config"
	"dormer/ui/copymode"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/transcript"
)

// copyState is what is read, what was sought, and what was copied.
type copyState struct {
	copies  map[session.ID]*copying // panes in copy mode
	sought  sought                  // last, in whatever pane
	buffers buffers
}

// copying is a pane that shows its history and screen as text to read, select and
// copy, instead of its live screen.
type copying struct {
	mode copymode.Mode
	// keyed says that the keys are copy mode's. One that the wheel or a drag began
	// ends with the first key, which goes to the child.
	keyed bool
	// follow lets the end of the text stay in sight while output arrives: a selection
	// was made on the live screen, and nobody reads further up.
	follow bool
	// lit says that what is selected has been copied: it goes with the next key or
	// click.
	lit bool
	// unplaced says that the numbers at the corner are not wanted.
	unplaced bool
	// count is the number typed before a command, 0 for none; next takes the key
	// after one that needs another.
	count int
	next  func(*copyPane, keys.Key) tea.Cmd
	// owed says that the host owes the answer to a key, and waiting are the keys that
	// came since: what they do depends on it. Lines that a key needs are waited for too.
	owed    bool
	waiting []keys.Key
	found   found
	// goal is where the cursor goes once the line is here.
	goal *wire.Position
	// cols and kept are the width of the screen and the history that the line numbers
	// belong to.
	cols int
	kept wire.Range
	rows int // shown last
	// shown is the history that the scene was made for last.
	shown wire.Range
	// held are the places that the host was told of, and moved where they are in lines
	// of another width, until such a screen has come.
	held  []wire.Position
	moved *wire.Held
	// guessed says that the places are a guess until the host tells better.
	guessed bool
}

// copyPane is a pane in copy mode for as long as one key or click is taken.
type copyPane struct {
	*copying
	m    *Model
	id   session.ID
	live *live
	text *transcript.Text
	// again says that lines are missing: the key is to be taken again when they came.
	again bool
}

// wheelLines is how far one notch of the wheel goes.
const wheelLines = 3

// copyPane is a pane of the screen as copy mode sees it, nil where there is nothing
// to read.
func (m *Model) copyPane(id session.ID) *copyPane {
	l := m.live[id]
	if l == nil || l.client == nil {
		return nil
	}
	c := m.copies[id]
	box, shown := m.geo.Pane(id)
	rows := box.Content.H
	if !shown && c != nil { // what a key waited for comes also to a pane that is hidden
		rows = c.rows
	}
	p := &copyPane{copying: c, m: m, id: id, live: l, text: transcript.Of(l.client, rows)}
	if c == nil {
		return p
	}
	c.rows = p.text.Rows()
	p.rebroken()
	if p.follow {
		p.mode.Top = copymode.Bottom(p.text)
	}
	return p
}

// enter begins copy mode where it has not begun, with the cursor where the child's
// is.
func (p *copyPane) enter() {
	if p.copying != nil {
		return
	}
	var at wire.Position
	p.live.client.View(func(r *client.Replica) {
		c := r.Cursor()
		at = wire.Position{Line: r.History().End + uint64(c.Row), Col: c.Col}
	})
	p.copying = &copying{mode: copymode.Enter(p.text, at), cols: p.text.Cols(), kept: wire.Range{First: p.text.Bounds().First, End: p.text.Screen()}}
	p.mode.Between = p.m.keys().config.Emacs
	p.m.copies[p.id] = p.copying
	p.m.changed()
}

// leave shows the live screen again.
func (p *copyPane) leave() { p.m.leaveCopy(p.id) }

func (m *Model) leaveCopy(id session.ID) {
	c, ok := m.copies[id]
	if !ok {
		return
	}
	l := m.live[id]
	if c.found.on && l != nil && l.client != nil {
		l.client.StopSearch()
	}
	if l != nil && l.client != nil {
		l.client.Move()
	}
	delete(m.copies, id)
	m.changed()
}

// refresh takes what the child shows now for what is read. Where the end of the text
// is shown, it still is.
func (p *copyPane) refresh() {
	was, end := p.mode.AtBottom(p.text), p.text.Bounds().End
	p.live.client.Still(true)
	p.text = transcript.Of(p.live.client, p.text.Rows())
	if was && p.text.Bounds().End > end {
		by := p.text.Bounds().End - end
		p.mode.Top += by
		p.mode.Cursor.Line += by
	}
	p.mode.Settle(p.text)
	p.rebroken()
}

// copyKeyed reports whether the active pane's keys are copy mode's.
func (m *Model) copyKeyed() bool {
	c := m.copies[m.activePane()]
	return c != nil && c.keyed
}

// enterCopy begins copy mode in the active pane, by key.
func (m *Model) enterCopy() tea.Cmd {
	p := m.copyPane(m.activePane())
	if p == nil {
		m.say(notThereYet)
		return nil
	}
	if p.enter(); !p.keyed {
		p.keyed, p.follow = true, false
		p.live.client.Still(false)
		p.mode.Settle(p.text)
		m.changed()
	}
	return nil
}

// enterCopyUp begins copy mode a page further up.
func (m *Model) enterCopyUp() tea.Cmd {
	cmd := m.enterCopy()
	if p := m.copyPane(m.activePane()); p != nil && p.copying != nil {
		p.mode.Page(p.text, -p.page())
	}
	return cmd
}

// top is the first line that the pane shows.
func (p *copyPane) top() uint64 {
	if p.copying != nil && !p.follow {
		return p.mode.Top
	}
	return copymode.Bottom(p.text)
}

// page is how far a page goes: two lines of the one before stay, as in vi and tmux.
func (p *copyPane) page() int { return max(p.text.Rows()-2, 1) }

// scrollCopy moves what a pane shows by a number of lines, as the wheel does. At the
// end of the text one that the wheel began ends by itself.
func (m *Model) scrollCopy(id session.ID, lines int) {
	p := m.copyPane(id)
	if p == nil {
		return
	}
	if p.copying == nil {
		if lines > 0 || p.text.Screen() == p.text.Bounds().First {
			return // nothing is further on: the ends of history say nothing
		}
		p.enter()
	}
	p.follow = false
	p.mode.Scroll(p.text, lines)
	if !p.keyed && p.mode.AtBottom(p.text) && lines > 0 {
		if p.mode.Selection.Kind == copymode.Nothing {
			p.leave()
		}
		p.follow = true
	}
	m.lightUp(p)
	m.changed()
}

// copyKey takes a key of a pane in copy mode and reports whether it was one for it.
func (m *Model) copyKey(k keys.Key) (handled bool, cmd tea.Cmd) {
	id := m.activePane()
	c := m.copies[id]
	switch {
	case c == nil || k.Modifier():
		return c != nil && c.keyed, nil
	case !c.keyed && k.Name() == "esc":
		m.leaveCopy(id)
		return true, nil
	case !c.keyed:
		return false, nil
	case k.Name() == "ctrl+c":
		c.owed, c.moved, c.waiting = false, nil, nil
	case c.owed || c.moved != nil || len(c.waiting) > 0:
		c.waiting = append(c.waiting, k)
		return true, nil
	}
	return true, m.takeCopyKey(id, k)
}

// takeCopyKey does what a key means in copy mode. Where lines are missing for it, it
// waits for them.
func (m *Model) takeCopyKey(id session.ID, k keys.Key) tea.Cmd {
	return m.whileCopying(id, k, func(p *copyPane) tea.Cmd { return p.key(k) })
}

// holdStill keeps what is read, whatever the child does meanwhile. A new size ends that;
// who reads then sees how the child fills it, until he goes on.
func (m *Model) holdStill(id session.ID) {
	if l, c := m.live[id], m.copies[id]; l != nil && l.client != nil && c != nil && c.keyed {
		l.client.Still(false)
	}
}

// whileCopying does something in copy mode. Where lines are missing for it, nothing is
// done and the key waits for them.
func (m *Model) whileCopying(id session.ID, k keys.Key, does func(*copyPane) tea.Cmd) tea.Cmd {
	m.holdStill(id)
	p := m.copyPane(id)
	if p == nil || p.copying == nil {
		return nil
	}
	before := *p.copying
	p.guessed = false
	if p.lit {
		p.lit = false
		p.mode.Unselect()
	}
	cmd := does(p)
	if m.copies[id] != p.copying {
		return cmd // it has ended
	}
	if p.again || p.text.Missing() {
		*p.copying = before
		if k != (keys.Key{}) {
			p.waiting = append(p.waiting, k)
		}
		return nil
	}
	m.lightUp(p)
	m.changed()
	return cmd
}

// paid says that the host answered a key, and takes the keys that waited for it.
func (m *Model) paid(id session.ID) tea.Cmd {
	if c := m.copies[id]; c != nil && c.owed {
		c.owed = false
		return m.linesCame(id)
	}
	return nil
}

// linesCame takes the keys that waited for lines of the history.
func (m *Model) linesCame(id session.ID) tea.Cmd {
	p := m.copyPane(id)
	if p == nil || p.copying == nil {
		return nil
	}
	p.reach()
	c := p.copying
	if c.owed || c.moved != nil {
		return nil
	}
	var cmds []tea.Cmd
	waiting := c.waiting
	c.waiting = nil
	for i, k := range waiting {
		cmds = append(cmds, m.takeCopyKey(id, k))
		if c.owed || len(c.waiting) > 0 {
			c.waiting = append(c.waiting, waiting[i+1:]...)
			break
		}
	}
	m.changed()
	return tea.Batch(cmds...)
}

// key finds what a key means: a part of a number, what the key before waits for, or
// a row of the table.
func (p *copyPane) key(k keys.Key) tea.Cmd {
	if next := p.next; next != nil {
		p.next = nil
		return next(p, k)
	}
	if d, ok := p.m.digit(k); ok && (d > 0 || p.count > 0) {
		p.count = min(p.count*10+d, 1<<20)
		return nil
	}
	return p.bound(p.m.keys().roots[config.Copy].find(k))
}

// bound does what a sequence of keys leads to, or waits for the key after it.
func (p *copyPane) bound(n *node) tea.Cmd {
	switch {
	case n == nil:
		p.count = 0
		return nil
	case n.leads():
		p.next = func(p *copyPane, k keys.Key) tea.Cmd { return p.bound(n.find(k)) }
		return nil
	case n.bound.call.Command.InCopyMode():
		return p.do(copyNamed(n.bound.call.Command.CopyMode))
	}
	p.count = 0
	return p.m.runBinding(n.bound, p.m.keys().roots[config.Copy])
}

// do does what a row of copy mode's table says.
func (p *copyPane) do(c *copyCommand) tea.Cmd {
	n := p.count
	if c.verb != nil {
		cmd := c.verb(p)
		p.count = 0
		return cmd
	}
	for range max(n, 1) {
		before := p.mode
		if c.move(&p.mode, p.text); p.mode == before || p.text.Missing() {
			break
		}
	}
	p.count = 0
	return nil
}

func (m *Model) pastScene(p *copyPane) *paint.Past {
	if p.keyed {
		p.mode.Settle(p.text)
	} else {
		p.mode.Top = min(max(p.mode.Top, p.text.Bounds().First), copymode.Bottom(p.text))
	}
	s := &paint.Past{Top: p.mode.Top, Follow: p.follow, Found: p.found.lit, At: p.found.at, Where: p.where()}
	s.Span, s.Marked = p.mode.Selected(p.text)
	if p.keyed {
		at := p.mode.Cursor
		s.Cursor = &at
	}
	return s
}

// where tells how many lines one is up, of how many, and what was found.
func (p *copyPane) where() string {
	of := p.text.Screen() - p.text.Bounds().First
	above := p.text.Screen() - min(p.mode.Top, p.text.Screen())
	text := ""
	if !p.unplaced && (p.keyed || above > 0 && !p.follow) {
		text = fmt.Sprintf("[%d/%d]", above, of)
	}
	if told := p.found.told(); told != "" {
		text = told + " " + text
	}
	if p.count > 0 {
		text = fmt.Sprintf("(%d) %s", p.count, text)
	}
	return text
}

// hint is what the status line says while keys are copy mode's.
func (m *Model) copyHint() string {
	if !m.copyKeyed() {
		return ""
	}
	return fmt.Sprintf("copying: %s selects, %s copies, %s searches, %s returns, %s keys",
		m.copyKeyOf("select"), m.copyKeyOf("copy"), m.copyKeyOf("search"), m.copyKeyOf("return"), m.keys().keyOf("help"))
}

// rebroken keeps the place in lines that were broken anew for another width: their
// numbers are others. Where nothing better is known, it is as far from the end, as
// a part of the whole, as it was.
func (p *copyPane) rebroken() {
	if h := p.moved; h != nil && h.Cols == p.text.Cols() {
		p.moveTo(h.Positions)
		p.moved, p.guessed, p.cols, p.held = nil, false, p.text.Cols(), p.places()
		p.kept = wire.Range{First: p.text.Bounds().First, End: p.text.Screen()}
		return
	}
	was, now := p.kept, wire.Range{First: p.text.Bounds().First, End: p.text.Screen()}
	same := p.cols == p.text.Cols() && was.First < now.End
	p.cols, p.kept = p.text.Cols(), now
	if same || was.Len() == 0 {
		return
	}
	move := func(n uint64) uint64 {
		above := (was.End - min(n, was.End)) * uint64(now.Len()) / uint64(was.Len())
		return now.End - min(above, uint64(now.Len())) + (max(n, was.End) - was.End)
	}
	p.guessed = true
	p.mode.Top = move(p.mode.Top)
	p.mode.Cursor.Line = move(p.mode.Cursor.Line)
	p.mode.Mark.Line = move(p.mode.Mark.Line)
	p.mode.Selection.Anchor.Line = move(p.mode.Selection.Anchor.Line)
	p.found.lit, p.found.litIn = nil, wire.Range{}
}

// places are those that must not be lost when the width changes.
func (c *copying) places() []wire.Position {
	return []wire.Position{{Line: c.mode.Top}, c.mode.Cursor, c.mode.Selection.Anchor, c.mode.Mark}
}

// moveTo takes the places from where the host says that they are now.
func (c *copying) moveTo(to []wire.Position) {
	if len(to) != len(c.places()) {
		return
	}
	c.mode.Top, c.mode.Cursor = to[0].Line, to[1]
	c.mode.Selection.Anchor, c.mode.Mark = to[2], to[3]
	c.found.lit, c.found.litIn = nil, wire.Range{}
}

// holdPlaces tells the hosts which places are read, so that they can tell where they
// are when the width changes.
func (m *Model) holdPlaces() {
	for id, c := range m.copies {
		l := m.live[id]
		if l == nil || l.client == nil || c.moved != nil || c.guessed {
			continue
		}
		if places := c.places(); !slices.Equal(places, c.held) {
			c.held = places
			l.client.Hold(places)
		}
	}
}

// held takes where the places of a pane in copy mode are in lines of another width.
func (m *Model) held(id session.ID, h wire.Held) {
	if c := m.copies[id]; c != nil {
		c.moved = &h
		m.copyPane(id) // takes them where the screen has that width by now
		m.changed()
	}
}
