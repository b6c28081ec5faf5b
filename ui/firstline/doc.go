// Package firstline runs a command of the user's and returns the first line that it
// prints, safe to show.
//
// The command is run by sh in a process group of its own, reads nothing, and leaves
// nothing behind: its group is killed when it has ended, when its time is over, and when
// whoever runs it leaves. One whose program is killed itself dies with it where the
// system can do that (Linux).
//
// [Repeated] is a command that is run again and again, for what it printed last.
//
// The package refuses to know what the line is for.
package firstline
