package host

import "golang.org/x/sys/unix"

// waitExited waits until the child pid has exited, without reaping it: until it is reaped no other
// process can have its number, so that no signal reaches the wrong one.
func waitExited(pid int) {
	exited := make(chan struct{})
	children.watch(pid, func() bool {
		if !hasExited(pid) {
			return false
		}
		close(exited)
		return true
	})
	<-exited
}

// hasExited reports whether the child pid has exited, or is no child.
func hasExited(pid int) bool {
	for {
		var found unix.Siginfo
		err := unix.Waitid(unix.P_PID, pid, &found, unix.WEXITED|unix.WNOWAIT|unix.WNOHANG, nil)
		if err != unix.EINTR {
			return err != nil || found.Signo != 0
		}
	}
}
