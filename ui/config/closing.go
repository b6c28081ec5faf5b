package config

import "dormer/session"

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
