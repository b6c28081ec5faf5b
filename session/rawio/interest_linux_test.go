package rawio_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"dormer/session/rawio"
)

// asked is what the poller of this process asks for, of a descriptor.
func asked(t *testing.T, fd int) uint64 {
	t.Helper()
	lists, err := filepath.Glob("/proc/self/fdinfo/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range lists {
		list, _ := os.ReadFile(file) // that of the directory read just now is gone
		for line := range strings.Lines(string(list)) {
			if f := strings.Fields(line); len(f) > 3 && f[0] == "tfd:" && f[1] == strconv.Itoa(fd) {
				events, err := strconv.ParseUint(f[3], 16, 32)
				if err != nil {
					t.Fatal(err)
				}
				return events
			}
		}
	}
	t.Skip("the poller is not seen in /proc")
	return 0
}

// descriptor is that of a connection.
func descriptor(c *rawio.Conn) (fd int) {
	_ = c.Control(func(n int) { fd = n })
	return fd
}

// often is how often somebody has waited who is no longer told of room.
const often = 20

// waits has somebody wait for c time and again, as other writes to it. What is written
// next comes from the channel.
func waits(t *testing.T, c *rawio.Conn, other *os.File) <-chan byte {
	t.Helper()
	looked, got := make(chan struct{}), make(chan byte, 1)
	go func() {
		times := 0
		var b [1]byte
		_ = c.Await(func(fd int) bool {
			_, err := rawio.Read(fd, b[:])
			if times++; times <= often {
				looked <- struct{}{}
				return false
			}
			return !errors.Is(err, syscall.EAGAIN)
		})
		got <- b[0]
	}()
	<-looked
	for range often - 1 {
		if _, err := other.WriteString("x"); err != nil {
			t.Fatal(err)
		}
		<-looked
	}
	return got
}

// Whoever waits for something to read is not woken because the other side has read.
func TestPollerAsksForRoomOnlyWhereSomebodyWaitsForIt(t *testing.T) {
	c, other := pair(t)
	fd := descriptor(c)
	if asked(t, fd)&unix.EPOLLOUT == 0 {
		t.Skip("the poller does not ask for room by itself")
	}
	got := waits(t, c, other)
	if e := asked(t, fd); e&unix.EPOLLOUT != 0 || e&unix.EPOLLIN == 0 {
		t.Errorf("while somebody waits to read, the poller asks for %#x", e)
	}
	want := bytes.Repeat([]byte("0123456789"), 100_000)
	for range 3 {
		wrote := make(chan error)
		go func() {
			_, err := c.Write(want)
			wrote <- err
		}()
		b := make([]byte, len(want))
		for n := 0; n < len(b); {
			m, err := other.Read(b[n:])
			if err != nil {
				t.Fatal(err)
			}
			n += m
		}
		if err := <-wrote; err != nil || !bytes.Equal(b, want) {
			t.Fatalf("got other bytes than were written, or %v", err)
		}
	}
	if _, err := other.WriteString("y"); err != nil {
		t.Fatal(err)
	}
	if b := <-got; b != 'y' {
		t.Errorf("got %q", b)
	}
}
