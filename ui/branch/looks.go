package branch

import "slices"

// most is how many directories are looked at at a time. One whose file system does not answer
// is never done.
const most = 4

// Looks are the directories whose branch is to be looked for, a few at a time. The zero Looks
// is none.
type Looks struct {
	// underWay are those that are looked at, and whether the branch may have changed since.
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

// Next is the directory to look at now; false where there is none, or enough are looked at.
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

// Done takes note that a directory was looked at. One that was added meanwhile waits for its
// turn again.
func (l *Looks) Done(dir string) {
	if l.underWay[dir] {
		l.waiting = append(l.waiting, dir)
	}
	delete(l.underWay, dir)
}
