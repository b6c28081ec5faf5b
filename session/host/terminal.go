package host

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session"
	"dormer/session/nonblock"
)

// terminal is the owner's side of a PTY. It does not block threads: one goroutine waits to read and
// one to write, and Close ends their waiting. Control and Close may be called from any goroutine
// meanwhile.
type terminal struct {
	file *os.File
	raw  syscall.RawConn
}

// newTerminal duplicates the owner's side of a PTY: the files of package pty block.
func newTerminal(f *os.File) (*terminal, error) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		return nil, errors.Join(os.NewSyscallError("fcntl", err), unix.Close(fd))
	}
	file := os.NewFile(uintptr(fd), f.Name())
	raw, err := file.SyscallConn()
	if err == nil {
		err = file.SetDeadline(time.Time{}) // fails if the file cannot be polled
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), errors.Join(err, file.Close()))
	}
	return &terminal{file: file, raw: raw}, nil
}

// Await calls f with the descriptor until f returns true. After f has returned false it is called
// again when there is something new to read.
func (t *terminal) Await(f func(fd int) bool) error {
	return t.raw.Read(func(fd uintptr) bool { return f(int(fd)) })
}

// Write writes all of p, and blocks while the PTY is full.
func (t *terminal) Write(p []byte) (int, error) {
	n, err := nonblock.WriteNow(t.raw, p)
	if n == len(p) || err != nil {
		return n, err
	}
	m, err := t.file.Write(p[n:])
	return n + m, err
}

// Control calls f with the descriptor, which stays open during the call.
func (t *terminal) Control(f func(fd int) error) error {
	var failed error
	if err := t.raw.Control(func(fd uintptr) { failed = f(int(fd)) }); err != nil {
		return err
	}
	return failed
}

func (t *terminal) Close() error { return t.file.Close() }

// setSize tells the kernel the terminal's size, and the child through SIGWINCH.
func (t *terminal) setSize(size session.Size) error {
	return t.Control(func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{
			Row: uint16(size.Rows), Col: uint16(size.Cols),
		})
	})
}

// foreground returns the process group that reads the terminal's keys, 0 for none: TIOCGPGRP,
// ioctl_tty(2).
func (t *terminal) foreground() (group int) {
	_ = t.Control(func(fd int) error { // a closed terminal has none
		var err error
		group, err = unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		return err
	})
	return max(group, 0)
}

// readable reports whether there is something to read now.
func (t *terminal) readable() bool {
	waiting := false
	_ = t.Control(func(fd int) error { // a closed terminal has nothing
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(fds, 0)
		waiting = err != nil || n > 0 && fds[0].Revents&unix.POLLIN != 0
		return err
	})
	return waiting
}

// readsLines reports whether the program reads whole lines, after Enter: ICANON, termios(3).
func (t *terminal) readsLines() (lines bool) {
	_ = t.Control(func(fd int) error { // a closed terminal reads nothing
		modes, err := unix.IoctlGetTermios(fd, getModes)
		lines = err == nil && modes.Lflag&unix.ICANON != 0
		return err
	})
	return lines
}
