package config

import (
	"dormer/session"
	"dormer/ui/homedir"
)

// ClosesAt reports whether a shell that ended so takes its pane with it; keyed says that
// its user had pressed keys in it.
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

// Begins is the directory of a new session, opened from one: that itself, the home directory, or the
// one that is configured.
func (p Panes) Begins(from, home string) string {
	switch p.Directory {
	case SamePlace:
		return from
	case HomePlace:
		return homedir.Full("~", from, home)
	}
	return homedir.Full(p.Directory, from, home)
}
