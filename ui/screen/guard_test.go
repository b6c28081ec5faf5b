//go:build linux

package screen

import (
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	tty "golang.org/x/term"

	"dormer/session/grid"
)

// The stored terminal modes are those that stty prints.
func TestModeWordMatchesStty(t *testing.T) {
	stty, err := exec.LookPath("stty")
	if err != nil {
		t.Skip("stty is not installed")
	}
	o := newOuter(t)
	says := func() string {
		cmd := exec.Command(stty, "-g")
		cmd.Stdin = o.tty
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	for range 2 {
		if got, want := modeWord(int(o.tty.Fd())), says(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if _, err := tty.MakeRaw(int(o.tty.Fd())); err != nil {
			t.Fatal(err)
		}
	}
	if got := modeWord(-1); got != "" {
		t.Errorf("without a terminal the modes are %q", got)
	}
}

// inUse returns a terminal in use without a guard.
func inUse(t *testing.T) (*outer, *Terminal) {
	t.Helper()
	o := newOuter(t)
	o.read()
	term := o.open(map[string]string{"TERM": "xterm-kitty"})
	if err := term.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = term.Stop() })
	return o, term
}

// guarded returns a terminal in use with its guard.
func guarded(t *testing.T) (*outer, *Terminal) {
	t.Helper()
	o, term := inUse(t)
	if err := term.guard.start(term.in, term.out); err != nil {
		t.Skip("no shell is installed:", err)
	}
	term.tellGuard()
	return o, term
}

// runs reports whether the process was started.
func (g *guard) runs() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.pid != 0
}

// died closes the pipe and the crash output to the guard, as the end of the program does.
func (g *guard) died() {
	g.mu.Lock()
	defer g.mu.Unlock()
	_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
	_ = g.pipeOut.Close()
}

// A guard restores everything that Stop restores, whenever the program dies.
func TestGuardRestoresEverything(t *testing.T) {
	o, term := guarded(t)
	useEverything(t, term)
	term.SetProgress(grid.Progress{State: grid.ProgressGoing, Percent: 4})
	term.guard.died()
	term.mu.Lock()
	all := term.wants
	all.mouse = grid.MouseAny
	way := string(leave(term.plain, term.caps, term.answers, all))
	term.mu.Unlock()
	o.await(way + guardMessage + "\r\n")
	if !strings.Contains(way, "\x1b]9;4;0;") || !strings.Contains(way, clustersOff) {
		t.Errorf("the last mode set is not restored in %q", way)
	}
}

// A guard with nothing to restore writes nothing, whatever happens.
func TestGuardIsQuietAfterRestoring(t *testing.T) {
	for name, over := range map[string]func(*Terminal) error{"suspended": (*Terminal).Suspend, "left": (*Terminal).Stop} {
		t.Run(name, func(t *testing.T) {
			o, term := guarded(t)
			if err := over(term); err != nil {
				t.Fatal(err)
			}
			if name == "suspended" {
				term.guard.died()
				if err := term.Stop(); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := o.tty.WriteString("and nothing else"); err != nil {
				t.Fatal(err)
			}
			if got := o.await("and nothing else"); strings.Contains(got, guardMessage) || strings.Count(got, altScreenOff) != 1 {
				t.Errorf("it wrote %q", got)
			}
		})
	}
}

// descriptors returns the number of this process's open descriptors.
func descriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// A guard opens its descriptors when it is made, so starting it later takes none from the sessions
// of a program with few descriptors.
func TestGuardOpensItsDescriptorsAtOnce(t *testing.T) {
	_, term := inUse(t)
	none := descriptors(t)
	if err := term.guard.reserve(); err != nil {
		t.Fatal(err)
	}
	before := descriptors(t)
	if err := term.guard.start(term.in, term.out); err != nil {
		t.Skip("no shell is installed:", err)
	}
	if now := descriptors(t); now != before || now == none {
		t.Errorf("%d descriptors are open with the guard running, %d before, %d without it", now, before, none)
	}
	if err := term.Stop(); err != nil {
		t.Fatal(err)
	}
	if now := descriptors(t); now != none {
		t.Errorf("%d descriptors are open after the guard, %d without it", now, none)
	}
}

// A guard that could not start for lack of descriptors starts when some are free.
func TestGuardStartsWhenDescriptorsAreFree(t *testing.T) {
	_, term := inUse(t)
	lift := limitDescriptors(t, 3)
	failed := term.guard.start(term.in, term.out)
	lift()
	if !isResourceError(failed) || term.guard.runs() {
		t.Fatalf("without descriptors: %v", failed)
	}
	lift = limitDescriptors(t, roomForTwo(t))
	term.guardIn(0)
	await(t, "an attempt, for which a pipe is taken", func() bool {
		term.guard.mu.Lock()
		defer term.guard.mu.Unlock()
		return term.guard.pipeOut != nil
	})
	lift()
	await(t, "the guard", term.guard.runs)
}

// roomForTwo returns the limit that leaves descriptors for one pipe.
func roomForTwo(t *testing.T) uint64 {
	t.Helper()
	r, w, err := os.Pipe() // takes the lowest free numbers
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = r.Close(), w.Close() }()
	return uint64(max(r.Fd(), w.Fd())) + 1
}

// limitDescriptors limits the descriptors of this process to numbers below n until lift is called.
func limitDescriptors(t *testing.T, n uint64) (lift func()) {
	t.Helper()
	var was unix.Rlimit
	if err := unix.Prlimit(0, unix.RLIMIT_NOFILE, nil, &was); err != nil {
		t.Fatal(err)
	}
	few := unix.Rlimit{Cur: n, Max: was.Max}
	if err := unix.Prlimit(0, unix.RLIMIT_NOFILE, &few, nil); err != nil {
		t.Fatal(err)
	}
	lift = func() {
		if err := unix.Prlimit(0, unix.RLIMIT_NOFILE, &was, nil); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(lift)
	return lift
}

// await waits for a condition that no event reports.
func await(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !is(); <-time.After(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting for %s", what)
		}
	}
}
