//go:build linux

package stories

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

func TestSessionsOutliveTheProgram(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		end  func(*story)
	}{
		{"leave key", (*story).leave},
		{"kill -9", func(s *story) { s.Kill() }},
		{"closed terminal", func(s *story) { s.Hangup(); s.WaitExit() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Cols: 100})
			s.name("calm")
			s.run("echo kept $((40+2))", "kept 42")
			s.splitRight("counting")
			s.run(counter, "tick 5")
			before := s.waitProcesses(2)
			s.WaitDocument("both panes", func(d drive.Document) bool { return len(d.ActiveTab().Layout.Leaves()) == 2 })
			at := number(s.Screen(), "tick ")
			c.end(s)
			s.sameProcesses("after "+c.name, before)

			r := s.relaunch()
			sc := r.WaitFor("both panes as they are", func(sc drive.Screen) bool {
				return sc.Contains("kept 42") && number(sc, "tick ") >= at && activeTitle(sc) == "counting"
			})
			r.sameProcesses("after the relaunch", before)
			noGaps(t, sc)
			r.WaitFor("the counter to go on", func(now drive.Screen) bool { return number(now, "tick ") > number(sc, "tick ") })
			r.Prefix("left")
			r.Type("echo again $((40+2))\n")
			r.WaitText("again 42")
		})
	}
}

// noGaps fails the test if a counter's lines on the screen are not consecutive.
func noGaps(t *testing.T, s drive.Screen) {
	t.Helper()
	last := 0
	for y := range s.Rows {
		_, after, ok := strings.Cut(s.Row(y), "tick ")
		n := 0
		if !ok || !scan(after, &n) {
			continue
		}
		if last > 0 && n != last+1 {
			t.Errorf("row %d shows tick %d after %d\n%s", y, n, last, s.Boxed())
		}
		last = n
	}
}

func TestClosedTabIsReopenedAfterRelaunch(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("first")
	s.newTab(2, "counting")
	s.run(counter, "tick 3")
	before := s.waitProcesses(2)
	s.Prefix("&")
	s.WaitFor("the tab to close", func(sc drive.Screen) bool { return !hasTab(sc, "counting") })
	s.leave()
	s.sameProcesses("after leaving", before)
	r := s.relaunch()
	r.prompt("after the relaunch", anywhere)
	r.Prefix("u")
	r.WaitFor("the closed tab, counting", func(sc drive.Screen) bool { return activeTab(sc) == "2 counting" && number(sc, "tick ") > 3 })
	r.sameProcesses("after undo", before)
}

// S3-02, S3-48.
func TestRepeatedKillsLoseNothing(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.name("one")
	s.splitRight("two")
	s.run(counter, "tick 3")
	s.newTab(2, "three")
	s.splitBelow("four")
	before := s.waitProcesses(4)
	saved := s.WaitDocument("all panes", func(d drive.Document) bool {
		return len(d.Tabs()) == 2 && len(d.ActiveTab().Layout.Leaves()) == 2
	})
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 10 {
		for range r.IntN(6) {
			s.Prefix([]string{"n", "p", "o"}[r.IntN(3)])
		}
		s.Kill()
		s = s.relaunch()
		s.WaitFor(fmt.Sprintf("the active pane after kill %d: a shell, or the one that counts", round), func(sc drive.Screen) bool {
			return strings.Contains(tabs(sc), "2 ") && (atPrompt(sc) || activeTitle(sc) == "two" && number(sc, "tick ") > 3)
		})
		s.sameProcesses(fmt.Sprintf("after kill %d", round), before)
		if n := len(drive.Hosts(s.Home())); n != 4 {
			t.Fatalf("after kill %d there are %d hosts, want 4", round, n)
		}
		s.Prefix("2")
		s.Prefix("down")
	}
	s.leave()
	d := s.Document()
	for i := range saved.Tabs() {
		if got, want := d.Tabs()[i].Layout.Leaves(), saved.Tabs()[i].Layout.Leaves(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("tab %d has the panes %v, had %v", i+1, got, want)
		}
	}
}

// reboot ends all sessions of a home, as a reboot does.
func (s *story) reboot() {
	s.t.Helper()
	hosts := drive.Hosts(s.Home())
	drive.EndHosts(s.Home())
	for _, pid := range hosts {
		s.ended("a host", pid)
	}
}

// S3-53.
func TestRebootKeepsLayoutAndLastScreens(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100, Bashrc: reportDir})
	place := filepath.Join(s.Dir(), "place")
	if err := os.Mkdir(place, 0o700); err != nil {
		t.Fatal(err)
	}
	s.name("one")
	s.splitRight("two")
	s.run("cd place", "place$")
	s.run("echo last $((40+2))", "last 42")
	s.WaitDocument("the directory", func(d drive.Document) bool {
		return d.Session(d.ActiveTab().Active).Dir == place
	})
	s.leave()
	s.reboot()
	r := s.relaunch()
	r.WaitFor("both panes", func(sc drive.Screen) bool { return divider(sc, 5) > 30 })
	r.Press("enter")
	r.prompt("of a new shell", func(sc drive.Screen) bool { return sc.Cursor.Col > 50 })
	r.Type("clear; pwd; echo on $((40+2))\n")
	r.WaitText("/place", "on 42")
}
