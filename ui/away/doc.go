// Package away makes the page about the time in which nobody used a workspace: the sessions that
// wait, failed or finished, and the changes of each worktree. [Lines] makes lines of values, and
// [Page] is the dialog that shows them.
//
// The arrows move the selection; Enter and a click go to the session of a line. Any other key closes
// the page and does nothing else. News that arrives while the page is open is added to it.
//
// The package does not know where its values come from. It is pure: the time is passed in.
package away
