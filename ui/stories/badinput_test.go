//go:build linux

package stories

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// oneSentence fails the test unless dormer exited with a status and one line that contains all the
// words, and left the screen alone.
func (s *story) oneSentence(status int, words ...string) {
	s.t.Helper()
	got := s.WaitExit()
	sc := s.Screen()
	text := strings.TrimSpace(strings.ReplaceAll(sc.Text(), "\n", " "))
	if got != status {
		s.t.Errorf("exit status %d, want %d\n%s", got, status, sc.Boxed())
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			s.t.Errorf("the sentence lacks %q:\n%s", w, sc.Boxed())
		}
	}
	if n := strings.Count(text, "dormer: "); n != 1 {
		s.t.Errorf("%d sentences, want one:\n%s", n, sc.Boxed())
	}
	if sc.Modes.AltScreen || !sc.Modes.ShowCursor {
		s.t.Errorf("the terminal is left with %+v", sc.Modes)
	}
}

func TestUnknownFlagAndCommand(t *testing.T) {
	t.Parallel()
	begin(t, drive.Options{Cols: 200, Args: []string{"--nonsense"}}).oneSentence(2, "--nonsense", "--help")
	begin(t, drive.Options{Cols: 200, Args: []string{"nonsense"}}).oneSentence(2, `no command "nonsense"`, "dormer -- nonsense")
	begin(t, drive.Options{Cols: 200, Args: []string{"--workspace", "../up"}}).oneSentence(1, "../up")
	begin(t, drive.Options{Cols: 200, Args: []string{"--cwd", "/no/such/place"}}).oneSentence(1, "/no/such/place")
}

func TestLockedWorkspace(t *testing.T) {
	t.Parallel()
	first := open(t, drive.Options{})
	second := begin(t, drive.Options{Cols: 200, Home: first.Home()})
	second.oneSentence(1, `"default"`, "another dormer", "--workspace")
	first.run("echo still $((40+2))", "still 42")
	other := open(t, drive.Options{Home: first.Home(), Args: []string{"--workspace", "other"}})
	other.leave()
	first.leave()
}

// write writes the document of a home's default workspace.
func write(t *testing.T, home, text string) string {
	t.Helper()
	path := drive.DocumentPath(home, "default")
	for dir := filepath.Dir(path); len(dir) >= len(home); dir = filepath.Dir(dir) {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCorruptDocumentIsSetAside(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text string }{
		{"empty", ""}, {"half", `{"schema":1,"views":[{"id":"ma`}, {"not JSON", "\x00\x01\x02"}, {"a list", "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			path := write(t, home, c.text)
			s := begin(t, drive.Options{Cols: 300, Home: home})
			s.WaitText("could not be read")
			s.prompt("although the document is broken", anywhere)
			s.leave()
			if got := s.Document(); len(got.Tabs()) != 1 {
				t.Errorf("the new document has %d tabs", len(got.Tabs()))
			}
			if !kept(t, filepath.Dir(path), c.text) {
				t.Error("the broken document was not kept")
			}
		})
	}
}

// kept reports whether a file in a directory contains text.
func kept(t *testing.T, dir, text string) bool {
	t.Helper()
	found := false
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(d.Name(), "lock") {
			return err
		}
		data, err := os.ReadFile(path)
		found = found || string(data) == text
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestNewerDocumentIsRefusedAndUnchanged(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	text := `{"schema": 4711, "views": {"are": "something else by now"}}`
	path := write(t, home, text)
	begin(t, drive.Options{Cols: 300, Home: home}).oneSentence(1, "newer")
	got, err := os.ReadFile(path)
	if err != nil || string(got) != text {
		t.Errorf("the document is now %q, %v", got, err)
	}
}

func TestMissingDirectory(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Bashrc: reportDir})
	gone := filepath.Join(s.Dir(), "gone", "deep")
	if err := os.MkdirAll(gone, 0o700); err != nil {
		t.Fatal(err)
	}
	s.run("cd gone/deep", "deep$")
	s.WaitDocument("the directory", func(d drive.Document) bool { return len(d.Sessions) == 1 && d.Sessions[0].Dir == gone })
	s.leave()
	s.reboot()
	if err := os.RemoveAll(filepath.Dir(gone)); err != nil {
		t.Fatal(err)
	}
	r := s.relaunch()
	r.WaitText("gone")
	r.prompt("in the nearest directory", anywhere)
	r.Type("clear; pwd\n")
	r.WaitFor("the nearest directory", func(sc drive.Screen) bool { return sc.Row(1) == s.Dir() })
}

func TestMissingShell(t *testing.T) {
	t.Parallel()
	s := begin(t, drive.Options{Cols: 160, Env: []string{"SHELL=/no/such/shell"}})
	s.WaitFor("a notice about the shell, or another shell", func(sc drive.Screen) bool {
		return sc.Contains("/no/such/shell")
	})
	s.Prefix("d")
	if got := s.WaitExit(); got != 0 {
		t.Errorf("exit status %d", got)
	}
}

func TestMissingCommand(t *testing.T) {
	t.Parallel()
	s := begin(t, drive.Options{Cols: 160, Args: []string{"--", "no-such-program", "x"}})
	s.WaitText("no-such-program", "not found")
	s.Prefix("c")
	s.prompt("of a tab that can be opened", anywhere)
}

func TestStandardInputOrOutputIsNotATerminal(t *testing.T) {
	t.Parallel()
	dormer := drive.Build(t)
	for _, c := range []struct{ name, script, words string }{
		{"input", `"$DORMER" </dev/null`, "standard input"},
		{"output", `"$DORMER" | cat`, "standard output"},
		{"closed input", `"$DORMER" <&-`, "standard input"},
		{"TERM unset", `env -u TERM "$DORMER"`, "TERM"},
		{"TERM dumb", `TERM=dumb "$DORMER"`, "dumb"},
	} {
		s := &story{drive.Start(t, drive.Options{Cols: 200, Command: []string{"bash", "-o", "pipefail", "-c", c.script}, Env: []string{"DORMER=" + dormer}}), t}
		s.oneSentence(1, c.words)
	}
	// Without a terminal.
	cmd := exec.Command(dormer)
	cmd.Env = []string{"DORMER_HOME=" + t.TempDir(), "HOME=" + t.TempDir(), "TERM=xterm"}
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "terminal") || strings.Count(string(out), "\n") != 1 {
		t.Errorf("without a terminal: %v, %q", err, out)
	}
}

func TestTinyTerminals(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Reader: drive.Tmux, Terminal: drive.Kitty}) // The reader knows Kitty keys, so Escape is not the start of another key.
	s.name("one")
	s.splitRight("two")
	s.splitBelow("three")
	before := s.waitProcesses(3)
	for _, size := range [][2]int{{1, 1}, {1, 80}, {24, 1}, {2, 2}, {3, 3}, {4, 10}, {5, 20}, {2, 300}, {5, 5}} {
		s.Resize(size[0], size[1])
		s.Prefix("h")
		s.Prefix("?")
		s.Press("esc")
	}
	s.Resize(5, 20)
	s.WaitFor("something sensible at 20x5", func(sc drive.Screen) bool { return strings.Contains(sc.Row(0), "1 ") })
	s.Resize(24, 80)
	s.WaitFor("all panes again", func(sc drive.Screen) bool { return sc.Contains("one") && sc.Contains("two") && sc.Contains("three") })
	s.Type("clear; echo alive $((40+2))\n")
	s.WaitText("alive 42")
	s.sameProcesses("after tiny sizes", before)
}

func TestStartInATinyTerminal(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{1, 1}, {2, 3}, {5, 20}} {
		s := begin(t, drive.Options{Rows: size[0], Cols: size[1], Reader: drive.Tmux})
		s.WaitFor("the alternate screen", func(sc drive.Screen) bool { return sc.Modes.AltScreen })
		s.Resize(24, 80)
		s.prompt("after growing", anywhere)
	}
}
