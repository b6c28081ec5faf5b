//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/input"
	"dormer/ui/testing/drive"
)

// answers are replies of outer terminals to queries.
var answers = []string{
	"\x1b[?62;1;2;6;22c", "\x1b[>41;370;0c", "\x1bP>|XTerm(370)\x1b\\", "\x1b[12;34R", "\x1b[0n",
	"\x1b[?2026;2$y", "\x1b[?1u", "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "\x1b]4;1;rgb:cdcd/0000/0000\a",
	"\x1b[8;24;100t", "\x1bP1$r0m\x1b\\", "\x1b_Gi=1;OK\x1b\\",
}

// Replies of the outer terminal are not typed into a pane, however late they come and in however
// small pieces.
func TestF44LateTerminalRepliesAreNotTyped(t *testing.T) {
	t.Parallel()
	s := openCalmAndTrouble(t, drive.Options{Cols: 100})
	shows := func() {
		t.Helper()
		s.Type("clear; echo re''ady; cat -v\n")
		s.WaitFor("cat", func(sc drive.Screen) bool {
			left := divider(sc, 3) + 1
			return sc.Region(left, 2, sc.Cols, 3) == "ready\n" && sc.Cursor.Row == 3 && sc.Cursor.Col == left
		})
	}
	shows()
	for _, answer := range answers {
		for tries := 1; s.Dribble(answer) >= input.EscapeTimeout; tries++ {
			if tries == 50 {
				t.Skip("this machine is too busy to send a reply as fast as the slowest line would")
			}
			s.Press("ctrl+c") // the reply was taken for an Escape and typed text
			s.prompt("after cat", func(sc drive.Screen) bool { return sc.Cursor.Col > divider(sc, 3) })
			shows()
		}
	}
	s.Type("end\n")
	sc := s.WaitFor("the typed line", func(sc drive.Screen) bool { return sc.Count("end") >= 2 })
	if strings.ContainsAny(sc.Region(divider(sc, 3)+1, 2, sc.Cols, sc.Rows-1), "^;?[]0123456789") {
		t.Errorf("a reply was typed\n%s", sc.Boxed())
	}
}

// report is a script that queries the cursor position once a file exists and records as many bytes
// as one reply has. Once another file exists it does so again, so that an extra reply would be
// recorded in place of the second.
const report = `stty raw -echo; ask() { while [ ! -e $1 ]; do sleep 0.02; done; printf "\033[$2H\033[6n"; head -c 6 >>answer; touch $1-done; }; ask go '3;5'; ask more '4;7'; stty sane`

// checkReplies checks that the script got one reply for each query.
func checkReplies(t *testing.T, s *story, when string) {
	t.Helper()
	s.waitFile("go-done")
	s.touch("more")
	s.waitFile("more-done")
	got, err := os.ReadFile(filepath.Join(s.Dir(), "answer"))
	if err != nil || string(got) != "\x1b[3;5R\x1b[4;7R" {
		t.Errorf("%s: the child was told %q, %v; want one reply for each query", when, got, err)
	}
}

// touch creates a file in the program's directory.
func (s *story) touch(name string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.Dir(), name), nil, 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func TestF44ChildGetsOneReplyPerQuery(t *testing.T) {
	t.Parallel()
	t.Run("the program is killed and starts again", func(t *testing.T) {
		t.Parallel()
		s := openCalmAndTrouble(t, drive.Options{Cols: 100})
		s.Type(report + "\n")
		s.WaitText("stty sane")
		s.WaitDocument("both panes", func(d drive.Document) bool { return len(d.ActiveTab().Layout.Leaves()) == 2 })
		s.Kill()
		s.touch("go")
		r := s.relaunch()
		r.WaitText("stty sane")
		checkReplies(t, s, "after a relaunch")
		r.Prefix("left")
		r.responds("after the relaunch")
	})
	t.Run("its pane is closed and comes back", func(t *testing.T) {
		t.Parallel()
		s := openCalmAndTrouble(t, drive.Options{Cols: 100})
		s.Type(report + "\n")
		s.WaitText("stty sane")
		s.Prefix("x")
		s.WaitFor("the pane to close", func(sc drive.Screen) bool { return divider(sc, 3) < 0 && activeTitle(sc) == "calm" })
		s.touch("go")
		checkReplies(t, s, "with its pane closed")
		sc := s.run("clear; echo calm $((40+2))", "calm 42")
		if strings.ContainsAny(sc.Region(0, 2, sc.Cols, sc.Rows-1), "^;[R") {
			t.Errorf("the reply was typed into another pane\n%s", sc.Boxed())
		}
		s.Prefix("u")
		s.WaitFor("the pane", func(sc drive.Screen) bool { return divider(sc, 3) > 0 })
	})
}
