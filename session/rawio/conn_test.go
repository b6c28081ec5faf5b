package rawio_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session/rawio"
)

// pair is two ends of a socket: one as it is read here, and the other.
func pair(t *testing.T) (*rawio.Conn, *os.File) {
	t.Helper()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	other := os.NewFile(uintptr(fds[1]), "other")
	t.Cleanup(func() { _ = other.Close() })
	c, err := rawio.New(fds[0], "socket")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c, other
}

// Each byte arrives that comes after somebody has begun to wait.
func TestConnAwaitsWhatComes(t *testing.T) {
	c, other := pair(t)
	buf := make([]byte, 4)
	for range 200 {
		waits := make(chan struct{})
		got := make(chan byte, 1)
		go func() {
			asked := false
			_ = c.Await(func(fd int) bool {
				n, err := rawio.Read(fd, buf)
				if !asked {
					asked = true
					close(waits)
				}
				if n > 0 {
					got <- buf[0]
				}
				return !errors.Is(err, syscall.EAGAIN)
			})
		}()
		<-waits
		if _, err := other.WriteString("x"); err != nil {
			t.Fatal(err)
		}
		if c := <-got; c != 'x' {
			t.Fatalf("got %q", c)
		}
	}
}

func TestConnWritesMoreThanThereIsRoomFor(t *testing.T) {
	c, other := pair(t)
	want := bytes.Repeat([]byte("0123456789"), 200_000)
	some, err := c.WriteNow(want)
	if err != nil || some < 1 || some == len(want) {
		t.Fatalf("wrote %d of %d bytes at once, %v", some, len(want), err)
	}
	if n, err := c.WriteNow(want); n != 0 || err != nil {
		t.Errorf("without room: wrote %d bytes, %v", n, err)
	}
	got := make(chan []byte)
	go func() {
		b, _ := io.ReadAll(other)
		got <- b
	}()
	if n, err := c.Write(want[some:]); some+n != len(want) || err != nil {
		t.Errorf("wrote %d of %d bytes, %v", some+n, len(want), err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if b := <-got; !bytes.Equal(b, want) {
		t.Errorf("got %d bytes, want %d, or others", len(b), len(want))
	}
}

func TestConnWaitingEndsWithIt(t *testing.T) {
	for name, wait := range map[string]func(*rawio.Conn) error{
		"reading": func(c *rawio.Conn) error { return c.Await(func(int) bool { return false }) },
		"writing": func(c *rawio.Conn) error { _, err := c.Write(make([]byte, 4<<20)); return err },
	} {
		c, _ := pair(t)
		ended := make(chan error)
		go func() { ended <- wait(c) }()
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if err := <-ended; err == nil {
			t.Errorf("%s what was closed: no error", name)
		}
		if n, err := c.WriteNow([]byte("x")); n != 0 || err == nil {
			t.Errorf("writing to what is closed: %d, %v", n, err)
		}
	}
}

func TestConnWaitingEndsAtItsDeadline(t *testing.T) {
	for name, wait := range map[string]func(*rawio.Conn) error{
		"reading": func(c *rawio.Conn) error {
			return errors.Join(c.SetReadDeadline(time.Unix(1, 0)), c.Await(func(int) bool { return false }))
		},
		"writing": func(c *rawio.Conn) error {
			_, err := c.WriteNow(make([]byte, 4<<20)) // there is no room any more
			err = errors.Join(err, c.SetWriteDeadline(time.Unix(1, 0)))
			_, late := c.Write([]byte("x"))
			return errors.Join(err, late)
		},
	} {
		c, _ := pair(t)
		if err := wait(c); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestConnTakesNoFileOfADisk(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	fd, err := unix.Dup(int(f.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rawio.New(fd, "file"); err == nil {
		t.Error("no error")
	}
}
