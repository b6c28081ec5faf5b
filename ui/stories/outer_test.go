//go:build linux

package stories

import (
	"encoding/base64"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

func TestOuterTerminalFollowsTheActiveChild(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.name("plain")
	s.WaitFor("the title", func(sc drive.Screen) bool { return strings.Contains(sc.Title, "plain") })
	s.splitRight("asking")

	s.run(`clear; printf '\033[6 q'; echo shaped $((40+2))`, "shaped 42")
	s.WaitFor("a bar for a cursor", func(sc drive.Screen) bool { return sc.Modes.CursorStyle == 6 })
	s.focus("plain", "left")
	s.WaitFor("the default cursor", func(sc drive.Screen) bool { return sc.Modes.CursorStyle == 0 })
	s.focus("asking", "right")
	s.WaitFor("the bar again", func(sc drive.Screen) bool { return sc.Modes.CursorStyle == 6 })

	bells := s.Screen().Bells
	s.Type("printf '\\a'\n")
	s.WaitFor("a bell", func(sc drive.Screen) bool { return sc.Bells > bells })

	s.run(`clear; printf '\033[?25l'; echo hidden $((40+2)); read x; printf '\033[?25h'`, "hidden 42")
	s.WaitFor("the cursor to hide", func(sc drive.Screen) bool { return !sc.Modes.ShowCursor })
	s.Press("enter")
	s.prompt("with a cursor", anywhere)

	text := base64.StdEncoding.EncodeToString([]byte("copied ✓"))
	s.Type(`printf '\033]52;c;` + text + `\007'` + "\n")
	s.WaitFor("the clipboard", func(sc drive.Screen) bool { return sc.Clipboard == text })
}

func TestFocusReportsGoToTheChildThatAsked(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.name("plain")
	s.splitRight("asking")
	s.Type(strings.Replace(showKeys, "printf '", `printf '\033[?1004h`, 1))
	s.WaitText("ready.")
	s.Prefix("left")
	s.WaitText("^[[O")
	s.Prefix("right")
	s.WaitText("^[[O^[[I")
	s.Focus(false)
	s.WaitText("^[[O^[[I^[[O")
	s.Focus(true)
	s.WaitText("^[[O^[[I^[[O^[[I")
}

func TestDormerInsideTmux(t *testing.T) {
	t.Parallel()
	dormer := drive.Build(t)
	s := &story{drive.Start(t, drive.Options{Reader: drive.Tmux, Env: []string{"DORMER=" + dormer, "TMUX_TMPDIR=" + t.TempDir()},
		Command: []string{"tmux", "-u", "-f", "/dev/null", "new-session", `exec "$DORMER"`}}), t}
	s.WaitText("Ctrl-b ? keys")
	s.prompt("inside tmux", anywhere)
	s.run("echo 日本 🙂 $((40+2))", "日本 🙂 42")
	s.Type("\x02\x02%") // tmux's prefix passes dormer's on
	s.WaitFor("two panes", func(sc drive.Screen) bool { return divider(sc, 5) > 30 && sc.Cursor.Col > 35 })
	s.Resize(20, 60)
	s.WaitFor("the new size", func(sc drive.Screen) bool {
		d := divider(sc, 5)
		return d > 20 && d < 35 && strings.Contains(sc.Row(18), "default")
	})
	s.Type("\x02\x02d")
	if got := s.WaitExit(); got != 0 {
		t.Errorf("exit status %d", got)
	}
	s.terminalRestored("after tmux")
}

func TestFloodIsSkippedNotReplayed(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	before := s.Written()
	s.Type("seq 1000000; echo all $((40+2))\n")
	s.WaitFor("the end", func(sc drive.Screen) bool { return sc.Contains("all 42") })
	if n := s.Written() - before; n > 6888896/2 {
		t.Errorf("for 6.9 MB of output the terminal got %d bytes, want less than half", n)
	}
	if s.Screen().Row(20) != "1000000" {
		t.Errorf("the last lines are not shown\n%s", s.Screen().Boxed())
	}
}
