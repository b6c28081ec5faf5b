// Package lifecycle says what the workspace has to note when the process of a session starts,
// ends or is lost: each function returns the action for it, nil for none.
//
// It is told what is known of the session and of its process, and the time. The package is pure.
package lifecycle
