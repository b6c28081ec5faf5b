package rawio

import (
	"sync"

	"golang.org/x/sys/unix"
)

// Go's runtime asks its poller only when no goroutine is ready to run. One that never
// waits, on the only processor, keeps others from hearing that what they wait for is
// there, unless it waits itself; with [Ready] it need not, while nobody has anything.

// awaited are the descriptors that somebody waits for something to read from.
var awaited roll

// roll is a list of descriptors as poll(2) takes it.
type roll struct {
	mu  sync.Mutex
	fds []unix.PollFd
}

// maxAsked is how many descriptors the kernel is asked of for less than a turn of the
// poller costs.
const maxAsked = 16

// Ready reports whether somebody waits to read from what there is something to read from
// now, or may: nobody is woken by it. Where very many are waited for it is always true.
func Ready() bool {
	awaited.mu.Lock()
	defer awaited.mu.Unlock()
	if len(awaited.fds) == 0 {
		return false
	}
	if len(awaited.fds) > maxAsked {
		return true
	}
	return polled(awaited.fds)
}

func (r *roll) add(fd int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fds = append(r.fds, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
}

func (r *roll) remove(fd int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := len(r.fds) - 1
	for i := range r.fds {
		if int(r.fds[i].Fd) == fd {
			r.fds[i] = r.fds[last]
			r.fds = r.fds[:last]
			return
		}
	}
}
