//go:build linux

package stories

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// openCalmAndTrouble opens a workspace with two panes: "trouble" on the right, and "calm" on the left with the
// focus.
func openCalmAndTrouble(t *testing.T, o drive.Options) *story {
	t.Helper()
	s := open(t, o)
	s.name("calm")
	s.splitRight("trouble")
	return s
}

// responds types into the calm pane and waits for the answer there.
func (s *story) responds(when string) {
	s.t.Helper()
	s.Type("clear; echo calm $((40+2))\n")
	s.WaitFor("the calm pane to answer "+when, func(sc drive.Screen) bool {
		return strings.Contains(sc.Region(0, 1, sc.Cols/2-1, sc.Rows-1), "calm 42")
	})
}

func TestFloodsLeaveTheProgramResponsive(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, command string }{
		{"random bytes", "cat /dev/urandom"},
		{"plain lines", "yes"},
		{"an OSC that never ends", `printf '\033]2;'; yes | tr -d '\n'`},
		{"a DCS that never ends", `printf '\033P'; yes | tr -d '\n'`},
		{"a CSI that never ends", `printf '\033['; yes 1 | tr '\n' ';'`},
		{"marks on one cell", `printf x; while :; do printf '\u0301'; done`},
		{"titles", `while :; do printf '\033]2;%s\007' $RANDOM; done`},
		{"bells", `while :; do printf '\a'; done`},
		{"a frame that never ends", `printf '\033[?2026h'; yes`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := openCalmAndTrouble(t, drive.Options{Cols: 100, Reader: drive.Own})
			s.Type(c.command + "\n")
			s.WaitFor("the trouble to begin", func(sc drive.Screen) bool { return sc.Row(3) != "" })
			s.Prefix("left")
			s.responds("during the trouble")
			s.Prefix("c")
			s.prompt("of a new tab", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") })
			s.leave()
			s.terminalRestored("after " + c.name)
		})
	}
}

func TestRandomBytesNeverReachTheOuterTerminal(t *testing.T) {
	t.Parallel()
	s := openCalmAndTrouble(t, drive.Options{Cols: 100})
	// Random bytes contain queries; the replies are read and discarded.
	s.Type("stty -echo; head -c 3000000 /dev/urandom; printf '\\033c\\033[0m'; while read -rs -t 0.2 -n 9; do :; done; stty echo; clear; echo after $((40+2))\n")
	s.WaitText("after 42")
	s.Prefix("left")
	s.responds("after random bytes")
	sc := s.Screen()
	if want := (sc.Modes.AltScreen && sc.Modes.BracketedPaste && sc.Modes.CursorStyle == 0); !want || !strings.Contains(status(sc), "Ctrl-b ?") {
		t.Errorf("the outer terminal has %+v\n%s", sc.Modes, sc.Boxed())
	}
	if sc.Clipboard != "" {
		t.Errorf("random bytes wrote the clipboard: %q", sc.Clipboard)
	}
}

func TestLargePasteArrivesWholeAndBlocksNothing(t *testing.T) {
	t.Parallel()
	s := openCalmAndTrouble(t, drive.Options{Cols: 100})
	var b strings.Builder
	for i := 0; b.Len() < 10<<20; i++ {
		fmt.Fprintf(&b, "line %d of a long paste\n", i)
	}
	s.Type("stty -echo -icanon; echo ready $((40+2)); head -c " + fmt.Sprint(b.Len()) + " >pasted; stty sane; echo all $((40+2))\n")
	s.WaitText("ready 42")
	s.Paste(b.String())
	s.WaitText("all 42")
	got, err := os.ReadFile(filepath.Join(s.Dir(), "pasted"))
	if err != nil {
		t.Fatal(err)
	}
	if sha256.Sum256(got) != sha256.Sum256([]byte(b.String())) {
		t.Errorf("the paste arrived with %d bytes, want %d unchanged", len(got), b.Len())
	}
	s.Prefix("left")
	s.responds("after the paste")
}

func TestUnreadPasteBlocksNothing(t *testing.T) {
	t.Parallel()
	s := openCalmAndTrouble(t, drive.Options{Cols: 100})
	s.Type("stty -echo -icanon; echo ready $((40+2)); sleep 1000\n")
	s.WaitText("ready 42")
	s.Paste(strings.Repeat("unread ", 200_000))
	s.Prefix("left")
	s.responds("while a paste is stuck")
}

func TestResizeStormEndsWithTheRightSizes(t *testing.T) {
	t.Parallel()
	s := openCalmAndTrouble(t, drive.Options{Cols: 80, Reader: drive.Own})
	s.Type("while :; do seq 50; done\n")
	s.WaitText("49")
	s.Prefix("left")
	for i := range 200 {
		s.Resize(1+i*7%60, 1+i*13%200)
	}
	s.Resize(24, 80)
	s.responds("after a resize storm")
	// The reply may be in a frame of another size.
	sc := s.WaitFor("the panes at the last size", func(sc drive.Screen) bool {
		return divider(sc, 3) > 0 && strings.Contains(status(sc), "Ctrl-b ? keys")
	})
	s.run("clear; stty size", fmt.Sprintf("21 %d", divider(sc, 3)))
}

func TestShrinkingAndGrowingKeepsTheScreen(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Reader: drive.Own})
	s.configure("[panes]\ntitle = \"{title}\"\n") // titles would briefly show the running command
	s.WaitText("the configuration was reloaded")
	s.name("calm")
	s.splitRight("trouble")
	s.WaitFor("the notice to go", func(sc drive.Screen) bool { return !sc.Contains("reloaded") })
	before := s.Screen().Text()
	for range 20 {
		s.Resize(1, 1)
		s.Resize(24, 80)
		s.WaitFor("the screen as it was", func(sc drive.Screen) bool { return sc.Text() == before })
	}
}

func TestStalledTerminalLosesNothing(t *testing.T) {
	t.Parallel()
	s := openCalmAndTrouble(t, drive.Options{Cols: 100})
	s.Type("seq 300000; touch finished; echo all $((40+2))\n")
	s.WaitText("trouble")
	s.Stall()
	s.waitFile("finished")
	s.Drain()
	s.WaitText("all 42")
	s.Prefix("left")
	s.responds("after a stall")
}

// waitFile waits until a file exists in the program's directory.
func (s *story) waitFile(name string) {
	s.t.Helper()
	if err := drive.WaitFile(filepath.Join(s.Dir(), name)); err != nil {
		s.t.Fatal(err)
	}
}

func TestHostileTitlesAreSanitized(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.run(`clear; printf '\033]2;bad\tti\033[31mtle\302\233 end\033\\'; echo said $((40+2))`, "said 42")
	s.Type(`clear; printf '\033]2;\342\200\256reversed\007'; read x` + "\n")
	sc := s.WaitFor("the title", func(sc drive.Screen) bool {
		return strings.Contains(activeTab(sc), "reversed") && strings.Contains(sc.Title, "reversed")
	})
	s.Press("enter")
	if strings.ContainsAny(sc.Row(0)+sc.Title, "\u202e\x1b\u009b") {
		t.Errorf("the title still has control characters: %q, %q", sc.Row(0), sc.Title)
	}
}

func TestQueryRepliesGoOnlyToTheAsker(t *testing.T) {
	t.Parallel()
	s := openCalmAndTrouble(t, drive.Options{Cols: 100})
	s.Type(`stty -echo -icanon; printf '\033[c\033[6n\033[?u\033[>q\033]11;?\007'; head -c 20 >/dev/null; stty sane; printf '\n'; echo answered $((40+2))` + "\n")
	s.WaitText("answered 42")
	s.Prefix("left")
	s.responds("after queries")
	sc := s.Screen()
	if left := sc.Region(0, 1, 49, 22); strings.ContainsAny(left, "^;?") {
		t.Errorf("a reply was typed into the other pane\n%s", sc.Boxed())
	}
}
