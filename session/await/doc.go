// Package await waits for an event in a session that has a host: its program is silent for some
// time, a line of its output matches a regular expression, its shell waits at its prompt, it rings
// the bell, or its agent is in a state.
//
// Each function uses up a connection on which the host reports events
// ([dormer/session/launch.Watched]). When the context of that connection ends, the function returns
// an error. If the program ends first, the error says how.
//
// The package knows neither names of sessions nor the command line. Nothing polls: a wait for
// silence checks again only when it could be over.
package await
