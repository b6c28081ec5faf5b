package away

import (
	"time"

	"dormer/ui/labels"
)

const (
	// openWithin is how long after the start the page may open by itself.
	openWithin = time.Minute
	// useInterval is the interval at which the use of the workspace is recorded.
	useInterval = time.Minute
)

// Absence is a time in which nobody used the workspace, and the page about it. The page opens by
// itself as soon as it has something to show, unless the user has done something before.
type Absence struct {
	// Since is when the workspace was used last; zero if that was not long ago.
	Since   time.Time
	until   time.Time
	mayOpen bool // the page may still open by itself
	changes []Change
	noted   time.Time // when the use of the workspace was recorded last
}

// NewAbsence returns the absence that ends now. It counts if it lasted at least least; 0 means that
// none counts. last is when the workspace was used last, zero if that is not known.
func NewAbsence(last, now time.Time, least time.Duration) Absence {
	if least <= 0 || last.IsZero() || now.Sub(last) < least {
		return Absence{until: now}
	}
	return Absence{Since: last, until: now, mayOpen: true}
}

// Worktrees returns the worktrees of the open sessions, each once.
func (a *Absence) Worktrees(l *labels.Labels) (trees []string) {
	seen := map[string]bool{"": true}
	for _, id := range l.State.OpenIDs() {
		if tree := l.State.WorktreeOf(l.State.Sessions[id].Dir); !seen[tree] {
			seen[tree] = true
			trees = append(trees, tree)
		}
	}
	return trees
}

// Changed adds the changes of a worktree.
func (a *Absence) Changed(c Change) { a.changes = append(a.changes, c) }

// Facts returns the present facts about the absence.
func (a *Absence) Facts(l *labels.Labels) Facts {
	f := Facts{Since: a.Since, Until: a.until, Changed: a.changes}
	for _, id := range l.State.OpenIDs() {
		h, ok := f.Last(l.Of(id))
		if !ok {
			continue
		}
		r := l.State.Sessions[id]
		h.Session, h.Worktree, h.Name, h.Mark = id, l.State.WorktreeOf(r.Dir), r.DisplayTitle(), l.Shown(h.Mark)
		f.Happened = append(f.Happened, h)
	}
	return f
}

// ShouldOpen reports whether the page is to open by itself now, and then never again. free says that
// nothing else has the keyboard.
func (a *Absence) ShouldOpen(now time.Time, free bool, facts func() Facts) bool {
	switch {
	case !a.mayOpen:
		return false
	case now.Sub(a.until) > openWithin:
		a.mayOpen = false
		return false
	case !free || len(Lines(facts())) == 0:
		return false
	}
	a.mayOpen = false
	return true
}

// Request notes that the user asked for the page. why says why there is none; empty if there is one.
func (a *Absence) Request(facts func() Facts) (why string) {
	a.mayOpen = false
	switch {
	case a.Since.IsZero():
		return "you were not away for long"
	case len(Lines(facts())) == 0:
		return "nothing happened while you were away"
	}
	return ""
}

// NoteUse notes that the user does something: the page does not open by itself any more. NoteUse reports
// whether the use is to be recorded.
func (a *Absence) NoteUse(now time.Time) bool {
	a.mayOpen = false
	if now.Sub(a.noted) < useInterval {
		return false
	}
	a.noted = now
	return true
}
