// Package relay lets programs and browsers talk to coding agents over WebSocket and HTTP.
//
// A session of the relay is one conversation with one agent, in a git worktree of its own. Its
// states are created, spawning, active, terminating and cleaned ([State]); only the [Manager]
// changes them. The relay does not own the agent's process: a [Backend] starts it in a dormer host,
// where it outlives the relay, and a later relay finds it again.
//
// The layers, each in separate files:
//
//   - state.go, manager.go, store.go: sessions as values, and their records.
//   - relay.go, follow.go: the life of a session, in order: worktree, process, connection,
//     exchanges, end. Each failure has a reason.
//   - message.go, connection.go: the messages of the WebSocket.
//   - server.go, routes.go, guard.go: HTTP and access control.
//
// # Invariants
//
//   - A slow reader never delays an agent, and nothing is queued for it here: each client that
//     follows a session has its own connection to the conversation, which drops slow readers. It
//     continues from the last event that the client got.
//   - Every event of a conversation has a number, and a client gets each event once, in order,
//     also over several connections.
//   - When a session is cleaned, no process of it runs. Its worktree stays.
package relay
