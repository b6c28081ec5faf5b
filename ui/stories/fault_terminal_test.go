//go:build linux

package stories

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// busy is the extra time allowed on a busy machine. It still tells a second from a hang.
const busy = 30

// flood changes every row of the screen all the time.
const flood = "clear; seq -f 'flood %.0f' 1000000000"

// endsWithin fails the test unless the program ends within a time, and logs how long it took.
func (s *story) endsWithin(promised time.Duration, why string) {
	s.t.Helper()
	began := time.Now()
	s.WaitExit()
	took := time.Since(began)
	s.t.Logf("%s: it ended after %v", why, took.Round(time.Millisecond))
	if took > busy*promised {
		s.t.Errorf("%s: it ended after %v, want %v", why, took, promised)
	}
}

func TestF6SignalsRestoreTheTerminal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		send func(*story)
	}{
		{"SIGHUP", func(s *story) { s.Signal(unix.SIGHUP) }},
		{"SIGTERM", func(s *story) { s.Signal(unix.SIGTERM) }},
		{"SIGINT to its group", func(s *story) { _ = unix.Kill(-s.PID(), unix.SIGINT) }},
		{"SIGTERM to its group", func(s *story) { _ = unix.Kill(-s.PID(), unix.SIGTERM) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := tickers(t, "%")
			f.Prefix("c")
			f.prompt("in a second tab", anywhere)
			f.run(`printf '\033[?1003h\033[?1006h\033[?2004h\033[?1004h\033[?1049h\033[5 q'; echo modes $((40+2))`, "modes 42")
			f.Prefix("?") // a dialog is open
			c.send(f.story)
			f.endsWithin(time.Second, c.name)
			f.terminalRestored(c.name)
			now := f.lineages()
			for id, born := range f.born {
				if now[id] != born {
					t.Errorf("%s has the processes %+v, started with %+v", f.names[id], now[id], born)
				}
				f.checkNoGaps(id)
			}
		})
	}
}

// The terminal is restored whenever in the program's life a signal comes.
func TestF6SignalsAtAnyMoment(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 1))
	home := ""
	for range 12 {
		s := begin(t, drive.Options{Home: home, Terminal: drive.Kitty})
		home = s.Home()
		randomDelay(r, 60*time.Millisecond)
		s.Signal(unix.SIGTERM)
		s.endsWithin(time.Second, "SIGTERM while it starts")
		s.terminalRestored("SIGTERM while it starts")
	}
}

// The terminal is restored although more signals come while the program leaves.
func TestF6RepeatedSignals(t *testing.T) {
	t.Parallel()
	home := ""
	for range 4 {
		s := begin(t, drive.Options{Home: home})
		home = s.Home()
		s.prompt("to be interrupted", anywhere)
		for s.Running() {
			s.Signal(unix.SIGTERM)
		}
		s.terminalRestored("after signal upon signal")
	}
}

func TestF7OuterTerminalDisappears(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		command string
		before  func(*story)
	}{
		{"quiet", "", func(*story) {}},
		{"in a flood", flood, func(*story) {}},
		{"in the middle of a frame", flood, (*story).stallUntilFull},
		{"with SIGHUP ignored", flood, func(*story) {}},
		{"revoked", "", func(*story) {}},
		{"revoked in the middle of a frame", flood, (*story).stallUntilFull},
		{"revoked with SIGHUP ignored", flood, func(*story) {}},
		{"revoked with SIGHUP ignored, quiet", "", func(*story) {}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := drive.Options{Bashrc: ticker, Cols: 100}
			if strings.Contains(c.name, "ignored") {
				o.Command = []string{"bash", "-c", `trap '' HUP; exec "$0"`, drive.Build(t)}
			}
			s := open(t, o)
			s.run("clear; ticker qa", "qa 3")
			s.Prefix("%")
			s.prompt("beside it", anywhere)
			before := s.waitComplete()
			if c.command != "" {
				s.Type(c.command + "\n")
				s.WaitFor("the flood", func(sc drive.Screen) bool { return number(sc, "flood ") > 100 })
			}
			c.before(s)
			spent := cpu(t, s.PID())
			if strings.HasPrefix(c.name, "revoked") {
				s.Revoke(t)
			} else {
				s.Hangup()
			}
			s.endsWithin(time.Second, c.name)
			if spent = s.CPU() - spent; spent > time.Second/2 {
				t.Errorf("it used %v of CPU while it ended", spent)
			}
			r := s.relaunch()
			r.WaitFor("both panes", func(sc drive.Screen) bool { return shows(sc, "qa", 4) && divider(sc, 5) > 0 })
			now := r.waitComplete()
			if len(now) != len(before) {
				t.Errorf("there are %d sessions, were %d", len(now), len(before))
			}
			for id, was := range before {
				if now[id] != was {
					t.Errorf("session %s has the processes %+v, had %+v", id, now[id], was)
				}
			}
		})
	}
}

// stallUntilFull stops reading from the terminal and waits until a frame is written that does not fit.
func (s *story) stallUntilFull() {
	s.t.Helper()
	s.Stall()
	s.Resize(30, 100) // makes at least one more frame
	s.waitUntilFull()
}

// waitUntilFull waits until no more output comes to a terminal that does not read.
func (s *story) waitUntilFull() {
	s.t.Helper()
	last := -1
	eventually(s.t, "the terminal to be full", func() bool {
		<-time.After(20 * time.Millisecond) // longer than the time between frames
		was := last
		last = s.Unread()
		return last > 0 && last == was
	})
}

// cpu returns the processor time that a process has used, or 0 if it is gone.
func cpu(t testing.TB, pid int) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / 100 // USER_HZ
}
