package host

import "golang.org/x/sys/unix"

// waitExited waits until the child pid has exited, and leaves it to be reaped:
// until then its number belongs to it, so that no signal can reach a stranger.
func waitExited(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return
		}
	}
}
