package host_test

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/host"
	"dormer/session/testing/viewer"
	"dormer/session/wire"
)

const patience = viewer.Patience

// testViewer is a session with one viewer at it.
type testViewer struct {
	*viewer.Viewer
	t    testing.TB
	host *host.Host
}

// size is the initial size of sessions in tests.
var size = session.Size{Rows: 24, Cols: 80}

func specOf(command ...string) session.Spec {
	return session.Spec{
		ID: uuid.New(), Workspace: "test", Command: command, Dir: os.TempDir(),
		Env: append(os.Environ(), "LC_ALL=C.UTF-8"), Size: size,
	}
}

// open starts a command and attaches a viewer to it. The session is ended with the test.
func open(t *testing.T, command ...string) *testViewer {
	t.Helper()
	return openSpec(t, specOf(command...), host.Options{Grace: 2 * time.Second})
}

func openSpec(t *testing.T, spec session.Spec, o host.Options) *testViewer {
	t.Helper()
	h, err := host.Start(spec, o)
	if err != nil {
		t.Fatal(err)
	}
	s := attachTo(t, h, spec.Size)
	t.Cleanup(func() { s.leave() })
	return s
}

// attachTo attaches another viewer to a host.
func attachTo(t testing.TB, h *host.Host, size session.Size) *testViewer {
	near, far := wire.Pipe()
	go func() {
		if err := h.Serve(far); err != nil && err != host.ErrEnded {
			t.Errorf("serve: %v", err)
		}
	}()
	return &testViewer{Viewer: viewer.Attach(t, near, size), t: t, host: h}
}

// leave ends the session and waits for its end.
func (s *testViewer) leave() {
	s.host.End()
	s.await(s.host.Done(), "the session's end")
	if err := s.Detach(); err != nil {
		s.t.Errorf("detach: %v", err)
	}
}

func (s *testViewer) await(c <-chan struct{}, what string) {
	s.t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		s.t.Fatalf("timed out waiting for %s; the screen:\n%s", what, s.Text())
	}
}

func (s *testViewer) notice(containing string) {
	s.t.Helper()
	s.Event("a notice says "+containing, func(e client.Event) bool {
		n, ok := e.(wire.Notice)
		return ok && strings.Contains(n.Text, containing)
	})
}

// first returns the first character of the screen.
func (s *testViewer) first() (c byte) {
	s.View(func(r *client.Replica) {
		if row := r.Row(0); len(row) > 0 {
			c = byte(row[0].Char)
		}
	})
	return c
}

// sh returns a command that runs a script in the shell.
func sh(script string) []string { return []string{"/bin/sh", "-c", script} }

// need skips a test where a program is missing.
func need(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("%s is not installed here", program)
	}
	return path
}

// zombies lists the dead children of this process.
func zombies(t *testing.T) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, "ps", "-o", "pid=,stat=,comm=", "--ppid", pid()).Output()
	if err != nil {
		return ""
	}
	var dead []string
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) > 1 && strings.HasPrefix(f[1], "Z") {
			dead = append(dead, line)
		}
	}
	return strings.Join(dead, "")
}
