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

// pair is two ends of a socket: one as it is read here, and the other's descriptor.
func pair(t *testing.T) (*rawio.Conn, int) {
	t.Helper()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(fds[1]) })
	c, err := rawio.New(fds[0], "socket")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c, fds[1]
}

func put(t *testing.T, fd int, text string) {
	t.Helper()
	if _, err := unix.Write(fd, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

// Each byte arrives that comes while nobody waits, just before, and long after.
func TestConnReadsWhatComes(t *testing.T) {
	c, other := pair(t)
	put(t, other, "before")
	buf := make([]byte, 4)
	for _, want := range []string{"befo", "re"} {
		if n, err := c.Read(buf); string(buf[:n]) != want || err != nil {
			t.Fatalf("got %q, %v; want %q", buf[:n], err, want)
		}
	}
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
		put(t, other, "x")
		if c := <-got; c != 'x' {
			t.Fatalf("got %q", c)
		}
	}
	if err := unix.Shutdown(other, unix.SHUT_WR); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(buf); err != io.EOF {
		t.Errorf("the other side has said all: got %v, want %v", err, io.EOF)
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
		b, _ := io.ReadAll(os.NewFile(uintptr(duplicate(t, other)), "other"))
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

func duplicate(t *testing.T, fd int) int {
	t.Helper()
	fd, err := unix.Dup(fd)
	if err != nil {
		t.Fatal(err)
	}
	return fd
}

// Who waits is woken by the end of the descriptor and by the end of his time, on
// either way.
func TestConnWaitingEnds(t *testing.T) {
	much := make([]byte, 4<<20)
	ways := map[string]struct {
		wait  func(*rawio.Conn) error
		limit func(*rawio.Conn, time.Time) error
	}{
		"reading": {func(c *rawio.Conn) error { _, err := c.Read(much); return err }, (*rawio.Conn).SetReadDeadline},
		"writing": {func(c *rawio.Conn) error { _, err := c.Write(much); return err }, (*rawio.Conn).SetWriteDeadline},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			c, _ := pair(t)
			if err := way.limit(c, time.Unix(1, 0)); err != nil {
				t.Fatal(err)
			}
			if err := way.wait(c); !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("the time had passed: got %v", err)
			}
			if err := way.limit(c, time.Time{}); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error)
			go func() { ended <- way.wait(c) }()
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			if err := <-ended; err == nil {
				t.Error("it was closed: no error")
			}
			if err := way.wait(c); err == nil {
				t.Error("it is closed: no error")
			}
			if err := c.Close(); !errors.Is(err, os.ErrClosed) {
				t.Errorf("closing again: got %v", err)
			}
		})
	}
}

func TestConnTakesNoFileOfADisk(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	fd := duplicate(t, int(f.Fd()))
	if _, err := rawio.New(fd, "file"); err == nil {
		t.Error("no error")
	}
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil {
		t.Error("its descriptor is open")
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
