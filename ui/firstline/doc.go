// Package firstline runs a command of the user and returns the first line of its output, in a form
// that is safe to show.
//
// The command is run by sh in its own process group, has no input, and leaves nothing behind: its
// group is killed when it ends, when its time is up, and when the program that runs it leaves. If
// that program itself is killed, the command dies with it where the system supports this (Linux).
//
// [Repeated] is a command that is run repeatedly, with its latest output.
//
// The package does not know the purpose of the line.
package firstline
