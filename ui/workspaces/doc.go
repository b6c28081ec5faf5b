// Package workspaces lists the workspaces of the user and opens another one in place of the one
// that is shown. That takes a while, so [List] and [Open] return commands that work outside of the
// event loop. What comes of it is a [Message], which says what is to be done.
package workspaces
