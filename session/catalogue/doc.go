// Package catalogue lists the sessions of this user from all sources: hosts that have a socket,
// directories with a state.json, and the workspaces' documents, which are passed in ([Tracked]). It
// finds a session by a word that a person types, writes a list as a table or as JSON, and tells
// which sessions and files are no longer needed ([Listing.Leftovers]).
//
// It does not know where the documents are and how they are read, or how a session is started or
// shown.
//
// # Invariants
//
//   - Listing changes two things. A session that runs according to its state.json, but has no
//     host, has failed: that is certain if nothing listens and nobody holds the host's lock; a
//     host that listens elsewhere holds it. And a session whose worktree was deleted while it
//     ran is orphaned.
//   - No host is waited for longer than [HostTimeout], and all are asked at once: a hundred
//     sessions take as long as the slowest.
//   - A host is trusted only about the session that its socket is named after.
//   - Nothing is a leftover while a document cannot be read, while a viewer is attached, or if
//     the session's own state does not say that it belonged to a workspace.
//   - Output for a terminal contains no control characters.
//   - Measuring the resources of sessions ([Meter]) asks the system, and no host.
//
// Widths are in columns; durations are shown in their two largest units.
package catalogue
