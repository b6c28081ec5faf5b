//go:build linux

// Package stories tells what dormer promises, in the nouns of those who use it:
// one test for each promise, told to the real binary in a real terminal.
//
// The stories know nothing of dormer's inside. They press keys, read the screen,
// look at the processes of the panes, and read the document that is left on disk.
// Each has a home of its own, waits for what shows and never for a while, and
// fails when a process is left behind.
package stories
