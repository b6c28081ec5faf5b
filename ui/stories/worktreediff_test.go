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

// changedWorktree makes a repository with a branch work that differs from main by a commit, an
// uncommitted change and an untracked file.
func changedWorktree(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "project")
	script := `
git init -q -b main . && git config user.name t && git config user.email t@example.org
printf 'package main\n\nfunc main() {}\n' > main.go && git add . && git commit -qm first
git checkout -qb work
printf 'package main\n\nfunc main() { work() }\n' > main.go && git commit -qam second
printf 'notes\n\033]2;stolen\007\n' > notes.txt
`
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-ec", script)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// The diff of a worktree opens beside the pane. Comments on lines are kept when q closes the pane,
// and go to a chosen session as one prompt with file and line.
func TestDiffIsCommentedAndSent(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 160, Rows: 40, Dir: changedWorktree(t)})
	s.name("shell")
	s.Prefix("D")
	s.WaitText("2 files +3 -1", "since main (", "main.go modified +1 -1", "+func main() { work() }", "notes.txt")
	s.Press("n")
	s.WaitText("notes.txt untracked +2 -0", "^[]2;stolen^G")
	s.Press("N", "enter")
	s.Press("}", "down", "down", "down")
	s.Press("c")
	s.WaitText("comment on main.go:3 (new)")
	s.Type("say why\n")
	s.WaitText("│ say why", "S send 1 comment")
	s.Press("S")
	s.WaitText("no agent runs in this worktree")
	s.Press("q")
	s.WaitText("1 comment was not sent")
	s.Press("q")
	s.prompt("of the shell alone", func(sc drive.Screen) bool { return !sc.Contains("main.go modified") })

	// A shell would execute the comments.
	s.Type("clear; dormer new -d -n shell && dormer worktree diff --to shell; dormer kill shell\n")
	s.WaitText("│ say why")
	s.Press("S")
	s.WaitText("a shell is in the foreground, and would run the prompt as a command; the comments are kept")
	s.Press("q", "q")
	s.prompt("after the diff", anywhere)

	// cat takes pastes here, as an agent does. A script reports that it works, so that it is
	// listed.
	s.Type("clear; dormer new -d -n helper -- sh -c 'dormer status working; printf \"\\033[?2004h\"; exec cat'; clear; dormer agent wait helper --state working; dormer agent list\n")
	s.WaitMatch(`helper +.*working`)
	s.Type("clear; dormer worktree diff\n")
	s.WaitText("│ say why")
	s.Press("S")
	s.WaitText("sent 1 comment to helper")
	s.Press("q")
	s.prompt("after the diff", anywhere)
	s.run("clear; dormer capture helper", "In main.go, line 3 (new): say why", "> func main() { work() }")
	s.run("clear; dormer kill helper && echo en''ded", "ended")
}

// The diff works in a pane with few columns and after a resize.
func TestDiffInASmallPane(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Rows: 12, Cols: 80, Dir: changedWorktree(t)})
	s.Prefix("D")
	s.WaitText("main.go", "+func main() { work() }")
	s.Resize(24, 120)
	s.WaitText("since main", "+func main() { work() }")
	s.Press("?")
	s.WaitText("keys · j k scroll", "next line, or next file")
	s.Press("esc")
	s.WaitGone("keys · j k scroll")
	s.Press("q")
	s.prompt("of the shell alone", func(sc drive.Screen) bool { return !sc.Contains("main.go") })
}

// In a directory without a repository the pane says so and stays until it is closed.
func TestDiffWithoutARepository(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 160})
	s.Prefix("D")
	sc := s.WaitText("not in a git repository")
	if strings.Contains(sc.Text(), "panic") {
		t.Errorf("got\n%s", sc.Boxed())
	}
}
