package main

import (
	"errors"
	"time"

	"dormer/persist"
	"dormer/session/private"
	"dormer/ui/buffers"
	"dormer/ui/habits"
)

// memory saves the user's habits in the state directory, and the texts copied in a workspace in the
// workspace's directory. If that fails, nothing is saved, and nothing is reported.
type memory struct {
	persist.JSONFile
	copied persist.JSONFile
}

// copiedName is the name of the file for texts copied in a workspace.
const copiedName = "copied"

// memoryOf returns the memory for the user, and for the workspace in a directory.
func memoryOf(p persist.Paths, workspace string) memory {
	return memory{p.JSONFile("habits"), persist.JSONFileIn(workspace, copiedName)}
}

func (m memory) Load() (known habits.Habits) {
	_ = m.Read(&known)
	return known
}

func (m memory) Save(known habits.Habits) { _ = m.Write(known) }

func (m memory) LoadCopied() (known []buffers.Copied) {
	_ = m.copied.Read(&known)
	return known
}

func (m memory) SaveCopied(known []buffers.Copied) {
	if len(known) == 0 {
		_ = m.copied.Remove()
		return
	}
	_ = m.copied.Write(known)
}

// problem returns an error message if the path of the file is not a regular file; empty otherwise.
func (m memory) problem() string {
	var known habits.Habits
	if err := m.Read(&known); errors.Is(err, private.ErrNotRegular) {
		return err.Error()
	}
	return ""
}

// usedName is the name of the file with the time of a workspace's last use.
const usedName = "used"

// used is the content of that file.
type used struct {
	At time.Time `json:"at"`
}

// lastUsed returns the time of the last use of the workspace in a directory; zero if it is unknown.
func lastUsed(workspace string) time.Time {
	var u used
	_ = persist.JSONFileIn(workspace, usedName).Read(&u)
	return u.At
}

// noteUsed records that the workspace in a directory is used now.
func noteUsed(workspace string) {
	_ = persist.JSONFileIn(workspace, usedName).Write(used{time.Now()})
}
