// Package remote is what is asked of a running program from outside of it: by the command line,
// from a pane or from another terminal.
//
// A [Request] and where it was made are a [Call]. Whoever asks waits for its [Answer]; the
// program carries it out and answers. A call that has opened sessions is answered when all of
// them have started or could not be started ([Openings]).
//
// The package does not know how requests are carried out, nor the socket on which they come.
package remote
