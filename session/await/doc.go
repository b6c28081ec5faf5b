// Package await waits until something happens in a session that has a host: its program is
// silent for a while, a line that it prints matches a regular expression, its shell waits at
// its prompt, it rings, or its agent is in a state.
//
// Each function is given a connection on which the host tells what happens
// ([dormer/session/launch.Watched]), and uses it up. When the context of that connection
// ends, the function returns an error. If the program ends first, the error says how.
//
// The package knows neither names of sessions nor the command line. Nothing polls: a wait for
// silence looks again only when it could be over.
package await
