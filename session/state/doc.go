// Package state keeps what happened to a session's process: one small document,
// state.json, in the session's own directory, moved along the twelve edges of
// [dormer/session.Lifecycle] and along no others.
//
// Whoever owns the process (its host) is the usual writer; others may write where
// the owner is gone. All of them go through a [Manager], which validates each
// transition against the document itself, under a file lock, and replaces the
// document by rename. Readers need no lock: [Read].
//
// It refuses to know processes, sockets and screens: what is seen of those comes
// in as an [Observation], and [Decide] says what it means. It never sends a
// signal; the pid in a document is the one that wrote it, a fact to show and
// nothing to act on. It records activity and judges it only for display: working
// and idle are no states.
//
// # Invariants
//
//   - A transition that is refused changes nothing, not a byte.
//   - Of several processes that ask for the same transition one makes it; the
//     others get [ErrTransition].
//   - A document is the old one or the new one, whole, wherever the writer was
//     killed, and its lock dies with it.
//   - A terminal state is never left, and its document never written again.
//   - A document that is damaged, or that belongs to another session, is never
//     believed. Only the owner, who knows better, may replace it, and then sets
//     it aside first. One of a newer schema is not touched at all.
//   - Members of the document that this version does not know are kept.
//
// # Files
//
// The directory is 0700 and belongs to the user, or is refused; a symbolic link
// in its place is refused too. Files are 0600 and never written through a link.
//
//	state.json             the document
//	state.json.corrupt-T   set aside by the owner at time T, UTC
//	state.lock             locked while the document is changed
//	exit_status            the exit code as a decimal number
//
// Beside the directory that has one for each session are
//
//	history.jsonl          how sessions ended that were removed, a document a line
//	history.lock           locked while that is written
//
// # The document
//
// Times are RFC 3339 in UTC. These are always there: schema_version, state,
// state_changed_at, updated_by (a pid), session_id, workspace_id. These are left
// out while unset: created_at, last_activity_hash (32-bit FNV-1a),
// last_activity_at, last_checked_at, exit_code, signal, started_at and ended_at (of the
// process, once it has ended), reason; and name, agent, command and dir, with which the
// session was started.
package state
