package host

import (
	"errors"
	"os"
	"slices"

	"dormer/session"
	"dormer/session/proc"
)

// envMark is a variable in the environment of all processes of a session.
type envMark string

func envMarkOf(id session.ID) envMark { return envMark("DORMER_SESSION_ID=" + id.String()) }

// environOf reads the environment of a process.
var environOf = proc.Environ

// in reports whether a process was started with the mark. known is false if that cannot be
// determined now, because its memory is locked or because an execve(2) is in progress.
func (m envMark) in(p proc.Process) (has, known bool) {
	environ, err := environOf(p.PID)
	return slices.Contains(environ, string(m)), !errors.Is(err, os.ErrDeadlineExceeded)
}

// of lists the processes of the setsid(2) session led by leader that have the mark. unsure lists
// those for which that is unknown.
func (m envMark) of(leader int) (marked []proc.Process, unsure []proc.Process) {
	for _, p := range proc.InSession(leader) {
		switch has, known := m.in(p); {
		case has:
			marked = append(marked, p)
		case !known:
			unsure = append(unsure, p)
		}
	}
	return marked, unsure
}
