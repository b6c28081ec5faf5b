package main

import (
	"errors"

	"dormer/persist"
	"dormer/session/private"
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

// problem says that something else is in the place of the file; empty where nothing is.
func (h habits) problem() string {
	var known ui.Habits
	if err := h.Read(&known); errors.Is(err, private.ErrNotRegular) {
		return err.Error()
	}
	return ""
}
