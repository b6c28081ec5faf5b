package config

import (
	"dormer/session"
	"dormer/ui/homedir"
)

// ClosesAt reports whether a shell's pane closes when the shell ends with e. keyed says that the
// user had pressed keys in it.
func (p Panes) ClosesAt(e session.Exit, keyed bool) bool {
	switch p.Close {
	case CloseExit:
		return e.Clean() || keyed && e.Signal == "" && e.Err == ""
	case CloseAlways:
		return true
	case CloseNever:
		return false
	case CloseClean:
	}
	return e.Clean()
}

// Begins returns the directory of a new session that is opened from the directory from: from itself,
// the home directory, or the configured directory.
func (p Panes) Begins(from, home string) string {
	switch p.Directory {
	case SamePlace:
		return from
	case HomePlace:
		return homedir.Full("~", from, home)
	}
	return homedir.Full(p.Directory, from, home)
}
