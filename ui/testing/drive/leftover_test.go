//go:build linux

package drive

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// failures is a testing.TB that records failures instead of failing.
type failures struct {
	testing.TB
	seen []string
}

func (f *failures) Errorf(format string, args ...any) {
	f.seen = append(f.seen, fmt.Sprintf(format, args...))
}

func TestHarnessFindsLeftoverProcesses(t *testing.T) {
	t.Parallel()
	// The shell waits until the other end of a pipe is closed, which happens when its child has
	// a session of its own.
	p := Start(t, Options{Command: []string{"sh", "-c", "trap '' HUP; : $(setsid sh -c 'exec sleep 1000 >/dev/null 2>&1' </dev/null &); exit 0"}})
	p.WaitExit()
	pids := Processes(p.Home())
	f := &failures{TB: t}
	failOnLeftovers(f, p.Home(), time.Second)
	if len(f.seen) != 1 || !strings.Contains(f.seen[0], "sleep 1000") {
		t.Errorf("got %q, want that sleep was left behind", f.seen)
	}
	if len(pids) != 1 || !WaitGone(pids[0]) {
		t.Errorf("processes %v were not ended", pids)
	}
}

// A condition may depend on things that produce no output.
func TestHarnessWaitsForConditionsOffScreen(t *testing.T) {
	t.Parallel()
	p := Start(t, Options{Command: []string{"sh", "-c", "sleep 0.3 & echo ready; read x"}})
	p.WaitText("ready")
	p.WaitFor("one process", func(Screen) bool { return len(Processes(p.Home())) == 1 })
}
