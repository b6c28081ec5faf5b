// Package live is the sessions of the running program: one [Session] as the program sees it,
// and the [Set] of them.
//
// A session has a connection and a replica, or is on its way, or is out of reach, or has
// only what is kept on disk. The Set connects, starts, ends and lets go; it is told of what
// comes of that by a [Message], which whoever has the Set receives and gives back. A Session
// keeps what of it was told already ([Session.Note]), what was typed before it was there
// ([Session.Key]), which keys a pane without a process takes ([EndedKeys]), whether its output
// is listened for ([Session.Listen]), and what its host was asked ([Session.Answer]).
//
// The package does not know the workspace's layout, commands, the screen or the
// configuration: it is given what it needs as values, and returns what has changed.
//
// All belongs to one goroutine, the event loop; only the functions that the Set was given for
// delivery ([Options]) are called from others.
package live
