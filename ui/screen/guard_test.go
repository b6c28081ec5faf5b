//go:build linux

package screen

import (
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"

	tty "golang.org/x/term"

	"dormer/session/grid"
)

// What is written down of a terminal's modes is what stty writes down.
func TestModeWordIsThatOfStty(t *testing.T) {
	stty, err := exec.LookPath("stty")
	if err != nil {
		t.Skip("there is no stty")
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
		t.Errorf("of no terminal it says %q", got)
	}
}

// guarded is a terminal in use, with its guard.
func guarded(t *testing.T) (*outer, *Terminal) {
	t.Helper()
	o := newOuter(t)
	o.read()
	term := o.open(map[string]string{"TERM": "xterm-kitty"})
	if err := term.Start(); err != nil {
		t.Fatal(err)
	}
	term.guard.start(term.in, term.out)
	if !term.guard.runs() {
		t.Skip("there is no shell")
	}
	term.tellGuard()
	t.Cleanup(func() { _ = term.Stop() })
	return o, term
}

// died is what a guard sees of the end of its program.
func (g *guard) died() {
	g.mu.Lock()
	defer g.mu.Unlock()
	_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
	_ = g.tell.Close()
}

// Whoever dies in the middle of something has all of it given back that leaving gives
// back.
func TestTheGuardGivesEverythingBack(t *testing.T) {
	o, term := guarded(t)
	useEverything(t, term)
	term.SetProgress(grid.Progress{State: grid.ProgressGoing, Percent: 4})
	term.guard.died()
	term.mu.Lock()
	all := term.wants
	all.mouse = grid.MouseAny
	way := string(leave(term.plain, term.caps, term.answers, all))
	term.mu.Unlock()
	o.await(way + guardWords + "\r\n")
	if !strings.Contains(way, "\x1b]9;4;0;") || !strings.Contains(way, clustersOff) {
		t.Errorf("what was used last is missing in %q", way)
	}
}

// One that has nothing to give back any more writes nothing, whatever happens then.
func TestTheGuardIsQuietAfterGivingBack(t *testing.T) {
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
			if got := o.await("and nothing else"); strings.Contains(got, guardWords) || strings.Count(got, altScreenOff) != 1 {
				t.Errorf("written was %q", got)
			}
		})
	}
}
