package workspace

import (
	"path/filepath"
	"strings"

	"dormer/session"
)

// DisplayTitle returns the title to show for the session. It is the first of these that is not
// empty: the user's name, the child's title, the command, the program that runs in the shell,
// and the last element of the directory.
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
