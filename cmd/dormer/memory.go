package main

import (
	"errors"

	"dormer/persist"
	"dormer/session/private"
	"dormer/ui/buffers"
	"dormer/ui/habits"
)

// memory keeps what the program remembers of its user in the state directory, and what
// was copied in a workspace in the workspace's. Where that fails nothing is remembered,
// which is no reason to disturb anybody.
type memory struct {
	persist.JSONFile
	copied persist.JSONFile
}

// copiedName is the name of the file of what was copied in a workspace.
const copiedName = "copied"

// memoryOf is what is remembered of the user, and was copied in the workspace in a directory.
func memoryOf(p persist.Paths, workspace string) memory {
	return memory{p.JSONFile("habits"), persist.JSONFileIn(workspace, copiedName)}
}

func (m memory) Recall() (known habits.Habits) {
	_ = m.Read(&known)
	return known
}

func (m memory) Keep(known habits.Habits) { _ = m.Write(known) }

func (m memory) RecallCopied() (known []buffers.Copied) {
	_ = m.copied.Read(&known)
	return known
}

func (m memory) KeepCopied(known []buffers.Copied) {
	if len(known) == 0 {
		_ = m.copied.Remove()
		return
	}
	_ = m.copied.Write(known)
}

// problem says that something else is in the place of the file; empty where nothing is.
func (m memory) problem() string {
	var known habits.Habits
	if err := m.Read(&known); errors.Is(err, private.ErrNotRegular) {
		return err.Error()
	}
	return ""
}
