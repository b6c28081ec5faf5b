package screen

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session/nonblock"
)

// device writes to a terminal. Waiting for room in its buffer can be interrupted. It is never
// closed before the program ends.
type device struct {
	fd     int
	opened bool // fd was opened here and does not block
	wakeR  int
	wakeW  int
}

// chunk is the size of a write to a device that may block, in bytes: when poll reports the
// device writable, there is room for that much.
const chunk = 256

var errInterrupted = errors.New("writing was interrupted")

// openDevice opens the terminal behind fd again, so that only this file description becomes
// non-blocking, and not the one shared with the shell. If that is not possible, it uses fd
// itself and writes in chunks.
func openDevice(fd int) (*device, error) {
	var pipe [2]int
	if err := unix.Pipe(pipe[:]); err != nil {
		return nil, fmt.Errorf("terminal: make a pipe: %w", err)
	}
	for _, end := range pipe {
		unix.CloseOnExec(end)
		_ = unix.SetNonblock(end, true)
	}
	d := &device{fd: fd, wakeR: pipe[0], wakeW: pipe[1]}
	const flags = unix.O_WRONLY | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_CLOEXEC
	if again, err := unix.Open(fmt.Sprintf("/dev/fd/%d", fd), flags, 0); err == nil {
		d.adopt(again)
	}
	return d, nil
}

// adopt uses fd from now on, unless it may block, as on systems where opening /dev/fd
// duplicates the descriptor.
func (d *device) adopt(fd int) {
	if !neverBlocks(fd) {
		_ = unix.Close(fd)
		return
	}
	d.fd, d.opened = fd, true
}

func neverBlocks(fd int) bool {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_NONBLOCK != 0
}

// interrupt aborts the current write and all later ones.
func (d *device) interrupt() {
	_, _ = unix.Write(d.wakeW, []byte{0})
}

// resume lets writes wait for room again.
func (d *device) resume() {
	var buf [16]byte
	for {
		if n, err := unix.Read(d.wakeR, buf[:]); n <= 0 || err != nil {
			return
		}
	}
}

// write writes all of p. After an error it returns the part that was not written.
func (d *device) write(p []byte) ([]byte, error) {
	for len(p) > 0 {
		rest, err := d.writeSome(p)
		if err != nil {
			return rest, err
		}
		if len(rest) == len(p) {
			if err := d.await(-1, true); err != nil {
				return rest, err
			}
		}
		p = rest
	}
	return nil, nil
}

// writeWithin writes p, waiting for room no longer than limit in total, and ignores
// interruptions.
func (d *device) writeWithin(p []byte, limit time.Duration) ([]byte, error) {
	end := time.Now().Add(limit)
	for len(p) > 0 {
		rest, err := d.writeSome(p)
		if err != nil {
			return rest, err
		}
		if len(rest) == len(p) {
			left := time.Until(end)
			if left <= 0 {
				return rest, errInterrupted
			}
			if err := d.await(int(left/time.Millisecond)+1, false); err != nil {
				return rest, err
			}
		}
		p = rest
	}
	return nil, nil
}

// writeSome writes as much as there is room for and returns the rest.
func (d *device) writeSome(p []byte) ([]byte, error) {
	if !d.opened && !d.room() {
		return p, nil
	}
	n, err := d.writeOnce(p)
	switch {
	case err == nil:
		return p[n:], nil
	case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EINTR):
		return p, nil
	}
	return p, fmt.Errorf("write to the terminal: %w", err)
}

// writeOnce makes one write.
func (d *device) writeOnce(p []byte) (int, error) {
	if !d.opened {
		return unix.Write(d.fd, p[:min(len(p), chunk)])
	}
	return nonblock.Write(d.fd, p)
}

// room reports whether the device takes a chunk without blocking.
func (d *device) room() bool {
	fds := []unix.PollFd{{Fd: int32(d.fd), Events: unix.POLLOUT}}
	n, err := unix.Poll(fds, 0)
	return err == nil && n > 0
}

// await waits until there is room or until milliseconds have passed (-1: no limit). With heed it
// returns early if interrupted.
func (d *device) await(milliseconds int, heed bool) error {
	fds := []unix.PollFd{
		{Fd: int32(d.fd), Events: unix.POLLOUT},
		{Fd: int32(d.wakeR), Events: unix.POLLIN},
	}
	if !heed {
		fds = fds[:1]
	}
	if _, err := unix.Poll(fds, milliseconds); err != nil && err != unix.EINTR {
		return fmt.Errorf("wait for the terminal: %w", err)
	}
	if heed && fds[1].Revents != 0 {
		return errInterrupted
	}
	if fds[0].Revents&unix.POLLOUT == 0 && fds[0].Revents&(unix.POLLHUP|unix.POLLERR|unix.POLLNVAL) != 0 {
		return fmt.Errorf("write to the terminal: %w", unix.EIO)
	}
	return nil
}
