//go:build linux

package stories

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// BenchmarkAgentStateToScreen measures the time from a change of an agent's state until the screen
// shows it.
func BenchmarkAgentStateToScreen(b *testing.B) {
	dir := b.TempDir()
	orders, script := filepath.Join(dir, "orders"), filepath.Join(dir, "agent")
	if err := unix.Mkfifo(orders, 0o600); err != nil {
		b.Fatal(err)
	}
	text := `exec 3<>` + orders + `; while read kind what <&3; do case $kind in
status) printf 'some text\n\033]7501;state=%s\033\\' "$what" ;;
title) printf 'some text\n\033]0;%s\033\\' "$what" ;;
hook) echo some text; dormer agent hook claude "$what" ;;
screen) printf '\033[H\033[2Jsome text\n%s\n' "$what" ;;
exit) exit "$what" ;;
esac; done
`
	if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	order := func(line string) time.Time {
		f, err := os.OpenFile(orders, os.O_WRONLY, 0) // once the agent reads
		if err != nil {
			b.Fatal(err)
		}
		at := time.Now()
		if _, err := f.WriteString(line + "\n"); err != nil {
			b.Fatal(err)
		}
		_ = f.Close()
		return at
	}
	shown := func(text string) func(drive.Screen) bool {
		return func(sc drive.Screen) bool { return sc.Contains(text) }
	}
	gone := func(text string) func(drive.Screen) bool {
		return func(sc drive.Screen) bool { return !sc.Contains(text) }
	}
	hook := `{"hook_event_name":"%s","session_id":"a","tool_name":"Bash"}`
	for _, bb := range []struct {
		name        string
		there, back string
		is, was     func(drive.Screen) bool
		again       bool // back is pressed
	}{
		{"status", "status blocked", "status working", shown("1 waits"), gone("1 waits"), false},
		{"title", "title busy", "title free", shown("1 work"), gone("1 work"), false},
		{"hook", "hook " + fmt.Sprintf(hook, "PermissionRequest"), "hook " + fmt.Sprintf(hook, "UserPromptSubmit"), shown("1 waits"), gone("1 waits"), false},
		{"screen", "screen may I?", "screen no more", shown("1 waits"), gone("1 waits"), false},
		{"exit", "exit 3", "", shown("✗"), gone("✗"), true},
	} {
		b.Run(bb.name, func(b *testing.B) {
			home := b.TempDir()
			if err := os.MkdirAll(filepath.Join(home, "config"), 0o700); err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(home, "config", "config.toml"), []byte("[agents.mine]\ncommand = [\"sh\", "+strconv.Quote(script)+"]\ntitles = [{ match = \"^busy\", state = \"working\" }, { match = \"^free\", state = \"idle\" }]\nscreens = [{ match = \"may I\", state = \"blocked\" }]\n"), 0o600); err != nil {
				b.Fatal(err)
			}
			s := open(b, drive.Options{Cols: 120, Home: home})
			s.name("one")
			s.dormer("do", "tab.new", "--agent", "mine")
			s.WaitFor("the agent's tab", func(sc drive.Screen) bool { return hasTab(sc, "2") })
			s.focus("one", "1")
			var took []time.Duration
			for b.Loop() {
				at := order(bb.there)
				s.WaitFor(bb.there, bb.is)
				took = append(took, time.Since(at))
				if bb.again {
					s.Prefix("2")
					s.WaitText("Enter starts it again")
					s.Press("enter")
					s.WaitGone("Enter starts it again")
					s.Prefix("1")
				} else {
					order(bb.back)
				}
				s.WaitFor("as before", bb.was)
			}
			slices.Sort(took)
			ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
			b.ReportMetric(ms(took[len(took)/2]), "ms-median")
			b.ReportMetric(ms(took[len(took)-1]), "ms-max")
			if bb.again {
				s.Prefix("2")
			}
		})
	}
}

// BenchmarkThirtyAgentsIdle measures the processor time of the program, and of all hosts together,
// in 30 s with 30 idle agents in 30 worktrees.
func BenchmarkThirtyAgentsIdle(b *testing.B) {
	s, dir := inRepo(b, withAgents(b))
	var text strings.Builder
	for i := range 30 {
		fmt.Fprintf(&text, "[[tabs]]\nworktree = \"fix-%02d\"\nagent = %q\n", i, drive.AgentNames[i%len(drive.AgentNames)])
	}
	if err := os.WriteFile(filepath.Join(dir, "many.toml"), []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	s.run("clear; dormer open many.toml", "fix-08")
	hosts := func() []int { return drive.Hosts(s.Home()) }
	eventually(b, "31 hosts", func() bool { return len(hosts()) == 31 })
	spent := func(pids ...int) (total time.Duration) {
		for _, pid := range pids {
			total += onCPU(b, pid)
		}
		return total
	}
	<-time.After(10 * time.Second) // work left over from the start
	for b.Loop() {
		program, all := spent(s.PID()), spent(hosts()...)
		<-time.After(30 * time.Second)
		b.ReportMetric(float64((spent(s.PID())-program).Microseconds())/1000, "ms-program")
		b.ReportMetric(float64((spent(hosts()...)-all).Microseconds())/1000, "ms-hosts")
	}
}

// onCPU returns the processor time used by the threads of a process.
func onCPU(t testing.TB, pid int) (total time.Duration) {
	t.Helper()
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	for _, file := range files {
		data, _ := os.ReadFile(file) // a thread may have ended
		ns, _, _ := strings.Cut(string(data), " ")
		n, _ := strconv.ParseInt(ns, 10, 64)
		total += time.Duration(n)
	}
	return total
}

// BenchmarkCommitToScreen measures the time from a commit in an open worktree until the screen
// shows it, and how many git processes dormer starts for it.
func BenchmarkCommitToScreen(b *testing.B) {
	real, err := exec.LookPath("git")
	if err != nil {
		b.Fatal(err)
	}
	bin := b.TempDir()
	calls := filepath.Join(bin, "calls")
	wrapper := fmt.Sprintf("#!/bin/sh\necho \"$@\" >> %s\nexec %s \"$@\"\n", calls, real)
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte(wrapper), 0o700); err != nil { //nolint:gosec // it is run
		b.Fatal(err)
	}
	s, dir := inRepo(b, drive.Options{Env: []string{"PATH=" + bin + ":" + os.Getenv("PATH")}})
	s.Type("clear; git config branch.fix.remote .; git config branch.fix.merge refs/heads/main; dormer worktree new fix\n")
	s.prompt("in the worktree", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2") })
	s.statusWith(" fix")
	<-time.After(2 * time.Second) // work left over from the start
	count := func() int {
		data, _ := os.ReadFile(calls)
		return strings.Count(string(data), "\n")
	}
	before, n := count(), 0
	var took time.Duration
	for b.Loop() {
		n++
		cmd := exec.CommandContext(b.Context(), real, "-C", filepath.Join(dir, "agent", "fix"), "-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "--allow-empty", "-m", "more")
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		at := time.Now()
		s.statusWith(fmt.Sprintf("+%d", n))
		took += time.Since(at)
	}
	<-time.After(time.Second) // late git processes
	b.ReportMetric(float64(took.Microseconds())/1000/float64(n), "ms-shown")
	b.ReportMetric(float64(count()-before)/float64(n), "git/commit")
}
