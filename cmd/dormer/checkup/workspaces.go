package checkup

import (
	"fmt"
	"strings"

	"dormer/persist"
	"dormer/workspace"
)

// Peek reads the document of the workspace in dir without a lock. With an error it may still return
// a part of it.
type Peek func(dir string) (workspace.State, error)

// Reached returns the reason why the program that has the named workspace open cannot be reached;
// nil if it can.
type Reached func(name string) error

// Workspaces checks the documents of all workspaces, and the programs that have them open.
func Workspaces(paths persist.Paths, peek Peek, reached Reached) Section {
	s := Section{Title: "workspaces"}
	names, err := paths.Names()
	if err != nil {
		s.Findings = append(s.Findings, failed(err, "make the directory readable"))
	}
	for _, name := range names {
		dir, err := paths.Workspace(name)
		if err != nil {
			continue // Names returns none of these
		}
		s.Findings = append(s.Findings, look(name, dir, peek))
		if h := persist.HolderOf(dir); h.Here() {
			if err := reached(name); err != nil {
				s.Findings = append(s.Findings, problem(fmt.Sprintf("if it is stopped, kill -CONT %d lets it go on; else leave it and start dormer again: its sessions run on", h.PID),
					"%s: the command line cannot reach dormer %d: %v", name, h.PID, err))
			}
		}
	}
	if len(s.Findings) == 0 {
		s.Findings = append(s.Findings, fine("none yet: dormer makes one"))
	}
	return s
}

func look(name, dir string, peek Peek) Finding {
	state, err := peek(dir)
	earlier := persist.Earlier(dir)
	if err != nil {
		do := "earlier documents: " + strings.Join(readable(earlier), ", ")
		if len(readable(earlier)) == 0 {
			do = "open it with dormer --workspace " + name + ", which sets unreadable documents aside and deletes nothing"
		}
		return problem(do, "%s: %v", name, err)
	}
	tabs := 0
	for _, v := range state.Views {
		tabs += len(v.Tabs)
	}
	return fine("%s: tabs %d, sessions %d, earlier documents %d%s", name, tabs, len(state.Sessions), len(earlier), holder(dir))
}

func readable(documents []persist.Document) []string {
	var paths []string
	for _, d := range documents {
		if d.Err == nil {
			paths = append(paths, d.Path)
		}
	}
	return paths
}

// holder describes the program that has the workspace open, according to its lock.
func holder(dir string) string {
	h := persist.HolderOf(dir)
	if h.PID == 0 {
		return ""
	}
	return ", open in another dormer: " + h.String()
}
