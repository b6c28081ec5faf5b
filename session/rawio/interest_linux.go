package rawio

import (
	"sync"

	"golang.org/x/sys/unix"
)

// interest is what the poller is woken for by a descriptor.
//
// The poller of Go's runtime asks for everything: also for room to write, and an
// epoll instance that watches edges reports that whenever the other side has read.
// Where each side answers the other, a process so wakes twice for what is done once,
// and a terminal wakes whoever draws on it each time that it has read. So while nobody
// waits for room, the descriptor's entry asks only for what can be read.
//
// The entry is found in /proc, in a list of all that the poller watches. So that many
// connections of which each says little do not read that list, and no start does, it is
// looked for only after some waiting. Where the entry is not what is expected, it stays as it is.
type interest struct {
	mu      sync.Mutex
	waits   int // for something to read, before the entry was sought
	sought  bool
	found   entry
	reading bool // the entry asks only for what can be read
	writing bool // somebody waits for room
}

const (
	everything = unix.EPOLLIN | unix.EPOLLOUT | unix.EPOLLRDHUP | unix.EPOLLET
	readable   = unix.EPOLLIN | unix.EPOLLRDHUP | unix.EPOLLET
)

// someWaits is how often somebody must have waited for something to read until the
// entry is looked for.
const someWaits = 8

// reads takes note that somebody waits for something to read.
func (i *interest) reads(fd int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.reading || i.writing {
		return
	}
	if i.waits++; i.waits < someWaits {
		return
	}
	if !i.sought {
		i.sought = true
		i.found, _ = findEntry(fd)
	}
	i.reading = i.found.ask(fd, readable)
}

// writes takes note that somebody waits for room. What there is room for already the
// kernel reports at once: epoll_ctl(2).
func (i *interest) writes(fd int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.writing = true
	if i.reading {
		i.reading = !i.found.ask(fd, everything)
	}
}

// wrote takes note that nobody waits for room any more.
func (i *interest) wrote() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.writing = false
}
