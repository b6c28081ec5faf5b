package branch

import "slices"

// maxLookups is the maximum number of directories to look up at the same time. A lookup on a file system
// that does not respond never finishes.
const maxLookups = 4

// Queue is a queue of directories whose branch is to be looked up, a few at a time. The zero Queue
// is empty.
type Queue struct {
	// running are the directories being looked up, and whether the branch may have changed since
	// the lookup began.
	running map[string]bool
	waiting []string
}

// Add adds a directory.
func (l *Queue) Add(dir string) {
	if _, looking := l.running[dir]; looking {
		l.running[dir] = true
	} else if dir != "" && !slices.Contains(l.waiting, dir) {
		l.waiting = append(l.waiting, dir)
	}
}

// Next returns the next directory to look up, or false if there is none or enough lookups are under
// way.
func (l *Queue) Next() (dir string, ok bool) {
	if len(l.waiting) == 0 || len(l.running) >= maxLookups {
		return "", false
	}
	dir = l.waiting[0]
	l.waiting = l.waiting[1:]
	if l.running == nil {
		l.running = map[string]bool{}
	}
	l.running[dir] = false
	return dir, true
}

// Done records that a directory was looked up. A directory that was added again meanwhile is queued
// again.
func (l *Queue) Done(dir string) {
	if l.running[dir] {
		l.waiting = append(l.waiting, dir)
	}
	delete(l.running, dir)
}
