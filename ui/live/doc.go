// Package live holds the sessions of the running program: a [Session] for each, and the [Set] of
// them.
//
// A session has a connection and a replica, or is starting, or is out of reach, or has only its
// files on disk. The Set connects to sessions, starts them, ends them and disconnects. Results
// arrive as a [Message], which the owner of the Set receives and passes back to it.
//
// A Session remembers the last state that was reported ([Session.Note]), input typed before the
// process started ([Session.Key]), the keys that a pane without a process takes ([EndedKeys]),
// whether somebody listens for output ([Session.Listen]), and the open questions to its host
// ([Session.AskText]).
//
// The package does not know the workspace's layout, commands, the screen or the
// configuration: it is given what it needs as values, and returns what has changed.
//
// Everything belongs to one goroutine, the event loop. Only the delivery functions in [Options]
// are called from other goroutines.
package live
