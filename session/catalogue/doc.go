// Package catalogue lists the sessions of this user, wherever something is known
// of them: hosts that have a socket, directories with a state.json, and what the
// workspaces' documents say, which is passed in ([Tracked]). It finds a session by
// what a person types, shows a list as a table or as JSON, and tells what of it
// nobody needs any more ([Listing.Leftovers]).
//
// It refuses to know where the documents are and how they are read, and how a
// session is started or shown.
//
// # Invariants
//
//   - Looking changes two things. A session that runs by its state.json, and whose
//     host is gone, has failed: that is certain where nothing listens and nobody
//     holds the lock of the host; one that listens elsewhere has its lock. And one
//     whose worktree was deleted while it ran is orphaned.
//   - Nobody is waited for longer than [Patience], and all are asked at once: a
//     hundred sessions take as long as the slowest.
//   - A host is believed only about the session that its socket is named after.
//   - Nothing is a leftover while a document cannot be read, while somebody is
//     attached, or where the session's own state does not say that it belonged to
//     a workspace.
//   - What comes out for a terminal holds no control characters.
//   - Measuring what sessions use ([Meter]) asks the system, and no host.
//
// Widths are in columns; durations are shown in their two largest units.
package catalogue
