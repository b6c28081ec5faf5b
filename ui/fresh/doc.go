// Package fresh writes what somebody asked for to a file of their own, and never over
// one that is there: a name that was mistyped costs nothing.
//
// It is for files that people name. What dormer keeps for itself is written by
// others, with more care for a machine that stops meanwhile.
package fresh
