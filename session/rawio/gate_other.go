//go:build unix && !linux

package rawio

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// direction is what one waits for.
type direction int

const (
	toRead direction = iota
	toWrite
)

// gate is a way to wait for one direction of a descriptor: that of the runtime's poller.
type gate struct {
	file *os.File
	raw  syscall.RawConn
	direction
}

// unregistered is a file that the runtime's poller knows: here it has to. On an error
// fd is closed.
func unregistered(fd int, name string) (*os.File, error) {
	err := syscall.SetNonblock(fd, true)
	file := os.NewFile(uintptr(fd), name)
	if err != nil || file == nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Join(err, file.Close()))
	}
	return file, nil
}

func (c *Conn) openGate(d direction) (*gate, error) {
	return &gate{file: c.file, raw: c.raw, direction: d}, nil
}

// wait calls try until it reports true; after it has reported false, not before the
// descriptor has become ready again.
func (g *gate) wait(try func(uintptr) bool) error {
	if g.direction == toWrite {
		return g.raw.Write(try)
	}
	return g.raw.Read(try)
}

func (g *gate) setDeadline(at time.Time) error {
	if g.direction == toWrite {
		return g.file.SetWriteDeadline(at)
	}
	return g.file.SetReadDeadline(at)
}

// close does nothing: closing the descriptor ends all waiting.
func (g *gate) close() {}
