package branch

import "slices"

// most is the maximum number of directories to look up at the same time. A lookup on a file system
// that does not respond never finishes.
const most = 4

// Looks is a queue of directories whose branch is to be looked up, a few at a time. The zero Looks
// is empty.
type Looks struct {
	// underWay are the directories being looked up, and whether the branch may have changed since
	// the lookup began.
	underWay map[string]bool
	waiting  []string
}

// Add adds a directory.
func (l *Looks) Add(dir string) {
	if _, looking := l.underWay[dir]; looking {
		l.underWay[dir] = true
	} else if dir != "" && !slices.Contains(l.waiting, dir) {
		l.waiting = append(l.waiting, dir)
	}
}

// Next returns the next directory to look up, or false if there is none or enough lookups are under
// way.
func (l *Looks) Next() (dir string, ok bool) {
	if len(l.waiting) == 0 || len(l.underWay) >= most {
		return "", false
	}
	dir = l.waiting[0]
	l.waiting = l.waiting[1:]
	if l.underWay == nil {
		l.underWay = map[string]bool{}
	}
	l.underWay[dir] = false
	return dir, true
}

// Done records that a directory was looked up. A directory that was added again meanwhile is queued
// again.
func (l *Looks) Done(dir string) {
	if l.underWay[dir] {
		l.waiting = append(l.waiting, dir)
	}
	delete(l.underWay, dir)
}
