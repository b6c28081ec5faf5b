// Package client is a viewer's end of a session: it attaches to a host over a
// [dormer/session/wire.Conn], keeps a replica of the session's screen, and sends
// what the user does.
//
// It refuses to know escape sequences, processes and panes: a [Replica] is rows
// of cells, a cursor, modes and titles, and a [Session] is a connection with a
// status. It trusts nothing that arrives: a frame is checked whole before any of
// it is applied, sizes and lengths are bounded, text is free of control
// characters.
//
// Invariants:
//
//   - no method that a user's action calls waits for the host: input queues in
//     order, bounded, and is sent as the host takes it ([dormer/session/wire.InputWindow]);
//     resizes, signals and the end overtake input that waits;
//   - the replica is always one of the screens the emulator had, whole;
//   - wake is called after anything changed, never under a lock.
//
// Rows and columns count from zero. History lines have absolute numbers that
// grow downwards; the line above the screen is the last of [Replica.History].
package client
