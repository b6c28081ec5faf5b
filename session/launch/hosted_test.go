package launch_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/host"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
)

var background = context.Background()

// viewerCommand turns the test binary into a program that attaches to a session.
const viewerCommand = "be-a-viewer"

// beViewer starts a session, reports it on standard output, and waits to be killed.
func beViewer(dir, id string) int {
	spec := viewedSpec(uuid.MustParse(id))
	h := homeIn(nil, dir)
	conn, err := h.Start(spec)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	s := client.Attach(conn, size, func() {})
	fmt.Println("attached")
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	_ = s.Detach()
	return 0
}

// viewedSpec prints a history, sets modes and a title, and waits.
func viewedSpec(id session.ID) session.Spec {
	spec := specOf(sh(`seq 1 500; printf '\033[?2004h\033[?1000h\033[?1006h\033]2;the title\007\033[31mred\033[0m ready'; read x; echo "got $x"; read y`)...)
	spec.ID = id
	return spec
}

// S3-47, F1: the program is killed; process, screen, history and modes stay.
func TestKilledProgramLosesNothing(t *testing.T) {
	h := newHome(t)
	spec := viewedSpec(uuid.New())
	viewer := exec.CommandContext(t.Context(), os.Args[0], viewerCommand, filepath.Dir(h.o.Runtime), spec.ID.String())
	viewer.Stdin, _ = os.Open(os.DevNull)
	in, err := viewer.StdinPipe()
	if err != nil {
		viewer.Stdin = nil
		if in, err = viewer.StdinPipe(); err != nil {
			t.Fatal(err)
		}
	}
	defer func() { _ = in.Close() }()
	out, err := viewer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := viewer.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "attached\n" {
		t.Fatalf("the viewer printed %q, %v", line, err)
	}
	before := h.info(spec)
	kill(t, viewer.Process.Pid, syscall.SIGKILL)
	_ = viewer.Wait() // it was killed
	s := h.attach(spec)
	s.Shows("red ready")
	after := h.info(spec)
	if after.ChildPID != before.ChildPID || after.HostPID != before.HostPID || after.Exit != nil || !lives(after.ChildPID) {
		t.Errorf("before %+v, after %+v", before, after)
	}
	s.View(func(r *client.Replica) {
		m := r.Modes()
		if !m.BracketedPaste || m.Mouse != grid.MouseNormal || m.MouseEncoding != grid.MouseEncSGR || r.Title() != "the title" {
			t.Errorf("modes %+v, title %q", m, r.Title())
		}
		if style := r.Palette().Style(r.Row(23)[0].Style); style.FG != grid.Indexed(1) {
			t.Errorf("the text is %+v, want it red", style)
		}
	})
	history := s.history()
	for i, want := 0, 1; i < len(history); i, want = i+1, want+1 {
		if history[i] != fmt.Sprint(want) {
			t.Fatalf("history line %d is %q", want, history[i])
		}
	}
	if len(history) < 470 {
		t.Errorf("%d lines of history", len(history))
	}
	s.Input([]byte("this\n"))
	s.Shows("got this")
	s.leave()
}

// A session without history has no lines above its screen on disk, in later lives neither.
func TestNoHistory(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh(`seq -f "secret %g" 100; echo ready; read x`)...)
	spec.NoHistory = true
	for range 2 {
		s := h.start(spec)
		s.Shows("ready")
		pid := h.info(spec).HostPID
		kill(t, pid, syscall.SIGTERM)
		awaitGone(t, pid)
		s.Exit()
		s.leave()
		if text := h.keptText(spec); !strings.Contains(text, "secret 100\nready\n") || strings.Contains(text, "secret 50\n") {
			t.Errorf("on disk is\n%s", text)
		}
		spec.NoHistory, spec.Occasion = false, session.OnRequest
	}
}

// keptText returns the checkpoint of a session as text; empty if there is none.
func (h *home) keptText(spec session.Spec) string {
	k, err := h.Kept(spec.ID)
	if err != nil {
		return ""
	}
	var text strings.Builder
	if err := k.Capture(wire.Capture{Scrollback: true}, &text); err != nil {
		h.t.Fatal(err)
	}
	return text.String()
}

// history is the text of all lines above the screen.
func (s *testViewer) history() []string {
	s.t.Helper()
	var lines []string
	s.Until("the history is there", func() bool {
		lines = nil
		var r wire.Range
		s.View(func(replica *client.Replica) { r = replica.History() })
		complete := s.HistoryLines(r, func(_ uint64, cells []grid.Cell) {
			var text strings.Builder
			for _, c := range cells {
				text.WriteRune(rune(c.Char))
			}
			lines = append(lines, text.String())
		})
		return complete
	})
	return lines
}

// S3-01, S3-07.
func TestInfo(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("cd /; printf '\\033]2;title\\007ready'; read x; exit 3")...)
	spec.Agent, spec.Lifetime = "claude", session.Persistent
	s := h.start(spec)
	s.Shows("ready")
	info := h.info(spec)
	if info.ID != spec.ID || info.HostVersion != "1.2.3" || info.Provider != session.Hosted || info.Lifetime != session.Persistent ||
		info.Name != "a name" || info.Title != "title" || info.Dir != "/" || len(info.Command) != 3 || info.Workspace != "test" ||
		info.Agent != "claude" || info.Source.Dir != spec.Dir || info.Started.IsZero() || info.LastOutput.Before(info.Started) ||
		!info.Deadline.IsZero() || info.Exit != nil || info.Clients != 1 || info.Size != size {
		t.Errorf("running: %+v", info)
	}
	if info.HostPID == os.Getpid() || !lives(info.HostPID) || !lives(info.ChildPID) {
		t.Errorf("host %d, child %d", info.HostPID, info.ChildPID)
	}
	s.Input([]byte("\n"))
	s.Exit()
	s.leave()
	await(t, "nobody is attached", func() bool { return h.info(spec).Clients == 0 })
	if info = h.info(spec); info.Exit == nil || info.Exit.Code != 3 {
		t.Errorf("exited: %+v", info)
	}
	if !h.Alive(spec.ID) || h.Alive(uuid.New()) {
		t.Error("Alive is wrong")
	}
}

// A running session is not started a second time.
//
// S3-52.
func TestStartOfARunningSessionAttaches(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo pid $$; read x")...)
	s := h.start(spec)
	s.Shows("pid")
	text := s.Text()
	again := h.start(spec)
	again.Shows(text)
	if _, err := host.Spawn(nil, spec, h.o); !errors.Is(err, host.ErrRunning) {
		t.Errorf("spawn again: %v", err)
	}
	hosts, err := h.Hosts(background)
	if err != nil || len(hosts) != 1 {
		t.Errorf("hosts: %+v, %v", hosts, err)
	}
	s.leave()
	again.leave()
}

// The state on disk follows the session through its life to its end.
func TestStateFollowsTheSession(t *testing.T) {
	h := newHome(t)
	for name, c := range map[string]struct {
		script string
		end    func(s *testViewer)
		state  session.Lifecycle
		code   string
	}{
		"done":    {"read x", func(s *testViewer) { s.Input([]byte("\n")) }, session.Completed, "0"},
		"failed":  {"read x; exit 9", func(s *testViewer) { s.Input([]byte("\n")) }, session.Failed, "9"},
		"stopped": {"read x", func(s *testViewer) { s.End() }, session.Stopped, "129"},
	} {
		t.Run(name, func(t *testing.T) {
			spec := specOf(sh(c.script)...)
			s := h.start(spec)
			dir := h.Dir(spec.ID)
			await(t, "it is running", func() bool {
				r, err := state.Read(dir, spec.ID)
				return err == nil && r.State == session.LifecycleRunning && r.UpdatedBy == h.info(spec).HostPID && r.WorkspaceID == "test"
			})
			c.end(s)
			await(t, "it has ended", func() bool {
				r, err := state.Read(dir, spec.ID)
				return err == nil && r.State == c.state
			})
			if got, err := os.ReadFile(filepath.Join(dir, "exit_status")); err != nil || strings.TrimSpace(string(got)) != c.code {
				t.Errorf("exit status %q, %v; want %s", got, err, c.code)
			}
			s.leave()
		})
	}
}

// F4, F5: a killed host is known to be gone at once; its child ends; the session can be started again.
//
// S3-53.
func TestKilledHost(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	s := h.start(spec)
	s.Shows("ready")
	info := h.info(spec)
	kill(t, info.HostPID, syscall.SIGKILL)
	s.lost()
	awaitGone(t, info.ChildPID)
	if _, err := h.Attach(sourceOf(spec), spec.ID); !errors.Is(err, socket.ErrGone) {
		t.Errorf("attach: %v", err)
	}
	s.leave()
	spec.Occasion = session.OnRequest
	s = h.start(spec)
	s.Shows("ready")
	if now := h.info(spec); now.HostPID == info.HostPID || now.ChildPID == info.ChildPID {
		t.Errorf("before %+v, now %+v", info, now)
	}
	s.leave()
}
