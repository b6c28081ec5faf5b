package rawio

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// direction is what one waits for: epoll(7).
type direction uint32

const (
	toRead  direction = unix.EPOLLIN | unix.EPOLLRDHUP
	toWrite direction = unix.EPOLLOUT
)

// gate is a way to wait for one direction of a descriptor: an epoll instance that
// knows of it alone, and that becomes readable when it is ready. The runtime's poller
// knows of the instance only. Nothing is ever asked of the instance itself: that the
// descriptor is ready no more it finds by itself, when the poller looks.
type gate struct {
	file *os.File
	raw  syscall.RawConn
}

// unregistered is a file of which the runtime's poller knows nothing, as it takes only
// files that do not block when they come. On an error fd is closed.
func unregistered(fd int, name string) (*os.File, error) {
	err := unix.SetNonblock(fd, false)
	file := os.NewFile(uintptr(fd), name)
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err != nil || file == nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Join(err, file.Close()))
	}
	return file, nil
}

func (c *Conn) openGate(d direction) (*gate, error) {
	epoll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("epoll_create1", err)
	}
	closed := c.Control(func(fd int) {
		err = unix.EpollCtl(epoll, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: uint32(d)})
	})
	if err == nil {
		err = closed
	}
	if err == nil {
		err = unix.SetNonblock(epoll, true)
	}
	if err != nil {
		_ = unix.Close(epoll)
		return nil, os.NewSyscallError("epoll", err)
	}
	g := &gate{file: os.NewFile(uintptr(epoll), "epoll")}
	g.raw, err = g.file.SyscallConn()
	return g, err
}

// wait calls try until it reports true; after it has reported false, not before the
// descriptor has become ready again.
func (g *gate) wait(try func(uintptr) bool) error { return g.raw.Read(try) }

func (g *gate) setDeadline(at time.Time) error { return g.file.SetReadDeadline(at) }

// close ends all waiting.
func (g *gate) close() { _ = g.file.Close() } // nothing was written
