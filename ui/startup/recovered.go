package startup

import (
	"fmt"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/workspace"
)

// Recovered are running sessions that belong to no workspace. Asked means that the user asked to
// open them.
type Recovered struct {
	Records []workspace.Record
	Asked   bool
}

// In returns a message about the sessions that have not been opened in a workspace meanwhile. key
// is the key that opens them. The message is empty if the caller should open them now.
func (r Recovered) In(s workspace.State, key string) (say string) {
	n := 0
	for _, left := range r.Records {
		if _, here := s.Sessions[left.ID]; !here {
			n++
		}
	}
	switch {
	case r.Asked && n == 0:
		return "nothing to recover: every running session is in a workspace"
	case r.Asked, n == 0:
		return ""
	case n == 1:
		return "recovered: 1 running session is in no workspace; " + key + " opens it here"
	}
	return fmt.Sprintf("recovered: %d running sessions are in no workspace; %s opens them here", n, key)
}

// Adopt returns the actions that open sessions in a workspace, each in a tab at the end of the view
// on the screen. Sessions that are already in the workspace are left out.
func Adopt(s workspace.State, records []workspace.Record, size session.Size, background bool, newID func() uuid.UUID) (actions []workspace.Action) {
	view := s.ShownView()
	for _, r := range records {
		if _, here := s.Sessions[r.ID]; !here {
			actions = append(actions, workspace.OpenTab{
				View: view.ID, Tab: newID(), Index: len(view.Tabs) + len(actions), Record: r, Size: size, Background: background, Adopted: true,
			})
		}
	}
	return actions
}
