package launch_test

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/health"
	"dormer/session/host"
	"dormer/session/private"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
)

// socketPath returns the path of the socket of a session's host.
func (h *home) socketPath(spec session.Spec) string {
	h.t.Helper()
	path, err := socket.Path(h.o.Runtime, nameOf(spec))
	if err != nil {
		h.t.Fatal(err)
	}
	return path
}

// stale leaves a socket behind on which nobody listens.
func (h *home) stale(spec session.Spec) {
	h.t.Helper()
	if err := private.MakeDir(h.o.Runtime); err != nil {
		h.t.Fatal(err)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: h.socketPath(spec), Net: "unix"})
	if err != nil {
		h.t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	if err := l.Close(); err != nil {
		h.t.Fatal(err)
	}
}

// F18: eight sessions start at the same time, two starts for each, over sockets left by earlier hosts:
// each gets one host.
func TestConcurrentStarts(t *testing.T) {
	h := newHome(t)
	specs := make([]session.Spec, 8)
	for i := range specs {
		specs[i] = specOf(sh("echo pid=$$; read x")...)
		h.stale(specs[i])
	}
	pids := make([][2]int, len(specs))
	var started sync.WaitGroup
	for i := range 2 * len(specs) {
		started.Go(func() {
			conn, err := h.Start(specs[i/2])
			if err != nil {
				t.Errorf("start %d: %v", i, err)
				return
			}
			s := attachTo(t, conn, nil)
			s.Until("it runs", func() bool { return s.Status().PID > 0 })
			pids[i/2][i%2] = s.Status().PID
			s.leave()
		})
	}
	started.Wait()
	for i, p := range pids {
		if p[0] == 0 || p[0] != p[1] {
			t.Errorf("session %d has children %v", i, p)
		}
	}
	hosts, err := h.Hosts(background)
	if err != nil || len(hosts) != len(specs) {
		t.Errorf("%d hosts, %v; want %d", len(hosts), err, len(specs))
	}
}

// F19: a file that is not a stale socket is left alone and named.
func TestOtherFilesAtTheSocketsPlace(t *testing.T) {
	h := newHome(t)
	if err := private.MakeDir(h.o.Runtime); err != nil {
		t.Fatal(err)
	}
	for name, make := range map[string]func(path string) error{
		"regular file": func(path string) error { return os.WriteFile(path, []byte("precious"), 0o600) },
		"FIFO":         func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"directory":    func(path string) error { return os.Mkdir(path, 0o700) },
		"link":         func(path string) error { return os.Symlink("/etc/passwd", path) },
	} {
		t.Run(name, func(t *testing.T) {
			spec := specOf(sh("read x")...)
			path := h.socketPath(spec)
			if err := make(path); err != nil {
				t.Fatal(err)
			}
			before, err := os.Lstat(path)
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			if _, err := h.Start(spec); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("start: %v, want an error that names %s", err, path)
			}
			if _, err := host.Spawn(nil, spec, h.o); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("spawn: %v, want an error that names %s", err, path)
			}
			if took := time.Since(began); took > slack {
				t.Errorf("it took %v", took)
			}
			if after, err := os.Lstat(path); err != nil || !os.SameFile(before, after) {
				t.Errorf("it is gone: %v", err)
			}
		})
	}
	t.Run("stale", func(t *testing.T) {
		spec := specOf(sh("read x")...)
		h.stale(spec)
		h.start(spec).leave()
	})
}

// A host whose session is running but that is slow to answer, as on a busy machine, is waited for: the
// start has not failed.
func TestStartOnABusyMachine(t *testing.T) {
	h := newHome(t)
	// The child stops its host for longer than the limit of a handshake.
	s := h.start(specOf(sh("kill -STOP $PPID; sleep 1.5; kill -CONT $PPID; echo ready; read x")...))
	s.Shows("ready")
	s.leave()
}

// silent listens on a session's socket and never answers, until the test ends.
func (h *home) silent(spec session.Spec) (path string) {
	h.t.Helper()
	h.stale(spec)
	path = h.socketPath(spec)
	if err := os.Remove(path); err != nil {
		h.t.Fatal(err)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = l.Close() })
	return path
}

// F19: a listener that accepts and never answers counts as silent after a second.
func TestSilentHost(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("read x")...)
	path := h.silent(spec)
	began := time.Now()
	if _, err := h.Start(spec); !errors.Is(err, socket.ErrSilent) {
		t.Errorf("start: %v", err)
	}
	if _, err := h.Sessions().Start(spec); !errors.Is(err, health.ErrSilent) {
		t.Errorf("start with a viewer: %v", err)
	}
	if _, err := h.Info(background, nameOf(spec)); !errors.Is(err, socket.ErrSilent) {
		t.Errorf("info: %v", err)
	}
	if took := time.Since(began); took < 3*wire.HandshakeTime || took > 3*wire.HandshakeTime+slack {
		t.Errorf("it took %v", took)
	}
	if _, err := host.Spawn(nil, spec, h.o); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("spawn: %v, want an error that names %s", err, path)
	}
}

// A start takes one of the limited places before it connects: sixty simultaneous starts once ran out
// of descriptors.
func TestAStartTakesAPlaceBeforeItConnects(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("read x")...)
	h.silent(spec)
	<-h.StopStarts() // no place is free from here on
	if _, err := h.Start(spec); err == nil || !strings.Contains(err.Error(), "dormer is leaving") {
		t.Errorf("it connected without a place: %v", err)
	}
}

// A session that is slow to end has a host that answers.
func TestASessionThatIsSlowToEnd(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("trap '' HUP TERM; echo ready; while :; do read x || sleep 1; done")...)
	s := h.start(spec)
	defer s.leave()
	s.Shows("ready")
	ctx, cancel := context.WithTimeout(background, 200*time.Millisecond)
	defer cancel()
	if err := h.Provider.End(ctx, nameOf(spec), true); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, socket.ErrSilent) {
		t.Errorf("got %v", err)
	}
}

// F10: a stopped host is silent, and answers when it is continued.
func TestStoppedHost(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x; echo got $x; read y")...)
	s := h.start(spec)
	s.Shows("ready")
	pid := h.info(spec).HostPID
	if !h.HostRuns(spec.ID) {
		t.Error("the host does not count as running")
	}
	await(t, "its answer counts for a moment", func() bool {
		h.attach(spec).leave()
		return h.AnsweredRecently(spec.ID)
	})
	kill(t, pid, syscall.SIGSTOP)
	await(t, "the host is stopped", func() bool {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err == nil && strings.Contains(string(stat), ") T ")
	})
	if h.HostRuns(spec.ID) || h.AnsweredRecently(spec.ID) {
		t.Error("a stopped host counts as running")
	}
	_, err := h.Info(background, nameOf(spec))
	if !errors.Is(err, socket.ErrSilent) {
		t.Errorf("info of a stopped host: %v", err)
	}
	s.Input([]byte("this\n"))
	kill(t, pid, syscall.SIGCONT)
	s.Shows("got this")
	if !h.HostRuns(spec.ID) {
		t.Error("the continued host does not count as running")
	}
	kill(t, pid, syscall.SIGKILL)
	s.lost()
	awaitGone(t, pid)
	if h.HostRuns(spec.ID) || h.HostRuns(specOf().ID) || h.AnsweredRecently(specOf().ID) {
		t.Error("a host that is gone, or without viewers, counts as running")
	}
	s.leave()
}

// A host that no longer listens does not count as having just answered, even if its process still
// exists.
func TestAHostThatNoLongerListensHasNotJustAnswered(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	s := h.start(spec)
	s.Shows("ready")
	await(t, "its answer counts for a moment", func() bool {
		h.attach(spec).leave()
		return h.AnsweredRecently(spec.ID)
	})
	host := h.info(spec).HostPID
	path, err := socket.Path(h.o.Runtime, nameOf(spec))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{path, filepath.Join(h.Dir(spec.ID), "host.lock")} {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.Attach(sourceOf(spec), spec.ID); !errors.Is(err, socket.ErrGone) {
		t.Errorf("attach: %v", err)
	}
	if h.AnsweredRecently(spec.ID) {
		t.Error("it counts as having just answered")
	}
	s.End()
	s.Exit()
	s.leave()
	awaitGone(t, host) // the clean-up cannot find it to wait for it
}

// F20: an unsafe socket directory is refused, and nothing is created.
func TestUnsafeDirectories(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T, h *home){
		"writable by others": func(t *testing.T, h *home) { makeDir(t, h.o.Runtime, 0o777) },
		"a link": func(t *testing.T, h *home) {
			makeDir(t, h.o.Runtime+"-real", 0o700)
			if err := os.Symlink(h.o.Runtime+"-real", h.o.Runtime); err != nil {
				t.Fatal(err)
			}
		},
		"below one that is writable": func(t *testing.T, h *home) {
			makeDir(t, filepath.Dir(h.o.Runtime), 0o777)
		},
		"a file": func(t *testing.T, h *home) {
			if err := os.WriteFile(h.o.Runtime, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"another user's": func(t *testing.T, h *home) {
			if os.Getuid() != 0 {
				t.Skip("only root can give a directory away")
			}
			makeDir(t, h.o.Runtime, 0o700)
			if err := os.Chown(h.o.Runtime, 12345, 12345); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Chmod(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			h := homeIn(t, filepath.Join(dir, "home"))
			makeDir(t, filepath.Join(dir, "home"), 0o700)
			h.o.Runtime = filepath.Join(dir, "home", "r")
			prepare(t, h)
			if _, err := host.Spawn(nil, specOf(sh("read x")...), h.o); err == nil || !strings.Contains(err.Error(), filepath.Dir(h.o.Runtime)) {
				t.Errorf("got %v, want an error that names the directory", err)
			}
			if _, err := os.Stat(h.o.Sessions); err == nil {
				t.Error("the session's directory was created nevertheless")
			}
		})
	}
}

func makeDir(t *testing.T, dir string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, mode); err != nil { // whatever the umask is
		t.Fatal(err)
	}
}

// F21: files, directories and sockets are for this user only, whatever the umask, and the child has the
// user's umask.
func TestModesOfFilesAndDirectories(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	h := newHome(t)
	spec := specOf(sh("umask; read x")...)
	s := h.start(spec)
	s.Shows("0000")
	path := h.socketPath(spec)
	await(t, "the files exist", func() bool {
		_, err := os.Stat(filepath.Join(h.Dir(spec.ID), "spec.json"))
		return err == nil
	})
	for _, dir := range []string{h.o.Runtime, h.Dir(spec.ID)} {
		st, err := os.Stat(dir)
		if err != nil || st.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", dir, st, err)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) == 0 {
			t.Errorf("%s: %d entries, %v", dir, len(entries), err)
		}
		for _, e := range entries {
			st, err := e.Info()
			if errors.Is(err, fs.ErrNotExist) {
				continue // a temporary file that the host has renamed meanwhile
			}
			if err != nil || st.Mode().Perm() != 0o600 {
				t.Errorf("%s/%s: %v, %v", dir, e.Name(), st, err)
			}
		}
	}
	if st, err := os.Stat(path); err != nil || st.Mode().Type() != os.ModeSocket {
		t.Errorf("socket: %v, %v", st, err)
	}
	s.leave()
}

// F40: connections that are not viewers harm nobody.
func TestHostileConnections(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; while read x; do echo got $x; done")...)
	s := h.start(spec)
	s.Shows("ready")
	path := h.socketPath(spec)
	before := resident(t, h.info(spec).HostPID)
	hello := "\x01\x16\x00\x00\x00\x06dormer\x02\x02\x050.1.0\x06attach"
	var conns []net.Conn
	for i := range 1000 {
		c, err := net.Dial("unix", path)
		if err != nil {
			t.Fatalf("connection %d: %v", i, err)
		}
		conns = append(conns, c)
		say := ""
		switch i % 8 {
		case 0:
			say = strings.Repeat("\xff\x00garbage", 100)
		case 1:
			say = "\x01\xff\xff\xff\xff"
		case 2:
			say = hello + "\x12\xff\xff\xff\xff"
		case 3:
			say = hello + "\x12\x00\x10\x00\x00half"
		case 4:
			say = hello[:9]
		}
		_, _ = io.WriteString(c, say) // the host may have refused it
	}
	began := time.Now()
	s.Input([]byte("this\n"))
	s.Shows("got this")
	if took := time.Since(began); took > slack {
		t.Errorf("an echo took %v beside 1000 connections", took)
	}
	if grown := resident(t, h.info(spec).HostPID) - before; grown > memoryFactor*16<<10 {
		t.Errorf("the host grew by %d kB", grown)
	}
	for _, c := range conns {
		_ = c.Close() // the host may have
	}
	await(t, "only one viewer is attached", func() bool { return h.info(spec).Clients == 1 })
	s.leave()
}

// resident returns the memory of a process in kB, without the used pages of its program: all hosts
// share those, and the kernel can reclaim them.
func resident(t *testing.T, pid int) (kB int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("there is no proc(5) here")
	}
	_, after, _ := strings.Cut(string(status), "RssAnon:")
	if _, err := fmt.Sscanf(after, "%d", &kB); err != nil {
		t.Fatal(err)
	}
	return kB
}

// A recorded program of version 1 attaches to, queries and ends a current host.
func TestRecordedProgram(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	h.start(spec).leave()
	c, err := net.Dial("unix", h.socketPath(spec))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"01 16000000 06646f726d6572 02 02 05302e312e30 06617474616368", // hello
		"1a 00000000",          // info
		"1b 03000000 00 00 00", // capture
		"10 03000000 30a001",   // attach 24x80
	} {
		sendHex(t, c, part)
	}
	seen := map[byte]bool{}
	for {
		header := make([]byte, 5)
		if _, err := io.ReadFull(c, header); err != nil {
			break // the session has ended
		}
		seen[header[0]] = true
		n := int64(header[1]) | int64(header[2])<<8 | int64(header[3])<<16 | int64(header[4])<<24
		if _, err := io.CopyN(io.Discard, c, n); err != nil {
			t.Fatal(err)
		}
		if header[0] == 0x40 {
			sendHex(t, c, "16 00000000") // end
		}
	}
	for name, tag := range map[string]byte{"welcome": 0x02, "frame": 0x40, "started": 0x41, "info": 0x48, "capture": 0x49} {
		if !seen[tag] {
			t.Errorf("no %s came", name)
		}
	}
}

func sendHex(t *testing.T, w io.Writer, text string) {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err == nil {
		_, err = w.Write(b)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// F39: a program that speaks only later protocols is refused by name, but can still list, read and end
// the host.
func TestProgramOfAnotherVersion(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo hello; read x")...)
	s := h.start(spec)
	s.Shows("hello")
	later := wire.Hello{Min: wire.MaxProtocol + 1, Max: wire.MaxProtocol + 2, Version: "99", Purpose: wire.ToAttach}
	_, _, err := socket.Dial(background, h.o.Runtime, nameOf(spec), later)
	var refused wire.Refused
	if !errors.Is(err, socket.ErrVersion) || !errors.As(err, &refused) || refused.Version != "1.2.3" || refused.Max != wire.MaxProtocol {
		t.Errorf("attach: %v", err)
	}
	later.Purpose = wire.ToQuery
	conn, w, err := socket.Dial(background, h.o.Runtime, nameOf(spec), later)
	if err != nil || w.Protocol != 0 || w.Session != spec.ID {
		t.Fatalf("query: %+v, %v", w, err)
	}
	for _, m := range []wire.Message{wire.Attach{Size: size}, wire.Input{Data: []byte("exit\n")}, wire.Info{}, wire.Capture{}} {
		if err := conn.Send(m); err != nil {
			t.Fatal(err)
		}
	}
	if m, err := conn.Receive(); err != nil || m.(wire.InfoReply).Clients != 1 {
		t.Errorf("got %+v, %v", m, err)
	}
	if m, err := conn.Receive(); err != nil || !strings.HasPrefix(m.(wire.CaptureReply).Text, "hello\n") {
		t.Errorf("got %+v, %v", m, err)
	}
	if err := conn.Send(wire.End{}); err != nil {
		t.Fatal(err)
	}
	s.Exit()
	if _, err := conn.Receive(); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
	s.leave()
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
}

// A failed start gives the reason in one sentence and leaves nothing behind.
func TestStartThatFails(t *testing.T) {
	h := newHome(t)
	for name, spec := range map[string]session.Spec{
		"no such program": specOf("no-such-program-anywhere"),
		"no program":      specOf("/etc/passwd"),
	} {
		_, err := h.Start(spec)
		if err == nil || !strings.Contains(err.Error(), spec.Command[0]) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(h.socketPath(spec)); err == nil {
			t.Errorf("%s: the socket exists", name)
		}
		if _, err := os.Stat(h.Dir(spec.ID)); err == nil {
			t.Errorf("%s: the session's directory exists", name)
		}
	}
}

// F13: with a read-only state directory nothing is saved, but everything else works.
func TestReadOnlyStateDirectory(t *testing.T) {
	h := newHome(t)
	h.o.Sessions = "/proc/sessions" // nobody can write there
	spec := specOf(sh("echo ready; read x")...)
	if _, err := host.Spawn(nil, spec, h.o); err != nil {
		t.Fatal(err)
	}
	s := h.attach(spec)
	s.Shows("ready")
	s.leave()
}

// F16: a state document of an earlier life is set aside, whatever its contents.
func TestStateOfAnEarlierLife(t *testing.T) {
	h := newHome(t)
	for name, text := range map[string]string{
		"empty":   "",
		"garbage": "\x00\x01garbage",
		"running": `{"schema_version":1,"state":"running","state_changed_at":"2026-01-01T00:00:00Z","updated_by":1,"session_id":"ID","workspace_id":"test"}`,
	} {
		t.Run(name, func(t *testing.T) {
			spec := specOf(sh("echo ready; read x")...)
			spec.Occasion = session.OnRequest
			dir := h.Dir(spec.ID)
			makeDir(t, dir, 0o700)
			text = strings.ReplaceAll(text, "ID", spec.ID.String())
			if err := os.WriteFile(filepath.Join(dir, "state.json"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			s := h.start(spec)
			s.Shows("ready")
			await(t, "it is running", func() bool {
				r, err := state.Read(dir, spec.ID)
				return err == nil && r.State == session.LifecycleRunning && r.UpdatedBy != 1
			})
			if kept, err := os.ReadFile(filepath.Join(dir, "state.json.previous")); err != nil || string(kept) != text {
				t.Errorf("kept %q, %v", kept, err)
			}
			s.leave()
		})
	}
}
