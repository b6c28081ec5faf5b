package ui

import (
	"time"

	"dormer/ui/theme"
)

// Who has the screen read aloud hears what changes and what the cursor is on: with
// terminal.reader marks are words, nothing counts or moves by itself, sentences stay
// for long enough, and in lists the cursor is on what is selected.

// readNotice is how long a sentence stays at least.
const readNotice = time.Minute

func (m *Model) looks() theme.Looks {
	l := m.outer.theme.Looks()
	l.Reader = m.config.Terminal.Reader
	return l
}
