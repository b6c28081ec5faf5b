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

// Facts are what is known of the time in which nobody looked.
type Facts struct {
	// Since is when somebody looked last, Until when somebody looked again.
	Since, Until time.Time
	Happened     []Happening
	Changed      []Change
}

// Happening is what happened in a session last.
type Happening struct {
	Session session.ID
	// Worktree is the path of the worktree that the session is in; empty for none.
	Worktree string
	// Mark is what happened as a mark; Text says it in words.
	Mark, Name, Text string
	At               time.Time
}

// Change is what has changed in a worktree.
type Change struct {
	// Path is that of the worktree; Name is what it is called.
	Path, Name string
	// Commits are the subjects of the commits made since, the newest first.
	Commits []string
	// Files is how many files that are not committed were written since.
	Files int
}

// Line is a line of the page.
type Line struct {
	// Session is the session that it speaks of; the zero id for a line that nothing can be done with.
	Session session.ID
	// Head says that it is the head of the lines that follow.
	Head bool
	// Mark stands before Text, and Ago at the right end.
	Mark, Text, Ago string
}

// mostCommits is how many commits of a worktree are listed.
const mostCommits = 3

// Lines returns the lines of the page: those of each worktree below its name, the one that needs the
// user most first. There are none where nothing happened.
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

// group are the lines of a worktree, or of the sessions that are in none. These have a head only
// beside others.
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
		if i == mostCommits {
			out = append(out, Line{Text: fmt.Sprintf("and %d more commits", len(c.Commits)-i)})
			break
		}
		out = append(out, Line{Mark: "+", Text: subject})
	}
	return out
}

// counted says how much has changed, behind a name.
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

// ago is how long before the user came back something was.
func (f Facts) ago(at time.Time) string {
	d := f.Until.Sub(at)
	if d < time.Minute {
		return "just now"
	}
	return Rough(d) + " ago"
}

// Rough writes a time without its seconds: "45m", "3h 12m", "2d 4h".
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

// byUrgency puts what waits first, then what failed, and of the same what is oldest.
func byUrgency(a, b Happening) int {
	return cmp.Or(urgency(a.Mark)-urgency(b.Mark), a.At.Compare(b.At))
}

func urgencyOf(all []Happening) int {
	if len(all) == 0 {
		return len(attention.ByUrgency) + 1
	}
	return urgency(all[0].Mark)
}

// urgency is the place of a mark: 0 for the one that needs the user most.
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
