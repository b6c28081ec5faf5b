//go:build linux

package stories

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// While the program is stopped, or its terminal does not read, a flooding child is not slowed down
// and memory does not grow. Afterwards the screen shows the current output.
func TestF8F9FloodWhileProgramOrTerminalIsStopped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		stop, cont func(*story)
	}{
		{"F8 the program is stopped", func(s *story) { s.Signal(unix.SIGSTOP) }, func(s *story) { s.Signal(unix.SIGCONT) }},
		{"F9 the terminal does not read", func(s *story) { s.Stall() }, func(s *story) { s.Drain() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{})
			var host int
			for _, l := range s.waitComplete() {
				host = l.host.pid
			}
			looked := s.writes(1, func() {})
			programBefore, hostBefore := memory(t, s.PID()), memory(t, host)
			began := cpu(t, s.PID())
			unseen := s.writes(2, func() { c.stop(s) })
			spent := cpu(t, s.PID()) - began
			program, itsHost := memory(t, s.PID()), memory(t, host)
			t.Logf("%d lines: viewed in %v, not viewed in %v; the program grew from %d to %d kB and used %v, the host from %d to %d kB",
				lines, looked.Round(time.Millisecond), unseen.Round(time.Millisecond), programBefore>>10, program>>10, spent, hostBefore>>10, itsHost>>10)
			if unseen > 10*looked+10*time.Second {
				t.Errorf("the child took %v without a viewer, %v with one", unseen, looked)
			}
			if program > programBefore+16<<20 {
				t.Errorf("the program has %d kB, had %d", program>>10, programBefore>>10)
			}
			if itsHost > hostBefore+16<<20 { // its history was full before
				t.Errorf("the host has %d kB, had %d", itsHost>>10, hostBefore>>10)
			}
			c.cont(s)
			s.WaitFor("the end of the flood", func(sc drive.Screen) bool {
				return sc.Contains("round 2 over") && sc.Contains(fmt.Sprint("line ", lines))
			})
			s.run("clear; echo on $((40+2))", "on 42")
		})
	}
}

// lines is how many lines a child writes without a viewer.
const lines = 200_000

// writes has the shell write lines after begin was called and returns how long that took. A file
// reports the end, since the screen may not.
func (s *story) writes(round int, begin func()) time.Duration {
	s.t.Helper()
	go_, over := fmt.Sprint("go", round), fmt.Sprint("over", round)
	s.run(fmt.Sprintf("clear; echo ready %d; until [ -e %s ]; do read -t 0.01 <> <(:); done; seq -f 'line %%.0f' %d; echo round %d $(echo over); touch %s",
		round, go_, lines, round, over), fmt.Sprint("ready ", round))
	begin()
	began := time.Now()
	if err := os.WriteFile(filepath.Join(s.Dir(), go_), nil, 0o600); err != nil {
		s.t.Fatal(err)
	}
	s.waitFile(over)
	return time.Since(began)
}

// memory returns the resident memory of a process in bytes.
func memory(t testing.TB, pid int) int {
	t.Helper()
	statm, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "statm"))
	if err != nil {
		t.Fatal(err)
	}
	var size, resident int
	if _, err := fmt.Sscan(string(statm), &size, &resident); err != nil {
		t.Fatal(err)
	}
	return resident * os.Getpagesize()
}
