package nonblock

import (
	"bytes"
	"errors"
	"os"
	"syscall"
	"testing"
)

// pipe returns both ends of a pipe that does not block.
func pipe(t *testing.T) (r, w int) {
	t.Helper()
	var fds [2]int
	if err := syscall.Pipe(fds[:]); err != nil {
		t.Fatal(err)
	}
	for _, fd := range fds {
		if err := syscall.SetNonblock(fd, true); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = errors.Join(syscall.Close(fds[0]), syscall.Close(fds[1])) })
	return fds[0], fds[1]
}

func TestReadAndWrite(t *testing.T) {
	r, w := pipe(t)
	b := make([]byte, 8)
	if n, err := Read(r, b); n != 0 || !errors.Is(err, syscall.EAGAIN) {
		t.Errorf("reading an empty pipe: %d, %v, want 0, EAGAIN", n, err)
	}
	if n, err := Write(w, []byte("hello")); n != 5 || err != nil {
		t.Fatalf("writing 5 bytes: %d, %v", n, err)
	}
	if n, err := Read(r, b[:2]); err != nil || string(b[:n]) != "he" {
		t.Errorf("reading 2 bytes: %q, %v, want he", b[:n], err)
	}
	if n, err := Read(r, b); err != nil || string(b[:n]) != "llo" {
		t.Errorf("reading the rest: %q, %v, want llo", b[:n], err)
	}
	if n, err := Read(-1, b); n != 0 || !errors.Is(err, syscall.EBADF) {
		t.Errorf("reading no descriptor: %d, %v, want 0, EBADF", n, err)
	}
}

func TestReadAtTheEnd(t *testing.T) {
	var fds [2]int
	if err := syscall.Pipe(fds[:]); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Close(fds[0]) }()
	if err := errors.Join(syscall.SetNonblock(fds[0], true), syscall.Close(fds[1])); err != nil {
		t.Fatal(err)
	}
	if n, err := Read(fds[0], make([]byte, 8)); n != 0 || err != nil {
		t.Errorf("reading a pipe without a writer: %d, %v, want 0, nil", n, err)
	}
}

func TestWriteNowWritesWhatThereIsRoomFor(t *testing.T) {
	r, w, err := os.Pipe() // its files do not block
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	raw, err := w.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	text := bytes.Repeat([]byte("x"), 1<<20) // a pipe holds 64 KB
	n, err := WriteNow(raw, text)
	if n == 0 || n >= len(text) || err != nil {
		t.Errorf("writing 1 MB: %d, %v, want a part", n, err)
	}
	if n, err := WriteNow(raw, text); n != 0 || err != nil {
		t.Errorf("writing to a full pipe: %d, %v, want 0, nil", n, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := WriteNow(raw, text); n != 0 || err == nil {
		t.Errorf("writing to a closed file: %d, %v, want an error", n, err)
	}
}
