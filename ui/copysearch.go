package ui

import (
	"fmt"
	"math"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/textfield"
	"dormer/ui/theme"
	"dormer/workspace"
)

// found is what a pane's text is searched for, and what of it is known. The host
// looks: however long the history is, no lines come here for it.
type found struct {
	on    bool
	query wire.Query
	back  bool
	// pending says that the answer is still to come.
	pending bool
	// at is the match that the cursor went to, the number'th of total.
	at            wire.Match
	number, total int
	wrapped       bool
	err           string
	// lit are the matches in the lines of litIn, which holds those that are shown.
	lit   []wire.Match
	litIn wire.Range
}

// told says what was found, in a few words.
func (f *found) told() string {
	switch {
	case !f.on:
		return ""
	case f.err != "":
		return f.err
	case f.pending && f.total == 0:
		return "searching"
	case f.total == 0:
		return "no match"
	case f.wrapped && f.back:
		return fmt.Sprintf("%d of %d, went on from the end", f.number, f.total)
	case f.wrapped:
		return fmt.Sprintf("%d of %d, went on from the beginning", f.number, f.total)
	}
	return fmt.Sprintf("%d of %d", f.number, f.total)
}

// forget ends a search; nothing is lit any more.
func (p *copyPane) forget() {
	if p.found.on {
		p.live.client.StopSearch()
		p.found = found{}
	}
}

// search looks for a query from a place on, and takes the cursor to the first match.
func (p *copyPane) search(q wire.Query, from wire.Position, back bool) {
	was := p.found
	p.found = found{on: true, query: q, back: back, total: was.total, number: was.number, at: was.at, lit: was.lit, litIn: was.litIn}
	if q != was.query {
		p.found.lit, p.found.litIn, p.found.at = nil, wire.Range{}, wire.Match{}
	}
	p.ask(from, false)
}

// ask asks the host for the next match from a place on.
func (p *copyPane) ask(from wire.Position, wrapped bool) {
	p.found.pending, p.found.wrapped = true, wrapped
	m, id := p.m, p.id
	tag := p.live.client.Search(wire.Search{Query: p.found.query, From: from, Backward: p.found.back, Max: 1})
	p.live.await(tag, func(e wire.Message) tea.Cmd {
		if r, ok := e.(wire.SearchReply); ok {
			m.searched(id, r)
		}
		if c := m.copies[id]; c != nil && c.found.pending {
			return nil // it goes on from the other end
		}
		return m.paid(id)
	})
}

// searched takes what was found. With nothing further in the direction it goes on
// from the other end.
func (m *Model) searched(id session.ID, r wire.SearchReply) {
	p := m.copyPane(id)
	if p == nil || p.copying == nil || !p.found.on {
		return
	}
	m.changed()
	f := &p.found
	f.pending, f.err, f.total = false, r.Err, r.Total
	switch {
	case r.Err != "" || r.Total == 0:
		f.lit, f.at = nil, wire.Match{}
	case len(r.Matches) == 0 && !f.wrapped:
		p.ask(otherEnd(f.back), true)
		return
	case len(r.Matches) > 0:
		f.at = r.Matches[0]
		f.number = min(r.Before+1, r.Total)
		if f.back {
			f.number = max(r.Before, 1)
		}
		p.takeUp(f.at)
		p.jump(f.at.First)
	}
	m.lightUp(p)
}

// takeUp takes up what the child shows now where a match is in that and not in what is
// read: the host looks at the present.
func (p *copyPane) takeUp(found wire.Match) {
	there := true
	p.live.client.View(func(r *client.Replica) { there = r.Holds(found.First, found.End) })
	if !there && p.keyed {
		p.refresh()
	}
}

func otherEnd(back bool) wire.Position {
	if back {
		return wire.Position{Line: math.MaxUint64, Col: 0}
	}
	return wire.Position{}
}

// jump puts the cursor on a place, at once or when its line has come.
func (p *copyPane) jump(to wire.Position) {
	p.goal = &to
	p.reach()
}

// reach goes to the goal, as far as its line is here.
func (p *copyPane) reach() {
	if p.goal == nil {
		return
	}
	p.mode.GoShown(p.text, *p.goal)
	if l := p.text.Line(p.goal.Line); len(l.Runes) > 0 || !p.text.Missing() {
		p.goal = nil
	}
	p.m.lightUp(p)
	p.m.changed()
}

// lightUp asks for all matches in the lines that are shown, and some around them.
func (m *Model) lightUp(p *copyPane) {
	f := &p.found
	shown := wire.Range{First: p.mode.Top, End: p.mode.Top + uint64(p.text.Rows())}
	if !f.on || f.pending || f.total == 0 || f.err != "" || f.litIn.First <= shown.First && shown.End <= f.litIn.End {
		return
	}
	around := uint64(p.text.Rows())
	f.litIn = wire.Range{First: shown.First - min(shown.First, around), End: shown.End + around}
	id, asked := p.id, f.litIn
	tag := p.live.client.Search(wire.Search{Query: f.query, Range: asked, Max: wire.MaxMatches})
	p.live.await(tag, func(e wire.Message) tea.Cmd {
		r, ok := e.(wire.SearchReply)
		if c := m.copies[id]; ok && c != nil && c.found.litIn == asked {
			c.found.lit = r.Matches
			m.changed()
		}
		return nil
	})
}

// searchOn goes to the next match, in the direction of the search or against it.
func searchOn(turn bool) func(*copyPane) tea.Cmd {
	return func(p *copyPane) tea.Cmd {
		q, back := p.m.sought.query, p.m.sought.back
		if q.Text == "" {
			p.m.say("nothing was searched for yet: " + p.m.copyKeyOf("search") + " searches")
			return nil
		}
		p.search(q, p.beside(back != turn), back != turn)
		p.owed = true
		return nil
	}
}

// beside is where to look on from: behind the cursor, or before it.
func (p *copyPane) beside(back bool) wire.Position {
	at := p.mode.Cursor
	if !back {
		at.Col++
	}
	return at
}

// searchWord looks for the word under the cursor.
func searchWord(back bool) func(*copyPane) tea.Cmd {
	return func(p *copyPane) tea.Cmd {
		w := p.mode.Word(p.text)
		if w == "" {
			p.m.say("there is no word under the cursor")
			return nil
		}
		q := wire.Query{Text: w, Case: wire.MatchCase}
		p.m.sought = sought{query: q, back: back}
		p.search(q, p.beside(back), back)
		p.owed = true
		return nil
	}
}

// sought is what was searched for last, in any pane.
type sought struct {
	query wire.Query
	back  bool
	// regexp is whether what is typed is an expression.
	regexp bool
}

// searchPrompt takes what is searched for, and searches while it is typed.
type searchPrompt struct {
	pane  session.ID
	of    func() *copyPane
	field textinput.Model
	back  bool
	// from is the copy mode before, which Esc returns to.
	from   copying
	regexp bool
	told   string
}

func searching(back bool) func(*copyPane) tea.Cmd {
	return func(p *copyPane) tea.Cmd {
		m, id := p.m, p.id
		m.openDialog(&searchPrompt{pane: id, of: func() *copyPane { return m.copyPane(id) }, back: back, from: *p.copying, field: textfield.New("", ""), regexp: m.sought.regexp})
		return nil
	}
}

func (s *searchPrompt) key(k keys.Key) result {
	p := s.of()
	if p == nil || p.copying == nil {
		return closes
	}
	switch k.Name() {
	case "esc", "ctrl+c", "ctrl+g":
		p.forget()
		*p.copying = s.from
		return closes
	case "enter":
		s.done(p)
		return closes
	case "tab":
		s.regexp = !s.regexp
		p.m.sought.regexp = s.regexp
		s.look(p)
	case "up", "ctrl+p":
		s.field.SetValue(p.m.sought.query.Text)
		s.field.CursorEnd()
		s.look(p)
	case "ctrl+s", "ctrl+n":
		s.step(p, false)
	case "ctrl+r":
		s.step(p, true)
	case "backspace":
		if s.field.Value() == "" {
			*p.copying = s.from
			return closes
		}
		s.edit(p, k)
	default:
		s.edit(p, k)
	}
	return stays
}

func (s *searchPrompt) edit(p *copyPane, k keys.Key) {
	before := s.field.Value()
	s.field, _ = s.field.Update(textfield.Key(k))
	if s.field.Value() != before {
		s.look(p)
	}
}

// step goes on to the next match without leaving the prompt.
func (s *searchPrompt) step(p *copyPane, back bool) {
	if s.field.Value() == "" {
		s.field.SetValue(p.m.sought.query.Text)
		s.field.CursorEnd()
	}
	if s.field.Value() != "" {
		s.back = back
		p.search(s.query(), p.beside(back), back)
	}
}

func (s *searchPrompt) query() wire.Query {
	return wire.Query{Text: s.field.Value(), Regexp: s.regexp}
}

// look searches from where the search began.
func (s *searchPrompt) look(p *copyPane) {
	found := p.found
	*p.copying = s.from
	p.found = found
	if s.field.Value() == "" {
		p.forget()
		return
	}
	at := s.from.mode.Cursor
	if !s.back {
		at.Col++
	}
	p.search(s.query(), at, s.back)
}

// done keeps what was found; an empty text searches for the last one again.
func (s *searchPrompt) done(p *copyPane) {
	if s.field.Value() == "" {
		p.m.sought.back = s.back
		_ = searchOn(false)(p)
		return
	}
	p.m.sought = sought{query: s.query(), back: s.back, regexp: s.regexp}
	p.owed = p.found.pending
}

func (s *searchPrompt) paste(text string) result {
	s.field, _ = s.field.Update(tea.PasteMsg{Content: text})
	return stays
}

// mouse lets the wheel scroll what is searched; a click ends the prompt.
func (s *searchPrompt) mouse(e input.Mouse) result {
	switch {
	case e.Button == keys.WheelUp:
		return result{asks: command.Ask(command.ScrollPane{Session: s.pane, Lines: -wheelLines})}
	case e.Button == keys.WheelDown:
		return result{asks: command.Ask(command.ScrollPane{Session: s.pane, Lines: wheelLines})}
	}
	return result{done: e.Kind == keys.MousePress}
}

// refresh looks for what was pasted, and at what was found.
func (s *searchPrompt) refresh() {
	p := s.of()
	if p == nil || p.copying == nil {
		return
	}
	if text := s.field.Value(); text != p.found.query.Text && (text != "" || p.found.on) {
		s.look(p)
	}
	s.told = p.found.told()
}

func (s *searchPrompt) render(size session.Size, l theme.Looks) paint.Overlay {
	label := map[bool]string{false: "/", true: "?"}[s.back]
	if s.regexp {
		label = "regexp " + label
	}
	room := max(size.Cols-grid.StringWidth(label)-1, 1)
	text, at := textfield.Window(s.field, room, l.Dim.Render)
	used := grid.StringWidth(label) + grid.StringWidth(s.field.Value()) + 1
	line := l.Head.Render(label) + text
	help := "Tab: regexp   Ctrl-S Ctrl-R: next, previous   Enter   Esc"
	if s.told != "" {
		help = s.told + "   " + help
	}
	for _, h := range []string{help, s.told} {
		if gap := size.Cols - used - grid.StringWidth(h) - 1; h != "" && gap > 1 {
			line = l.Head.Render(label) + padded(s.field.Value(), used-grid.StringWidth(label)+gap-1) + l.Dim.Render(h)
			break
		}
	}
	o := paint.Overlay{Text: line, Rect: workspace.Rect{Y: max(size.Rows-1, 0), W: size.Cols, H: 1}}
	o.Cursor = &geometry.Point{X: min(grid.StringWidth(label)+at, max(size.Cols-1, 0)), Y: o.Rect.Y}
	return o
}

// askLine asks for the line to go to, counted from the screen up as the position at
// the pane's corner does.
func askLine(p *copyPane) tea.Cmd {
	id := p.id
	p.m.openDialog(newPrompt("Go to line, counted up from the screen", "", "0", func(text string) command.Result {
		n := 0
		if _, err := fmt.Sscan(text, &n); text != "" && (err != nil || n < 0) {
			return command.Cannot(fmt.Sprintf("%q is no number of lines", text))
		}
		return command.Ask(command.GoToLine{Session: id, Up: n})
	}))
	return nil
}

// goToLine shows a line of a pane in copy mode, counted up from the screen.
func (m *Model) goToLine(id session.ID, up int) tea.Cmd {
	if p := m.copyPane(id); p != nil && p.copying != nil {
		n := min(uint64(up), p.text.Screen()-p.text.Bounds().First)
		p.mode.Top = p.text.Screen() - n
		p.jump(wire.Position{Line: p.text.Screen() - n})
	}
	return nil
}
