package host_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"

	"dormer/session/host"
)

// payload writes a file of 24 MB of numbered lines with some colour.
func payload(b *testing.B) (file string, size int64) {
	b.Helper()
	var text strings.Builder
	for n := 0; text.Len() < 24<<20; n++ {
		fmt.Fprintf(&text, "%08d \x1b[3%dmthe quick brown fox\x1b[0m jumps over the lazy dog, and on to the next line\n", n, n%8)
	}
	file = filepath.Join(b.TempDir(), "payload")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	return file, int64(text.Len())
}

// BenchmarkThroughput prints 24 MB through a bare PTY, and through a host with a viewer that applies
// its frames.
func BenchmarkThroughput(b *testing.B) {
	file, bytes := payload(b)
	b.Run("bare", func(b *testing.B) {
		b.SetBytes(bytes)
		for b.Loop() {
			tty, err := pty.Start(exec.Command("cat", file))
			if err != nil {
				b.Fatal(err)
			}
			_, _ = io.CopyBuffer(io.Discard, struct{ io.Reader }{tty}, make([]byte, 64<<10)) // ends with EIO
			if err := tty.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("host", func(b *testing.B) {
		b.SetBytes(bytes)
		for b.Loop() {
			h, err := host.Start(specOf("cat", file), host.Options{})
			if err != nil {
				b.Fatal(err)
			}
			s := attachTo(b, h, size)
			s.Exit()
			s.leave()
		}
	})
}

// BenchmarkEcho measures the time from a key to its echo: at a bare PTY, and in the replica of a
// viewer.
func BenchmarkEcho(b *testing.B) {
	const echo = "stty raw -echo; printf ready; exec cat"
	b.Run("bare", func(b *testing.B) {
		tty, err := pty.Start(exec.Command("/bin/sh", "-c", echo))
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = tty.Close() }()
		buf := make([]byte, 100)
		if _, err := io.ReadFull(tty, buf[:len("ready")]); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := tty.Write([]byte("\ra")); err != nil {
				b.Fatal(err)
			}
			if _, err := io.ReadFull(tty, buf[:2]); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("host", func(b *testing.B) {
		h, err := host.Start(specOf(sh(echo)...), host.Options{FrameInterval: 1})
		if err != nil {
			b.Fatal(err)
		}
		s := attachTo(b, h, size)
		defer s.leave()
		s.Shows("ready")
		for n := 0; b.Loop(); n++ {
			want := byte('a' + n%26)
			s.Input([]byte{'\r', want})
			s.Until("the echo", func() bool { return s.first() == want })
		}
	})
}
