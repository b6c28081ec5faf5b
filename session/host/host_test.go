package host_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/host"
	"dormer/session/wire"
)

func pid() string { return strconv.Itoa(os.Getpid()) }

// S3-49, S3-51.
func TestChildSeesItsTerminal(t *testing.T) {
	spec := specOf(sh(`stty size; echo "$TERM $COLORTERM $TERM_PROGRAM $TERM_PROGRAM_VERSION"
		echo "id=$DORMER_SESSION_ID ws=$DORMER_WORKSPACE home=$DORMER_HOME"
		echo "outer=[$TMUX$TMUX_PANE$STY$KITTY_PID$VTE_VERSION$COLUMNS$LINES$DORMER_SOCKET$WINDOWID]"
		echo "kept=$FAVOURITE"; pwd; echo "pwd=$PWD"; ps -o tpgid=,pgid=,sid= -p $$ | tr -s ' '; echo pid=$$`)...)
	dir := t.TempDir()
	spec.Dir = dir
	spec.Size = session.Size{Rows: 33, Cols: 101}
	spec.Env = append(spec.Env, "TMUX=/tmp/x", "TMUX_PANE=%1", "STY=1.x", "KITTY_PID=7", "VTE_VERSION=1", "COLUMNS=9",
		"LINES=9", "TERM=dumb", "DORMER_SOCKET=/x", "DORMER_HOME=/kept", "WINDOWID=3", "FAVOURITE=42", "TERM_PROGRAM=other")
	s := openSpec(t, spec, host.Options{Version: "1.2.3"})
	s.Exit()
	s.Shows("33 101")
	s.Shows("xterm-256color truecolor dormer 1.2.3")
	s.Shows("id=" + spec.ID.String() + " ws=test home=/kept")
	s.Shows("outer=[]")
	s.Shows("kept=42")
	s.Shows("pwd=" + dir)
	s.Shows("pid=")
	p := strconv.Itoa(s.Status().PID)
	s.Shows("pid=" + p)
	s.Shows(p + " " + p + " " + p) // it leads the foreground, its group and its session
}

func TestLoginShell(t *testing.T) {
	bash := need(t, "bash")
	t.Run("from the environment", func(t *testing.T) {
		spec := specOf()
		spec.Env = append(spec.Env, "SHELL="+bash, "HOME="+t.TempDir())
		s := openSpec(t, spec, host.Options{})
		s.Input([]byte("echo name=$0; shopt -q login_shell && echo is'_'login\n"))
		s.Shows("name=-bash")
		s.Shows("is_login")
		s.Input([]byte("exit 3\n"))
		if got := s.Exit(); got.Code != 3 || got.Signal != "" {
			t.Errorf("exit: got %+v, want code 3", got)
		}
	})
	t.Run("another if it cannot be executed", func(t *testing.T) {
		spec := specOf()
		spec.Env = append(spec.Env, "SHELL=/nowhere/shell", "HOME="+t.TempDir())
		s := openSpec(t, spec, host.Options{})
		s.notice("/nowhere/shell cannot be executed")
		s.Input([]byte("echo alive:$((20+3))\n"))
		s.Shows("alive:23")
	})
}

func TestMissingDirectory(t *testing.T) {
	base := t.TempDir()
	spec := specOf()
	spec.Env = append(spec.Env, "SHELL=/bin/sh", "PS1=# ")
	spec.Dir = filepath.Join(base, "was", "here")
	s := openSpec(t, spec, host.Options{})
	s.notice("is gone")
	s.Input([]byte("echo in:$(pwd):\n"))
	s.Shows("in:" + base + ":")
	spec.Dir = "/nothing/of/this"
	spec.Env = append(spec.Env, "HOME="+base)
	s = openSpec(t, spec, host.Options{})
	s.Input([]byte("echo in:$(pwd):\n"))
	s.Shows("in:" + base + ":")
}

func TestStartThatFails(t *testing.T) {
	before := descriptors(t)
	for name, command := range map[string][]string{
		"not in PATH":    {"no-such-program-anywhere"},
		"not executable": {"/etc/passwd"},
		"empty name":     {""},
		"exec format":    {badExecutable(t)},
	} {
		h, err := host.Start(specOf(command...), host.Options{})
		if err == nil {
			h.End()
			t.Errorf("%s: started", name)
			continue
		}
		if said := err.Error(); !strings.HasPrefix(said, "start ") && strings.Count(said, command[0]) != 1 {
			t.Errorf("%s: error %q does not name the command exactly once", name, err)
		}
	}
	if after := descriptors(t); after != before {
		t.Errorf("descriptors: %d before, %d after", before, after)
	}
	if z := zombies(t); z != "" {
		t.Errorf("zombies:\n%s", z)
	}
}

// badExecutable is a file that the kernel refuses to execute.
func badExecutable(t *testing.T) string {
	file := filepath.Join(t.TempDir(), "bad")
	if err := os.WriteFile(file, []byte("\x7fELFnot"), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestExitIsReported(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		want   session.Exit
	}{
		"success":    {"exit 0", session.Exit{}},
		"code":       {"exit 7", session.Exit{Code: 7}},
		"by SIGKILL": {"kill -KILL $$", session.Exit{Code: 137, Signal: "SIGKILL"}},
		"by SIGSEGV": {"kill -SEGV $$", session.Exit{Code: 139, Signal: "SIGSEGV"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, sh("printf last-words; "+c.script)...)
			got := s.Exit()
			s.Shows("last-words")
			if got.Code != c.want.Code || got.Signal != c.want.Signal || got.Err != "" {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if got.Started.IsZero() || got.Ended.Before(got.Started) || got.Ended.Sub(got.Started) > patience {
				t.Errorf("started %v, ended %v", got.Started, got.Ended)
			}
			if got := got.Clean(); got != (name == "success") {
				t.Errorf("clean: got %v", got)
			}
		})
	}
}

func TestAllOutputComesBeforeTheExit(t *testing.T) {
	s := open(t, sh("seq 1 20000; printf END")...)
	s.Exit()
	s.Shows("20000\nEND")
}

func TestRestart(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	spec := specOf(sh(`echo run in $(pwd); cd sub 2>/dev/null; printf '\033]7;file://%s\007' "$(pwd)"
		printf '\033[?1000h\033[?2004h\033[31m\033[?25l'; echo done; exit 4`)...)
	spec.Dir = dir
	s := openSpec(t, spec, host.Options{})
	s.Exit()
	s.Shows("run in " + dir + "\ndone")
	first := s.Status().PID
	s.Restart()
	s.Until("it ran again", func() bool {
		st := s.Status()
		return st.Runtime == session.Exited && st.PID != first
	})
	s.Shows("run in " + dir + "\ndone\nrun in " + filepath.Join(dir, "sub") + "\ndone")
	s.View(func(r *client.Replica) {
		if c := r.Row(2)[0]; r.Palette().Style(c.Style).FG != 0 {
			t.Errorf("the colour of the first run is still set in the second: %+v", c)
		}
	})
}

func TestRestartThatFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "once")
	if err := os.WriteFile(file, []byte("#!/bin/sh\nexit 0\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := open(t, file)
	s.Exit()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	s.Restart()
	s.Until("the failure is told", func() bool { return s.Status().Exit.Err != "" })
	if got := s.Status(); got.Runtime != session.Exited || !strings.Contains(got.Exit.Err, "once") {
		t.Errorf("got %+v", got)
	}
}

func TestEndOfAChildThatRefuses(t *testing.T) {
	const grace = 300 * time.Millisecond
	s := openSpec(t, specOf(sh(`trap '' HUP TERM INT; (trap '' HUP TERM; while :; do sleep 1; done) & echo ready; while :; do sleep 1; done`)...),
		host.Options{Grace: grace})
	s.Shows("ready")
	began := time.Now()
	s.End() // through the wire
	s.await(s.host.Done(), "the end")
	if took := time.Since(began); took < grace || took >= 5*time.Second { // the default grace
		t.Errorf("took %v with a grace of %v", took, grace)
	}
	if got := s.Exit(); got.Signal != "SIGKILL" {
		t.Errorf("exit: got %+v, want SIGKILL", got)
	}
	noneLeft(t, s.Status().PID)
}

// A program that saves on SIGHUP has time for it, and one that handles SIGHUP differently then gets
// SIGTERM; this also holds for stopped programs.
//
// S2-06.
func TestEndIsGentleFirst(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"it saves on SIGHUP": {`trap 'echo hup >>FILE; for i in 1 2 3; do /bin/true; done; echo saved >>FILE; exit 9' HUP
			trap 'echo term >>FILE; exit 8' TERM; echo ready; while :; do sleep 0.02; done`, "hup\nsaved\n"},
		"it is stopped": {`trap 'echo hup >>FILE; exit 9' HUP; trap 'echo term >>FILE; exit 8' TERM
			echo ready; kill -STOP $$; while :; do sleep 0.02; done`, "hup\n"},
		"it ends only on SIGTERM": {`trap 'echo hup >>FILE' HUP; trap 'echo term >>FILE; exit 9' TERM
			echo ready; while :; do sleep 0.02; done`, "hup\nterm\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "said")
			s := openSpec(t, specOf(sh(strings.ReplaceAll(c.script, "FILE", file))...), host.Options{})
			s.Shows("ready")
			s.host.End()
			s.host.End()
			if got := s.host.Wait(); got.Code != 9 { // it would be killed without that wait
				t.Errorf("exit: got %+v, want code 9", got)
			}
			if said, err := os.ReadFile(file); err != nil || string(said) != c.want {
				t.Errorf("the child noted %q (%v), want %q", said, err, c.want)
			}
		})
	}
}

func TestEndReachesOtherGroupsAndStoppedProcesses(t *testing.T) {
	bash := need(t, "bash")
	s := openSpec(t, specOf(bash, "--norc", "-i"), host.Options{Grace: 500 * time.Millisecond})
	s.Input([]byte("sleep 1000 & trap '' HUP; (trap '' HUP TERM; kill -STOP $BASHPID; sleep 1000) & (trap '' TERM; echo fore''ground; exec sleep 1000)\n"))
	s.Shows("foreground")
	p := s.Status().PID
	s.host.End()
	s.await(s.host.Done(), "the end")
	noneLeft(t, p)
}

// A grandchild that keeps the PTY open delays neither the report of the exit nor the end.
func TestGrandchildKeepsThePTY(t *testing.T) {
	s := open(t, sh(`trap '' HUP; (i=0; while [ $i -lt 2000 ]; do echo tick; sleep 0.02; i=$((i+1)); done) & echo parent; exit 5`)...)
	if got := s.Exit(); got.Code != 5 {
		t.Errorf("got %+v, want code 5", got)
	}
	s.Shows("tick\ntick\ntick\ntick")
	s.host.End()
	s.await(s.host.Done(), "the end")
}

func TestConnectionThatBreaksIsUnhealthy(t *testing.T) {
	near, far := wire.Pipe()
	woken := make(chan struct{}, 1)
	s := client.Attach(near, size, func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	})
	if got := s.Status().Runtime; got != session.Initializing {
		t.Errorf("before the start: %v", got)
	}
	if err := far.Send(wire.Started{PID: 12}); err != nil {
		t.Fatal(err)
	}
	<-woken
	if got := s.Status(); got.Runtime != session.Running || got.PID != 12 {
		t.Errorf("after the start: %+v", got)
	}
	if err := far.Close(); err != nil {
		t.Fatal(err)
	}
	<-woken
	if got := s.Status(); got.Runtime != session.Unhealthy || got.Reason == "" {
		t.Errorf("after the break: %+v", got)
	}
}

// noneLeft checks that no process of the session led by sid is alive. An orphan may be dead and not
// yet reaped by init.
func noneLeft(t *testing.T, sid int) {
	t.Helper()
	out, err := exec.Command("ps", "-o", "stat=,pid=,args=", "--sid", strconv.Itoa(sid)).Output()
	if err != nil {
		return // ps found none
	}
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "Z") {
			t.Errorf("still alive: %s", line)
		}
	}
}

// children returns the process ids of the children of a process.
func children(t *testing.T, parent int) []string {
	t.Helper()
	out, err := exec.Command("ps", "-o", "pid=", "--ppid", strconv.Itoa(parent)).Output()
	if err != nil {
		return nil
	}
	return strings.Fields(string(out))
}

// descriptors counts the open descriptors of this process.
func descriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no /proc to count descriptors in")
	}
	return len(entries)
}

// Viewers are told what a child does besides printing.
func TestEvents(t *testing.T) {
	s := open(t, sh(`read x; printf '\007\033]52;c;aGVsbG8=\007\033]777;notify;Build;it is done\007\033]2;my title\007'; read x`)...)
	s.Input([]byte("\n"))
	s.Event("the bell rings", func(e client.Event) bool { return e == wire.Bell{} })
	s.Event("the clipboard is written", func(e client.Event) bool { return e == wire.Clipboard{Selection: "c", Text: "hello"} })
	s.notice("Build: it is done")
	s.Until("the title came", func() (is bool) {
		s.View(func(r *client.Replica) { is = r.Title() == "my title" })
		return is
	})
}

// Notifications of a child are kept until somebody looks.
func TestNotificationsAreKept(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "told")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip("no FIFOs here:", err)
	}
	h, err := host.Start(specOf(sh(`stty raw -echo; for n in 1 2 3; do printf '\033]9;note %s\007' $n; done
		printf '\033[6n'; head -c 6 >`+fifo+`; exec sleep 1000`)...), host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile(fifo); err != nil { // the reply: everything before it has been read
		t.Fatal(err)
	}
	late := attachTo(t, h, size)
	defer late.leave()
	late.notice("note 1")
	late.notice("note 3")
}

// A child's query is answered once, whatever viewers are attached.
func TestAnswersReachTheChild(t *testing.T) {
	s := open(t, sh(`stty raw -echo; printf '\033[3;5H\033[6n'; head -c 6 | od -An -c | tr -d ' \n'`)...)
	s.Shows(`033[3;5R`)
}

// The directory of a shell is known without its reporting it.
func TestDirIsFollowed(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, sh(`cd `+dir+`; echo moved; read x`)...)
	s.Shows("moved")
	s.Until("the directory is known", func() (is bool) {
		s.View(func(r *client.Replica) { is = r.Dir() == dir })
		return is
	})
}

// A session without viewers works, and a later viewer sees its screen.
func TestAttachLater(t *testing.T) {
	h, err := host.Start(specOf(sh(`stty size; echo ready; read x; echo got $x; exit 6`)...), host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	early := attachTo(t, h, size)
	early.Shows("ready")
	early.Input([]byte("this\n"))
	if err := early.Detach(); err != nil {
		t.Fatal(err)
	}
	late := attachTo(t, h, size)
	defer late.leave()
	late.Shows("24 80\nready\nthis\ngot this")
	if got := late.Exit(); got.Code != 6 {
		t.Errorf("exit %+v", got)
	}
}

func TestServeOfAnEndedSession(t *testing.T) {
	h, err := host.Start(specOf(sh(`read x`)...), host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h.End()
	h.Wait()
	near, far := wire.Pipe()
	if err := h.Serve(far); err != host.ErrEnded {
		t.Errorf("got %v, want %v", err, host.ErrEnded)
	}
	if _, err := near.Receive(); err == nil {
		t.Error("the connection is open")
	}
}

// A job that ignores HUP and TERM is killed after its shell has gone.
func TestEndReachesJobsOfAShellThatIsGone(t *testing.T) {
	bash := need(t, "bash")
	s := openSpec(t, specOf(bash, "--norc", "-i"), host.Options{Grace: 2 * time.Second})
	s.Input([]byte("(trap '' HUP TERM; echo arm''ed; while :; do sleep 1000; done) &\n"))
	s.Shows("armed")
	p := s.Status().PID
	if len(children(t, p)) == 0 {
		t.Fatal("the job was not started")
	}
	s.host.End()
	s.await(s.host.Done(), "the end")
	if got := s.Exit(); got.Signal != "SIGHUP" {
		t.Errorf("exit of the shell: %+v, want it gone at once", got)
	}
	noneLeft(t, p)
}
