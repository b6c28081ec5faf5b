package socket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"dormer/session"
	"dormer/session/private"
	"dormer/session/wire"
)

const name = "dormer--0000000000000000--1111111111111111--2222222222222222"

func runDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "dormer-test-") // sockets have short paths
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "run")
}

func TestPathHasItsLimit(t *testing.T) {
	long := "/" + strings.Repeat("d", maxPath-len(name)-len(extension)-2)
	path, err := Path(long, name)
	if err != nil || len(path) != maxPath {
		t.Errorf("%d bytes: %v", len(path), err)
	}
	if _, err := Path(long+"d", name); err == nil || !strings.Contains(err.Error(), "XDG_RUNTIME_DIR") {
		t.Errorf("a byte more: %v", err)
	}
}

// A program that is killed before it has renamed its socket leaves a file, which the next listener
// removes; the file of a live process stays.
func TestAbandonedSocketsAreRemoved(t *testing.T) {
	dir := runDir(t)
	if err := private.MakeDir(dir); err != nil {
		t.Fatal(err)
	}
	ended := exec.Command("true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	of := func(pid int) string { return filepath.Join(dir, fmt.Sprintf(".%d.new", pid)) }
	for _, pid := range []int{ended.Process.Pid, os.Getppid()} {
		if err := os.WriteFile(of(pid), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l, err := Listen(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	if _, err := os.Stat(of(ended.Process.Pid)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the socket of an ended process: %v", err)
	}
	if _, err := os.Stat(of(os.Getppid())); err != nil {
		t.Errorf("the socket of a live process: %v", err)
	}
}

func TestListenerIsFoundUntilItCloses(t *testing.T) {
	dir := runDir(t)
	l, err := Listen(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(dir, name); err == nil || !strings.Contains(err.Error(), l.path) {
		t.Errorf("a second: %v", err)
	}
	for _, other := range []string{"notes.sock", "dormer--x.sock", "ssh-agent"} {
		if err := os.WriteFile(filepath.Join(dir, other), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := List(dir); err != nil || !reflect.DeepEqual(names, []string{name}) {
		t.Errorf("list: %v, %v", names, err)
	}
	if !Alive(context.Background(), dir, name) {
		t.Error("not alive")
	}
	if l.Lost() {
		t.Error("lost")
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if _, err := l.Accept(); err != os.ErrClosed {
		// a connection of Alive may be waiting; the next call fails
		if _, err := l.Accept(); err != os.ErrClosed {
			t.Errorf("accept after close: %v", err)
		}
	}
	if Alive(context.Background(), dir, name) {
		t.Error("alive after close")
	}
	if _, _, err := Dial(context.Background(), dir, name, wire.Hello{}); !errors.Is(err, ErrGone) {
		t.Errorf("dial: %v", err)
	}
	if names, err := List(filepath.Join(dir, "none")); err != nil || len(names) != 0 {
		t.Errorf("list of nothing: %v, %v", names, err)
	}
}

// A listener whose path another one has taken leaves the other's socket alone.
func TestCloseLeavesAnothersSocket(t *testing.T) {
	dir := runDir(t)
	first, err := Listen(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(first.path); err != nil {
		t.Fatal(err)
	}
	if !first.Lost() {
		t.Error("not lost")
	}
	second, err := Listen(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if !Alive(context.Background(), dir, name) {
		t.Error("the second is gone with the first")
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}

// While sockets are replaced again and again, none is ever taken for abandoned: a socket is at its path
// only while it listens.
func TestSocketsAppearListening(t *testing.T) {
	dir := runDir(t)
	done := make(chan struct{})
	var looking sync.WaitGroup
	looking.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			if removed, _ := RemoveStale(dir, name); removed {
				t.Error("a new socket refused a connection")
				return
			}
		}
	})
	for range 200 {
		l, err := Listen(dir, name)
		if err != nil {
			t.Errorf("listen: %v", err)
			break
		}
		if err := os.Remove(l.path); err != nil {
			t.Errorf("the socket is already gone: %v", err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	close(done)
	looking.Wait()
}

// A host that accepts no connection makes nobody wait: a connecting client gets an error as soon as the
// queue is full.
func TestConnectingNeverWaits(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a full queue refuses connections on this system")
	}
	dir := runDir(t)
	if err := private.MakeDir(dir); err != nil {
		t.Fatal(err)
	}
	path, err := Path(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		err = errors.Join(unix.Bind(fd, &unix.SockaddrUnix{Name: path}), unix.Listen(fd, 0))
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Close(fd) }()
	first, err := Connect(t.Context(), dir, name) // the queue always has room for one
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Connect(t.Context(), dir, name); !errors.Is(err, ErrSilent) {
		t.Errorf("a second one: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
}

// Accept waits for a connection, and Close ends the wait.
func TestCloseEndsAccepting(t *testing.T) {
	dir := runDir(t)
	l, err := Listen(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	accepted, ended := make(chan Conn), make(chan error)
	go func() {
		c, err := l.Accept()
		if err != nil {
			t.Error(err)
		}
		accepted <- c
		_, err = l.Accept()
		ended <- err
	}()
	c, err := Connect(t.Context(), dir, name)
	if err != nil {
		t.Fatal(err)
	}
	other := <-accepted
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != os.ErrClosed {
		t.Errorf("Accept returns %v", err)
	}
	// Connected clients stay connected.
	if _, err := c.Write([]byte("x")); err != nil {
		t.Error(err)
	}
	if n, err := other.Read(make([]byte, 4)); n != 1 || err != nil {
		t.Errorf("read %d, %v", n, err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if n, err := other.Read(make([]byte, 4)); n != 0 || err != io.EOF {
		t.Errorf("after the other side has closed: read %d, %v", n, err)
	}
	if err := other.Close(); err != nil {
		t.Error(err)
	}
}

// F21: no byte is exchanged with a process of another user, in either direction.
func TestOtherUsersAreRefused(t *testing.T) {
	dir := runDir(t)
	l, err := Listen(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	user = func() int { return os.Getuid() + 1 }
	defer func() { user = os.Getuid }()
	if _, _, err := Dial(context.Background(), dir, name, wire.Hello{Min: 1, Max: 1}); !errors.Is(err, errForeignUser) {
		t.Errorf("dial: %v", err)
	}
	var accepting sync.WaitGroup
	accepting.Go(func() {
		if _, err := l.Accept(); err != os.ErrClosed {
			t.Errorf("accept: %v", err)
		}
	})
	c, err := net.Dial("unix", l.path)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := c.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("read: %d, %v", n, err)
	}
	if err := errors.Join(c.Close(), l.Close()); err != nil {
		t.Error(err)
	}
	accepting.Wait()
}

func TestDialDoesTheHandshake(t *testing.T) {
	dir := runDir(t)
	l, err := Listen(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		c, err := l.Accept()
		if err != nil {
			t.Error(err)
			return
		}
		conn, h, err := wire.Receive(c, wire.Welcome{Version: "2", PID: 7, Session: session.ID{1}})
		if err != nil || h.Version != "1" {
			t.Errorf("got %+v, %v", h, err)
			return
		}
		if m, err := conn.Receive(); m != (wire.Info{}) || err != nil {
			t.Errorf("got %v, %v", m, err)
		}
		_ = conn.Close()
	})
	conn, w, err := Dial(context.Background(), dir, name, wire.Hello{Min: 1, Max: 1, Version: "1", Purpose: wire.ToQuery})
	if err != nil || w.Version != "2" || w.PID != 7 || w.Session != (session.ID{1}) {
		t.Fatalf("got %+v, %v", w, err)
	}
	if err := conn.Send(wire.Info{}); err != nil {
		t.Error(err)
	}
	if _, err := conn.Receive(); err != io.EOF {
		t.Errorf("after the other side closed: %v", err)
	}
	serving.Wait()
	if err := errors.Join(conn.Close(), l.Close()); err != nil {
		t.Error(err)
	}
}

// If a host hangs up during a handshake, as it does with a delayed program, the program tries again; the
// host is gone only if nobody listens.
func TestDialTriesAHostThatHangsUpAgain(t *testing.T) {
	for _, tt := range []struct {
		name    string
		hangsUp int
		ends    bool
		want    error
	}{
		{"once", 1, false, nil},
		{"always", attempts, false, ErrSilent},
		{"and ends", 1, true, ErrGone},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := runDir(t)
			l, err := Listen(dir, name)
			if err != nil {
				t.Fatal(err)
			}
			var serving sync.WaitGroup
			serving.Go(func() {
				for range tt.hangsUp {
					c, err := l.Accept()
					if err != nil {
						t.Error(err)
						return
					}
					if tt.ends {
						_ = l.Close()
					}
					_ = c.Close()
				}
				if tt.want == nil {
					serveOnce(t, l)
				}
			})
			conn, _, err := Dial(context.Background(), dir, name, wire.Hello{Min: 1, Max: 1, Version: "1", Purpose: wire.ToQuery})
			if !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
			if conn != nil {
				_ = conn.Close()
			}
			_ = l.Close() // it may be closed already
			serving.Wait()
		})
	}
}

// serveOnce does the handshake with the next client.
func serveOnce(t *testing.T, l *Listener) {
	c, err := l.Accept()
	if err != nil {
		t.Error(err)
		return
	}
	conn, _, err := wire.Receive(c, wire.Welcome{Version: "2"})
	if err != nil {
		t.Error(err)
		return
	}
	_ = conn.Close()
}
