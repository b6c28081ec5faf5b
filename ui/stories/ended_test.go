//go:build linux

package stories

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// What has ended stays ended, whatever becomes of its host. Each command of these
// stories adds a line to a file, so that one sees how often it ran.

// deploys is a command that says that it ran, and then does what is given.
func deploys(then string) string { return "echo ran >>ran; echo deployed $((40+2)); " + then }

// ran is how often it ran.
func (s *story) ran() int {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.Dir(), "ran"))
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	return strings.Count(string(text), "ran\n")
}

// ranOnce fails where it did not run as often as was asked for.
func (s *story) ranTimes(when string, want int) {
	s.t.Helper()
	if got := s.ran(); got != want {
		s.t.Fatalf("%s: the command ran %d times, was asked for %d times\n%s", when, got, want, s.Screen().Boxed())
	}
}

// row is what dormer ps says of a session.
type row struct {
	ID, Name, State, Runtime string
	PID                      int
	ChildPID                 int  `json:"child_pid"`
	ExitCode                 *int `json:"exit_code"`
	Command                  []string
}

func (s *story) rows() []row {
	s.t.Helper()
	var list struct{ Sessions []row }
	if err := json.Unmarshal([]byte(s.dormer("ps", "--all", "--json")), &list); err != nil {
		s.t.Fatal(err)
	}
	return list.Sessions
}

// rowOf is that of the session of a name.
func (s *story) rowOf(name string) row {
	s.t.Helper()
	for _, r := range s.rows() {
		if r.Name == name {
			return r
		}
	}
	s.t.Fatalf("no session is called %q: %+v", name, s.rows())
	return row{}
}

// written waits until a session's state.json says something.
func (s *story) written(id, state string) {
	s.t.Helper()
	eventually(s.t, "state "+state, func() bool {
		text, err := os.ReadFile(filepath.Join(s.Home(), "state", "sessions", id, "state.json"))
		return err == nil && strings.Contains(string(text), fmt.Sprintf("%q: %q", "state", state))
	})
}

// hostGoes ends a host and waits until it is gone.
func (s *story) hostGoes(pid int, sig unix.Signal) {
	s.t.Helper()
	if err := unix.Kill(pid, sig); err != nil {
		s.t.Fatal(err)
	}
	if !drive.WaitGone(pid) {
		s.t.Fatalf("host %d does not go by %v", pid, sig)
	}
}

// earlier is the number of the latest earlier document of which something is so.
func (s *story) earlier(what string, is func(drive.Document) bool) string {
	s.t.Helper()
	for n := 1; ; n++ {
		d, err := drive.ReadDocument(drive.DocumentPath(s.Home(), "default") + fmt.Sprintf(".bak%d", n))
		if err != nil {
			s.t.Fatalf("no earlier document has %s: %v", what, err)
		}
		if is(d) {
			return fmt.Sprint(n)
		}
	}
}

// A command that has ended, however it did, is shown as it ended at the next start,
// and runs again when somebody presses Enter and not before.
func TestEndedCommandStaysEndedAfterHostExit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, then   string // what the command does at its end
		state, says  string
		kill         bool // the user ends it
		mark, status string
	}{
		{"completes", "true", "completed", "exited with code 0", false, "✓", "completed"},
		{"fails", "exit 3", "failed", "exited with code 3", false, "✗", "failed (exit 3)"},
		{"is killed", "sleep 1000", "stopped", "stopped on request", true, "✗", "stopped"},
	} {
		for _, sig := range []unix.Signal{unix.SIGKILL, unix.SIGTERM} {
			for _, restore := range []string{"start", "ask"} {
				t.Run(fmt.Sprintf("%s, %v, %s", tt.name, sig, restore), func(t *testing.T) {
					t.Parallel()
					s := open(t, drive.Options{Cols: 100, Args: []string{"--restore", restore}})
					s.dormer("do", "tab.new", "--name", "dd", "--cwd", s.Dir(), "--", "sh", "-c", deploys(tt.then))
					s.WaitText("deployed 42")
					dd := s.rowOf("dd")
					if tt.kill {
						s.dormer("kill", "dd")
					} else {
						s.written(dd.ID, tt.state)
						s.hostGoes(dd.PID, sig)
					}
					s.ranTimes("before the relaunch", 1)
					s.leave()
					r := s.relaunch()
					sc := r.WaitText("deployed 42", tt.says, "Enter")
					if !strings.Contains(tabs(sc), tt.mark) {
						t.Errorf("the tab has no mark %s\n%s", tt.mark, sc.Boxed())
					}
					if out := r.dormer("ps"); !strings.Contains(out, tt.status) {
						t.Errorf("ps does not say %q:\n%s", tt.status, out)
					}
					if got := r.rowOf("dd").State; got != tt.state {
						t.Errorf("ps --json says %q, want %q", got, tt.state)
					}
					r.ranTimes("after the relaunch", 1)
					r.Press("enter")
					eventually(t, "it runs again", func() bool { return r.ran() == 2 })
					r.leave()
				})
			}
		}
	}
}

// What was running when all hosts went, as when the machine is switched off: shells
// start again in their directory, commands show their last screen and wait for Enter.
func TestAfterRebootShellsStartAndCommandsWait(t *testing.T) {
	t.Parallel()
	for _, sig := range []unix.Signal{unix.SIGKILL, unix.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Cols: 100, Bashrc: reportDir})
			dir := filepath.Join(s.Dir(), "here")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			s.run("cd "+dir, dir+"$")
			s.dormer("do", "tab.new", "--name", "dd", "--cwd", s.Dir(), "--", "sh", "-c", deploys("sleep 1000"))
			s.WaitText("deployed 42")
			s.WaitDocument("the directory", func(d drive.Document) bool {
				for _, r := range d.Sessions {
					if r.Dir == dir {
						return true
					}
				}
				return false
			})
			for _, r := range s.rows() {
				s.written(r.ID, "running")
			}
			s.leave()
			for _, r := range s.rows() {
				s.hostGoes(r.PID, sig)
			}
			r := s.relaunch()
			texts := []string{"it ran when its host or the machine went; last active at", "Enter"}
			if sig == unix.SIGTERM { // which gives the host time to keep its screen
				texts = append(texts, "deployed 42")
			}
			r.WaitText(texts...)
			if out := r.dormer("ps"); !strings.Contains(out, "suspended") {
				t.Errorf("ps does not say that it is suspended:\n%s", out)
			}
			r.Prefix("1")
			r.prompt("of the shell", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "1") })
			r.Type("clear; pwd\n")
			r.WaitText(dir)
			r.ranTimes("after the machine was switched off", 1)
			r.Prefix("2")
			r.WaitText("Enter")
			r.Press("enter")
			eventually(t, "it runs again", func() bool { return r.ran() == 2 })
			r.leave()
		})
	}
}

// What was closed, or killed for good, and comes back after its host has gone does not
// run again by coming back.
func TestReopenedOrRestoredCommandDoesNotRun(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	for i, name := range []string{"done", "open", "dead"} {
		then := map[string]string{"done": "true", "open": "sleep 1000", "dead": "sleep 1000"}[name]
		s.dormer("do", "tab.new", "--name", name, "--cwd", s.Dir(), "--", "sh", "-c", deploys(then))
		s.WaitFor("tab of "+name, func(sc drive.Screen) bool { return strings.Contains(activeTab(sc), name) && sc.Contains("deployed 42") })
		s.ranTimes("at first", i+1)
	}
	done, running := s.rowOf("done"), s.rowOf("open")
	s.written(done.ID, "completed")
	s.WaitDocument("all tabs", func(d drive.Document) bool { return len(d.Tabs()) == 4 })
	s.leave()
	s = s.relaunch() // which keeps the document as it was
	s.WaitFor("the tab again", func(sc drive.Screen) bool { return strings.Contains(activeTab(sc), "dead") })
	s.Prefix("X")
	s.Press("y")
	s.WaitFor("the tab to go", func(sc drive.Screen) bool { return !strings.Contains(tabs(sc), "dead") })
	for _, name := range []string{"open", "done"} {
		s.WaitFor("the tab "+name, func(sc drive.Screen) bool { return strings.Contains(activeTab(sc), name) })
		s.Prefix("&")
		s.WaitFor("the tab to close", func(sc drive.Screen) bool { return !strings.Contains(tabs(sc), name) })
	}
	s.leave()
	s.hostGoes(done.PID, unix.SIGKILL)
	s.hostGoes(running.PID, unix.SIGKILL)
	r := s.relaunch()
	r.prompt("of the first tab", anywhere)
	for _, says := range []string{"exited with code 0", "it ran when its host or the machine went"} {
		r.Prefix("T")
		r.WaitText(says, "Enter")
	}
	r.ranTimes("after undo", 3)
	r.leave()
	r.dormer("workspace", "restore", r.earlier("the tab that was killed", func(d drive.Document) bool { return len(d.Tabs()) == 4 }))
	l := r.relaunch()
	l.WaitFor("the tab that was killed", func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "dead") })
	l.Prefix("4")
	l.WaitText("how it ended is not known", "Enter")
	l.ranTimes("after an earlier document came back", 3)
	l.leave()
}

// A state.json that is missing, damaged or of a later dormer is no leave to run a
// command.
func TestCommandWithUntrustedStateWaits(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"missing": "", "damaged": "\x00{", "newer": `{"schema_version": 99}`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Cols: 100})
			s.dormer("do", "tab.new", "--name", "dd", "--cwd", s.Dir(), "--", "sh", "-c", deploys("sleep 1000"))
			s.WaitText("deployed 42")
			dd := s.rowOf("dd")
			s.written(dd.ID, "running")
			s.leave()
			s.hostGoes(dd.PID, unix.SIGKILL)
			file := filepath.Join(s.Home(), "state", "sessions", dd.ID, "state.json")
			err := os.Remove(file)
			if text != "" {
				err = os.WriteFile(file, []byte(text), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			r := s.relaunch()
			r.WaitText("how it ended is not known", "Enter")
			r.ranTimes("after the relaunch", 1)
			r.Press("enter")
			eventually(t, "it runs again", func() bool { return r.ran() == 2 })
			r.leave()
		})
	}
}

// Whoever ended a session, and whether or not its host lives: Enter starts it again while
// dormer is open, and so do Ctrl-s in the overview and the command.
func TestEndedSessionCanBeRestarted(t *testing.T) {
	t.Parallel()
	ways := []struct {
		name, then string
		end        func(s *story, dd row)
	}{
		{"kill from elsewhere", "sleep 1000", func(s *story, _ row) {
			s.dormer("kill", "dd")
			s.WaitText("stopped on request") // and not by which signal
		}},
		{"host terminated", "sleep 1000", func(s *story, dd row) { s.hostGoes(dd.PID, unix.SIGTERM) }},
		{"host killed", "sleep 1000", func(s *story, dd row) { s.hostGoes(dd.PID, unix.SIGKILL) }},
		{"fails", "exit 3", func(s *story, dd row) { s.written(dd.ID, "failed") }},
		{"fails, host terminated", "exit 3", func(s *story, dd row) {
			s.WaitText("exited with code 3")
			s.hostGoes(dd.PID, unix.SIGTERM)
		}},
		{"fails, host killed", "exit 3", func(s *story, dd row) {
			s.WaitText("exited with code 3")
			s.hostGoes(dd.PID, unix.SIGKILL)
		}},
		{"completes, host killed", "true", func(s *story, dd row) {
			s.WaitText("exited with code 0")
			s.hostGoes(dd.PID, unix.SIGKILL)
		}},
	}
	asks := map[string]func(s *story){
		"Enter": func(s *story) { s.Press("enter") },
		"Ctrl-s": func(s *story) {
			s.Prefix("w")
			s.WaitText("Ctrl-s")
			s.Press("ctrl+s")
			s.Press("esc")
			s.WaitGone("Overview")
		},
		"session.start": func(s *story) { s.dormer("do", "session.start") },
	}
	for _, way := range ways {
		for name, ask := range asks {
			t.Run(way.name+", "+name, func(t *testing.T) {
				t.Parallel()
				s := open(t, drive.Options{Cols: 100})
				s.dormer("do", "tab.new", "--name", "dd", "--cwd", s.Dir(), "--", "sh", "-c", deploys(way.then))
				s.WaitText("deployed 42")
				way.end(s, s.rowOf("dd"))
				s.WaitText("Enter")
				s.ranTimes("when it had ended", 1)
				ask(s)
				eventually(t, "it runs again", func() bool { return s.ran() == 2 })
				s.leave()
				s.ranTimes("at the end", 2)
			})
		}
	}
}

// A command that may start again by itself does so where it was running when its host
// went, and not where it had ended.
func TestRestartAlwaysStartsOnlyRunningCommands(t *testing.T) {
	t.Parallel()
	serves := deploys("sleep 1000")
	for name, begins := range map[string]struct {
		args   []string
		config string
		open   func(s *story)
	}{
		"dormer": {args: []string{"--restart", "always", "--", "sh", "-c", serves}, open: func(*story) {}},
		"do": {open: func(s *story) {
			s.dormer("do", "tab.new", "--cwd", s.Dir(), "--restart", "always", "--", "sh", "-c", serves)
		}},
		"template": {open: func(s *story) {
			file := filepath.Join(s.Dir(), "t.toml")
			text := fmt.Sprintf("[[tabs]]\ncommand = [\"sh\", \"-c\", %q]\nrestart = \"always\"\n", serves)
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				s.t.Fatal(err)
			}
			s.Type(drive.Build(s.t) + " open t.toml\n")
		}},
		"configuration": {config: "panes.restart = \"always\"\n", open: func(s *story) {
			s.dormer("do", "tab.new", "--cwd", s.Dir(), "--", "sh", "-c", serves)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := shortHome(t)
			if begins.config != "" {
				if err := os.MkdirAll(filepath.Join(home, "config"), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(home, "config", "config.toml"), []byte(begins.config), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s := begin(t, drive.Options{Cols: 100, Home: home, Args: begins.args})
			if len(begins.args) == 0 {
				s.prompt("of the first shell", anywhere)
			}
			begins.open(s)
			s.WaitText("deployed 42")
			server := s.server()
			s.written(server.ID, "running")
			s.WaitDocument("its session", func(d drive.Document) bool { return d.Session(server.ID).ID != "" })
			if out := s.dormer("ps"); !strings.Contains(out, "running, restarts") {
				t.Errorf("ps does not say that it restarts:\n%s", out)
			}
			s.leave()
			s.hostGoes(server.PID, unix.SIGTERM)
			r := &story{drive.Start(t, drive.Options{Cols: 100, Home: home, Dir: s.Dir()}), t}
			eventually(t, "it runs again", func() bool { return r.ran() == 2 })
			server = r.server()
			r.WaitText("started again")
			r.dormer("kill", server.ID)
			r.written(server.ID, "stopped")
			r.leave()
			l := r.relaunch()
			l.WaitText("stopped on request", "Enter")
			if out := l.dormer("ps"); !strings.Contains(out, "stopped") || strings.Contains(out, "restarts") {
				t.Errorf("ps of what was stopped:\n%s", out)
			}
			l.ranTimes("after it was stopped", 2)
			l.leave()
		})
	}
}

// server is the one session that runs a command.
func (s *story) server() row {
	s.t.Helper()
	for _, r := range s.rows() {
		if len(r.Command) > 0 {
			return r
		}
	}
	s.t.Fatal("there is no session of a command")
	return row{}
}
