package diffview

import (
	"bytes"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
)

// search is a search in all files. While it is on, matches are highlighted and n goes to the next.
type search struct {
	text string
	on   bool
}

// matches finds the text in a line, at byte from or later. It returns the place and length of the
// match; -1 for none. Case matters only if the text has a capital.
func (s search) matches(line string, from int) (at, length int) {
	if s.text == "" || from > len(line) {
		return -1, 0
	}
	text := s.text
	if folds(text) {
		lower := strings.ToLower(line)
		if len(lower) != len(line) { // positions in lower would not be positions in line
			lower = line
		}
		line = lower
	}
	at = strings.Index(line[from:], text)
	if at < 0 {
		return -1, 0
	}
	return from + at, len(text)
}

// folds reports whether a search for a text ignores case.
func folds(text string) bool { return !strings.ContainsFunc(text, unicode.IsUpper) }

// in reports whether a file may have a match. Without one in its patch, its lines need not be parsed.
func (s search) in(f File) bool {
	if folds(s.text) {
		return bytes.Contains(bytes.ToLower(f.patch), []byte(s.text))
	}
	return bytes.Contains(f.patch, []byte(s.text))
}

func (m *Model) askSearch() {
	m.panel = newField("search", "", m.search.text, func(m *Model, text string) tea.Cmd {
		if text != "" {
			m.search.text = text
		}
		if m.search.text == "" {
			return nil
		}
		m.search.on = true
		m.find(1)
		return nil
	})
}

// find goes to the next match below or above the cursor, in this file or the next ones. It wraps
// around.
func (m *Model) find(by int) {
	files := len(m.diff.Files)
	if files == 0 {
		m.notice = "there is nothing to search"
		return
	}
	m.inList = false
	for n := range files + 1 {
		i := ((m.file+by*n)%files + files) % files
		lines, from := m.lines, m.at.cursor+by
		if n > 0 {
			if !m.search.in(m.diff.Files[i]) {
				continue
			}
			lines, from = m.diff.Files[i].lines(), 0
			if by < 0 {
				from = len(lines) - 1
			}
		}
		for at := from; at >= 0 && at < len(lines); at += by {
			if found, _ := m.search.matches(lines[at].text, 0); found >= 0 {
				m.goToMatch(i, at, n > 0)
				return
			}
		}
	}
	m.search.on = false
	m.notice = "nothing matches " + safe(m.search.text)
}

// goToMatch goes to a line of a file. With inDiff, at counts only the lines of the diff, which come
// after the lost lines.
func (m *Model) goToMatch(file, at int, inDiff bool) {
	if file != m.file {
		m.show(file)
	}
	if inDiff {
		at += len(m.lines) - len(m.current().lines())
	}
	m.at.cursor = at
	m.follow()
	m.toColumn(m.lines[at])
}

// toColumn scrolls sideways to the first match in a line.
func (m *Model) toColumn(l line) {
	at, length := m.search.matches(l.text, 0)
	if at < 0 {
		return
	}
	room := m.place.diff.W - m.gutter()
	switch before, end := width(l.text[:at]), width(l.text[:at+length]); {
	case end > m.at.left+room:
		m.at.left = max(end-room, 0)
	case before < m.at.left:
		m.at.left = before
	}
}
