//go:build linux

package stories

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

const threeLines = `clear; printf 'alpha beta gamma\ndelta epsilon zeta\n(eta theta) iota\n'; echo end $((40+2))`

// on reports whether copy mode's cursor is on a text.
func on(text string) func(drive.Screen) bool {
	return func(sc drive.Screen) bool {
		x := columnOf(sc, sc.Cursor.Row, text)
		return x >= 0 && x == sc.Cursor.Col
	}
}

// reading enters copy mode and goes to a text by a search.
func (s *story) reading(search, text string) {
	s.t.Helper()
	s.Prefix("[")
	s.WaitText("copying: ")
	s.Press(search)
	s.Type(text)
	s.Press("enter")
	s.WaitFor("the cursor on "+text, on(text))
}

func TestCopyModeSelections(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.run(threeLines, "end 42")
	s.prompt("after the text", anywhere)
	s.reading("?", "alpha")
	s.Type("Vjy")
	s.copied("alpha beta gamma\ndelta epsilon zeta")
	s.reading("?", "beta")
	s.Press("ctrl+v")
	s.Type("jllly")
	s.copied("beta\nepsi")
	s.reading("?", "(eta")
	s.Type("v%y")
	s.copied("(eta theta)")
	s.reading("?", "epsilon")
	s.Type("mgGk'")
	s.WaitFor("the mark", on("epsilon"))
	s.Type("D")
	s.copied("epsilon zeta")
	s.reading("?", "gamma")
	s.Type("v0oY") // to the start of the line, and to the other end
	s.copied("alpha beta g")
	s.WaitFor("the other end", on("gamma"))
	s.Type("q")
	s.prompt("after copying", anywhere)
}

func TestCopyModeEmacsKeys(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty, Env: []string{"EDITOR=emacs", "VISUAL="}})
	s.run(threeLines, "end 42")
	s.prompt("after the text", anywhere)
	s.reading("ctrl+r", "beta")
	s.Press("ctrl+space", "ctrl+e", "alt+w")
	s.copied("beta gamma")
	s.reading("ctrl+r", "epsilon")
	s.Press("ctrl+a", "alt+f", "ctrl+k")
	s.WaitFor("the rest of the line", func(sc drive.Screen) bool { return strings.Contains(clipboard(sc), " epsilon zeta") })
}

// The last command's output opens in the user's editor.
func TestLastOutputOpensInTheEditor(t *testing.T) {
	t.Parallel()
	editor := script(t, "editor", "#!/bin/sh\necho \"$(wc -l <\"$1\") lines:\"; cat \"$1\"; read line\n")
	s := open(t, drive.Options{Env: []string{"EDITOR=" + editor, "VISUAL="}})
	s.run("echo before", "before")
	s.run("seq -f 'output %g' 3", "output 3")
	s.prompt("after the command", anywhere)
	s.Prefix("alt+e")
	s.WaitFor("the editor with the output alone", func(sc drive.Screen) bool {
		return sc.Contains("3 lines:") && sc.Contains("output 3") && !sc.Contains("before")
	})
	s.Press("enter")
	s.prompt("back at the shell", func(sc drive.Screen) bool { return !sc.Contains("3 lines:") })
}

// Every supported shell reports its directory and commands without changes to the user's files.
func TestShellIntegrationReportsDirectoryAndCommands(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			needs(t, shell)
			t.Parallel()
			s := begin(t, drive.Options{Cols: 160, Env: []string{"SHELL=/usr/bin/" + shell}})
			dir := filepath.Join(s.Dir(), "deep down")
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			s.WaitFor("a prompt", func(sc drive.Screen) bool { return strings.ContainsAny(sc.Row(sc.Cursor.Row), "$#%>") })
			s.Type("cd 'deep down'\n")
			s.Type("seq -f 'printed %g' 3\n")
			s.WaitText("printed 3")
			s.Prefix("W")
			s.WaitText("watched for ends of commands")
			s.Prefix("c")
			s.WaitFor("another tab", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") })
			s.Type("pwd\n")
			s.WaitText(dir)
			s.Prefix("p")
			s.WaitText("printed 3")
			s.Prefix("Y")
			s.copied("printed 1\nprinted 2\nprinted 3")
			g := newGate(t)
			s.Type(fmt.Sprintf("cat '%s'; sh -c 'exit 5'\n", g))
			s.Prefix("n")
			s.WaitFor("the other tab", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") })
			g.open(t)
			s.WaitFor("the mark of a command that failed", func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "✗") })
			s.Prefix("A")
			s.WaitText("failed with code 5")
		})
	}
}

// The last command's output is copied correctly after any change of sizes. A notice reports a
// command without output.
func TestLastOutputIsThatOfTheLastCommand(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			needs(t, shell)
			t.Parallel()
			s := begin(t, drive.Options{Cols: 160, Env: []string{"SHELL=/usr/bin/" + shell}})
			prompt := func(what string, where func(drive.Screen) bool) {
				t.Helper()
				s.WaitFor("a prompt "+what, func(sc drive.Screen) bool {
					return strings.ContainsAny(sc.Row(sc.Cursor.Row), "$#%>") && where(sc)
				})
			}
			prompt("at first", anywhere)
			s.dormer("do", "pane.rename", "one")
			s.run("echo first | tr a-z A-Z", "FIRST")
			s.run("echo bbb | tr a-z A-Z", "BBB")
			s.Prefix("%")
			prompt("beside it", func(sc drive.Screen) bool { return sc.Cursor.Col > 80 })
			s.dormer("do", "pane.rename", "two")
			s.Prefix("left")
			s.WaitFor("the first pane", func(sc drive.Screen) bool { return strings.Contains(activeTitle(sc), "one") })
			s.Prefix("Y")
			s.copied("BBB")
			s.Prefix("z")
			s.WaitFor("it is zoomed", func(sc drive.Screen) bool { return !sc.Contains("two") })
			s.Prefix("z")
			s.WaitFor("it is not", func(sc drive.Screen) bool { return sc.Contains("two") })
			s.Type("true\n")
			s.Type("zzz")
			s.WaitMatch(`[$#%>] zzz`) // echoed before the command runs too, since it is typed ahead
			s.Prefix("Y")
			s.WaitText("`true` printed nothing")
			s.Prefix("[")
			s.WaitText("copying: ")
			s.Type("O")
			s.WaitText("`true` printed nothing")
			s.Type("q")
			s.Press("ctrl+u")
			g := newGate(t)
			s.Type(fmt.Sprintf("seq -f 'part %%g' 3; cat '%s'\n", g))
			s.WaitText("part 3")
			s.Prefix("Y")
			s.copied("part 1\npart 2\npart 3")
			s.WaitText("it still runs")
			g.open(t)
			s.Type("vim -u NONE\n")
			s.WaitText("VIM - Vi IMproved")
			s.Prefix("Y")
			s.WaitText("`vim -u NONE` still runs and has printed nothing yet")
			s.Type(":q\n")
			prompt("after vim", func(sc drive.Screen) bool { return sc.Contains("part 3") })
			s.Prefix("Y")
			s.WaitFor("it printed nothing", func(sc drive.Screen) bool { return strings.Contains(status(sc), "`vim -u NONE` printed nothing") })
			if got := s.dormer("capture", "--last-command", "one"); got != "dormer: `vim -u NONE` printed nothing\n" {
				t.Errorf("capture prints %q", got)
			}
			s.Type("clear\n")
			s.Type("seq -f 'again %g' 3\n")
			prompt("after seq", func(sc drive.Screen) bool { return sc.Contains("again 3") })
			if got := s.dormer("capture", "--last-command", "one"); got != "again 1\nagain 2\nagain 3\n" {
				t.Errorf("capture prints %q", got)
			}
		})
	}
}
