package launch_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/session"
)

// BenchmarkAttach measures the time from the request for a session to its whole screen.
func BenchmarkAttach(b *testing.B) {
	h := newHome(b)
	spec := specOf(sh(`seq 1 100; printf ready; read x`)...)
	s := h.start(spec)
	s.Shows("ready")
	for b.Loop() {
		again := h.attach(spec)
		again.Shows("ready")
		again.leave()
	}
	s.leave()
}

// BenchmarkStart measures the time from the request for a session to the first text of its child, in
// this process and in a host.
func BenchmarkStart(b *testing.B) {
	h := newHome(b)
	for _, lifetime := range []session.Lifetime{session.Temporary, session.Persistent} {
		b.Run(string(lifetime), func(b *testing.B) {
			for b.Loop() {
				spec := specOf(sh(`printf ready; read x`)...)
				spec.Lifetime = lifetime
				s := h.start(spec)
				s.Shows("ready")
				s.End()
				s.Exit()
				s.leave()
			}
		})
	}
}

// BenchmarkThroughput prints 24 MB in a session with a viewer.
func BenchmarkThroughput(b *testing.B) {
	h := newHome(b)
	var text strings.Builder
	for n := 0; text.Len() < 24<<20; n++ {
		fmt.Fprintf(&text, "%08d \x1b[3%dmthe quick brown fox\x1b[0m jumps over the lazy dog, and on to the next line\n", n, n%8)
	}
	file := filepath.Join(b.TempDir(), "payload")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	for _, lifetime := range []session.Lifetime{session.Temporary, session.Persistent} {
		b.Run(string(lifetime), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				spec := specOf("cat", file)
				spec.Lifetime = lifetime
				s := h.start(spec)
				s.Exit()
				s.End()
				s.leave()
			}
		})
	}
}

// BenchmarkEcho measures the time from a key to its echo on the replica.
func BenchmarkEcho(b *testing.B) {
	h := newHome(b)
	for _, lifetime := range []session.Lifetime{session.Temporary, session.Persistent} {
		b.Run(string(lifetime), func(b *testing.B) {
			spec := specOf(sh(`stty raw -echo; printf 'ready\033[H'; exec cat`)...)
			spec.Lifetime = lifetime
			s := h.start(spec)
			s.Shows("ready")
			for n := 0; b.Loop(); n++ {
				want := string(rune('a' + n%26))
				s.Input([]byte("\r" + want))
				s.Until("the echo", func() bool { return strings.HasPrefix(s.Text(), want) })
			}
			s.End()
			s.leave()
		})
	}
}
