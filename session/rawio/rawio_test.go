package rawio_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"syscall"
	"testing"
	"time"

	"dormer/session/rawio"
)

// pipe is one whose ends do not block.
func pipe(t *testing.T) (in, out *os.File, inRaw, outRaw *rawio.Waiter) {
	t.Helper()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(in.Close(), out.Close()) })
	return in, out, rawOf(t, in), rawOf(t, out)
}

func rawOf(t *testing.T, f *os.File) *rawio.Waiter {
	t.Helper()
	raw, err := f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	return rawio.NewWaiter(raw)
}

// readNow reads without waiting.
func readNow(t *testing.T, raw *rawio.Waiter, p []byte) (n int, err error) {
	t.Helper()
	if failed := raw.Control(func(fd int) { n, err = rawio.Read(fd, p) }); failed != nil {
		t.Fatal(failed)
	}
	return n, err
}

func TestReadSaysWhatIsThere(t *testing.T) {
	_, out, raw, _ := pipe(t)
	buf := make([]byte, 10)
	if n, err := readNow(t, raw, buf); n != 0 || err != syscall.EAGAIN {
		t.Errorf("an empty pipe: got %d, %v; want %v", n, err, syscall.EAGAIN)
	}
	if _, err := out.WriteString("abc"); err != nil {
		t.Fatal(err)
	}
	if n, err := readNow(t, raw, buf); string(buf[:n]) != "abc" || err != nil {
		t.Errorf("got %q, %v", buf[:n], err)
	}
	_ = out.Close()
	if n, err := readNow(t, raw, buf); n != 0 || err != io.EOF {
		t.Errorf("a closed pipe: got %d, %v; want %v", n, err, io.EOF)
	}
	if n, err := rawio.Read(-1, buf); n != 0 || err != syscall.EBADF {
		t.Errorf("no descriptor: got %d, %v; want %v", n, err, syscall.EBADF)
	}
}

func TestWaitingCarriesMoreThanThereIsRoomFor(t *testing.T) {
	_, out, inRaw, outRaw := pipe(t)
	want := bytes.Repeat([]byte("0123456789"), 100_000)
	sent := make(chan error, 1)
	go func() {
		n, err := outRaw.Write(want)
		if err == nil && n != len(want) {
			err = io.ErrShortWrite
		}
		sent <- errors.Join(err, out.Close())
	}()
	var got []byte
	buf := make([]byte, 4<<10)
	for {
		n, err := inRaw.Read(buf)
		got = append(got, buf[:n]...)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := <-sent; err != nil {
		t.Error(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got %d bytes, want %d or others", len(got), len(want))
	}
}

func TestWaitingEnds(t *testing.T) {
	in, _, raw, outRaw := pipe(t)
	if err := in.SetReadDeadline(time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := raw.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a deadline has passed: got %v", err)
	}
	_ = in.Close()
	if _, err := raw.Read(make([]byte, 1)); err == nil {
		t.Error("reading what is closed: no error")
	}
	if n, err := outRaw.Write([]byte("x")); n != 0 || err != syscall.EPIPE {
		t.Errorf("writing to nobody: got %d, %v; want %v", n, err, syscall.EPIPE)
	}
}
