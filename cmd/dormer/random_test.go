//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/state"
	"dormer/ui/testing/drive"
)

var (
	verbsTime = flag.Duration("verbs", 4*time.Second, "how long TestRandomVerbsLoseNothing plays")
	verbsSeed = flag.Uint64("verbs.seed", 0, "what it plays; 0 is something else each time")
)

// S1-24: whatever three processes do with sessions at the same time, while hosts are killed: every state
// file is valid, no outcome and no host is lost, and nothing runs twice.
func TestRandomVerbsLoseNothing(t *testing.T) {
	seed := *verbsSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("go test ./cmd/dormer -run TestRandomVerbsLoseNothing -verbs %v -verbs.seed %d", *verbsTime, seed)
	home, err := os.MkdirTemp("/tmp", "dv")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	g := &game{t: t, home: home, runs: filepath.Join(home, "runs"), end: time.Now().Add(*verbsTime), made: map[string]*made{}}
	if err := os.Mkdir(g.runs, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.dormer("kill", "--all") })
	var playing sync.WaitGroup
	for n := range uint64(2) {
		playing.Go(func() { g.play(rand.New(rand.NewPCG(seed, n))) })
	}
	playing.Go(func() { g.killHosts(rand.New(rand.NewPCG(seed, 2))) })
	g.openWorkspaces(rand.New(rand.NewPCG(seed, 3)))
	playing.Wait()
	g.check()
	t.Logf("%d verbs, %d sessions, %d hosts killed, the workspace opened %d times and copied %d times, %d sessions started in it", g.verbs, len(g.made), g.killed, g.opened, g.copied, g.shown)
}

// game is the state of a run of the test.
type game struct {
	t          *testing.T
	home, runs string
	end        time.Time

	mu                    sync.Mutex
	made                  map[string]*made // by name; their commands write the names down
	verbs, killed, opened int
	copied, shown         int
}

// made is a session that was started.
type made struct {
	id        string
	code      int // of its command; -1 if it does not end by itself
	restarted int
	kill      bool // somebody wanted it to end
}

func (g *game) over() bool { return !time.Now().Before(g.end) || g.t.Failed() }

// answer is the result of a command line.
type answer struct {
	out, err string
	status   int
}

// dormer runs a command line. Every error must be one sentence.
func (g *game) dormer(args ...string) answer {
	cmd := exec.Command(drive.Build(g.t), args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + g.home, "DORMER_HOME=" + g.home, "SHELL=/bin/sh", "LANG=C.UTF-8", "TERM=xterm-256color"}
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	a := answer{out.String(), said.String(), cmd.ProcessState.ExitCode()}
	if status, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || status.ExitCode() != statusFailed) || strings.Contains(a.err, "goroutine") {
		g.t.Errorf("dormer %s: %v\n%s", strings.Join(args, " "), err, a.err)
	}
	g.mu.Lock()
	g.verbs++
	g.mu.Unlock()
	return a
}

// command returns a command that appends NAME to a file each time it runs.
func (g *game) command(name string, code int) []string {
	then := "exec cat"
	if code >= 0 {
		then = fmt.Sprintf("exit %d", code)
	}
	return []string{"sh", "-c", fmt.Sprintf("echo run >>%s/%s; %s", g.runs, name, then)}
}

// play uses the verbs of the command line.
func (g *game) play(r *rand.Rand) {
	for !g.over() {
		switch name := g.some(r); r.IntN(23) {
		case 0, 1, 2, 3:
			g.start(r)
		case 4:
			g.mark(name, func(m *made) { m.kill = true })
			g.dormer("kill", name)
		case 5:
			g.dormer("rm", name)
		case 6:
			g.dormer("send", name, "--text", "hello", "--enter")
		case 7:
			g.dormer("capture", name)
		case 8:
			g.sessions()
		case 9:
			g.outcomes()
		case 10:
			g.dormer("gc")
		case 11:
			g.mark(name, func(m *made) { m.restarted++ })
			g.dormer("restart", name)
		case 12:
			g.dormer("rename", name, "r"+name[1:])
		case 13:
			g.dormer("describe", name, "what it is for")
		case 14:
			g.dormer("tag", name, "random")
		case 15:
			g.mark(name, func(m *made) { m.kill = true })
			g.dormer("kill", "--signal", "TERM", name)
		case 16, 17:
			g.startInWorkspace(r)
		case 18, 19:
			g.mark(name, func(m *made) { m.kill = true })
			g.dormer("archive", name)
		case 20:
			g.dormer("unarchive", name)
		case 21: // a session that was suspended when its host was killed
			g.mark(name, func(m *made) { m.restarted++ })
			g.dormer("resume", name)
		case 22:
			g.copyWorkspace()
		}
	}
}

// startInWorkspace starts a session in the workspace, if a program shows it: other sessions can be
// archived and resumed only in a workspace.
func (g *game) startInWorkspace(r *rand.Rand) {
	name, m := "t"+uuid.NewString()[:8], &made{code: r.IntN(4) - 1}
	g.mu.Lock()
	g.made[name] = m
	g.mu.Unlock()
	a := g.dormer(append([]string{"do", "--print", "tab.new", "--name", name, "--"}, g.command(name, m.code)...)...)
	g.mu.Lock()
	defer g.mu.Unlock()
	if id, err := uuid.Parse(strings.TrimSpace(a.out)); err == nil {
		m.id = id.String()
		g.shown++
	}
}

// copyWorkspace exports the open workspace, with screens, and imports it as another one, in which nothing
// runs. Then it removes that one.
func (g *game) copyWorkspace() {
	name := "i" + uuid.NewString()[:8]
	file := filepath.Join(g.home, name+".json")
	if g.dormer("workspace", "export", "default", "--screens", "--output", file).status != 0 {
		return // nothing was opened yet
	}
	if a := g.dormer("workspace", "import", "--as", name, file); a.status != 0 {
		g.t.Errorf("import: %s", a.err)
	}
	g.dormer("workspace", "rm", "--force", name) // fails if somebody is just resuming a session in it
	g.mu.Lock()
	defer g.mu.Unlock()
	g.copied++
}

// start starts a session, which may take longer than its command.
func (g *game) start(r *rand.Rand) {
	name, m := "s"+uuid.NewString()[:8], &made{code: r.IntN(4) - 1}
	g.mu.Lock()
	g.made[name] = m
	g.mu.Unlock()
	a := g.dormer(append([]string{"new", "--detached", "--name", name, "--"}, g.command(name, m.code)...)...)
	g.mu.Lock()
	defer g.mu.Unlock()
	m.id = strings.TrimSpace(a.out) // empty if its host was killed while it started
}

func (g *game) mark(name string, what func(*made)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if m := g.made[name]; m != nil {
		what(m)
	}
}

// some returns the name of a session, or of none.
func (g *game) some(r *rand.Rand) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.made) == 0 {
		return "nobody"
	}
	names := make([]string, 0, len(g.made))
	for name := range g.made {
		names = append(names, name)
	}
	slices.Sort(names)
	return names[r.IntN(len(names))]
}

// killHosts kills hosts at random.
func (g *game) killHosts(r *rand.Rand) {
	for pause := time.NewTicker(150 * time.Millisecond); !g.over(); <-pause.C {
		hosts := drive.Hosts(g.home)
		if len(hosts) == 0 || r.IntN(2) == 0 {
			continue
		}
		if syscall.Kill(hosts[r.IntN(len(hosts))], syscall.SIGKILL) == nil {
			g.killed++
		}
	}
}

// openWorkspaces opens a workspace, with a command or without, does something in it, and leaves it or is
// killed.
func (g *game) openWorkspaces(r *rand.Rand) {
	for !g.over() {
		var args []string
		if r.IntN(2) == 0 {
			name := "w" + uuid.NewString()[:8]
			args = append([]string{"--"}, g.command(name, -1)...)
			g.mu.Lock()
			g.made[name] = &made{code: -1}
			g.mu.Unlock()
		}
		p := drive.Start(g.t, drive.Options{Home: g.home, Args: args})
		g.opened++
		p.WaitDocument("a tab", func(d drive.Document) bool { return len(d.Tabs()) > 0 })
		for range r.IntN(3) {
			p.Prefix([]string{"c", "%", "x"}[r.IntN(3)])
		}
		if r.IntN(3) == 0 {
			p.Kill()
			continue
		}
		p.Prefix("d")
		if status := p.WaitExit(); status != 0 {
			g.t.Errorf("the workspace ended with status %d", status)
		}
	}
}

// sessions returns the list of ps.
func (g *game) sessions() []catalogue.Row {
	var list struct{ Sessions []catalogue.Row }
	a := g.dormer("ps", "--all", "--json")
	if err := json.Unmarshal([]byte(a.out), &list); err != nil {
		g.t.Errorf("ps: %v\n%s%s", err, a.out, a.err)
	}
	return list.Sessions
}

// outcomes returns the list of history.
func (g *game) outcomes() []catalogue.OutcomeRow {
	var list struct{ Outcomes []catalogue.OutcomeRow }
	a := g.dormer("history", "--json")
	if err := json.Unmarshal([]byte(a.out), &list); err != nil {
		g.t.Errorf("history: %v\n%s%s", err, a.out, a.err)
	}
	return list.Outcomes
}

// check checks everything after the game.
func (g *game) check() {
	g.checkFiles()
	rows := g.sessions()
	g.checkHosts(rows)
	told := map[string]session.Lifecycle{}
	code := map[string]*int{}
	for _, o := range g.outcomes() {
		told[o.ID], code[o.ID] = o.State, o.ExitCode
	}
	for _, r := range rows {
		told[r.ID], code[r.ID] = r.State, r.ExitCode
	}
	for name, m := range g.made {
		g.checkRuns(name, m)
		if m.id == "" {
			continue
		}
		switch is, known := told[m.id]; {
		case !known:
			g.t.Errorf("session %s, %s, is not listed", name, m.id)
		case is == session.Completed && m.code != 0 && m.restarted == 0,
			is == session.LifecycleRunning && m.code >= 0 && m.restarted == 0,
			is == session.Failed && m.code == 0 && code[m.id] != nil && *code[m.id] > 0,
			is == session.Stopped && !m.kill && m.restarted == 0:
			g.t.Errorf("session %s, whose command ends with %d, asked to end: %v, is %s", name, m.code, m.kill, is)
		}
	}
}

// checkFiles checks the files on disk.
func (g *game) checkFiles() {
	_ = filepath.WalkDir(filepath.Join(g.home, "state"), func(path string, _ fs.DirEntry, _ error) error {
		if strings.Contains(filepath.Base(path), "corrupt") {
			g.t.Errorf("%s was set aside", path)
		}
		return nil
	})
	dirs, err := os.ReadDir(filepath.Join(g.home, "state", "sessions"))
	if err != nil {
		g.t.Error(err)
	}
	for _, d := range dirs {
		id, err := uuid.Parse(d.Name())
		if err != nil {
			continue // history
		}
		if _, err := state.Read(filepath.Join(g.home, "state", "sessions", d.Name()), id); err != nil && !errors.Is(err, fs.ErrNotExist) {
			g.t.Errorf("the state of session %s: %v", id, err)
		}
	}
}

// checkHosts compares the existing processes with the listed ones.
func (g *game) checkHosts(rows []catalogue.Row) {
	listed := map[int]string{}
	ids := map[string]bool{}
	for _, r := range rows {
		if r.PID != 0 {
			listed[r.PID] = r.ID
		}
		if ids[r.ID] {
			g.t.Errorf("session %s is listed twice", r.ID)
		}
		ids[r.ID] = true
	}
	for _, pid := range drive.Hosts(g.home) {
		if listed[pid] == "" && drive.Alive(pid) && !g.listedNow(pid) {
			g.t.Errorf("host %d is not listed: %s", pid, drive.CommandLine(pid))
		}
	}
}

// listedNow reports whether a host that was not listed is listed by now, or has ended: the host of a
// killed session takes a moment to end.
func (g *game) listedNow(pid int) bool {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		for _, r := range g.sessions() {
			if r.PID == pid {
				return true
			}
		}
		if !drive.Alive(pid) {
			return true
		}
	}
	return false
}

// checkRuns counts how often the command of a session ran.
func (g *game) checkRuns(name string, m *made) {
	text, err := os.ReadFile(filepath.Join(g.runs, name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		g.t.Error(err)
	}
	if n := strings.Count(string(text), "\n"); n > 1+m.restarted {
		g.t.Errorf("session %s ran %d times and was started again %d times", name, n, m.restarted)
	}
}
