package workspace

import (
	"path/filepath"
	"strings"

	"dormer/session"
)

// DisplayTitle is the name to show for the session: the user's name for it, else
// the child's title, else the command, else what runs in the shell, else the
// directory's last element.
func (r Record) DisplayTitle() string {
	switch {
	case r.Name != "":
		return r.Name
	case r.Title != "":
		return r.Title
	case len(r.Source.Command) > 0:
		return strings.Join(append([]string{filepath.Base(r.Source.Command[0])}, r.Source.Command[1:]...), " ")
	case r.Program != "":
		return r.Program
	case r.Dir != "":
		return filepath.Base(r.Dir)
	case r.Source.Kind == session.Worktree:
		return filepath.Base(r.Source.Worktree)
	}
	return "shell"
}
