//go:build linux

package screen

import (
	"bytes"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"dormer/session/vt"
)

// patience is how long a test waits for something that should happen at once.
const patience = 20 * time.Second

// outer is the other side of a terminal and records what is written to it.
type outer struct {
	t        *testing.T
	ptm, tty *os.File

	mu   sync.Mutex
	news *sync.Cond
	got  []byte
	over bool
}

// newOuter opens a pseudoterminal of 24x80 that is not read yet.
func newOuter(t *testing.T) *outer {
	t.Helper()
	ptm, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ptm.Close(); _ = tty.Close() })
	if err := pty.Setsize(ptm, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	o := &outer{t: t, ptm: ptm, tty: tty}
	o.news = sync.NewCond(&o.mu)
	return o
}

// read starts reading.
func (o *outer) read() {
	go func() {
		buf := make([]byte, 64<<10)
		for {
			n, err := o.ptm.Read(buf)
			o.mu.Lock()
			o.got = append(o.got, buf[:n]...)
			o.over = err != nil
			o.news.Broadcast()
			o.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
}

// await waits until text has been written and returns the output up to it.
func (o *outer) await(text string) string {
	o.t.Helper()
	timer := time.AfterFunc(patience, func() {
		o.mu.Lock()
		o.over = true
		o.news.Broadcast()
		o.mu.Unlock()
	})
	defer timer.Stop()
	o.mu.Lock()
	defer o.mu.Unlock()
	for {
		if i := bytes.Index(o.got, []byte(text)); i >= 0 {
			return string(o.got[:i+len(text)])
		}
		if o.over {
			o.t.Fatalf("%q was never written; %q was", text, o.got)
		}
		o.news.Wait()
	}
}

// awaitFull waits until the device holds more than the reader takes at once, so that a frame of
// many kilobytes blocks. The device may report free space while it moves data between its buffers,
// so a poll proves nothing.
func (o *outer) awaitFull(writer <-chan error) {
	o.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); runtime.Gosched() {
		if n, err := unix.IoctlGetInt(int(o.ptm.Fd()), unix.TIOCINQ); err == nil && n >= 4000 {
			return
		}
		select {
		case err := <-writer:
			o.t.Fatalf("writing ended before the device was full: %v", err)
		default:
		}
	}
	o.t.Fatal("the device never filled")
}

// fill writes to the device until it takes nothing more and its buffers on the reading side are
// full.
func (o *outer) fill(d *device) {
	o.t.Helper()
	piece := bytes.Repeat([]byte{'x'}, 1024)
	for end := time.Now().Add(patience); time.Now().Before(end); {
		rest, err := d.writeSome(piece)
		if err != nil {
			o.t.Fatal(err)
		}
		if len(rest) < len(piece) {
			continue
		}
		_ = d.await(100, false) // it moves data between its buffers and may find space
		if rest, err = d.writeSome(piece); err == nil && len(rest) == len(piece) {
			return
		}
	}
	o.t.Fatal("the device never filled")
}

// forget drops the recorded output.
func (o *outer) forget() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.got = o.got[:0]
}

// modes returns the modes of the terminal device.
func (o *outer) modes() unix.Termios {
	o.t.Helper()
	m, err := unix.IoctlGetTermios(int(o.tty.Fd()), unix.TCGETS)
	if err != nil {
		o.t.Fatal(err)
	}
	return *m
}

// open opens the terminal with env added to a usual environment.
func (o *outer) open(env map[string]string) *Terminal {
	o.t.Helper()
	t, err := Open(Options{In: o.tty, Out: o.tty, Env: environment(env)})
	if err != nil {
		o.t.Fatal(err)
	}
	return t
}

func environment(env map[string]string) func(string) string {
	return func(name string) string {
		if v, ok := env[name]; ok {
			return v
		}
		return map[string]string{"TERM": "xterm-256color"}[name]
	}
}

// started returns a terminal that has been started and is being read.
func started(t *testing.T, env map[string]string) (*outer, *Terminal) {
	t.Helper()
	o := newOuter(t)
	o.read()
	term := o.open(env)
	if err := term.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = term.Stop() })
	o.await("\x1b[c")
	o.forget()
	return o, term
}

// emulated returns an emulator that has processed text.
func emulated(text string) *vt.Terminal {
	e := vt.New(24, 80, vt.Options{})
	_, _ = e.Write([]byte(text))
	return e
}

// within fails the test if f takes longer than a second, the limit for restoring the terminal.
func within(t *testing.T, f func()) {
	t.Helper()
	start := time.Now()
	f()
	if took := time.Since(start); took > time.Second {
		t.Errorf("it took %v, want at most a second", took)
	}
}
