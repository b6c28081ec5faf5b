package proc

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// told skips a test on a system that does not report processes.
func told(t *testing.T) {
	if len(All()) == 0 {
		t.Skip("the system does not report processes")
	}
}

// child starts a shell that leads a session of the kernel and runs until the test ends; it has run the
// script, or as much of it as prints "ready", when child returns.
func child(t *testing.T, script string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("/bin/sh", "-c", script+"; echo ready; read x; :")
	cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "MARK=of the test")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); _ = cmd.Wait() })
	for lines := bufio.NewReader(out); ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if line == "ready\n" {
			return cmd
		}
	}
}

func numbers(list []Process) (pids []int) {
	for _, p := range list {
		pids = append(pids, p.PID)
	}
	return pids
}

// S1-20: the reports of the system about a process.
func TestReportsOfAProcess(t *testing.T) {
	told(t)
	cmd := child(t, "sleep 1000 & echo ready; while :; do :; done")
	pid := cmd.Process.Pid
	p, found := Find(pid)
	if !found || p.PID != pid || p.Parent != os.Getpid() || p.Group != pid || p.Session != pid || p.Stopped {
		t.Errorf("got %+v, %v", p, found)
	}
	in := InSession(pid)
	if len(in) != 2 || in[0].PID != pid && in[1].PID != pid {
		t.Errorf("its session has %+v, want the shell and the sleep", in)
	}
	if n := Name(pid); n != "sh" && n != "dash" && n != "bash" {
		t.Errorf("name %q", n)
	}
	for _, other := range in {
		if other.PID != pid && GroupName(1<<30, pid) != "" {
			t.Error("its group is not found")
		}
	}
	if a, err := Arguments(pid); err != nil || len(a) != 3 || a[1] != "-c" {
		t.Errorf("arguments %q, %v", a, err)
	}
	if env, err := Environ(pid); err != nil || !slices.Contains(env, "MARK=of the test") {
		t.Errorf("environment %q, %v", env, err)
	}
	// The kernel counts in ticks of its clock.
	var used Process
	for end := time.Now().Add(time.Minute); used.CPU == 0 && time.Now().Before(end); {
		all := Usage()
		if i := slices.IndexFunc(all, func(p Process) bool { return p.PID == pid }); i >= 0 {
			used = all[i]
		}
	}
	if used.Memory < 64<<10 || used.CPU <= 0 {
		t.Errorf("usage %+v", used)
	}
	if runtime.GOOS == "linux" {
		if d, err := filepath.EvalSymlinks(cmd.Dir); err != nil || Dir(pid) != d {
			t.Errorf("directory %q, want %q, %v", Dir(pid), d, err)
		}
	}
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if _, err := syscall.Wait4(pid, nil, syscall.WUNTRACED, nil); err != nil {
		t.Fatal(err)
	}
	if p, found := Find(pid); !found || !p.Stopped {
		t.Errorf("stopped: got %+v, %v", p, found)
	}
	if _, found := Find(1 << 30); found || Name(1<<30) != "" || Dir(1<<30) != "" {
		t.Error("a missing process is reported")
	}
	if a, err := Arguments(1 << 30); err == nil {
		t.Errorf("no process found with the arguments %q", a)
	}
}

// S1-20: the processes of a session are those in its session of setsid(2) and their descendants, except
// those that belong to another session.
func TestFamilies(t *testing.T) {
	all := []Process{
		{PID: 10, Parent: 1, Session: 10},                                    // a shell
		{PID: 11, Parent: 10, Session: 10},                                   // a command in it
		{PID: 12, Parent: 11, Session: 12},                                   // a daemon of that
		{PID: 13, Parent: 12, Session: 12},                                   // its child
		{PID: 20, Parent: 11, Session: 20},                                   // a host that was started there
		{PID: 30, Parent: 20, Session: 30},                                   // its shell
		{PID: 31, Parent: 30, Session: 30},                                   //
		{PID: 40, Parent: 1, Session: 40},                                    // an unrelated process
		{PID: 50, Parent: 51, Session: 5}, {PID: 51, Parent: 50, Session: 5}, // parents of each other
	}
	got := map[int][]int{}
	for leader, family := range Families(all, map[int]bool{10: true, 30: true, 99: true}, map[int]bool{20: true}) {
		got[leader] = numbers(family)
	}
	if diff := cmp.Diff(map[int][]int{10: {10, 11, 12, 13}, 30: {30, 31}}, got); diff != "" {
		t.Error(diff)
	}
}

// S1-20.
func TestPorts(t *testing.T) {
	told(t)
	var want []int
	for _, address := range []string{"127.0.0.1:0", "127.0.0.1:0"} {
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		want = append(want, l.Addr().(*net.TCPAddr).Port)
	}
	if l, err := net.Listen("tcp", "[::1]:0"); err == nil { // if the machine has IPv6
		defer func() { _ = l.Close() }()
		want = append(want, l.Addr().(*net.TCPAddr).Port)
	}
	connected, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(want[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = connected.Close() }()
	slices.Sort(want)
	other := child(t, ":").Process.Pid
	got := Ports([]int{os.Getpid(), other})
	if diff := cmp.Diff(want, got[os.Getpid()]); diff != "" {
		t.Error(diff)
	}
	if len(got[other]) > 0 {
		t.Errorf("a shell listens at %v", got[other])
	}
}
