// Package fresh writes a file that the user named, and never overwrites one: a mistyped name
// costs nothing.
//
// What dormer keeps for itself is written by others ([dormer/session/private]), with more
// care for a crash.
package fresh
