package input

import (
	"errors"
	"math"
	"time"

	"golang.org/x/sys/unix"
)

// await waits until fd or wake is readable or the timeout expires. A negative timeout never
// expires.
func await(fd, wake int, timeout time.Duration) (ready, woken bool, err error) {
	fds := []unix.PollFd{
		{Fd: int32(fd), Events: unix.POLLIN},
		{Fd: int32(wake), Events: unix.POLLIN},
	}
	end := time.Now().Add(timeout)
	for {
		ms := -1
		if timeout >= 0 {
			left := max(time.Until(end), 0)
			ms = int(min((left+time.Millisecond-1)/time.Millisecond, math.MaxInt32))
		}
		_, err := unix.Poll(fds, ms)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		return fds[0].Revents != 0, fds[1].Revents != 0, err
	}
}
