// Package remote defines the requests to a running program from outside: from the command line, in
// a pane or in another terminal.
//
// A [Request] and its origin form a [Call]. The caller waits for the [Answer]; the program carries
// out the request and answers. If a call opens sessions, it is answered when all of them have
// started or failed to start ([Openings]).
//
// The package does not know how requests are carried out, nor the socket that they arrive on.
package remote
