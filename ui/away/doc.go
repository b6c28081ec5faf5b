// Package away is the page that says what happened while nobody looked at a workspace: what waits,
// failed and finished, and what changed in each worktree. [Lines] makes lines of values, and [Page]
// is the dialog that shows them.
//
// The page is taken away by one key, which does nothing else. The arrows move the selection; Enter
// and a click go to the session that a line speaks of. What becomes known while the page is there
// appears on it.
//
// The package does not know where its values come from. It is pure: what time it is, it is told.
package away
