//go:build linux

package solo_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"dormer/session/grid"
	"dormer/ui/testing/drive"
)

func TestMain(m *testing.M) { os.Exit(drive.Main(m)) }

// user is a user with their own sessions, on the command line and in any number of terminals.
type user struct {
	t    *testing.T
	home string
}

func newUser(t *testing.T) *user {
	t.Helper()
	home, err := os.MkdirTemp("", "ds")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	return &user{t, home}
}

// open runs dormer in a terminal.
func (u *user) open(o drive.Options, args ...string) *drive.Program {
	u.t.Helper()
	o.Home, o.Args = u.home, args
	p := drive.Start(u.t, o)
	u.t.Cleanup(func() { u.run("kill", "--all") })
	return p
}

// shell opens a terminal with a new shell session and waits for its prompt.
func (u *user) shell(o drive.Options) *drive.Program {
	u.t.Helper()
	p := u.open(o, "new", "--name", "sh")
	prompt(p)
	return p
}

func prompt(p *drive.Program) {
	p.WaitFor("a prompt", func(s drive.Screen) bool {
		c := s.Cursor
		return c.Visible && s.At(c.Col-2, c.Row).Text == "$" && s.At(c.Col-1, c.Row).Text == " "
	})
}

// run runs dormer without a terminal and returns what it prints.
func (u *user) run(args ...string) string {
	u.t.Helper()
	cmd := exec.Command(drive.Build(u.t), args...)
	cmd.Env = append(os.Environ(), "DORMER_HOME="+u.home)
	out, err := cmd.CombinedOutput()
	if err != nil {
		u.t.Errorf("dormer %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// leaves waits for the end of a program and checks its exit status and last line.
func leaves(t *testing.T, p *drive.Program, status int, pattern string) {
	t.Helper()
	if got := p.WaitExit(); got != status {
		t.Errorf("exit status %d, want %d\n%s", got, status, p.Screen().Boxed())
	}
	if s := p.Screen(); !s.Matches(regexp.MustCompile(pattern)) {
		t.Errorf("it does not print %s:\n%s", pattern, s.Boxed())
	}
	if got, want := p.Screen().Modes, (drive.Modes{ShowCursor: true}); got != want {
		t.Errorf("the terminal was left with %+v", got)
	}
	if before, after := p.TerminalSettings(); before != after {
		t.Errorf("the terminal's settings were left at %+v, were %+v", after, before)
	}
}

// pid asks the shell on the screen for its process id.
func pid(p *drive.Program) string {
	p.Type("echo pid=$$.\n")
	return p.WaitMatch(`pid=(\d+)\.`)[1]
}

// S3: leaving ends nothing, and attaching again shows the same process and screen.
func TestLeaveAndReattach(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	before := pid(p)
	p.Prefix("d")
	leaves(t, p, 0, `\[left session sh: dormer attach [0-9a-f]{8} returns to it\]`)
	p = u.open(drive.Options{}, "attach", "sh")
	p.WaitText("pid=" + before + ".")
	if after := pid(p); after != before {
		t.Errorf("the shell is process %s, was %s", after, before)
	}
}

func TestPrefixTwiceSendsIt(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	p.Type("cat -v\n")
	p.WaitText("cat -v")
	p.Press("ctrl+b", "ctrl+b")
	p.Type("x\n")
	p.WaitText("^Bx")
	p.Prefix("q")
	p.WaitText("Ctrl-b d leaves")
	p.Press("y", "enter")
	p.WaitGone("Ctrl-b d leaves")
}

// The configured prefix and shell also apply to a session without a workspace.
func TestConfigurationAppliesToASingleSession(t *testing.T) {
	u := newUser(t)
	file := filepath.Join(u.home, "config", "config.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("[keys]\nprefix = \"ctrl+a\"\n[panes]\nshell = \"/bin/sh\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := u.open(drive.Options{}, "new", "--name", "sh")
	p.WaitMatch(`[#$]`) // the prompt of any user
	p.Type("echo $0 $SHELL.\n")
	p.WaitText("-sh /bin/sh.")
	p.Press("ctrl+a", "q")
	p.WaitText("Ctrl-a d leaves, Ctrl-a Ctrl-a sends Ctrl-a")
	p.Press("ctrl+a", "d")
	leaves(t, p, 0, `left session sh`)
}

func TestSizeFollowsTheTerminal(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	p.Type("stty size\n")
	p.WaitText("24 80")
	p.Resize(10, 40)
	p.Type("clear; stty size\n")
	p.WaitText("10 40")
}

// When a program exits, the program that shows it exits with the same status.
func TestExitStatus(t *testing.T) {
	for _, tt := range []struct {
		name, command string
		status        int
		says          string
	}{
		{"code", "exit 3", 3, `\[session sh: exited with code 3.*dormer capture [0-9a-f]{8} shows its last screen`},
		{"success", "exit 0", 0, `\[session sh: exited with code 0`},
		{"signal", "kill -9 $$", 137, `\[session sh: ended by SIGKILL`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u := newUser(t)
			p := u.shell(drive.Options{})
			p.Type(tt.command + "\n")
			leaves(t, p, tt.status, tt.says)
		})
	}
}

// A shell that its user has left is forgotten; a failed command is kept with its last screen.
func TestExitedShellIsForgottenAndFailedCommandKept(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	p.Type("exit\n")
	leaves(t, p, 0, "exited with code 0")
	if got := u.run("ps"); strings.Contains(got, "sh ") {
		t.Errorf("the shell is still listed:\n%s", got)
	}
	p = u.open(drive.Options{}, "new", "--name", "job", "--", "sh", "-c", "echo went wrong; exit 4")
	leaves(t, p, 4, `\[session job: exited with code 4`)
	if got := u.run("capture", "job"); got != "went wrong\n" {
		t.Errorf("its last screen is %q", got)
	}
}

func TestKilledFromElsewhere(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	if got := u.run("kill", "sh"); !strings.Contains(got, "ended sh") {
		t.Errorf("kill prints %q", got)
	}
	leaves(t, p, 129, `\[session sh: stopped on request`)
}

// When a host dies its session is lost, and the terminal is restored.
func TestHostDies(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	match := regexp.MustCompile(`"pid": (\d+)`).FindStringSubmatch(u.run("ps", "--json"))
	host, err := strconv.Atoi(match[1])
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(host, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	leaves(t, p, 1, `dormer: session sh: the session's host is gone: dormer ps shows`)
}

// The terminal is restored although more signals come while the program leaves.
func TestSignalAfterSignal(t *testing.T) {
	u := newUser(t)
	for range 4 {
		p := u.shell(drive.Options{})
		for p.Running() {
			p.Signal(syscall.SIGTERM)
		}
		if before, after := p.TerminalSettings(); before != after || p.Screen().Modes.AltScreen {
			t.Fatalf("the terminal is left as %+v with %+v, was %+v", after, p.Screen().Modes, before)
		}
		u.run("kill", "sh")
	}
}

func TestSignalLeavesTheSession(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sig.String(), func(t *testing.T) {
			u := newUser(t)
			p := u.shell(drive.Options{})
			p.Signal(sig)
			leaves(t, p, 0, "left session sh")
			if got := u.run("ps"); !strings.Contains(got, "running") {
				t.Errorf("the session is gone:\n%s", got)
			}
		})
	}
}

// Closing the terminal does not end the session.
func TestHangupLeavesTheSession(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	before := pid(p)
	p.Hangup()
	p.WaitExit()
	p = u.open(drive.Options{}, "attach", "sh")
	p.WaitText("pid=" + before + ".")
}

// A terminal of one cell works.
func TestOneCell(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	p.Resize(1, 1)
	p.Type("clear; echo $LINES $COLUMNS; seq 5\n")
	p.Press("ctrl+b", "q")
	p.Wheel(0, 0, 1)
	p.Resize(24, 80)
	p.Press("x")
	p.WaitText("$ x")
	p.Prefix("d")
	leaves(t, p, 0, "left session sh")
}

// The wheel scrolls the history, and the next key leaves it.
func TestWheelScrollsHistory(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{Rows: 10})
	p.Type("for i in $(seq 100 160); do echo line $i; done\n")
	p.WaitText("line 160")
	p.Wheel(3, 3, 2)
	s := p.WaitText("line 147")
	if s.Contains("line 160") || s.Cursor.Visible {
		t.Errorf("the screen did not scroll:\n%s", s.Boxed())
	}
	p.Press("x")
	p.WaitText("line 160", "$ x")
	p.WaitGone("line 147")
}

// The wheel sends arrow keys to a full-screen program, and mouse reports to a program that asked
// for them.
func TestMouseGoesToPrograms(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	p.Type(`printf '\033[?1049hready'; cat -v` + "\n")
	p.WaitMatch(`(?m)^ready`)
	p.Wheel(3, 3, 1)
	p.WaitText("^[[A^[[A^[[A")
	p.Press("ctrl+c")
	prompt(p)
	p.Type(`printf '\033[?1000;1006hmouse\n'; cat -v` + "\n")
	p.WaitMatch(`(?m)^mouse`)
	p.Click(4, 5)
	p.WaitText("^[[<0;5;6M")
}

func TestPasteIsBracketedIfTheProgramAsked(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	p.Type(`bind 'set enable-bracketed-paste off'; printf '\033[?2004hready\n'; cat -v` + "\n")
	p.WaitMatch(`(?m)^ready`)
	p.Paste("two words")
	p.Type("\n")
	p.WaitText("^[[200~two words^[[201~")
}

// Two terminals show one session: the one in which the user types sets the size, and the other
// shows dots outside of it.
func TestTwoTerminals(t *testing.T) {
	u := newUser(t)
	large := u.shell(drive.Options{Reader: drive.Tmux})
	small := u.open(drive.Options{Rows: 10, Cols: 40}, "attach", "sh")
	prompt(small)
	small.Type("echo from the small one\n")
	small.WaitText("from the small one")
	s := large.WaitText("from the small one", "····")
	if got := s.Region(40, 0, 80, 1); strings.Trim(got, "·\n") != "" {
		t.Errorf("right of the session: %q", got)
	}
	if got := s.Region(0, 10, 80, 11); strings.Trim(got, "·\n") != "" {
		t.Errorf("below the session: %q", got)
	}
	large.Type("echo and back\n")
	large.WaitGone("····")
}

// A terminal that does not read does not keep its user from leaving.
func TestLeavingAStalledTerminal(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	p.Stall()
	p.Type("yes\n")
	p.Prefix("d")
	if !drive.WaitGone(p.PID()) {
		t.Error("the program still runs")
	}
	p.Drain()
	if got := p.WaitExit(); got != 0 {
		t.Errorf("exit status %d", got)
	}
}

func TestRefusals(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	p.Type("dormer() { " + drive.Build(t) + " \"$@\"; }; clear\n")
	prompt(p)
	p.Type("dormer attach sh; echo status $?\n")
	p.WaitText("is the one you are in: attach to it", "status 1")
	p.Type("clear; dormer attach nobody; echo status $?\n")
	p.WaitText(`there is no session "nobody": dormer ps --all lists them`, "status 1")
	p.Type("clear; dormer new --name sh; echo status $?\n")
	p.WaitText(`a session is called "sh" already`, "status 1")
}

// The alternate screen, wide characters and colours of a session are shown unchanged.
func TestScreenBelongsToTheSession(t *testing.T) {
	u := newUser(t)
	p := u.open(drive.Options{Reader: drive.Tmux, Rows: 6, Cols: 12}, "new", "--", "sh", "-c",
		`printf '\033[?1049h\033[31m漢字かな交じり文\033[m\r\n👍e\314\201\033[5;3Hhere'; cat`)
	s := p.WaitText("here")
	if got, want := s.Region(0, 0, 12, 2), "漢字かな交じ\nり文\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := s.At(0, 0).Style.FG; got != grid.Indexed(1) {
		t.Errorf("its colour is %v", got)
	}
	if got := s.At(0, 2).Text + s.At(2, 2).Text; got != "👍é" && got != "👍e\u0301" {
		t.Errorf("got %q", got)
	}
	if c := s.Cursor; c.Row != 4 || c.Col != 6 || !c.Visible {
		t.Errorf("the cursor is at %+v", c)
	}
}
