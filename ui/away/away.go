package away

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"dormer/session"
	"dormer/ui/attention"
)

// Facts are the facts about an absence.
type Facts struct {
	// Since and Until are the beginning and the end of the absence.
	Since, Until time.Time
	Happened     []Happening
	Changed      []Change
}

// Happening is the last event of a session.
type Happening struct {
	Session session.ID
	// Worktree is the path of the session's worktree; empty for none.
	Worktree string
	// Mark is the event as a mark, Name the title of the session, Text the event in words.
	Mark, Name, Text string
	At               time.Time
}

// Change holds the changes of a worktree.
type Change struct {
	// Path and Name are those of the worktree.
	Path, Name string
	// Commits are the subjects of the new commits, the newest first.
	Commits []string
	// Files is the number of uncommitted files that were written.
	Files int
}

// Line is a line of the page.
type Line struct {
	// Session is the session that the line is about; the zero id if the line cannot be selected.
	Session session.ID
	// Head marks the heading of the lines that follow.
	Head bool
	// Mark stands before Text, and Ago at the right end.
	Mark, Text, Ago string
}

// maxCommits is how many commits of a worktree are listed.
const maxCommits = 3

// Lines returns the lines of the page, grouped by worktree: the most urgent group first. It returns
// none if nothing happened.
func Lines(f Facts) []Line {
	groups := map[string][]Happening{}
	changes := map[string]Change{}
	for _, c := range f.Changed {
		if len(c.Commits) > 0 || c.Files > 0 {
			groups[c.Path], changes[c.Path] = nil, c
		}
	}
	names := map[string]string{}
	for _, c := range f.Changed {
		names[c.Path] = c.Name
	}
	for _, h := range f.Happened {
		groups[h.Worktree] = append(groups[h.Worktree], h)
	}
	var paths []string
	for path, all := range groups {
		slices.SortStableFunc(all, byUrgency)
		paths = append(paths, path)
	}
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(urgencyOf(groups[a])-urgencyOf(groups[b]), cmp.Compare(a, b))
	})
	var out []Line
	for _, path := range paths {
		out = append(out, f.group(path, names[path], groups[path], changes[path], len(paths) > 1)...)
	}
	return out
}

// group returns the lines of a worktree, or of the sessions outside of worktrees. The latter have a
// heading only if there are other groups.
func (f Facts) group(path, name string, happened []Happening, c Change, others bool) (out []Line) {
	first := session.ID{}
	if len(happened) > 0 {
		first = happened[0].Session
	}
	if path != "" || others {
		head := cmp.Or(name, filepath.Base(path)) // git may not have answered yet
		if path == "" {
			head = "elsewhere"
		}
		out = append(out, Line{Session: first, Head: true, Text: head + c.counted()})
	}
	for _, h := range happened {
		out = append(out, Line{Session: h.Session, Mark: h.Mark, Text: h.Name + "  " + h.Text, Ago: f.ago(h.At)})
	}
	for i, subject := range c.Commits {
		if i == maxCommits {
			out = append(out, Line{Text: fmt.Sprintf("and %d more commits", len(c.Commits)-i)})
			break
		}
		out = append(out, Line{Mark: "+", Text: subject})
	}
	return out
}

// counted returns the numbers of commits and files, to follow a name.
func (c Change) counted() (text string) {
	separator := ": "
	for _, part := range []struct {
		n    int
		what string
	}{{len(c.Commits), "commit"}, {c.Files, "changed file"}} {
		switch part.n {
		case 0:
			continue
		case 1:
			text += separator + "1 " + part.what
		default:
			text += fmt.Sprintf("%s%d %ss", separator, part.n, part.what)
		}
		separator = ", "
	}
	return text
}

// ago returns how long before the end of the absence a time was.
func (f Facts) ago(at time.Time) string {
	d := f.Until.Sub(at)
	if d < time.Minute {
		return "just now"
	}
	return Rough(d) + " ago"
}

// Rough formats a duration without seconds: "45m", "3h 12m", "2d 4h".
func Rough(d time.Duration) string {
	minutes := int(d.Minutes())
	switch {
	case minutes < 60:
		return fmt.Sprintf("%dm", minutes)
	case minutes < 24*60:
		return fmt.Sprintf("%dh %dm", minutes/60, minutes%60)
	}
	return fmt.Sprintf("%dd %dh", minutes/(24*60), minutes/60%24)
}

// byUrgency sorts by urgency, and events of the same urgency by time, the oldest first.
func byUrgency(a, b Happening) int {
	return cmp.Or(urgency(a.Mark)-urgency(b.Mark), a.At.Compare(b.At))
}

func urgencyOf(all []Happening) int {
	if len(all) == 0 {
		return len(attention.ByUrgency) + 1
	}
	return urgency(all[0].Mark)
}

// urgency returns the rank of a mark; 0 is the most urgent. Blocked and failed sessions come first.
func urgency(mark string) int {
	first := []string{attention.MarkBlocked, attention.MarkFailed}
	if i := slices.Index(first, mark); i >= 0 {
		return i
	}
	if i := slices.Index(attention.ByUrgency, mark); i >= 0 {
		return i + len(first)
	}
	return len(attention.ByUrgency) + len(first)
}
