// Package transcript reads the output of a session as one text: its history, followed by its
// screen, in numbered lines. A line keeps its number until lines are wrapped for another width.
//
// [Text] is that text for copy mode ([dormer/ui/copymode]), [Links] finds the addresses and
// file positions in it, and [Match] returns the line around a match. All of them read the replica.
// Missing lines are requested from the host and arrive later; the caller must then try again.
//
// The package draws nothing and never blocks.
//
// Lines are numbered from the first that the session ever printed, columns from zero; ranges
// are half-open.
package transcript
