//go:build unix

package input

import (
	"context"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestSources tests both ways to read a terminal.
func TestSources(t *testing.T) {
	ways := map[string]func(*testing.T, context.Context, *os.File) source{
		"blocking": func(t *testing.T, ctx context.Context, f *os.File) source {
			in, err := openBlocking(ctx, f)
			if err != nil {
				t.Fatal(err)
			}
			return in
		},
		"polled": func(t *testing.T, ctx context.Context, f *os.File) source {
			in := openPolled(ctx, f)
			if in == nil && runtime.GOOS == "linux" {
				t.Fatal("a pipe could not be opened again")
			} else if in == nil {
				t.Skip("not supported on " + runtime.GOOS)
			}
			return in
		},
	}
	for name, open := range ways {
		t.Run(name, func(t *testing.T) {
			f, out, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = f.Close() }()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			in := open(t, ctx, f)
			defer in.close()
			buf := make([]byte, 8)
			if n, err := in.read(buf, time.Millisecond); n != 0 || err != nil {
				t.Errorf("after the timeout: got %d, %v", n, err)
			}
			if _, err := out.WriteString("abc"); err != nil {
				t.Fatal(err)
			}
			if n, err := in.read(buf, -1); string(buf[:n]) != "abc" || err != nil {
				t.Errorf("got %q, %v", buf[:n], err)
			}
			// A late reader gets only as much as its buffer holds, too.
			if _, err := out.WriteString("def"); err != nil {
				t.Fatal(err)
			}
			if n, err := in.read(buf, time.Nanosecond); string(buf[:n]) != "def" || err != nil {
				t.Errorf("input available at the timeout: got %q, %v", buf[:n], err)
			}
			if _, err := out.WriteString(strings.Repeat("x", 20)); err != nil {
				t.Fatal(err)
			}
			for left := 20; left > 0; {
				n, err := in.read(buf, time.Minute)
				if n < 1 || err != nil {
					t.Fatalf("more than fits: got %d, %v", n, err)
				}
				left -= n
			}
			cancel()
			if n, err := in.read(buf, -1); n != 0 || err != nil {
				t.Errorf("after its context: got %d, %v", n, err)
			}
			_ = out.Close()
		})
	}
}

func TestSourceEnds(t *testing.T) {
	f, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	in, err := openSource(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	_ = out.Close()
	if n, err := in.read(make([]byte, 8), -1); n != 0 || err != io.EOF {
		t.Errorf("got %d, %v; want %v", n, err, io.EOF)
	}
}
