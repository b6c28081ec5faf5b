// Package follow reports the events of sessions as they happen, while hosts start and end: each
// host reports over a connection ([dormer/session/wire.Watch]), and new hosts appear in the
// directory of sockets.
//
// It changes nothing: a follower does not count as a viewer, and takes no bell or notification from
// the next viewer.
//
// # Invariants
//
//   - Nothing wakes up while nothing happens. Only a host that does not answer is retried, with
//     growing pauses.
//   - Events of one session come in order, each once, and one event at a time.
//   - Texts of programs, including titles, contain no control characters.
package follow
