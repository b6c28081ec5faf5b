package client

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"dormer/session/grid"
	"dormer/session/search"
	"dormer/session/wire"
)

const (
	// maxCopied limits the text of one copy, in bytes.
	maxCopied = 256 << 20
	// maxClipboard limits the text that a child may put on a clipboard, in bytes.
	maxClipboard = 1 << 20
)

// pending holds the questions that the host has not answered yet.
type pendingQuestions struct {
	tag       uint64 // the last tag used
	searchTag uint64
	// searchQuery is the requested search. cachedResult is its result in the cached lines, which the
	// host does not search; nil if the host searches all lines.
	searchQuery  wire.Search
	cachedResult *wire.SearchReply
	copyTag      uint64
	// copyRange is the copied range.
	copyRange wire.Copy
	text      strings.Builder // copied so far
	rest      string          // text after it that is already known
	lists     map[uint64]bool // tags of requested lists of commands
}

func (a *pendingQuestions) next() uint64 {
	a.tag++
	return a.tag
}

// noHost is the answer if the host has ended and the lines are not known here.
const noHost = "its host is gone"

// Search searches the session's history and screen for q. The answer is a [wire.SearchReply] among
// the events, with the returned tag. A new search replaces an unanswered one. If the host has
// ended, the known text is searched.
func (s *Session) Search(q wire.Search) (tag uint64) {
	return s.sendQuestion(func(tag uint64) {
		q.Tag = tag
		s.pending.searchTag, s.pending.searchQuery, s.pending.cachedResult = tag, q, nil
		s.out.send(q)
	})
}

// SearchFrozen is like [Session.Search] in the text that [Session.Freeze] keeps: later output of the
// child is not found. A wrapped line that begins above the kept text is searched as two lines. If
// nothing is kept it is the same as Search.
func (s *Session) SearchFrozen(q wire.Search) (tag uint64) {
	kept := false
	tag = s.sendQuestion(func(tag uint64) {
		a, r := &s.pending, s.replica
		q.Tag = tag
		before := a.searchTag
		a.searchTag, a.searchQuery, a.cachedResult = tag, q, nil
		if r.frozen != nil && !s.gone {
			here := r.find(q, r.frozen.First)
			above := wire.Range{First: q.Range.First, End: r.frozen.First}
			if q.Range.Len() > 0 {
				above.End = min(above.End, q.Range.End)
			}
			if kept = max(above.First, r.history.First) >= above.End; kept {
				a.searchTag = 0
				if before != 0 {
					s.out.send(wire.Search{}) // ends the previous search
				}
				s.answered(here)
				return
			}
			a.cachedResult, q.Range = &here, above
		}
		s.out.send(q)
	})
	if kept {
		s.wake()
	}
	return tag
}

// sendQuestion sends a question to the host, or answers it if the host has ended.
func (s *Session) sendQuestion(ask func(tag uint64)) (tag uint64) {
	s.mu.Lock()
	tag = s.pending.next()
	ask(tag)
	gone := s.gone
	if gone {
		s.answerPending()
	}
	s.mu.Unlock()
	if gone {
		s.wake()
	}
	return tag
}

// answerPending answers all open questions after the host has ended.
func (s *Session) answerPending() {
	a, r := &s.pending, s.replica
	if a.searchTag != 0 {
		found := r.find(a.searchQuery, r.cache.cachedFrom(r.Page().First))
		if found.Total == 0 && found.Err == "" {
			found.Err = noHost
		}
		s.answered(found)
	}
	if a.copyTag != 0 {
		s.answered(wire.CopyReply{Tag: a.copyTag, Text: copyable(r.excerpt(a.copyRange, min(r.history.First, r.Page().First)))})
	}
	for tag := range a.lists {
		s.answered(wire.CommandsReply{Tag: tag})
	}
	a.searchTag, a.copyTag, a.lists = 0, 0, nil
}

// StopSearch cancels the unanswered search.
func (s *Session) StopSearch() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending.searchTag != 0 {
		s.pending.searchTag = 0
		s.out.send(wire.Search{})
	}
}

// Copy requests the text from first up to but not including end, or if block is set the columns
// between the two of each line; see [wire.Copy]. The answer is one [wire.CopyReply] with the whole
// text among the events, with the returned tag. Text that [Session.Freeze] keeps is copied from
// there. A new copy replaces an unanswered one.
func (s *Session) Copy(first, end wire.Position, block bool) (tag uint64) {
	kept := false
	tag = s.sendQuestion(func(tag uint64) {
		a := &s.pending
		a.copyTag, a.copyRange = tag, wire.Copy{Tag: tag, First: first, End: end, Block: block}
		a.text.Reset()
		ask, before, rest := s.replica.copyFromFrozen(a.copyRange)
		if a.rest = rest; before {
			s.out.send(ask)
			return
		}
		kept = true
		a.copyTag = 0
		s.answered(wire.CopyReply{Tag: tag, Text: copyable(rest)})
	})
	if kept {
		s.wake()
	}
	return tag
}

// Commands requests commands of the shell: see [wire.Commands]. The answer is a
// [wire.CommandsReply] among the events, with the returned tag.
func (s *Session) Commands(q wire.Commands) (tag uint64) {
	return s.sendQuestion(func(tag uint64) {
		q.Tag = tag
		if s.pending.lists == nil {
			s.pending.lists = map[uint64]bool{}
		}
		s.pending.lists[tag] = true
		s.out.send(q)
	})
}

// PromptBefore requests the last prompt above a line. Rows of the screen count as in
// [wire.Position].
func (s *Session) PromptBefore(line uint64) (tag uint64) {
	return s.Commands(wire.Commands{Range: wire.Range{End: line}, Last: true, Max: 1})
}

// PromptAfter requests the first prompt below a line; see [Session.PromptBefore].
func (s *Session) PromptAfter(line uint64) (tag uint64) {
	return s.Commands(wire.Commands{Range: wire.Range{First: line + 1, End: 1<<64 - 1}, Max: 1})
}

// LastCommand requests the last command that ran or is running: its output goes from Output to End.
func (s *Session) LastCommand() (tag uint64) {
	return s.Commands(wire.Commands{Range: wire.Range{End: 1<<64 - 1}, Last: true, Ran: true, Max: 1})
}

// searched handles the answer to a search, unless a newer search was requested. The lock is held,
// as in the functions below.
func (s *Session) searched(m wire.SearchReply) error {
	if m.Tag == 0 || m.Tag != s.pending.searchTag {
		return nil
	}
	if err := checkFound(m); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	m.Err = label(m.Err)
	s.pending.searchTag = 0
	if here := s.pending.cachedResult; here != nil && m.Err == "" {
		m = search.Join(s.pending.searchQuery, m, *here)
	}
	s.answered(m)
	return nil
}

func checkFound(m wire.SearchReply) error {
	if m.Total < len(m.Matches) || m.Before < 0 || m.Before > m.Total {
		return fmt.Errorf("%d matches, %d before and %d in all", len(m.Matches), m.Before, m.Total)
	}
	for _, f := range m.Matches {
		if !isValidPosition(f.First) || !isValidPosition(f.End) || !f.First.Before(f.End) {
			return fmt.Errorf("a match from %+v to %+v", f.First, f.End)
		}
	}
	return nil
}

func isValidPosition(p wire.Position) bool { return p.Col >= 0 && p.Col <= wire.MaxCols }

// copied handles a part of the text of a copy.
func (s *Session) copied(m wire.CopyReply) error {
	if m.Tag == 0 || m.Tag != s.pending.copyTag {
		return nil
	}
	text := &s.pending.text
	if text.Len()+len(m.Text) > maxCopied {
		return errors.New("copy: the text has no end")
	}
	text.WriteString(copyable(m.Text))
	if m.More {
		return nil
	}
	s.pending.copyTag = 0
	s.answered(wire.CopyReply{Tag: m.Tag, Text: text.String() + copyable(s.pending.rest)})
	text.Reset()
	s.pending.rest = ""
	return nil
}

// copyable returns text that is safe to paste: UTF-8 without control characters, except
// line ends.
func copyable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || grid.RuneIsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, text)
}

// listed handles a list of commands.
func (s *Session) listed(m wire.CommandsReply) error {
	if m.Tag == 0 || m.Tag > s.pending.tag {
		return nil
	}
	delete(s.pending.lists, m.Tag)
	for i, c := range m.Commands {
		m.Commands[i] = checked(c)
	}
	s.answered(m)
	return nil
}

// checked returns a command with invalid values corrected.
func checked(c wire.Command) wire.Command {
	c.Line = label(c.Line)
	for _, p := range []*wire.Position{&c.Prompt, &c.Input, &c.Output, &c.End} {
		p.Col = min(max(p.Col, 0), wire.MaxCols)
	}
	return c
}

func (s *Session) answered(m Event) {
	s.news++
	s.events.add(m)
}
