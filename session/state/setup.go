package state

import (
	"fmt"
	"path/filepath"

	"dormer/session/agent"
)

// setupName is the file that contains the setup of a session, lines for sh, until it has finished.
const setupName = "setup"

// WriteSetup writes the lines to run in a session before its program. Only the owner of the session
// may call it.
func WriteSetup(dir, lines string) error {
	err := checkPrivate(dir)
	if err == nil {
		err = writeFile(dir, setupName, []byte(lines))
	}
	if err != nil {
		return fmt.Errorf("setup: %w", err)
	}
	return nil
}

// ReadSetup returns the lines that must still run in a session before its program, and the file
// that holds them, from the session's directory. Removing the file marks the setup as finished.
// Both are empty if nothing is to be run.
func ReadSetup(dir string) (lines, file string) {
	file = filepath.Join(dir, setupName)
	data, err := readFile(file)
	if err != nil || len(data) == 0 {
		return "", ""
	}
	return string(data), file
}

// CannotResume returns the reason why a session's agent cannot continue its conversation, from the
// session's directory; empty if it can, or if the session runs no agent.
func CannotResume(dir string, known agent.Agent) string {
	if known.Name == "" {
		return ""
	}
	if lines, _ := ReadSetup(dir); lines != "" { // the agent has not been started
		return "its setup has not finished, and runs first"
	}
	c, _ := ReadConversation(dir) // an unreadable conversation counts as unknown
	if err := known.CanResume(c); err != nil {
		return err.Error()
	}
	return ""
}
