// Package health tracks the state of the sessions that this program shows: whether each one's host
// exists, answers, was lost, or is being reconnected.
//
// A session has two statuses. A [Status] is one of the seven states of the health machine, which is
// the pure function [next]. A [dormer/session.RuntimeStatus] is the coarser one for the rest of the
// program, and follows from the machine by [runtimeAfter]. A [Monitor] keeps both for a set of
// sessions and carries out the machine's effects through a [Hosts].
//
// The package knows no sockets, processes, files or screens. It saves nothing: each launch starts
// afresh. It never ends a session on its own; only a requested start ends the old one's remaining
// processes.
//
// # Invariants
//
//   - Any pair of status and event that is not in the table keeps the status and has no
//     effect.
//   - A runtime status describes one attachment and never goes back: initializing to running
//     or exited, running to exited or unhealthy, unhealthy to exited. A session that was
//     reconnected or restarted has a new attachment, and so a fresh runtime status.
//   - At most one check of a session is in progress; a late result, after the session was lost,
//     restarted or removed, is ignored.
//   - Timers run only while a session is running or being reconnected: one for all running
//     sessions, and one for each that is being reconnected.
//   - Observers are called in order and without a lock.
package health
