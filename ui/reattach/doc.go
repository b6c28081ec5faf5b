// Package reattach makes connections to sessions again that were lost, and starts sessions
// again, as the health monitor asks for it. It keeps what it takes to reach each session, and
// which of them are being started.
//
// It does not know what is done with a connection: it hands it on.
package reattach
