// Package follow tells what happens to sessions, as it happens and across hosts that come
// and go: each host tells over a connection ([dormer/session/wire.Watch]), and the
// directory of sockets tells of new hosts.
//
// It changes nothing: whoever follows does not count as somebody who looks, and takes no
// bell or notification from whoever looks next.
//
// # Invariants
//
//   - Nothing wakes up while nothing happens. Only a host that does not answer is tried
//     again, with growing pauses.
//   - Events of one session come in order, each once, and one event at a time.
//   - What programs call themselves and say holds no control characters.
package follow
