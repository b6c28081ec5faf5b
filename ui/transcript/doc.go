// Package transcript reads what a session has printed as a text: its history goes on
// into its screen, line by line, each with a number that it keeps until lines are
// broken for another width.
//
// [Text] is that text for copy mode ([dormer/ui/copymode]), [Links] are the addresses
// and places in it, [Match] is the line around something that was found. All of it is
// read from the replica; lines that are not there are asked for, and come later: what
// was made without them is made again then.
//
// The package refuses to know who reads, and what is done with what was read. It
// draws nothing and waits for nothing.
//
// Lines are numbered from the first that the session ever printed, columns from zero;
// ranges are half-open.
package transcript
