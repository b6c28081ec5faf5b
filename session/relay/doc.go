// Package relay lets programs and browsers talk to coding agents over WebSocket and HTTP.
//
// A session of the relay is one conversation with one agent, in a git worktree of its own. It
// is created, spawned, active, terminated and cleaned ([State]); the [Manager] alone moves it.
// The agent's process is not the relay's: a [Backend] starts it in a host of dormer's, where it
// outlives the relay, and the relay finds it again.
//
// The layers, each in files of its own:
//
//   - state.go, manager.go, store.go: sessions as values, and what is kept of them.
//   - relay.go, follow.go: what happens to a session, in order: worktree, process, connection,
//     exchanges, end. Each failure has its reason.
//   - message.go, connection.go: the messages of the WebSocket.
//   - server.go, routes.go, guard.go: HTTP, and who may use it.
//
// # Invariants
//
//   - Nobody who reads slowly holds up an agent, and nothing is queued for him here: each client
//     that follows a session has a connection of its own to the conversation, which drops who does
//     not read. It goes on from the last event that the client got.
//   - Every event of a conversation has a number, and a client gets each event once, in order,
//     also over several connections.
//   - When a session is cleaned, no process of it runs. Its worktree stays.
package relay
