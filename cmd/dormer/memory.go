package main

import (
	"errors"
	"time"

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

// usedName is the name of the file that says when a workspace was used last.
const usedName = "used"

// used is what that file holds.
type used struct {
	At time.Time `json:"at"`
}

// lastUsed is when the workspace in a directory was used last; zero where that is not known.
func lastUsed(workspace string) time.Time {
	var u used
	_ = persist.JSONFileIn(workspace, usedName).Read(&u)
	return u.At
}

// noteUsed notes that the workspace in a directory is used now.
func noteUsed(workspace string) {
	_ = persist.JSONFileIn(workspace, usedName).Write(used{time.Now()})
}
