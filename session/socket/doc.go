// Package socket lets programs and hosts on one machine find and trust each other: unix sockets
// with hosts' names in one private directory, and the handshake of [dormer/session/wire] over them.
// The program that has a workspace open is found and trusted in the same way, by another kind of
// name.
//
// It knows names and users, and nothing of sessions. Invariants:
//
//   - the directory belongs to this user and nobody else can write to it; otherwise nothing is
//     made or connected to in it; a symbolic link in its place is refused;
//   - no byte is exchanged with a process of another user;
//   - a socket is removed only when connecting to it is refused, which means that its process
//     has ended; anything else at its path is left alone and named;
//   - connecting never waits, and the handshake is limited in time.
package socket
