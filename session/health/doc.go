// Package health keeps what this program sees of the sessions it shows: whether
// each one's host is there, answers, was lost, or is being reached again.
//
// A session has two statuses. A [Status] is one of the seven states of the health
// machine, which is the pure function [next]. A [dormer/session.RuntimeStatus] is the
// coarser one that the rest of the program uses, and follows from the machine by
// [runtimeAfter]. A [Monitor] keeps both for a set of sessions and carries out the
// machine's effects through a [Hosts].
//
// The package knows no sockets, processes, files or screens. Nothing of it is saved: it
// starts anew with each launch. It never ends a session on its own; only a requested
// start destroys what is left of the old one.
//
// # Invariants
//
//   - Any pair of status and event that the table does not name keeps the status
//     and has no effect.
//   - A runtime status describes one attachment and never goes back: initializing
//     to running or exited, running to exited or unhealthy, unhealthy to exited.
//     A session that was reached again, or started again, has a new attachment,
//     and so a fresh runtime status.
//   - At most one check of a session is under way; a result that comes late, after
//     the session was lost, started again or removed, is ignored.
//   - Timers run only while a session is running or being reached again: one for all
//     running sessions, and one for each that is being reached.
//   - Observers are called in order and without a lock.
package health
