//go:build linux

package stories

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// inRepo opens a workspace whose first shell is in a repository r with one commit.
func inRepo(t testing.TB, o drive.Options) (s *story, dir string) {
	t.Helper()
	o.Cols = 120
	s = open(t, withDormer(t, o))
	s.name("one")
	s.run("git init -q -b main r; cd r; git -c user.name=A -c user.email=a@b commit -q --allow-empty -m one; clear; echo made $?", "made 0")
	return s, filepath.Join(s.Dir(), "r")
}

// S3-04, S3-21: one command makes and opens a worktree, and a second one goes to its pane. The
// worktree is removed and restored with its tab, the same shell, and an ignored file.
func TestWorktreeIsMadeRemovedAndRestored(t *testing.T) {
	t.Parallel()
	s, dir := inRepo(t, drive.Options{})
	s.Type("clear; dormer worktree new fix/login\n")
	s.prompt("in the worktree", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2") })
	s.name("fix")
	s.run("clear; pwd; echo port $DORMER_PORT .", "r/agent/fix-login", "port 2")
	s.run("clear; echo /.env > .gitignore; echo SECRET > .env; chmod 600 .env; git status --short; echo done $?", "?? .gitignore", "done 0")
	s.statusWith("fix/login *1")
	s.run("clear; git add .; git -c user.name=A -c user.email=a@b commit -qm two; git branch -q -u main; echo committed $?", "committed 0")
	s.statusWith("fix/login +1")
	// Changes made outside of dormer are shown as well.
	if out, err := exec.CommandContext(t.Context(), "git", "-C", filepath.Join(dir, "agent", "fix-login"), "reset", "--quiet", "--soft", "HEAD~1").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s.statusWith("fix/login *1")
	shell := s.pid()
	s.focus("one", "1")
	s.run("clear; dormer worktree new fix/login; echo status $?", `branch "fix/login" is checked out in`, "status 1")
	s.Type("clear; dormer worktree open fix-login\n")
	s.WaitFor("the pane that it has", func(sc drive.Screen) bool { return activeTitle(sc) == "fix" && !hasTab(sc, "3") })
	s.focus("one", "1")
	s.run("clear; dormer worktree rm fix/login; echo status $?", "was not removed: 1 changed file; --force removes it anyway", "status 1")
	s.run("clear; dormer worktree rm --force fix/login; echo status $?", "removed worktree fix/login: dormer worktree restore fix/login", "status 0")
	s.WaitFor("its tab to close", func(sc drive.Screen) bool { return !hasTab(sc, "fix") && activeTitle(sc) == "one" })
	if _, err := os.Stat(filepath.Join(dir, "agent", "fix-login")); !os.IsNotExist(err) {
		t.Errorf("its directory still exists: %v", err)
	}
	if !drive.Alive(shell) {
		t.Error("its shell was ended")
	}
	s.run("clear; dormer worktree list", "REMOVED", "fix/login")
	s.Type("clear; dormer worktree restore\n")
	s.WaitFor("its tab", func(sc drive.Screen) bool { return activeTitle(sc) == "fix" })
	if got := s.pid(); got != shell {
		t.Errorf("its shell is %d, was %d", got, shell)
	}
	s.run("clear; pwd -P; stat -c '%a' .env; cat .env", "r/agent/fix-login", "600", "SECRET")
	s.run("clear; git status --short --branch; echo done $?", "## fix/login...main", "A  .gitignore", "done 0")
}

// A repository's setup command runs visibly in the new shell, and only once it is trusted. A
// template is opened in the worktree.
func TestWorktreeSetup(t *testing.T) {
	t.Parallel()
	s, dir := inRepo(t, drive.Options{})
	text := map[string]string{
		".dormer.toml": "[worktree]\nsetup = \"echo set up on $DORMER_PORT > .ready; cat .ready\"\n",
		"dev.toml":     "[[tabs]]\ntitle = \"dev\"\naxis = \"row\"\n[[tabs.panes]]\n[[tabs.panes]]\ndirectory = \"sub\"\n",
		"sub/x":        "",
	}
	for name, text := range text {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.run("clear; git add .; git -c user.name=A -c user.email=a@b commit -q -m two; echo status $?", "status 0")
	s.Type("clear; dormer worktree new first\n")
	s.prompt("in the worktree", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2") })
	s.run("clear; ls .ready; echo listed", "No such file", "listed")
	s.focus("one", "1")
	s.WaitText("you have not trusted .dormer.toml")
	s.run("clear; dormer worktree trust", "new worktrees run echo set up")
	s.Type("clear; dormer worktree new second --template dev.toml\n")
	s.WaitFor("the setup", func(sc drive.Screen) bool { return hasTab(sc, "dev") && sc.Contains("set up on 2") })
	s.Prefix("o")
	s.run(`clear; echo "at $(pwd), $DORMER_PORT"`, "agent/second/sub, 2")
}

// An uncommitted setup file runs in new worktrees once it is trusted, however they are made.
// If the trusted version differs from the committed one, trust says that new worktrees have another
// version or none.
func TestUncommittedWorktreeSetupIsRun(t *testing.T) {
	t.Parallel()
	s, dir := inRepo(t, drive.Options{})
	for name, text := range map[string]string{
		".dormer.toml": "[worktree]\nsetup = \"echo set up $((40+2)) on $DORMER_PORT\"\n",
		"dev.toml":     "[[tabs]]\nworktree = \"templated\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.run("clear; dormer worktree trust", "new worktrees run echo set up $((40+2)) on $DORMER_PORT")
	inTab := func(tab, branch string) {
		t.Helper()
		s.WaitFor("the setup in "+branch, func(sc drive.Screen) bool {
			return strings.HasPrefix(activeTab(sc), tab) && sc.Contains("set up 42 on 2")
		})
		s.run(`clear; echo "on $(git branch --show-current)"`, "on "+branch)
		s.focus("one", "1")
	}
	s.Type("clear; dormer worktree new typed\n")
	inTab("2", "typed")
	s.Prefix("N")
	s.WaitText("New worktree", "Enter create")
	s.Type("formed")
	s.Press("enter")
	inTab("2", "formed")
	s.Type("clear; dormer open dev.toml\n")
	inTab("4", "templated")

	s.run("clear; git add .; git -c user.name=A -c user.email=a@b commit -q -m two; echo >> .dormer.toml; dormer worktree trust", "another one or none")
}

// A removed worktree is not deleted while its tab can be reopened, however old it is.
func TestRemovedWorktreeOnTheShelfIsNotDeleted(t *testing.T) {
	t.Parallel()
	s, dir := inRepo(t, drive.Options{})
	s.Type("clear; dormer worktree new fix -- sh -c 'echo it is $((40+2)); exit 3'\n")
	s.WaitText("it is 42", "exited with code 3")
	s.focus("one", "1")
	s.run("clear; dormer worktree rm fix; echo status $?", "status 0")
	s.WaitFor("its tab to close", func(sc drive.Screen) bool { return !hasTab(sc, "2") })
	entries, err := filepath.Glob(filepath.Join(dir, ".git", "dormer-trash", "*", "entry.json"))
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	for _, r := range s.rows() {
		if len(r.Command) > 0 {
			s.endHost(r.PID, unix.SIGKILL) // as after a reboot, no session runs in it
		}
	}
	s.Type("clear; sed -i 's/\"removedAt\": \"20/\"removedAt\": \"19/' .git/dormer-trash/*/entry.json; dormer gc; dormer worktree restore\n")
	s.WaitText("it is 42", "exited with code 3")
}

// The tab of a session without a host, as after a reboot, is closed with its worktree and comes back with it.
func TestWorktreeWithALostSessionIsRemovedAndRestored(t *testing.T) {
	t.Parallel()
	s, _ := inRepo(t, drive.Options{})
	s.Type("clear; dormer worktree new fix -- sh -c 'echo it is $((40+2)); exec cat'\n")
	s.WaitText("it is 42")
	for _, r := range s.rows() {
		if len(r.Command) > 0 {
			s.endHost(r.PID, unix.SIGKILL)
		}
	}
	s.WaitText("its host is gone")
	s.focus("one", "1")
	s.run("clear; dormer worktree rm fix; echo status $?", "status 0")
	s.WaitFor("its tab to close", func(sc drive.Screen) bool { return !hasTab(sc, "2") })
	s.Type("clear; dormer worktree restore\n")
	s.WaitFor("its tab", func(sc drive.Screen) bool { return hasTab(sc, "2") })
}

// S3-39, S3-71: at the next start a session is left out if its worktree is no longer in its
// repository's list, unless the session runs. It does not matter whether the directory exists.
func TestSessionsOfDeletedWorktreesAreLeftOut(t *testing.T) {
	t.Parallel()
	s, dir := inRepo(t, drive.Options{})
	for _, name := range []string{"dead", "alive", "listed"} {
		s.Type("clear; dormer worktree new " + name + "\n")
		s.prompt("in the worktree", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2") })
		s.name(name)
		s.focus("one", "1")
	}
	ids := map[string]string{}
	s.WaitDocument("the titles", func(d drive.Document) bool {
		for _, r := range d.Sessions {
			ids[r.Title] = r.ID
		}
		return ids["dead"] != "" && ids["alive"] != "" && ids["listed"] != ""
	})
	s.leave()
	for _, r := range s.rows() {
		if r.ID == ids["dead"] || r.ID == ids["listed"] {
			s.endHost(r.PID, unix.SIGKILL)
		}
	}
	in := func(name string) string { return filepath.Join(dir, "agent", name) }
	for _, args := range [][]string{{"git", "-C", dir, "worktree", "remove", "--force", in("dead")}, {"git", "-C", dir, "worktree", "remove", "--force", in("alive")}} {
		if out, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	if err := errors.Join(os.Mkdir(in("dead"), 0o700), os.RemoveAll(in("listed"))); err != nil {
		t.Fatal(err)
	}
	r := s.relaunch()
	r.WaitText(`left out because their worktree is gone: "dead"`)
	r.WaitFor("the others", func(sc drive.Screen) bool { return hasTab(sc, "alive") && hasTab(sc, "listed") && !hasTab(sc, "dead") })
}
