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

// LoadReport describes the findings and the actions of [Store.Load].
type LoadReport struct {
	// Path is the document that was opened, SavedAt when it was written; both zero if the
	// workspace starts empty.
	Path    string
	SavedAt time.Time
	// Cause says why the current document was not opened: it is missing although there are
	// earlier ones ([fs.ErrNotExist]), or it has a fault. It is nil if the current document was
	// opened.
	Cause error
	// SetAside is the new path of a document that could not be read.
	SetAside string
	// Repaired lists the broken rules of a workspace that were corrected in the document. The
	// uncorrected document becomes the newest earlier one. It is nil if no rule was broken.
	Repaired error
	// Left are the sessions left out because their worktree is gone.
	Left []workspace.Record
	// Orphans are sessions kept although their worktree is gone, because their
	// process lives.
	Orphans []session.ID
	// Expired are sessions that can no longer be brought back because their time has passed;
	// the caller should end those of their processes that still live.
	Expired []session.ID
}

// Sentence describes to the user the faults and the current place of each document. It is empty
// if there were no faults.
func (r LoadReport) Sentence() string {
	var parts []string
	if r.Cause != nil {
		parts = append(parts, r.causeText()+", "+r.resultText())
	}
	if r.Repaired != nil {
		first, _, _ := strings.Cut(r.Repaired.Error(), "\n")
		parts = append(parts, "the workspace's document had mistakes, which were corrected ("+first+")")
	}
	if len(r.Left) > 0 {
		parts = append(parts, "left out because their worktree is gone: "+titles(r.Left))
	}
	return strings.Join(parts, "; ")
}

func (r LoadReport) causeText() string {
	if errors.Is(r.Cause, fs.ErrNotExist) {
		return "the workspace's document is missing"
	}
	what := fmt.Sprintf("the workspace's document could not be read (%v)", r.Cause)
	if r.SetAside != "" {
		what += " and is now " + r.SetAside
	}
	return what
}

func (r LoadReport) resultText() string {
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
