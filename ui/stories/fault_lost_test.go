//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// kill ends a process by SIGKILL and waits until it is gone.
func (s *story) kill(p process) {
	s.t.Helper()
	if identify(p.pid) != p {
		s.t.Fatalf("there is no process %+v any more", p)
	}
	if err := unix.Kill(p.pid, unix.SIGKILL); err != nil {
		s.t.Fatal(err)
	}
	s.ended("the killed session", p.pid)
}

// id returns the session id of a ticker.
func (f *fleet) id(name string) string {
	f.t.Helper()
	for id, n := range f.names {
		if n == name {
			return id
		}
	}
	f.t.Fatalf("there is no ticker %s", name)
	return ""
}

// S3-48.
func TestF4KilledHostLosesOnlyItsSession(t *testing.T) {
	t.Parallel()
	f := tickers(t, "%", `"`)
	lost := f.id("qc") // qc has the focus
	before := f.born[lost]
	began := time.Now()
	f.kill(before.host)
	sc := f.WaitFor("the pane to say so", func(sc drive.Screen) bool { return sc.Contains("Enter") })
	t.Logf("its pane says so after %v", time.Since(began).Round(time.Millisecond))
	if n := number(sc, "qc "); n < 3 {
		t.Errorf("its last screen is not shown\n%s", sc.Boxed())
	}
	f.ended("its child", before.child.pid)
	f.WaitFor("the others to go on", func(now drive.Screen) bool {
		return number(now, "qa ") > number(sc, "qa ") && number(now, "qb ") > number(sc, "qb ")
	})
	if got := f.lineages(); len(got) != 2 {
		t.Errorf("the sessions have the processes %+v, want two of them", got)
	}

	f.Press("enter")
	f.prompt("of the restarted shell", anywhere)
	f.run("clear; echo cleared $((40+2))", "cleared 42") // qc's old output is still on the screen
	f.run("ticker qc", "qc 3")
	now := f.waitComplete()
	if again := now[lost]; again == before || again.host.pid == 0 {
		t.Errorf("the session has the processes %+v, had %+v", again, before)
	}
	f.born[lost] = now[lost]
	f.Kill() // the restarted session is like any other
	f.restart("after a restart")
	f.survived("after a restart")
	for _, name := range []string{"qa", "qb"} {
		f.checkNoGaps(f.id(name))
	}
}

// A child that ignores the end of its terminal outlives its host. Its pane says so, since its work
// may matter to the user. The child is ended when its session is started again or its pane is
// closed; after that nothing is left on disk.
func TestF4ChildThatOutlivesItsHost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		key  string
		done func(*story)
	}{
		{"started again", "enter", func(s *story) {
			s.prompt("of the restarted shell", func(sc drive.Screen) bool { return !sc.Contains("Enter") })
		}},
		{"killed", "X", func(s *story) {
			s.WaitText("Nothing is open")
			eventually(s.t, "the session's directory and socket to go", func() bool { return len(s.filesOf()) == 0 })
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Cols: 140})
			s.Type("trap '' HUP; (trap '' HUP TERM; exec sleep 1000) & echo deaf $!.\n")
			var deaf int
			scan(s.WaitMatch(`deaf (\d+)\.`)[1], &deaf)
			for _, l := range s.waitComplete() {
				s.kill(l.host)
				s.WaitText("on without a terminal", "Enter")
				if c.key == "X" {
					s.Prefix("X")
				} else {
					s.Press(c.key)
				}
				c.done(s)
				s.ended("the shell before", l.child.pid)
				s.ended("the child that ignores signals", deaf)
			}
		})
	}
}

// All hosts and the program are killed at once, as when memory runs out. The layout, the
// directories and the last screens are back, and the sessions wait or are started again.
func TestF5ProgramAndAllHostsAreKilled(t *testing.T) {
	t.Parallel()
	for _, restore := range []string{"start", "ask"} {
		t.Run(restore, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Cols: 100, Bashrc: reportDir, Args: []string{"--restore", restore}})
			place := filepath.Join(s.Dir(), "place")
			if err := os.Mkdir(place, 0o700); err != nil {
				t.Fatal(err)
			}
			s.run("echo left $((40+2))", "left 42")
			s.Prefix("%")
			s.prompt("on the right", func(sc drive.Screen) bool { return sc.Cursor.Col > 50 })
			s.run("cd place", "place$")
			s.run("echo right $((40+2))", "right 42")
			s.WaitDocument("the directory", func(d drive.Document) bool { return d.Session(d.ActiveTab().Active).Dir == place })
			before := s.waitComplete()
			for id := range before {
				if err := drive.WaitFile(filepath.Join(s.Home(), "state", "sessions", id, "checkpoint")); err != nil {
					t.Fatal(err)
				}
			}
			for _, l := range before {
				s.kill(l.host)
			}
			s.Kill()
			began := time.Now()
			r := s.relaunch()
			r.WaitFor("both last screens", func(sc drive.Screen) bool {
				return divider(sc, 5) > 30 && sc.Contains("left 42") && sc.Contains("right 42")
			})
			t.Logf("both last screens are there after %v", time.Since(began).Round(time.Millisecond))
			if restore == "ask" {
				r.WaitText("Enter")
				if n := len(r.lineages()); n != 0 {
					t.Errorf("%d sessions were started without a request", n)
				}
				r.Press("enter")
			}
			r.prompt("of a new shell", func(sc drive.Screen) bool { return sc.Cursor.Col > 50 })
			r.Type("clear; pwd; echo on $((40+2))\n")
			r.WaitText("/place", "on 42")
		})
	}
}

// Eight programs start at once and find sessions without hosts, with their sockets left. Each
// session gets one host, from the one program that has the workspace.
func TestF18ConcurrentStartsOverStaleSockets(t *testing.T) {
	t.Parallel()
	f := tickers(t, "%", `"`, "c", "%", `"`, "c", "%")
	f.Kill()
	for _, l := range f.born {
		f.kill(l.host)
	}
	for _, l := range f.born {
		f.ended("a child", l.child.pid)
	}
	programs := make([]*story, 8)
	began := time.Now()
	for i := range programs {
		programs[i] = f.relaunch()
	}
	shown, refused := splitRefused(t, programs)
	t.Logf("one of eight programs shows the workspace after %v", time.Since(began).Round(time.Millisecond))
	if shown == nil || len(refused) != len(programs)-1 {
		t.Fatalf("%d of %d programs were refused", len(refused), len(programs))
	}
	var now map[string]lineage
	eventually(t, "eight hosts with their processes", func() bool {
		now = f.lineages()
		for id := range f.names {
			if now[id].host.pid == 0 || now[id].child.pid == 0 {
				return false
			}
		}
		return true
	})
	for id := range f.names {
		if l := now[id]; l == f.born[id] {
			t.Errorf("%s has the processes %+v", f.names[id], l)
		}
	}
	shown.listed("after eight starts", now)
	f.inTheDocument("after eight starts")
	shown.leave()
}

// splitRefused separates the program that shows the workspace from those that were refused, which say
// that another program has it and exit with their own status.
func splitRefused(t *testing.T, programs []*story) (shown *story, refused []*story) {
	t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, s := range programs {
		all.Go(func() {
			sc := s.WaitFor("a screen or a refusal", func(sc drive.Screen) bool {
				return strings.Contains(status(sc), "Ctrl-b") || sc.Contains("open in process") || !s.Running()
			})
			mu.Lock()
			defer mu.Unlock()
			if sc.Modes.AltScreen {
				if shown != nil {
					t.Errorf("two programs show the workspace")
				}
				shown = s
				return
			}
			if got := s.WaitExit(); got != 1 {
				t.Errorf("a refused program has status %d\n%s", got, s.Screen().Boxed())
			}
			refused = append(refused, s)
		})
	}
	all.Wait()
	return shown, refused
}
