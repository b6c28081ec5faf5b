//go:build linux

package stories

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

var (
	endedSeed  = flag.Uint64("ended.seed", 1, "first seed of the lives in which nothing runs more often than asked for")
	endedSeeds = flag.Uint64("ended.seeds", 3, "how many seeds are lived (DORMER_LONG: 30 times as many)")
)

// TestRandomUseRunsCommandsOnlyWhenAsked opens commands, ends them in every way, closes, undoes,
// leaves, kills hosts and the program, damages files and restores earlier documents, at random.
// Each command writes a line when it starts. There must never be more lines than requests to run
// it.
func TestRandomUseRunsCommandsOnlyWhenAsked(t *testing.T) {
	t.Parallel()
	seeds := *endedSeeds * uint64(rounds(1, 30))
	for seed := *endedSeed; seed < *endedSeed+seeds; seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 12))
			l := &life{story: open(t, drive.Options{Cols: 100, Reader: drive.Own, Terminal: drive.Kitty}), r: r, asked: map[string]int{}}
			for range 25 {
				l.step()
				l.check()
			}
			l.leaveAndReturn()
			l.everyTabIsShown()
			l.check()
			if len(l.asked) < 3 {
				t.Errorf("only %d commands were opened: %s", len(l.asked), l.did)
			}
		})
	}
}

// life is a random use of a workspace.
type life struct {
	*story
	r     *rand.Rand
	asked map[string]int // how often each command may have run
	did   []string
}

// check fails the test if a command ran more often than it was asked to.
func (l *life) check() {
	l.t.Helper()
	for name, asked := range l.asked {
		text, err := os.ReadFile(filepath.Join(l.Dir(), name))
		if err != nil && !os.IsNotExist(err) {
			l.t.Fatal(err)
		}
		if ran := strings.Count(string(text), "\n"); ran > asked {
			l.t.Fatalf("%s ran %d times and was asked for %d times:\n%s\n%s", name, ran, asked, strings.Join(l.did, "\n"), l.Screen().Boxed())
		}
	}
}

func (l *life) note(format string, args ...any) { l.did = append(l.did, fmt.Sprintf(format, args...)) }

// try runs a dormer command in the same home, which may refuse it.
func (l *life) try(args ...string) string {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(l.t.Context(), drive.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, drive.Build(l.t), args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(l.Home(), "user"), "DORMER_HOME=" + l.Home()}
	out, _ := cmd.Output()
	if ctx.Err() != nil {
		l.t.Fatalf("dormer %v does not return", args)
	}
	return string(out)
}

// commands returns the sessions of the opened commands.
func (l *life) commands() (rows []row) {
	l.t.Helper()
	var list struct{ Sessions []row }
	if err := json.Unmarshal([]byte(l.try("ps", "--all", "--json")), &list); err != nil {
		l.t.Fatal(err)
	}
	for _, r := range list.Sessions {
		if l.asked[r.Name] > 0 {
			rows = append(rows, r)
		}
	}
	return rows
}

// pick returns a random command for which is returns true, if there is one.
func (l *life) pick(is func(row) bool) (picked row, ok bool) {
	var fit []row
	for _, r := range l.commands() {
		if is(r) {
			fit = append(fit, r)
		}
	}
	if len(fit) == 0 {
		return row{}, false
	}
	return fit[l.r.IntN(len(fit))], true
}

func hosted(r row) bool { return r.PID != 0 }

// step does one random thing.
func (l *life) step() {
	l.t.Helper()
	switch l.r.IntN(15) {
	case 0, 1, 2:
		l.openCommand()
	case 3:
		if r, ok := l.pick(hosted); ok {
			l.note("kill %s", r.Name)
			l.try("kill", r.ID)
		}
	case 4, 5:
		if r, ok := l.pick(hosted); ok {
			sig := []unix.Signal{unix.SIGKILL, unix.SIGTERM}[l.r.IntN(2)]
			l.note("%v to the host of %s", sig, r.Name)
			if unix.Kill(r.PID, sig) == nil {
				drive.WaitGone(r.PID)
			}
		}
	case 6:
		if r, ok := l.pick(func(row) bool { return true }); ok {
			l.note("start %s again", r.Name)
			l.asked[r.Name]++
			l.try("do", "-t", r.ID, "session.start")
		}
	case 7:
		l.press("kill the pane", "X", "y")
	case 8, 9:
		l.press("close", []string{"x", "&"}[l.r.IntN(2)])
	case 10, 11:
		l.press("undo", []string{"T", "u", "ctrl+r"}[l.r.IntN(3)])
	case 12, 13:
		l.leaveAndReturn()
	case 14:
		l.damage()
	}
}

// press presses keys after the prefix, with no dialog open before or after.
func (l *life) press(what, key string, more ...string) {
	l.note("%s: %s", what, key)
	l.Press("esc")
	l.Prefix(key)
	l.Press(more...)
	l.Press("esc")
}

// openCommand opens a command that ends in one of several ways, or does not end.
func (l *life) openCommand() {
	name := fmt.Sprintf("command%d", len(l.asked))
	l.asked[name] = 1
	ends := []string{"true", "exit 3", "kill -9 $$", "sleep 1000", "sleep 1000", "sleep 0.2"}[l.r.IntN(6)]
	how := []string{"tab.new", "pane.split-right", "pane.split-below"}[l.r.IntN(3)]
	l.note("%s %s: %s", how, name, ends)
	l.try("do", how, "--name", name, "--cwd", l.Dir(), "--", "sh", "-c", "echo ran >>"+name+"; "+ends)
}

// leaveAndReturn ends the program in some way, possibly with hosts, and starts it again, possibly
// with an earlier document.
func (l *life) leaveAndReturn() {
	l.t.Helper()
	l.Press("esc")
	if l.r.IntN(2) == 0 {
		l.note("kill the program")
		l.Kill()
	} else {
		l.note("leave")
		l.leave()
	}
	if l.r.IntN(3) == 0 {
		sig := []unix.Signal{unix.SIGKILL, unix.SIGTERM}[l.r.IntN(2)]
		l.note("%v to all hosts", sig)
		for _, pid := range drive.Hosts(l.Home()) {
			if unix.Kill(pid, sig) == nil {
				drive.WaitGone(pid)
			}
		}
	}
	if l.r.IntN(3) == 0 {
		n := 1 + l.r.IntN(3)
		l.note("an earlier document: %d", n)
		l.try("workspace", "restore", fmt.Sprint(n))
	}
	var args []string
	if l.r.IntN(3) == 0 {
		l.note("--restore ask")
		args = []string{"--restore", "ask"}
	}
	l.story = begin(l.t, drive.Options{Cols: 100, Home: l.Home(), Dir: l.Dir(), Args: args, Reader: drive.Own, Terminal: drive.Kitty})
	l.WaitFor("a frame", func(sc drive.Screen) bool { return sc.Modes.AltScreen && tabs(sc) != "" })
	l.note("returned")
}

// damage removes or damages the state.json of a session without a host.
func (l *life) damage() {
	l.t.Helper()
	r, ok := l.pick(func(r row) bool { return !hosted(r) })
	if !ok {
		return
	}
	file := filepath.Join(l.Home(), "state", "sessions", r.ID, "state.json")
	if l.r.IntN(2) == 0 {
		l.note("state.json of %s is removed", r.Name)
		_ = os.Remove(file) // it may not exist
		return
	}
	if _, err := os.Stat(file); err == nil {
		l.note("state.json of %s is damaged", r.Name)
		if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
			l.t.Fatal(err)
		}
	}
}

// everyTabIsShown shows every tab, so that whatever starts by being shown does start.
func (l *life) everyTabIsShown() {
	l.t.Helper()
	for range 10 {
		l.press("undo", "T")
	}
	for n := range len(l.Document().Tabs()) + 1 {
		l.try("do", "tab.select", fmt.Sprint(n+1))
	}
	l.try("do", "tab.new", "--name", "last", "--cwd", l.Dir(), "--", "sh", "-c", "echo done $((40+2)); sleep 1000")
	l.WaitFor("the newest tab", func(sc drive.Screen) bool { return sc.Contains("done 42") })
}
