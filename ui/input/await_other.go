//go:build unix && !linux

package input

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// await waits until fd or wake is readable or the timeout expires. A negative timeout never
// expires. It uses select, because Darwin's poll does not work on terminals.
func await(fd, wake int, timeout time.Duration) (ready, woken bool, err error) {
	if max(fd, wake) >= unix.FD_SETSIZE {
		return false, false, fmt.Errorf("file descriptor %d is beyond what select can wait for", max(fd, wake))
	}
	end := time.Now().Add(timeout)
	for {
		var set unix.FdSet
		set.Set(fd)
		set.Set(wake)
		var left *unix.Timeval
		if timeout >= 0 {
			t := unix.NsecToTimeval(int64(max(time.Until(end), 0)))
			left = &t
		}
		_, err := unix.Select(max(fd, wake)+1, &set, nil, nil, left)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return false, false, err
		}
		return set.IsSet(fd), set.IsSet(wake), nil
	}
}
