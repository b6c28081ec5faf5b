//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// A pane's output goes to a file until the log is ended, also while no dormer runs.
func TestPaneLogFile(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	user := filepath.Join(s.Home(), "user")
	s.Prefix("P")
	s.WaitFor("that it is logged", func(sc drive.Screen) bool { return strings.Contains(status(sc), "log: ~/dormer-") })
	s.run("echo one $((40+2)); until [ -e ~/go ]; do sleep 0.05; done; echo two $((40+2))", "one 42")
	s.leave()
	if err := os.WriteFile(filepath.Join(user, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	logged := func(text string) {
		t.Helper()
		eventually(t, "`"+text+"` in the log", func() bool {
			files, _ := filepath.Glob(filepath.Join(user, "dormer-*.log"))
			if len(files) != 1 {
				return false
			}
			data, _ := os.ReadFile(files[0])
			return strings.Contains(string(data), text)
		})
	}
	logged("\ntwo 42\n")

	s = s.relaunch()
	s.WaitFor("that it is still logged", func(sc drive.Screen) bool { return strings.Contains(status(sc), "log: ~/dormer-") })
	s.splitRight("other")
	s.WaitText("[log]")
	s.Prefix("left")
	s.Prefix("P")
	s.WaitText("no longer logged to ~/dormer-")
	s.WaitFor("no mark", func(sc drive.Screen) bool { return !sc.Contains("[log]") && !strings.Contains(status(sc), "log: ~") })
	s.run("echo three $((40+2))", "three 42")
	s.Type(drive.Build(t) + " do pane.log ~/again.log\n")
	s.WaitText("what it prints goes to")
	s.run("echo four $((40+2))", "four 42")
	eventually(t, "the other log", func() bool {
		data, _ := os.ReadFile(filepath.Join(user, "again.log"))
		return strings.Contains(string(data), "\nfour 42\n") && !strings.Contains(string(data), "three 42")
	})
}

// tmux's pipe-pane passes the raw output to a command; a second one with -o ends that.
func TestPipePane(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	out := filepath.Join(s.Home(), "user", "out")
	has := func(text string) {
		t.Helper()
		eventually(t, text, func() bool { data, _ := os.ReadFile(out); return strings.Contains(string(data), text) })
	}
	s.Prefix(":")
	s.Type("pipe-pane -o 'cat >~/out; echo end >>~/out'\n")
	s.WaitText("log: `cat >~/out;")
	s.run(`printf '\033[31mred\033[m %s\n' .`, "red .")
	has("\x1b[31mred\x1b[m .\r\n")
	s.Prefix(":")
	s.Type("pipe-pane -o 'cat >~/out'\n")
	s.WaitText("no longer logged")
	has("end\n")

	// A command that ends, and one that cannot be started, are reported.
	s.Prefix(":")
	s.Type("pipe-pane 'exit 3'\n")
	s.WaitText("`exit 3` has ended: exit status 3")
	s.Prefix(":")
	s.Type("pane.log /dev/null\n")
	s.WaitText("/dev/null is not a file: name another one")
}

// A key is explained instead of executed, and further keys of tmux have an effect.
func TestExplainKeyAndOtherTmuxKeys(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.Prefix("/")
	s.WaitText("Press a key")
	s.Prefix("x")
	s.WaitText("pane.close")
	s.Press("esc")
	s.WaitFor("the pane", func(sc drive.Screen) bool { return !sc.Contains("Press a key") && len(tabs(sc)) > 0 })
	s.Prefix("t")
	s.WaitMatch(`\w+day, \d+ \w+ 20\d\d, \d\d:\d\d:\d\d`)
	s.Prefix("0")
	s.WaitFor("why not tab 10", func(sc drive.Screen) bool { return strings.Contains(status(sc), "10") })
}
