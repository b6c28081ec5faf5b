// Package lifecycle decides what the workspace records when the process of a session starts, ends
// or is lost. Each function returns the action for it, nil for none.
//
// The package is pure. The caller passes the facts about the session and its process, and the time.
package lifecycle
