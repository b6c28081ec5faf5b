package launch_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/host"
	"dormer/session/launch"
	"dormer/session/socket"
	"dormer/session/testing/viewer"
	"dormer/session/wire"
)

// The test binary is also the host's program.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case host.Command:
			os.Exit(host.Main())
		case viewerCommand:
			os.Exit(beViewer(os.Args[2], os.Args[3]))
		}
	}
	os.Exit(m.Run())
}

// patience is how long a test waits for an event that must come.
const patience = time.Minute

// slack is how much longer than expected something may take on a busy machine.
const slack = 20 * time.Second

var size = session.Size{Rows: 24, Cols: 80}

// home has the directories of the hosts of a test.
type home struct {
	t testing.TB
	*launch.Provider
	o host.SpawnOptions
}

// newHome returns an empty home. Hosts that are started in it end with the test.
func newHome(t testing.TB) *home {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "dormer-test-") // short: sockets have short paths
	if err != nil {
		t.Fatal(err)
	}
	h := homeIn(t, dir)
	t.Cleanup(func() {
		h.endAll()
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return h
}

func homeIn(t testing.TB, dir string) *home {
	o := host.SpawnOptions{
		Runtime: filepath.Join(dir, "run"), Sessions: filepath.Join(dir, "state", "sessions"),
		Version: "1.2.3", Grace: 2 * time.Second,
	}
	return &home{t: t, o: o, Provider: launch.New(o)}
}

// endAll ends every host, by force if it does not answer.
func (h *home) endAll() {
	hosts, err := h.Hosts(h.t.Context())
	if h.t.Context().Err() != nil {
		hosts, err = h.Hosts(background)
	}
	if err != nil {
		h.t.Errorf("list hosts: %v", err)
	}
	for _, s := range hosts {
		if s.Err == nil {
			if err := h.End(background, s.Name, false); err != nil {
				h.t.Errorf("end %s: %v", s.Name, err)
			}
		}
	}
}

func specOf(command ...string) session.Spec {
	return session.Spec{
		ID: uuid.New(), Workspace: "test", Command: command, Dir: os.TempDir(),
		Env: append(os.Environ(), "LC_ALL=C.UTF-8"), Size: size, Name: "a name",
	}
}

func sh(script string) []string { return []string{"/bin/sh", "-c", script} }

func nameOf(spec session.Spec) string {
	return session.HostName(session.Source{Kind: session.Floating, Dir: spec.Dir}, spec.ID)
}

func sourceOf(spec session.Spec) session.Source {
	return session.Source{Kind: session.Floating, Dir: spec.Dir}
}

// testViewer is a viewer of a session.
type testViewer struct {
	*viewer.Viewer
	t testing.TB
}

func attachTo(t testing.TB, conn wire.Conn, err error) *testViewer {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return &testViewer{viewer.Attach(t, conn, size), t}
}

// start starts a session and attaches a viewer to it.
func (h *home) start(spec session.Spec) *testViewer {
	h.t.Helper()
	conn, err := h.Start(spec)
	return attachTo(h.t, conn, err)
}

// attach attaches another viewer to a session.
func (h *home) attach(spec session.Spec) *testViewer {
	h.t.Helper()
	conn, err := h.Attach(sourceOf(spec), spec.ID)
	return attachTo(h.t, conn, err)
}

func (h *home) info(spec session.Spec) wire.InfoReply {
	h.t.Helper()
	info, err := h.Info(background, nameOf(spec))
	for limit := time.Now().Add(patience); errors.Is(err, socket.ErrSilent) && time.Now().Before(limit); {
		info, err = h.Info(background, nameOf(spec)) // the machine may be busy
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return info
}

// lost waits until the viewer has noticed that the host is gone.
func (s *testViewer) lost() {
	s.t.Helper()
	s.Until("the host is known to be gone", func() bool { return s.Status().Runtime == session.Unhealthy })
}

func (s *testViewer) leave() {
	s.t.Helper()
	if err := s.Detach(); err != nil {
		s.t.Error(err)
	}
}

// awaitGone waits until a process is gone. Only its parent could wait without polling.
func awaitGone(t testing.TB, pid int) {
	t.Helper()
	await(t, "process "+strconv.Itoa(pid)+" is gone", func() bool { return !lives(pid) })
}

// lives reports whether a process exists and is not a zombie.
func lives(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z") && !strings.HasPrefix(after, "X")
}

// await polls for a condition that no event announces.
func await(t testing.TB, what string, is func() bool) {
	t.Helper()
	limit := time.Now().Add(patience)
	for !is() {
		if time.Now().After(limit) {
			t.Fatalf("timed out waiting until %s", what)
		}
		<-time.After(2 * time.Millisecond)
	}
}

func kill(t testing.TB, pid int, sig syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(pid, sig); err != nil {
		t.Fatalf("kill %d: %v", pid, err)
	}
}
