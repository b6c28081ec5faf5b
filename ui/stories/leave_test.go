//go:build linux

package stories

import (
	"os"
	"syscall"
	"testing"

	"dormer/ui/drive"
)

// sane fails where the terminal is not as it was before dormer ran.
func (s *story) sane(when string) {
	s.t.Helper()
	before, after := s.TerminalSettings()
	if before != after {
		s.t.Errorf("%s: the terminal's settings are %+v, were %+v", when, after, before)
	}
	if m := s.Screen().Modes; m != (drive.Modes{ShowCursor: true}) {
		s.t.Errorf("%s: the terminal is left with %+v", when, m)
	}
}

func TestLeavingGivesTheTerminalBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		leave  func(*story)
		status int
	}{
		{"leave key", func(s *story) { s.Prefix("d") }, 0},
		{"SIGTERM", func(s *story) { s.Signal(syscall.SIGTERM) }, 0},
		{"SIGHUP", func(s *story) { s.Signal(syscall.SIGHUP) }, 0},
	} {
		for _, terminal := range []drive.Terminal{drive.XTerm, drive.Kitty} {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				s := open(t, drive.Options{Terminal: terminal})
				s.run(`printf '\033[?1003h\033[?1006h\033[?2004h\033[?1004h\033[>1u\033[5 q\033[?25lset%s\n' .`, "set.")
				if m := s.Screen().Modes; !m.AltScreen || !m.BracketedPaste {
					t.Errorf("while it runs the terminal has %+v", m)
				}
				c.leave(s)
				if got := s.WaitExit(); got != c.status {
					t.Errorf("exit status %d, want %d", got, c.status)
				}
				s.sane(c.name)
				if d := s.Document(); len(d.Tabs()) != 1 {
					t.Errorf("the document has %d tabs", len(d.Tabs()))
				}
			})
		}
	}
}

func TestAClosedTerminalEndsDormerAndSavesAll(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("first")
	s.newTab(2, "second")
	s.Hangup()
	s.WaitExit()
	if got := len(s.Document().Tabs()); got != 2 {
		t.Errorf("the document has %d tabs, want 2", got)
	}
}

func TestSuspendGivesTheTerminalToTheShellAndComesBack(t *testing.T) {
	t.Parallel()
	dormer := drive.Build(t)
	s := &story{drive.Start(t, drive.Options{Reader: drive.Own, Command: []string{"bash"}, Env: []string{"DORMER=" + dormer}}), t}
	s.prompt("of the shell outside", anywhere)
	s.run(`"$DORMER"`, "Ctrl-b ? keys")
	s.prompt("of the shell inside", anywhere)
	s.run("clear; echo inside $((40+2))", "inside 42")
	s.Prefix("ctrl+z")
	s.WaitFor("the shell outside", func(sc drive.Screen) bool { return !sc.Modes.AltScreen && sc.Contains("Stopped") })
	s.run("echo outside $((40+2))", "outside 42")
	s.Type("fg\n")
	s.WaitFor("dormer again", func(sc drive.Screen) bool { return sc.Modes.AltScreen && sc.Contains("inside 42") })
	s.Prefix("d")
	s.prompt("of the shell outside", func(sc drive.Screen) bool { return !sc.Modes.AltScreen && sc.Contains("outside 42") })
	s.Type("clear; stty -a | grep -o -w -e '-*echo' -e '-*icanon'\n")
	s.WaitMatch("^icanon\necho$")
}

func TestASecondSignalDoesNotHang(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.Type("trap '' HUP TERM; echo stubborn; sleep 1000\n")
	s.WaitText("stubborn")
	for _, sig := range []os.Signal{syscall.SIGTERM, syscall.SIGTERM} {
		s.Signal(sig)
	}
	s.WaitExit()
}
