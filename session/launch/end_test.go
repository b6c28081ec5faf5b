package launch_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/host"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/testing/viewer"
	"dormer/session/wire"
)

// A deadline ends the session, whatever runs in it and whoever is attached, and leaves no process or
// file.
//
// S3-13, S3-26.
func TestDeadlinePasses(t *testing.T) {
	for name, script := range map[string]string{
		"a program runs":       "echo ready; read x",
		"a program has exited": "echo ready",
		"it ignores signals":   `trap "" HUP TERM; echo ready; while :; do sleep 0.05; done`,
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			spec := specOf(sh(script)...)
			s := h.start(spec)
			s.Shows("ready")
			info := h.info(spec)
			set := func(at time.Time) {
				t.Helper()
				if err := h.SetDeadline(background, nameOf(spec), at); err != nil {
					t.Fatal(err)
				}
			}
			// The host counts the remaining time, and reports what the clock will then show.
			at := time.Now().Add(time.Hour)
			set(at)
			if got := h.info(spec).Deadline; got.Sub(at.Round(0)).Abs() > slack {
				t.Errorf("the deadline is %v, want %v", got, at)
			}
			at = time.Now().Add(2 * time.Second)
			set(at)
			s.leave()
			awaitGone(t, info.HostPID)
			if took := time.Since(at); took < 0 || took > h.o.Grace+slack {
				t.Errorf("it was gone %v after its deadline", took)
			}
			if lives(info.ChildPID) {
				t.Error("its child is alive")
			}
			checkEmpty(t, h.o.Runtime)
			checkEmpty(t, h.o.Sessions)
		})
	}
}

// S4-18: the host of an idle session ends it on request, and its files stay on disk.
func TestEndIdle(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x")...)
	s := h.start(spec)
	s.Shows("ready")
	info := h.info(spec)
	for _, after := range []time.Duration{time.Hour, 0} {
		ended, err := h.EndIdle(background, nameOf(spec), after)
		if want := after == 0; err != nil || ended != want {
			t.Fatalf("idle for %v: ended %v, %v, want %v", after, ended, err, want)
		}
	}
	awaitGone(t, info.HostPID)
	if _, err := os.Stat(h.Dir(spec.ID)); err != nil {
		t.Error("its files are gone:", err)
	}
	if ended, err := h.EndIdle(background, nameOf(spec), 0); ended || !errors.Is(err, socket.ErrGone) {
		t.Errorf("a missing session: ended %v, %v", ended, err)
	}
}

// A deadline that was cancelled or replaced does not count.
//
// S3-26.
func TestDeadlineIsCancelled(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo ready; read x; echo got $x; read y")...)
	s := h.start(spec)
	s.Shows("ready")
	var soon time.Time
	for _, later := range []time.Duration{0, -1, 0, time.Hour} {
		at := time.Time{}
		if later >= 0 {
			soon = time.Now().Add(2 * time.Second)
			at = soon.Add(later)
		}
		if err := h.SetDeadline(background, nameOf(spec), at); err != nil {
			t.Fatal(err)
		}
	}
	<-time.After(time.Until(soon.Add(200 * time.Millisecond)))
	s.Input([]byte("this\n"))
	s.Shows("got this")
	s.leave()
}

// checkEmpty checks that a directory is empty.
func checkEmpty(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	for _, e := range entries {
		t.Errorf("%s is still in %s", e.Name(), dir)
	}
}

// F29: a child that ignores the requests to end is killed after the grace.
//
// S2-07.
func TestStubbornChild(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh(`trap "" HUP TERM INT; (trap "" HUP TERM; while :; do sleep 0.05; done) & echo ready; while :; do sleep 0.05; done`)...)
	s := h.start(spec)
	s.Shows("ready")
	info := h.info(spec)
	began := time.Now()
	if err := h.End(background, nameOf(spec), false); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < h.o.Grace || took > h.o.Grace+slack {
		t.Errorf("the end took %v with a grace of %v", took, h.o.Grace)
	}
	if lives(info.ChildPID) {
		t.Error("the child is alive")
	}
	left, _ := exec.CommandContext(t.Context(), "ps", "-o", "stat=,pid=,args=", "--sid", fmt.Sprint(info.ChildPID)).Output() // fails if there is none
	for line := range strings.Lines(string(left)) {
		if !strings.HasPrefix(line, "Z") { // those are init's to reap
			t.Errorf("still in its session: %s", line)
		}
	}
	s.leave()
}

// F46: a host gets SIGTERM, as when the machine is switched off. It saves the screen and ends the
// child, and the state is that of a session that was running when its host went: nobody stopped it.
func TestTerminatedHost(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh(`seq 1 300; echo precious; trap 'printf "\033[2J\033[Hbye"; exit 0' HUP TERM; while :; do sleep 0.05; done`)...)
	s := h.start(spec)
	s.Shows("precious")
	text := s.Text()
	info := h.info(spec)
	kill(t, info.HostPID, syscall.SIGHUP) // it ignores this one
	kill(t, info.HostPID, syscall.SIGTERM)
	awaitGone(t, info.HostPID)
	if lives(info.ChildPID) {
		t.Error("the child is alive")
	}
	s.Exit()
	s.leave()
	r, err := state.Read(h.Dir(spec.ID), spec.ID)
	if err != nil || r.State != session.LifecycleRunning {
		t.Errorf("state %+v, %v", r, err)
	}
	checkEmpty(t, h.o.Runtime)
	c, err := h.Kept(spec.ID)
	if err != nil {
		t.Fatal(err)
	}
	if age := time.Since(c.At); age < 0 || age > time.Minute {
		t.Errorf("the checkpoint is %v old", age)
	}
	kept := attachTo(t, c.Conn(), nil)
	kept.Shows("precious")
	if got := kept.Text(); got != text {
		t.Errorf("the screen was\n%s\nand was saved as\n%s", text, got)
	}
	history := kept.history()
	if n := len(history); n < 200 || history[0] != "1" || history[n-1] != fmt.Sprint(n) {
		t.Errorf("%d lines above it, from %q to %q", n, history[0], history[n-1])
	}
	if got := kept.Status().Runtime; got != session.Initializing {
		t.Errorf("the checkpoint is %v", got)
	}
	kept.leave()
	spec.Occasion = session.OnRequest
	s = h.start(spec) // and it can be started again
	s.Shows("precious")
	s.leave()
}

// The spec is saved without secrets.
func TestSpecIsSavedWithoutSecrets(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo $MY_TOKEN; read x")...)
	spec.Env = append(spec.Env, "EDITOR=vi", "MY_TOKEN=hidden1", "aws_region=hidden2", "AWS_KEY=hidden3", "DB_PASSWORD=hidden4", "OPENAI_API_KEY=hidden5")
	s := h.start(spec)
	s.Shows("hidden1")
	file := filepath.Join(h.Dir(spec.ID), "spec.json")
	await(t, "the spec is saved", func() bool { _, err := os.Stat(file); return err == nil })
	text, err := os.ReadFile(file)
	if err != nil || bytes.Contains(text, []byte("hidden")) {
		t.Errorf("%s, %v", text, err)
	}
	got, err := h.Spec(spec.ID)
	if err != nil || got.ID != spec.ID || got.Name != spec.Name || !strings.Contains(strings.Join(got.Env, "\n"), "EDITOR=vi") {
		t.Errorf("%+v, %v", got, err)
	}
	// Other users cannot read secrets in the list of processes either.
	args, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", h.info(spec).HostPID))
	if err == nil && bytes.Contains(args, []byte("hidden")) {
		t.Errorf("arguments: %q", args)
	}
	environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", h.info(spec).HostPID))
	if err == nil && bytes.Contains(environ, []byte("hidden")) {
		t.Errorf("environment: %q", environ)
	}
	s.leave()
}

func TestCapture(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh(`seq 1 3000; printf '\033[1;31mred\033[0m and 日本  \n\033[7mlast\033[0m'; read x`)...)
	s := h.start(spec)
	s.Shows("last")
	capture := func(q wire.Capture) string {
		var out bytes.Buffer
		if err := h.Capture(background, nameOf(spec), q, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	var all strings.Builder
	for n := 1; n <= 3000; n++ {
		fmt.Fprintln(&all, n)
	}
	all.WriteString("red and 日本\nlast\n")
	if got := capture(wire.Capture{Scrollback: true}); got != all.String() {
		t.Errorf("all: %d bytes, want %d", len(got), all.Len())
	}
	if got := capture(wire.Capture{}); !strings.HasSuffix(all.String(), got) || strings.Count(got, "\n") != 24 {
		t.Errorf("the screen:\n%s", got)
	}
	if got, want := capture(wire.Capture{MaxLines: 2}), "red and 日本\nlast\n"; got != want {
		t.Errorf("two lines: %q, want %q", got, want)
	}
	if got := capture(wire.Capture{Scrollback: true, MaxLines: 100}); !strings.HasPrefix(got, "2903\n") || strings.Count(got, "\n") != 100 {
		t.Errorf("100 lines: %q...", got[:20])
	}
	if got, want := capture(wire.Capture{ANSI: true, MaxLines: 2}), "\x1b[0;1;38;5;1mred\x1b[0m and 日本  \n\x1b[0;7mlast\x1b[m\n"; got != want {
		t.Errorf("with styles: %q, want %q", got, want)
	}
	s.leave()
}

// An exited session without viewers ends after its retention; one with a viewer stays.
func TestRetention(t *testing.T) {
	h := newHome(t)
	h.o.Retention = 300 * time.Millisecond
	spec := specOf(sh("read x; echo done")...)
	if _, err := spawnIn(h, spec); err != nil {
		t.Fatal(err)
	}
	s := h.attach(spec)
	s.Input([]byte("\n"))
	s.Exit()
	<-time.After(2 * h.o.Retention)
	info := h.info(spec)
	s.leave()
	awaitGone(t, info.HostPID)
	if got := strings.TrimSpace(h.keptText(spec)); got != "done" {
		t.Errorf("the saved screen is %q", got)
	}
	if past := state.Past(h.Dir(spec.ID), spec.ID); past.Lifecycle != session.Completed || past.Exit == nil || !past.Exit.Clean() {
		t.Errorf("its past is %+v", past)
	}
}

// A command that has run starts again only on request, whatever its state.json says, and a refusal
// changes none of its files.
func TestCommandsStartAgainOnlyOnRequest(t *testing.T) {
	h := newHome(t)
	for name, lose := range map[string]func(dir string) error{
		"kept":    func(string) error { return nil },
		"missing": func(dir string) error { return os.Remove(filepath.Join(dir, "state.json")) },
		"nothing": func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "state.json")), os.Remove(filepath.Join(dir, "spec.json")))
		},
	} {
		t.Run(name, func(t *testing.T) {
			spec := specOf(sh("echo ready; read x")...)
			spec.Restart = session.RestartAlways
			s := h.start(spec)
			s.Shows("ready")
			for _, name := range []string{"state.json", "spec.json"} {
				await(t, name+" is there", func() bool {
					_, err := os.Stat(filepath.Join(h.Dir(spec.ID), name))
					return err == nil
				})
			}
			host := h.info(spec).HostPID
			kill(t, host, syscall.SIGKILL)
			awaitGone(t, host)
			s.leave()
			if err := lose(h.Dir(spec.ID)); err != nil {
				t.Fatal(err)
			}
			lock, err := os.ReadFile(filepath.Join(h.Dir(spec.ID), "host.lock"))
			if err != nil {
				t.Fatal(err)
			}
			occasions := []session.Occasion{session.FirstStart}
			if name != "kept" {
				occasions = append(occasions, session.OnReturn)
			}
			for _, spec.Occasion = range occasions {
				if _, err := h.Start(spec); err == nil || !strings.Contains(err.Error(), "ran before") {
					t.Errorf("occasion %d: %v", spec.Occasion, err)
				}
				if now, err := os.ReadFile(filepath.Join(h.Dir(spec.ID), "host.lock")); err != nil || !bytes.Equal(now, lock) {
					t.Errorf("the lock has %q, had %q, %v", now, lock, err)
				}
			}
			spec.Occasion = session.OnRequest
			s = h.start(spec)
			s.Shows("ready")
			s.leave()
		})
	}
}

func spawnIn(h *home, spec session.Spec) (int, error) { return host.Spawn(nil, spec, h.o) }

// listenIn returns the path of a socket.
func listenIn(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "agent")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return path
}

// F5: the screen of a running session is saved, and so is the time of its last output, in case its
// host is killed.
func TestCheckpointOfARunningSession(t *testing.T) {
	h := newHome(t)
	h.o.CheckpointEvery = 50 * time.Millisecond
	spec := specOf(sh("echo one; read x; echo two; read y")...)
	if _, err := spawnIn(h, spec); err != nil {
		t.Fatal(err)
	}
	s := h.attach(spec)
	kept := func(text string) func() bool {
		return func() bool { return strings.Contains(h.keptText(spec), text) }
	}
	await(t, "one is saved", kept("one"))
	first, err := state.Read(h.Dir(spec.ID), spec.ID)
	if err != nil || first.LastActivityAt.IsZero() {
		t.Errorf("state %+v, %v", first, err)
	}
	s.Input([]byte("\n"))
	await(t, "two is saved", kept("two"))
	second, err := state.Read(h.Dir(spec.ID), spec.ID)
	if err != nil || !second.LastActivityAt.After(first.LastActivityAt) || second.LastActivityHash == first.LastActivityHash {
		t.Errorf("state %+v, then %+v, %v", first, second, err)
	}
	kill(t, h.info(spec).HostPID, syscall.SIGKILL)
	s.lost()
	s.leave()
	if !kept("two")() {
		t.Error("the checkpoint was lost with the host")
	}
}

// The command of an exited session is started again in the same session: on disk, it is a new life.
func TestRestart(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("echo run $$; read x; exit 4")...)
	s := h.start(spec)
	s.Shows("run")
	s.Input([]byte("\n"))
	s.Exit()
	first := h.info(spec)
	await(t, "the exit is on disk", func() bool {
		r, err := state.Read(h.Dir(spec.ID), spec.ID)
		return err == nil && r.State == session.Failed && *r.ExitCode == 4
	})
	s.Restart()
	s.Until("it runs again", func() bool { return s.Status().Runtime == session.Running })
	await(t, "that is on disk", func() bool {
		r, err := state.Read(h.Dir(spec.ID), spec.ID)
		return err == nil && r.State == session.LifecycleRunning && r.ExitCode == nil
	})
	now := h.info(spec)
	if now.HostPID != first.HostPID || now.ChildPID == first.ChildPID || now.Exit != nil {
		t.Errorf("before %+v, now %+v", first, now)
	}
	s.leave()
}

// F31: starts and ends leave no descriptor, process or file behind.
func TestManyLives(t *testing.T) {
	h := newHome(t)
	n := rounds(100, 1000)
	if testing.Short() {
		n = 10
	}
	before := descriptors(t)
	for i := range n {
		spec := specOf(sh("read x")...)
		s := h.start(spec)
		s.Until("it is attached", func() bool { return s.Status().Runtime == session.Running })
		if err := h.End(background, nameOf(spec), true); err != nil {
			t.Fatalf("life %d: %v", i, err)
		}
		s.Exit()
		s.leave()
	}
	checkEmpty(t, h.o.Runtime)
	checkEmpty(t, h.o.Sessions)
	await(t, "no descriptor is left", func() bool { return descriptors(t) <= before })
	await(t, "no process is left", func() bool { return children(t) == "" })
}

func descriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("there is no proc(5) here")
	}
	return len(entries)
}

// children lists the processes that this one started and that still exist.
func children(t *testing.T) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "ps", "-o", "pid=,args=", "--ppid", fmt.Sprint(os.Getpid())).Output()
	if err != nil {
		return ""
	}
	var list []string
	for line := range strings.Lines(string(out)) {
		if !strings.Contains(line, "ps -o") {
			list = append(list, line)
		}
	}
	return strings.Join(list, "")
}

// F35: sessions of an earlier login find the ssh agent of a later one.
func TestAgentIsFoundAgain(t *testing.T) {
	h := newHome(t)
	first, second := listenIn(t), listenIn(t)
	spec := specOf(sh(`while read x; do readlink "$SSH_AUTH_SOCK"; done`)...)
	spec.Env = append(spec.Env, "SSH_AUTH_SOCK="+first)
	s := h.start(spec)
	s.Input([]byte("\n"))
	s.Shows(first)
	s.leave()
	t.Setenv("SSH_AUTH_SOCK", second)
	s = h.attach(spec)
	s.Input([]byte("\n"))
	s.Shows(second)
	s.leave()
}

// A program that reads slowly or was stopped shows the current screen within a frame when it goes on,
// and keeps its connection.
func TestStoppedProgramIsCurrentAgain(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh(`i=0; while [ $i -lt 3000 ]; do i=$((i+1)); printf '\007'; echo line $i; done; echo finished; read x`)...)
	s := h.start(spec)
	slow, err := h.Attach(sourceOf(spec), spec.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := slow.Send(wire.Attach{Size: size}); err != nil {
		t.Fatal(err)
	}
	s.Shows("finished")
	r := client.NewReplica()
	for {
		m, err := slow.Receive()
		if err != nil {
			t.Fatal(err)
		}
		f, ok := m.(wire.Frame)
		if !ok {
			continue
		}
		if err := r.Apply(f); err != nil {
			t.Fatal(err)
		}
		if err := slow.Send(wire.Ack{Seq: f.Seq}); err != nil {
			t.Fatal(err)
		}
		if replicaShows(r, "finished") {
			if f.Seq > 3 {
				t.Errorf("%d frames were needed", f.Seq)
			}
			break
		}
	}
	if err := slow.Close(); err != nil {
		t.Error(err)
	}
	s.leave()
}

func replicaShows(r *client.Replica, text string) bool {
	rows, _ := r.Size()
	for y := range rows {
		if strings.Contains(viewer.RowText(r, r.Row(y)), text) {
			return true
		}
	}
	return false
}

// Requests for a session that does not exist return an error.
func TestNoHost(t *testing.T) {
	h := newHome(t)
	spec := specOf(sh("read x")...)
	if _, err := h.Attach(sourceOf(spec), spec.ID); !errors.Is(err, socket.ErrGone) {
		t.Errorf("attach: %v", err)
	}
	if _, err := h.Find(spec.ID); !errors.Is(err, socket.ErrGone) {
		t.Errorf("find: %v", err)
	}
	if hosts, err := h.Hosts(background); err != nil || len(hosts) != 0 {
		t.Errorf("hosts: %v, %v", hosts, err)
	}
	if _, err := h.Kept(spec.ID); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a checkpoint exists: %v", err)
	}
	h.stale(spec)
	if hosts, err := h.Hosts(background); err != nil || len(hosts) != 1 || !errors.Is(hosts[0].Err, socket.ErrGone) {
		t.Errorf("hosts with a stale socket: %+v, %v", hosts, err)
	}
	if removed, err := socket.RemoveStale(h.o.Runtime, nameOf(spec)); !removed || err != nil {
		t.Errorf("remove stale: %v, %v", removed, err)
	}
	checkEmpty(t, h.o.Runtime)
}
