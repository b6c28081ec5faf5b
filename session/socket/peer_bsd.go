//go:build darwin || freebsd

package socket

import "golang.org/x/sys/unix"

// peerUser returns the user of the process on the other side at the time when it connected or
// listened: LOCAL_PEERCRED, unix(4).
func peerUser(fd int) (int, error) {
	cred, err := unix.GetsockoptXucred(fd, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	if err != nil {
		return 0, err
	}
	return int(cred.Uid), nil
}
