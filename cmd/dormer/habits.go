package main

import (
	"errors"

	"dormer/persist"
	"dormer/session/private"
	"dormer/ui"
	"dormer/ui/buffers"
)

// habits keeps what the program remembers of its user in the state directory, and what
// was copied in a workspace in the workspace's. Where that fails nothing is remembered,
// which is no reason to disturb anybody.
type habits struct {
	persist.JSONFile
	copied persist.JSONFile
}

// copiedName is the name of the file of what was copied in a workspace.
const copiedName = "copied"

// habitsOf are the user's habits, and what was copied in the workspace in a directory.
func habitsOf(p persist.Paths, workspace string) habits {
	return habits{p.JSONFile("habits"), persist.JSONFileIn(workspace, copiedName)}
}

func (h habits) Recall() (known ui.Habits) {
	_ = h.Read(&known)
	return known
}

func (h habits) Keep(known ui.Habits) { _ = h.Write(known) }

func (h habits) RecallCopied() (known []buffers.Copied) {
	_ = h.copied.Read(&known)
	return known
}

func (h habits) KeepCopied(known []buffers.Copied) {
	if len(known) == 0 {
		_ = h.copied.Remove()
		return
	}
	_ = h.copied.Write(known)
}

// problem says that something else is in the place of the file; empty where nothing is.
func (h habits) problem() string {
	var known ui.Habits
	if err := h.Read(&known); errors.Is(err, private.ErrNotRegular) {
		return err.Error()
	}
	return ""
}
