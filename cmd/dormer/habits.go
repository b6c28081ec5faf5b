package main

import (
	"dormer/persist"
	"dormer/ui"
)

// habits keeps what the program remembers of its user in the state directory.
// Where that fails nothing is remembered, which is no reason to disturb anybody.
type habits struct{ persist.Keepsake }

func (h habits) Recall() (known ui.Habits) {
	_ = h.Read(&known)
	return known
}

func (h habits) Keep(known ui.Habits) { _ = h.Write(known) }
