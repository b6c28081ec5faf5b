package away

import (
	"time"

	"dormer/ui/labels"
)

const (
	// comesWithin is how long after the start the page comes by itself.
	comesWithin = time.Minute
	// useNoted is how often it is noted that the workspace is used.
	useNoted = time.Minute
)

// Absence is the time in which nobody looked at the workspace, and the page about it. The page
// comes by itself, once there is something to tell, unless the user has done something before.
type Absence struct {
	// Since is when somebody looked last; zero if that was not long ago.
	Since   time.Time
	until   time.Time
	comes   bool // the page comes by itself
	changes []Change
	noted   time.Time // when it was noted last that the workspace is used
}

// NewAbsence returns the absence that ends now. It counts if it lasted for least, which is 0 for
// never; last is when the workspace was used last, zero if that is not known.
func NewAbsence(last, now time.Time, least time.Duration) Absence {
	if least <= 0 || last.IsZero() || now.Sub(last) < least {
		return Absence{until: now}
	}
	return Absence{Since: last, until: now, comes: true}
}

// Worktrees returns the worktrees of the sessions that are open, each once.
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

// Changed takes note of what has changed in a worktree.
func (a *Absence) Changed(c Change) { a.changes = append(a.changes, c) }

// Facts are what is known of the absence.
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

// Comes reports whether the page comes now by itself. free says that nothing else has the keyboard.
func (a *Absence) Comes(now time.Time, free bool, facts func() Facts) bool {
	switch {
	case !a.comes:
		return false
	case now.Sub(a.until) > comesWithin:
		a.comes = false
		return false
	case !free || len(Lines(facts())) == 0:
		return false
	}
	a.comes = false
	return true
}

// Asked takes note that the user asks for the page, and says why there is none; empty if there is one.
func (a *Absence) Asked(facts func() Facts) (why string) {
	a.comes = false
	switch {
	case a.Since.IsZero():
		return "you were not away for long"
	case len(Lines(facts())) == 0:
		return "nothing happened while you were away"
	}
	return ""
}

// Used takes note that the user does something: the page does not come any more over what they do.
// It reports whether the use is to be noted.
func (a *Absence) Used(now time.Time) bool {
	a.comes = false
	if now.Sub(a.noted) < useNoted {
		return false
	}
	a.noted = now
	return true
}
