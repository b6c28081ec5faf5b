package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"dormer/session"
	"dormer/workspace"
)

// LoadReport tells what [Store.Load] found and did.
type LoadReport struct {
	// Path is the document that was opened, SavedAt when it was written; both
	// zero where the workspace is new or starts empty.
	Path    string
	SavedAt time.Time
	// Cause says why the current document was not the one opened: it is missing
	// although there are earlier ones ([fs.ErrNotExist]), or what is wrong with
	// it. It is nil where all is well.
	Cause error
	// SetAside is where the document that could not be read is now.
	SetAside string
	// Mended says which rules of a workspace the document broke; they hold now, and
	// the document as it was becomes the newest earlier one. It is nil where all held.
	Mended error
	// Left are the sessions left out because their worktree is gone.
	Left []workspace.Record
	// Orphans are sessions kept although their worktree is gone, because their
	// process lives.
	Orphans []session.ID
	// Expired are sessions whose undo has passed: their processes, where they
	// still live, are to be ended.
	Expired []session.ID
}

// Sentence says to a person what was not as it should be, and where things are
// now. It is empty where there is nothing to say.
func (r LoadReport) Sentence() string {
	var parts []string
	if r.Cause != nil {
		parts = append(parts, r.what()+", "+r.instead())
	}
	if r.Mended != nil {
		first, _, _ := strings.Cut(r.Mended.Error(), "\n")
		parts = append(parts, "the workspace's document had mistakes, which were corrected ("+first+")")
	}
	if len(r.Left) > 0 {
		parts = append(parts, "left out because their worktree is gone: "+titles(r.Left))
	}
	return strings.Join(parts, "; ")
}

func (r LoadReport) what() string {
	if errors.Is(r.Cause, fs.ErrNotExist) {
		return "the workspace's document is missing"
	}
	what := fmt.Sprintf("the workspace's document could not be read (%v)", r.Cause)
	if r.SetAside != "" {
		what += " and is now " + r.SetAside
	}
	return what
}

func (r LoadReport) instead() string {
	if r.Path == "" {
		return "with no earlier one to open: the workspace starts empty"
	}
	return "so the one saved " + r.SavedAt.Local().Format("2006-01-02 15:04:05") + " was opened"
}

func titles(records []workspace.Record) string {
	var out []string
	for _, r := range records {
		out = append(out, fmt.Sprintf("%q", r.DisplayTitle()))
	}
	return strings.Join(out, ", ")
}
