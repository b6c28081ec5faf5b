// Package ending says what became of a session in whose pane nothing runs, and which keys
// do something about it: how its process ended, what is wrong with its host, what is kept
// of it. Each is said in several ways, from the longest to the shortest, of which the pane
// shows the first that it has room for.
//
// The package is pure. It does not know panes, and whether keys do anything just now it is
// told.
package ending
