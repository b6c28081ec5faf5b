//go:build linux

// Package stories tests what dormer promises, in the user's words: one test for each promise, with
// the real binary in a real terminal.
//
// The stories know nothing of dormer's internals. They press keys, read the screen, look at the
// processes of the panes, and read the document on disk. Each has its own home, waits for events
// and never for a fixed time, and fails if a process is left behind.
package stories
