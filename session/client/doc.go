// Package client is the viewer's end of a session: it attaches to a host over a
// [dormer/session/wire.Conn], keeps a replica of the session's screen, and sends the user's input
// and requests.
//
// It knows nothing of escape sequences, processes and panes: a [Replica] is rows of cells, a
// cursor, modes and titles, and a [Session] is a connection with a status. It does not trust the
// host: a frame is checked as a whole before any of it is applied, sizes and lengths are limited,
// text is free of control characters.
//
// Invariants:
//
//   - no method called for a user's action waits for the host: input is queued in order, up
//     to a limit, and sent as the host accepts it ([dormer/session/wire.InputWindow]);
//     resizes, signals and the end overtake waiting input;
//   - the replica is always one of the emulator's screens, as a whole;
//   - wake is called after every change, never under a lock.
//
// Rows and columns count from zero. History lines have absolute numbers that
// grow downwards; the line above the screen is the last of [Replica.History].
package client
