package rawio_test

import (
	"errors"
	"io"
	"os"
	"syscall"
	"testing"

	"dormer/session/rawio"
)

// pipe is one that does not block: what is written to out is read from in.
func pipe(t *testing.T) (out *os.File, in syscall.RawConn) {
	t.Helper()
	read, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(read.Close(), out.Close()) })
	if in, err = read.SyscallConn(); err != nil {
		t.Fatal(err)
	}
	return out, in
}

// readNow reads without waiting.
func readNow(t *testing.T, raw syscall.RawConn, p []byte) (n int, err error) {
	t.Helper()
	if failed := raw.Control(func(fd uintptr) { n, err = rawio.Read(int(fd), p) }); failed != nil {
		t.Fatal(failed)
	}
	return n, err
}

func TestReadSaysWhatIsThere(t *testing.T) {
	out, raw := pipe(t)
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
