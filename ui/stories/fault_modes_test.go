//go:build linux

package stories

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"dormer/ui/testing/drive"
)

// wild sets every mode that a program can set, prints its process id, and waits.
const wild = `clear; sh -c 'printf "\033[?1049h\033[?1003h\033[?1006h\033[?2004h\033[?1004h\033[>31u\033[>4;2m\033[5 q\033[?25l"; echo wild $$ ready.; exec sleep 1000'` + "\n"

// F42: terminal modes set by a program end with it if its shell reports the ends of commands, and
// never affect another pane.
func TestF42ModesOfAKilledProgramAreReset(t *testing.T) {
	t.Parallel()
	// D with the exit code comes from the prompt, as shell integration sends it.
	s := open(t, drive.Options{Terminal: drive.Kitty, Bashrc: `PROMPT_COMMAND='printf "\033]133;D;$?\007"'` + "\n"})
	s.name("calm")
	s.Type(strings.Replace(showKeys, "\n", "; stty sane\n", 1))
	s.WaitText("ready.")
	calm := s.Screen().Modes

	s.newTab(2, "wild")
	s.Type(wild)
	sc := s.WaitFor("the wild program", func(sc drive.Screen) bool { return number(sc, "wild ") > 0 && sc.Contains("ready.") })
	s.WaitFor("its modes outside", func(sc drive.Screen) bool { return sc.Modes.Kitty == 31 && !sc.Modes.ShowCursor })

	s.Prefix("1")
	s.WaitFor("the calm pane's modes", func(sc drive.Screen) bool { return sc.Modes == calm })
	s.Press("shift+enter")
	s.Paste("text")
	s.Type("|")
	s.WaitText("^Mtext|")
	if now := s.Screen(); now.Contains("200~") || now.Contains("[M") || now.Contains("[<") || now.Contains("13;2") {
		t.Errorf("the calm pane has the modes of the wild one:\n%s", now.Boxed())
	}

	s.Prefix("2")
	s.WaitFor("the wild pane", func(sc drive.Screen) bool { return activeTab(sc) == "2 wild" && sc.Modes.Kitty == 31 })
	p, err := os.FindProcess(number(sc, "wild "))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	s.WaitFor("a shell as before", func(sc drive.Screen) bool {
		m := sc.Modes
		m.BracketedPaste = calm.BracketedPaste
		return m == calm && !sc.Contains("ready.")
	})
	s.Paste("echo $((40+2))")
	s.Press("enter")
	if sc := s.WaitText("42"); sc.Contains("200~") {
		t.Errorf("the brackets of a paste are shown:\n%s", sc.Boxed())
	}
}
