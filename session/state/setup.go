package state

import (
	"fmt"
	"path/filepath"

	"dormer/session/agent"
)

// setupName is the file of a session whose setup has not finished. It holds the setup: lines for
// sh.
const setupName = "setup"

// WriteSetup keeps what is to be run in a session before its program. Only the owner of the session
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

// ReadSetup returns what is still to be run in a session before its program, from the session's
// directory, and the file that holds it. Whoever removes the file says that it has finished. Both
// are empty if nothing is to be run.
func ReadSetup(dir string) (lines, file string) {
	file = filepath.Join(dir, setupName)
	data, err := readFile(file)
	if err != nil || len(data) == 0 {
		return "", ""
	}
	return string(data), file
}

// CannotResume says why the agent of a session cannot go on with its conversation, by what is kept
// in the session's directory; empty if it can, or if the session runs no agent.
func CannotResume(dir string, known agent.Agent) string {
	if known.Name == "" {
		return ""
	}
	if lines, _ := ReadSetup(dir); lines != "" { // the agent was not started
		return "its setup has not finished, and runs first"
	}
	c, _ := ReadConversation(dir) // of one that cannot be read nothing is known
	if err := known.CanResume(c); err != nil {
		return err.Error()
	}
	return ""
}
