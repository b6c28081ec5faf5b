package socket

import "golang.org/x/sys/unix"

// peerUser returns the user of the process on the other side at the time when it connected or
// listened: SO_PEERCRED, unix(7).
func peerUser(fd int) (int, error) {
	cred, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return 0, err
	}
	return int(cred.Uid), nil
}
