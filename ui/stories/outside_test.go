//go:build linux

package stories

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"dormer/ui/testing/drive"
)

// withDormer puts the dormer binary on the PATH of a story's shells.
func withDormer(t testing.TB, o drive.Options) drive.Options {
	o.Bashrc += fmt.Sprintf("\ndormer() { '%s' \"$@\"; }\n", drive.Build(t))
	return o
}

// Commands typed into a shell, as tmux users do, act on the pane in which they are typed.
func TestCommandsTypedIntoAPane(t *testing.T) {
	t.Parallel()
	s := open(t, withDormer(t, drive.Options{Cols: 120}))
	s.name("one")
	s.run("mkdir -p deep/er; cd deep/er; dormer do pane.split-right")
	s.prompt("beside it", func(sc drive.Screen) bool { return sc.Cursor.Col > 50 })
	s.run(`echo "$(pwd) it is"`, "deep/er it is")
	s.run("dormer do tab.rename 'the tab'")
	s.WaitFor("the name", func(sc drive.Screen) bool { return activeTab(sc) == "1 the tab" })
	s.run("dormer do pane.zoom; echo zoomed $?", "zoomed 0")
	s.run("clear; dormer do pane.zooom; echo status $?", `dormer: unknown command "pane.zooom": did you mean "pane.zoom"?`, "status 1")
	s.run("clear; dormer do undo.close; echo status $?", "dormer: undo.close: nothing is closed", "status 1")
	s.run("clear; dormer undo; echo status $?", "dormer: nothing is closed", "status 1")
	s.run("clear; dormer -- top; echo status $?", "dormer do tab.new -- CMD runs a command in it", "status 1")
	s.run("clear; dormer do -P tab.new -- nosuchcmd; echo status $?", "dormer: could not start it: nosuchcmd was not found in PATH", "status 1")
	s.dormer("do", "send", "clear; echo typed $((40+2))", "Enter")
	s.WaitText("typed 42")
	s.dormer("do", "send-keys", "-l", "Enter")
	s.WaitFor("the word", func(sc drive.Screen) bool { return sc.Row(sc.Cursor.Row) == "$ Enter" })
	s.Press("ctrl+u")
	// A command that runs later acts on this pane, whatever pane has the focus then.
	s.run("mkfifo go; { read x < go; dormer do pane.rename sleeper; dormer do pane.close; } &")
	s.newTab(2, "elsewhere")
	if err := os.WriteFile(filepath.Join(s.Dir(), "deep", "er", "go"), []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.WaitDocument("the pane to be closed", func(d drive.Document) bool { return len(d.Undo) == 1 && d.Undo[0].Title == "sleeper" })
	s.WaitFor("the other tab to stay", func(sc drive.Screen) bool { return activeTab(sc) == "2 elsewhere" })
}

// A closed pane is reopened from the command line, from inside and from another terminal, while
// dormer runs and while it does not.
func TestUndoFromTheCommandLine(t *testing.T) {
	t.Parallel()
	s := open(t, withDormer(t, drive.Options{Cols: 120}))
	s.name("one")
	s.newTab(2, "two")
	s.newTab(3, "three")
	before := s.waitProcesses(3)
	s.Prefix("&")
	s.WaitFor("three to close", func(sc drive.Screen) bool { return !hasTab(sc, "three") })
	s.Prefix("&")
	s.WaitFor("two to close", func(sc drive.Screen) bool { return !hasTab(sc, "two") })
	list := s.dormer("undo", "--list")
	if !regexp.MustCompile(`(?s)^N +TITLE +WHAT +CLOSED +LEFT\n1 +two +tab +\d+s ago +4m \d+s\n2 +three +tab `).MatchString(list) {
		t.Errorf("the list is\n%s", list)
	}
	s.run("clear; dormer undo 2", "brought back `three`")
	s.WaitFor("three", func(sc drive.Screen) bool { return hasTab(sc, "three") && !hasTab(sc, "two") })
	s.leave()
	if again := s.dormer("undo", "--list"); !strings.Contains(again, "1  two") {
		t.Errorf("without a program the list is\n%s", again)
	}
	if got := s.dormer("undo"); !strings.Contains(got, "brought back `two`: dormer --workspace default shows it") {
		t.Errorf("undo without a program prints %s", got)
	}
	if got := s.refused("undo"); !strings.Contains(got, "nothing is closed") {
		t.Errorf("a second undo prints %s", got)
	}
	if ps := s.dormer("ps", "--json"); strings.Contains(ps, "pendingUndo") {
		t.Errorf("a session still has a deadline:\n%s", ps)
	}
	r := s.relaunch()
	r.prompt("with all three", func(sc drive.Screen) bool { return hasTab(sc, "one") && hasTab(sc, "two") && hasTab(sc, "three") })
	r.sameProcesses("after all of it", before)
}

// A request to a program that is stopped, killed, or not running fails with a sentence. A request
// to a stopped program is not carried out when it continues.
func TestRequestToStoppedOrKilledProgram(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	s.dormer("do", "tab.select", "1") // its socket exists by now
	s.Signal(syscall.SIGSTOP)
	if got := s.refused("do", "tab.new"); !strings.Contains(got, fmt.Sprintf("kill -CONT %d", s.PID())) {
		t.Errorf("stopped: %s", got)
	}
	s.Signal(syscall.SIGCONT)
	if got := s.refused("do", "tab.select", "2"); !strings.Contains(got, "there is no tab 2") {
		t.Errorf("the request was carried out after it had failed: %s", got)
	}
	if got := s.refused("do", "-w", "other", "tab.new"); !strings.Contains(got, "no dormer shows it: dormer --workspace other opens it") {
		t.Errorf("another workspace: %s", got)
	}
	s.Kill()
	if got := s.refused("do", "tab.new"); !strings.Contains(got, "no dormer shows it") {
		t.Errorf("killed: %s", got)
	}
	if got := s.dormer("gc", "--dry-run"); !strings.Contains(got, "would remove the socket of a dormer that is gone") {
		t.Errorf("gc: %s", got)
	}
	r := s.relaunch() // replaces the stale socket
	r.prompt("after the kill", anywhere)
	r.dormer("do", "tab.new")
	r.WaitFor("a second tab", func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "2 ") })
	if got := r.dormer("gc", "--dry-run"); strings.Contains(got, "socket") {
		t.Errorf("gc, while it runs: %s", got)
	}
}

// The socket directory is removed, as at a logout. The next request still finds the program, and
// the program's sessions are found too.
func TestRequestAfterSocketWasRemoved(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	before := s.waitProcesses(1)
	s.dormer("do", "tab.select", "1") // its socket exists by now
	if err := os.RemoveAll(filepath.Join(s.Home(), "run")); err != nil {
		t.Fatal(err)
	}
	s.dormer("do", "tab.new")
	s.prompt("of a second tab", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") })
	if got := s.refused("doctor"); strings.Contains(got, "cannot reach") || !strings.Contains(got, "2 with a host") {
		t.Errorf("doctor prints\n%s", got)
	}
	s.leave()
	r := s.relaunch()
	r.Prefix("1")
	r.prompt("of the first tab", func(sc drive.Screen) bool { return activeTitle(sc) == "one" })
	for id, pid := range before {
		if now := r.Children()[id]; now != pid {
			t.Errorf("session %s has process %d, had %d", id, now, pid)
		}
	}
}

// All files of a running session are removed: doctor finds its host and says how to end it, and
// that works.
func TestDoctorFindsHostsWhoseFilesWereRemoved(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	shell := s.pid()
	host := hostOf(t, shell)
	s.leave()
	for _, dir := range []string{"run", "state"} {
		if err := os.RemoveAll(filepath.Join(s.Home(), dir)); err != nil {
			t.Fatal(err)
		}
	}
	if ps := s.dormer("ps", "--json"); strings.Contains(ps, "running") {
		t.Errorf("ps lists it:\n%s", ps)
	}
	said := fmt.Sprintf("process %d hosts a session that can no longer be reached", host)
	if got := s.refused("doctor"); !strings.Contains(got, said) || !strings.Contains(got, fmt.Sprintf("kill -USR1 %d ", host)) {
		t.Errorf("doctor prints\n%s", got)
	}
	signal(t, host, syscall.SIGUSR1)
	eventually(t, "the session to be listed", func() bool { return strings.Contains(s.dormer("ps", "--json"), "running") })
	if got := s.refused("doctor"); strings.Contains(got, said) {
		t.Errorf("now doctor prints\n%s", got)
	}
	if got := s.dormer("kill", "--all"); !strings.Contains(got, "ended ") {
		t.Errorf("kill prints %s", got)
	}
	s.ended("the shell", shell)
	s.ended("its host", host)
	if got := s.refused("doctor"); !strings.Contains(got, "0 with a host") || strings.Contains(got, said) {
		t.Errorf("at last doctor prints\n%s", got)
	}
}

// Requests from outside neither answer, cover nor lose an open question.
func TestRequestWhileAQuestionIsOpen(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	before := s.waitProcesses(1)
	s.Prefix("X")
	s.WaitText("Kill `one`?")
	if got := s.refused("do", "pane.rename"); !strings.Contains(got, "waits for a key") {
		t.Errorf("a request for another dialog prints %s", got)
	}
	s.dormer("do", "pane.split-right")
	s.WaitFor("the question over two panes", func(sc drive.Screen) bool { return divider(sc, 3) > 0 && sc.Contains("Kill `one`?") })
	s.waitProcesses(2)
	s.Press("y")
	s.WaitFor("one to be gone", func(sc drive.Screen) bool { return divider(sc, 3) < 0 })
	after := s.waitProcesses(1)
	for id := range before {
		if _, still := after[id]; still {
			t.Error("the pane without focus was killed")
		}
	}
}

// Kill by key asks, and only y confirms. A command line is explicit and kills at once.
func TestKillAsksForKeysButNotForCommandLines(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("one")
	s.splitRight("two")
	before := s.waitProcesses(2)
	s.Prefix("X")
	s.WaitText("Kill `two`?", "y yes", "N no")
	s.Press("enter")
	s.WaitGone("Kill `two`?")
	s.sameProcesses("after Enter", before)
	s.dormer("do", "pane.kill")
	s.WaitFor("two to be gone", func(sc drive.Screen) bool { return divider(sc, 3) < 0 })
	s.Type("yes\n") // no question is open
	s.waitProcesses(1)
	s.leave()
}

// Two programs with different workspaces each answer requests for their own.
func TestRequestsReachTheirOwnProgram(t *testing.T) {
	t.Parallel()
	s := open(t, withDormer(t, drive.Options{}))
	s.name("one")
	o := withDormer(t, drive.Options{Home: s.Home(), Args: []string{"-w", "other"}})
	other := open(t, o)
	other.name("another")
	other.run("dormer do tab.rename inside")
	other.WaitFor("its own name", func(sc drive.Screen) bool { return activeTab(sc) == "1 inside" })
	s.dormer("do", "--workspace", "other", "tab.rename", "from here")
	other.WaitFor("the name from elsewhere", func(sc drive.Screen) bool { return activeTab(sc) == "1 from here" })
	s.dormer("do", "tab.rename", "default's")
	s.WaitFor("the name of the first", func(sc drive.Screen) bool { return activeTab(sc) == "1 default's" })
	other.leave()
	s.leave()
}

const blog = `title = "blog"
env = { STAGE = "dev" }
[[tabs]]
title = "editor"
command = ["sh", "-c", "echo editing in $PWD, $STAGE; exec cat"]
[[tabs]]
title = "work"
focus = true
[[tabs.panes]]
size = "30%"
type = "echo typed$((40+2))"
[[tabs.panes]]
axis = "column"
[[tabs.panes.panes]]
directory = "app"
focus = true
[[tabs.panes.panes]]
title = "log"
command = "tail -f /dev/null"
[[tabs.floats]]
hidden = true
`

// A template opens as a workspace, is not opened twice by accident, and opens beside the existing
// tabs if asked to.
func TestTemplateOpensAsAWorkspace(t *testing.T) {
	t.Parallel()
	work := t.TempDir()
	file := filepath.Join(work, "blog.toml")
	if err := os.WriteFile(file, []byte(blog), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(work, "app"), 0o700); err != nil {
		t.Fatal(err)
	}
	o := withDormer(t, drive.Options{Cols: 100, Dir: work, Args: []string{"open", "blog.toml"}})
	s := begin(t, o)
	s.WaitFor("the tabs", func(sc drive.Screen) bool {
		return activeTab(sc) == "2 work +1" && hasTab(sc, "editor") && sc.Contains("typed42") && strings.Contains(status(sc), "opened blog") &&
			divider(sc, 3) > 26 && divider(sc, 3) < 32 && sc.Contains("log")
	})
	s.prompt("of the focused pane", func(sc drive.Screen) bool { return sc.Cursor.Col > 30 })
	s.run(`clear; echo "$(pwd), $STAGE, $DORMER_WORKSPACE"`, "/app, dev, blog")
	s.waitProcesses(5)
	s.Prefix("p")
	s.WaitText("editing in " + work + ", dev")
	s.leave()

	r := s.relaunch()
	r.WaitText("shown as it was left; dormer open --add blog.toml opens")
	if got := tabs(r.Screen()); strings.Count(got, "editor") != 1 {
		t.Errorf("opening it twice prints %s", got)
	}
	if got := r.refused("open", file); !strings.Contains(got, `workspace "blog" is open in dormer`) || !strings.Contains(got, "--add") {
		t.Errorf("opening it beside the open one prints %s", got)
	}
	broken := filepath.Join(s.Dir(), "broken.toml")
	if err := os.WriteFile(broken, []byte("[[tabs]]\ncommand = \"nosuchcmd\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := r.refused("open", "--add", "-w", "blog", broken); !strings.Contains(got, "could not start it: nosuchcmd was not found in PATH") {
		t.Errorf("a template with a missing program prints %s", got)
	}
	r.dormer("open", "--add", file)
	r.WaitFor("everything twice", func(sc drive.Screen) bool { return strings.Count(tabs(sc), "editor") == 2 })
	r.Prefix("u")
	r.WaitFor("it to be undone", func(sc drive.Screen) bool { return strings.Count(tabs(sc), "editor") == 1 })
}

// Mistakes in a template are reported with their positions before anything is opened.
func TestTemplateWithMistakes(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	file := filepath.Join(s.Dir(), "bad.toml")
	if err := os.WriteFile(file, []byte("[[tabs]]\ntitel = \"x\"\ndirectory = \"nowhere\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"open", file}, {"template", "check", file}} {
		got := s.refused(args...)
		if !strings.Contains(got, file+`:2:1: unknown key "titel" of a tab: did you mean "title"?`) || !strings.Contains(got, file+":3:1: directory: there is no directory") {
			t.Errorf("%v: %s", args, got)
		}
	}
	if got := s.refused("open", "none.toml"); !strings.Contains(got, "there is no such file") {
		t.Errorf("a missing file prints %s", got)
	}
}

// The open tabs are saved as a template, which opens the same tabs elsewhere.
func TestSaveOpenTabsAsTemplate(t *testing.T) {
	t.Parallel()
	s := open(t, withDormer(t, drive.Options{Cols: 100}))
	s.name("one")
	s.splitRight("two")
	s.splitBelow("three")
	s.Prefix("ctrl+right")
	s.newTab(2, "four")
	s.run("clear; dormer template save mine", "wrote ", "mine.toml", "dormer open mine opens it")
	if list := s.dormer("template", "list"); list != "mine\n" {
		t.Errorf("the templates are %q", list)
	}
	if got := s.refused("template", "save", "mine"); !strings.Contains(got, "exists already") {
		t.Errorf("saving over it prints %s", got)
	}
	running := regexp.MustCompile("# .* was running here\n") // also matches a command that has just ended
	saved := func(args ...string) string {
		return running.ReplaceAllString(s.dormer(append([]string{"template", "save"}, args...)...), "")
	}
	text := saved()
	again := begin(t, withDormer(t, drive.Options{Cols: 100, Home: s.Home(), Args: []string{"open", "mine"}}))
	again.WaitFor("both tabs", func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "2 ") && divider(sc, 3) < 0 })
	got := saved("-w", "mine")
	if strings.Replace(got, `title = "mine"`, `title = "default"`, 1) != text {
		t.Errorf("saved from the copy:\n%s\nsaved from the first:\n%s", got, text)
	}
	again.leave()
	s.leave()
	if after := saved(); after != text {
		t.Errorf("without a program:\n%s\nwith one:\n%s", after, text)
	}
}

// dormer is on the PATH of its panes, however it was started and even after its file was removed:
// go run puts it on no PATH and removes it at the end.
func TestDormerIsFoundInItsPanes(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			needs(t, shell)
			t.Parallel()
			binary := filepath.Join(t.TempDir(), "built")
			text, err := os.ReadFile(drive.Build(t))
			if err != nil {
				t.Fatal(err)
			}
			drive.Install(t, binary, text)
			s := begin(t, drive.Options{Command: []string{binary}, Cols: 160, Env: []string{"SHELL=/usr/bin/" + shell}})
			prompt := func(what string, where func(drive.Screen) bool) {
				t.Helper()
				s.WaitFor("a prompt "+what, func(sc drive.Screen) bool {
					return strings.ContainsAny(sc.Row(sc.Cursor.Row), "$#%>") && where(sc)
				})
			}
			prompt("at first", anywhere)
			s.run("dormer do tab.rename known")
			s.WaitFor("the name", func(sc drive.Screen) bool { return activeTab(sc) == "1 known" })
			if err := os.Remove(binary); err != nil {
				t.Fatal(err)
			}
			s.Prefix("c")
			prompt("of the second tab", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") })
			s.run("dormer new -d -n inner -- sh -c 'dormer --version; exec cat'")
			s.WaitMatch(`(?m)[0-9a-f]{8}-[0-9a-f]{4}-`)
			eventually(t, "the inner session finds it too", func() bool {
				return strings.Contains(s.dormer("capture", "inner"), "dormer 0.")
			})
			s.dormer("kill", "inner")
			s.run("dormer do tab.rename again")
			s.WaitFor("the second name", func(sc drive.Screen) bool { return activeTab(sc) == "2 again" })
		})
	}
}
