// Package workspaces lists the workspaces of the user and opens another one in place of the current
// one. That takes a while, so [List] and [Open] return commands that run outside the event loop.
// The outcome is a [Message], which says what to do next.
package workspaces
