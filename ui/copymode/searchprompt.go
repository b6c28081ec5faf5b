package copymode

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"dormer/session/wire"
	"dormer/ui/keys"
	"dormer/ui/textfield"
)

// Prompt is the search prompt of a pane. It searches while the user types.
type Prompt struct {
	pane  *Pane
	field textinput.Model
	back  bool
	// from is the pane's state before the search, which Esc restores.
	from   state
	regexp bool
}

func openSearch(back bool) func(*Pane) Result {
	return func(p *Pane) Result {
		s := &Prompt{pane: p, field: textfield.New("", ""), back: back, from: p.state, regexp: p.last.Regexp}
		s.from.count = 0
		return Result{Ask: OpenSearch{s}}
	}
}

// Field returns the field of the prompt.
func (s *Prompt) Field() textinput.Model { return s.field }

// Label returns the text before the field.
func (s *Prompt) Label() string {
	label := "/"
	if s.back {
		label = "?"
	}
	if s.regexp {
		label = "regexp " + label
	}
	return label
}

// Status describes the results so far in a few words.
func (s *Prompt) Status() string { return s.pane.found.describe() }

// Key handles a key and reports whether the prompt closes.
func (s *Prompt) Key(k keys.Key) (r Result, done bool) {
	p := s.pane
	if p.left {
		return Result{}, true
	}
	p.updateText()
	switch k.Name() {
	case "esc", "ctrl+c", "ctrl+g":
		p.endSearch()
		p.state = s.from
		return Result{}, true
	case "enter":
		return s.accept(), true
	case "tab":
		s.regexp = !s.regexp
		p.last.Regexp = s.regexp
		s.search()
	case "up", "ctrl+p":
		s.recall()
		s.search()
	case "ctrl+s", "ctrl+n":
		s.step(false)
	case "ctrl+r":
		s.step(true)
	case "backspace":
		if s.field.Value() == "" {
			p.state = s.from
			return Result{}, true
		}
		s.edit(textfield.Key(k))
	default:
		s.edit(textfield.Key(k))
	}
	return Result{}, false
}

// Paste inserts pasted text.
func (s *Prompt) Paste(text string) {
	s.pane.updateText()
	s.edit(tea.PasteMsg{Content: text})
}

func (s *Prompt) edit(msg tea.Msg) {
	before := s.field.Value()
	if s.field, _ = s.field.Update(msg); s.field.Value() != before {
		s.search()
	}
}

// recall sets the field to the last search.
func (s *Prompt) recall() {
	s.field.SetValue(s.pane.last.Query.Text)
	s.field.CursorEnd()
}

// Refresh searches again if the pane has searched for something other than the text in the
// field. It is called before the prompt is drawn.
func (s *Prompt) Refresh() {
	if text, f := s.field.Value(), s.pane.found; text != f.query.Text && (text != "" || f.on) && !s.pane.left {
		s.pane.updateText()
		s.search()
	}
}

// step goes to the next match without closing the prompt.
func (s *Prompt) step(back bool) {
	if s.field.Value() == "" {
		s.recall()
	}
	if s.field.Value() != "" {
		s.back = back
		s.pane.search(s.query(), s.pane.searchStart(back), back)
	}
}

func (s *Prompt) query() wire.Query {
	return wire.Query{Text: s.field.Value(), Regexp: s.regexp}
}

// search searches from the position where the prompt was opened.
func (s *Prompt) search() {
	p := s.pane
	found := p.found
	p.state = s.from
	p.found = found
	if s.field.Value() == "" {
		p.endSearch()
		return
	}
	p.search(s.query(), searchStart(s.from.mode.Cursor, s.back), s.back)
}

// accept stays at the match; an empty text repeats the last search.
func (s *Prompt) accept() Result {
	p := s.pane
	if s.field.Value() == "" {
		p.last.Back = s.back
		return searchAgain(false)(p)
	}
	*p.last = LastSearch{Query: s.query(), Back: s.back, Regexp: s.regexp}
	p.awaitsAnswer = p.found.pending
	return Result{}
}
