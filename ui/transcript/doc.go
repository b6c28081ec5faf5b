// Package transcript reads what a session has printed as one text: its history, followed by its
// screen, in numbered lines. A line keeps its number until lines are wrapped for another width.
//
// [Text] is that text for copy mode ([dormer/ui/copymode]), [Links] are the addresses and
// places in it, and [Match] is the line around a match. All of it is read from the replica.
// Lines that are missing are asked for and arrive later; what was made without them is made
// again then.
//
// The package does not know who reads, or what for. It draws nothing and waits for nothing.
//
// Lines are numbered from the first that the session ever printed, columns from zero; ranges
// are half-open.
package transcript
