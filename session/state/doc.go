// Package state records the lifecycle of a session's process in one small document, state.json, in
// the session's directory. The state moves along the twelve edges of [dormer/session.Lifecycle]
// only.
//
// The usual writer is the owner of the process (its host); others may write if the owner has ended.
// All of them use a [Manager], which validates each transition against the document itself, under a
// file lock, and replaces the document by rename. Readers need no lock: [Read].
//
// It knows nothing of processes, sockets and screens: it is given an [Observation] of them, and
// [Decide] interprets it. It never sends a signal; the pid in a document is the writer's, for
// display only. It records activity and judges it only for display: working and idle are not
// states.
//
// # Invariants
//
//   - A refused transition does not change the document at all.
//   - If several processes request the same transition, one makes it; the others get
//     [ErrTransition].
//   - A document is always the old one or the new one, whole, wherever the writer was
//     killed, and its lock ends with the writer.
//   - A terminal state is never left, and its document is never written again.
//   - A document that is damaged, or that belongs to another session, is never trusted. Only
//     the owner, which knows the truth, may replace it, and sets it aside first. A document of
//     a newer schema is never changed.
//   - Members of the document that are unknown to this version are kept.
//
// # Files
//
// The directory must be 0700 and belong to the user; otherwise, or if it is a symbolic link, it is
// refused. Files are 0600 and never written through a link.
//
//	state.json             the document
//	state.json.corrupt-T   set aside by the owner at time T, UTC
//	state.lock             locked while the document is changed
//	exit_status            the exit code as a decimal number
//
// Next to the directory that has one for each session are
//
//	history.jsonl          how sessions ended that were removed, a document a line
//	history.lock           locked while that is written
//
// # The document
//
// Times are RFC 3339 in UTC. Always present: schema_version, state, state_changed_at, updated_by (a
// pid), session_id, workspace_id. Left out while unset: created_at, last_activity_hash (32-bit
// FNV-1a), last_activity_at, last_checked_at, exit_code, signal, started_at and ended_at (of the
// process, once it has ended), reason; and name, agent, command and dir, with which the session was
// started.
package state
