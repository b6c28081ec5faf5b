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

// These stories check that an ended session stays ended after its host is gone. Each command
// appends a line to a file, which counts its runs.

// deployCommand returns a command that records its run and then executes then.
func deployCommand(then string) string { return "echo ran >>ran; echo deployed $((40+2)); " + then }

// ran returns how often the command ran.
func (s *story) ran() int {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.Dir(), "ran"))
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	return strings.Count(string(text), "ran\n")
}

// ranTimes fails the test unless the command ran as often as wanted.
func (s *story) ranTimes(when string, want int) {
	s.t.Helper()
	if got := s.ran(); got != want {
		s.t.Fatalf("%s: the command ran %d times, want %d\n%s", when, got, want, s.Screen().Boxed())
	}
}

// row is a session as listed by dormer ps --json.
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

// rowOf returns the session with a name.
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

// waitState waits until a session's state.json contains a state.
func (s *story) waitState(id, state string) {
	s.t.Helper()
	eventually(s.t, "state "+state, func() bool {
		text, err := os.ReadFile(filepath.Join(s.Home(), "state", "sessions", id, "state.json"))
		return err == nil && strings.Contains(string(text), fmt.Sprintf("%q: %q", "state", state))
	})
}

// endHost ends a host by a signal and waits until it is gone.
func (s *story) endHost(pid int, sig unix.Signal) {
	s.t.Helper()
	if err := unix.Kill(pid, sig); err != nil {
		s.t.Fatal(err)
	}
	if !drive.WaitGone(pid) {
		s.t.Fatalf("host %d survives %v", pid, sig)
	}
}

// earlier returns the number of the latest earlier document for which is returns true.
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

// A command that has ended in any way is shown as ended at the next start. It runs again when the
// user presses Enter, and not before.
func TestEndedCommandStaysEndedAfterHostExit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, then   string // what the command does last
		state, says  string
		kill         bool // the user kills it
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
					s.dormer("do", "tab.new", "--name", "dd", "--cwd", s.Dir(), "--", "sh", "-c", deployCommand(tt.then))
					s.WaitText("deployed 42")
					dd := s.rowOf("dd")
					if tt.kill {
						s.dormer("kill", "dd")
					} else {
						s.waitState(dd.ID, tt.state)
						s.endHost(dd.PID, sig)
					}
					s.ranTimes("before the relaunch", 1)
					s.leave()
					r := s.relaunch()
					sc := r.WaitText("deployed 42", tt.says, "Enter")
					if !strings.Contains(tabs(sc), tt.mark) {
						t.Errorf("the tab has no mark %s\n%s", tt.mark, sc.Boxed())
					}
					if out := r.dormer("ps"); !strings.Contains(out, tt.status) {
						t.Errorf("%q is not in the output of ps:\n%s", tt.status, out)
					}
					if got := r.rowOf("dd").State; got != tt.state {
						t.Errorf("ps --json prints %q, want %q", got, tt.state)
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

// All hosts are gone, as after a reboot: shells start again in their directories, commands show
// their last screens and wait for Enter.
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
			s.dormer("do", "tab.new", "--name", "dd", "--cwd", s.Dir(), "--", "sh", "-c", deployCommand("sleep 1000"))
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
				s.waitState(r.ID, "running")
			}
			s.leave()
			for _, r := range s.rows() {
				s.endHost(r.PID, sig)
			}
			r := s.relaunch()
			texts := []string{"it ran when its host or the machine went; last active at", "Enter"}
			if sig == unix.SIGTERM { // leaves the host time to save its screen
				texts = append(texts, "deployed 42")
			}
			r.WaitText(texts...)
			if out := r.dormer("ps"); !strings.Contains(out, "suspended") {
				t.Errorf("ps does not list it as suspended:\n%s", out)
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

// A closed or killed command that is reopened after its host is gone does not run by being
// reopened.
func TestReopenedOrRestoredCommandDoesNotRun(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	for i, name := range []string{"done", "open", "dead"} {
		then := map[string]string{"done": "true", "open": "sleep 1000", "dead": "sleep 1000"}[name]
		s.dormer("do", "tab.new", "--name", name, "--cwd", s.Dir(), "--", "sh", "-c", deployCommand(then))
		s.WaitFor("tab of "+name, func(sc drive.Screen) bool { return strings.Contains(activeTab(sc), name) && sc.Contains("deployed 42") })
		s.ranTimes("at first", i+1)
	}
	done, running := s.rowOf("done"), s.rowOf("open")
	s.waitState(done.ID, "completed")
	s.WaitDocument("all tabs", func(d drive.Document) bool { return len(d.Tabs()) == 4 })
	s.leave()
	s = s.relaunch() // saves the document once more
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
	s.endHost(done.PID, unix.SIGKILL)
	s.endHost(running.PID, unix.SIGKILL)
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

// If state.json is missing, damaged or written by a later dormer, the command does not run.
func TestCommandWithUntrustedStateWaits(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"missing": "", "damaged": "\x00{", "newer": `{"schema_version": 99}`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Cols: 100})
			s.dormer("do", "tab.new", "--name", "dd", "--cwd", s.Dir(), "--", "sh", "-c", deployCommand("sleep 1000"))
			s.WaitText("deployed 42")
			dd := s.rowOf("dd")
			s.waitState(dd.ID, "running")
			s.leave()
			s.endHost(dd.PID, unix.SIGKILL)
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

// While dormer is open, an ended session is started again by Enter, by Ctrl-s in the overview and
// by the command, however it ended and whether or not its host lives.
func TestEndedSessionCanBeRestarted(t *testing.T) {
	t.Parallel()
	ways := []struct {
		name, then string
		end        func(s *story, dd row)
	}{
		{"kill from elsewhere", "sleep 1000", func(s *story, _ row) {
			s.dormer("kill", "dd")
			s.WaitText("stopped on request") // but not the signal
		}},
		{"host terminated", "sleep 1000", func(s *story, dd row) { s.endHost(dd.PID, unix.SIGTERM) }},
		{"host killed", "sleep 1000", func(s *story, dd row) { s.endHost(dd.PID, unix.SIGKILL) }},
		{"fails", "exit 3", func(s *story, dd row) { s.waitState(dd.ID, "failed") }},
		{"fails, host terminated", "exit 3", func(s *story, dd row) {
			s.WaitText("exited with code 3")
			s.endHost(dd.PID, unix.SIGTERM)
		}},
		{"fails, host killed", "exit 3", func(s *story, dd row) {
			s.WaitText("exited with code 3")
			s.endHost(dd.PID, unix.SIGKILL)
		}},
		{"completes, host killed", "true", func(s *story, dd row) {
			s.WaitText("exited with code 0")
			s.endHost(dd.PID, unix.SIGKILL)
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
				s.dormer("do", "tab.new", "--name", "dd", "--cwd", s.Dir(), "--", "sh", "-c", deployCommand(way.then))
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

// A command with restart = "always" starts again by itself if it was running when its host was
// lost, and not if it had ended.
func TestRestartAlwaysStartsOnlyRunningCommands(t *testing.T) {
	t.Parallel()
	serves := deployCommand("sleep 1000")
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
			s.waitState(server.ID, "running")
			s.WaitDocument("its session", func(d drive.Document) bool { return d.Session(server.ID).ID != "" })
			if out := s.dormer("ps"); !strings.Contains(out, "running, restarts") {
				t.Errorf("ps does not list the restart:\n%s", out)
			}
			s.leave()
			s.endHost(server.PID, unix.SIGTERM)
			r := &story{drive.Start(t, drive.Options{Cols: 100, Home: home, Dir: s.Dir()}), t}
			eventually(t, "it runs again", func() bool { return r.ran() == 2 })
			server = r.server()
			r.WaitText("started again")
			r.dormer("kill", server.ID)
			r.waitState(server.ID, "stopped")
			r.leave()
			l := r.relaunch()
			l.WaitText("stopped on request", "Enter")
			if out := l.dormer("ps"); !strings.Contains(out, "stopped") || strings.Contains(out, "restarts") {
				t.Errorf("ps lists the stopped command:\n%s", out)
			}
			l.ranTimes("after it was stopped", 2)
			l.leave()
		})
	}
}

// server returns the only session that runs a command.
func (s *story) server() row {
	s.t.Helper()
	for _, r := range s.rows() {
		if len(r.Command) > 0 {
			return r
		}
	}
	s.t.Fatal("no session runs a command")
	return row{}
}
