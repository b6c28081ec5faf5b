// Package notices manages the messages of the status line: the current one, those that wait, and
// earlier ones.
//
// The package is pure: the time is an argument.
package notices
