// Package health keeps what this program sees of the sessions it shows: whether
// each one's host is there, answers, was lost, or is being reached again.
//
// Two vocabularies describe that, and the package keeps both. A [Status] is one of
// the seven of the health machine; [next] is the machine, a pure function with
// effects. A [dormer/session.RuntimeStatus] is the coarser word that the rest of
// the program uses; [runtimeAfter] is how it follows from the machine. A [Monitor]
// drives both for a set of sessions and carries the effects out through a
// [Hosts].
//
// It refuses to know sockets, processes, files and screens, and nothing of it is
// ever saved: it starts fresh with each launch. It never ends a session on its
// own: only a new start that was asked for destroys what is left of the old one.
//
// # Invariants
//
//   - Any pair of status and event that the table does not name keeps the status
//     and has no effect.
//   - A runtime status describes one attachment and never goes back: initializing
//     to running or exited, running to exited or unhealthy, unhealthy to exited.
//     A session that was reached again, or started again, has a new attachment,
//     and so a fresh runtime status.
//   - At most one look at a session is under way; a result that comes late, after
//     the session was lost, started again or removed, counts for nothing.
//   - Nothing wakes up unless a session is running or being reached again: one
//     timer for all of the former, one for each of the latter.
//   - Observers are called in order and without a lock.
package health
