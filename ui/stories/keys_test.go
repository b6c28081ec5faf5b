//go:build linux

package stories

import (
	"fmt"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// showKeys prints the bytes that the child gets, until Ctrl-D.
const showKeys = `clear; stty -echo -icanon -isig -icrnl min 1; printf 'ready%s\n' .; cat -v` + "\n"

func TestKeysFollowTheModesOfTheChild(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.Type(showKeys)
	s.WaitText("ready.")
	s.Press("ctrl+a", "alt+x", "f5", "up", "shift+tab", "esc")
	s.Type("|")
	s.WaitText("^A^[x^[[15~^[[A^[[Z^[|")
	s.Press("shift+enter")
	s.Type("|")
	s.WaitText("|^M|")
	s.Press("ctrl+b", "ctrl+b")
	s.Type("|")
	s.WaitText("|^B|")
	s.Press("ctrl+c", "ctrl+d")
	s.WaitText("^C^D")
}

func TestKittyKeysReachAChildThatAsked(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.Type(strings.Replace(showKeys, "printf '", `printf '\033[>1u`, 1))
	s.WaitText("ready.")
	s.Press("shift+enter", "ctrl+i", "esc")
	s.WaitText("^[[13;2u^[[105;5u^[[27u")
}

func TestPasteCannotContainItsEndMark(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.Type(strings.Replace(showKeys, "printf '", `printf '\033[?2004h`, 1))
	s.WaitText("ready.")
	s.Paste("two\nlines")
	s.WaitText("^[[200~two^Mlines^[[201~")
	s.PasteRaw("evil\u009b201~more\n") // the same mark as one C1 control, which a terminal may pass
	sc := s.WaitText("more^M^[[201~")
	text := strings.ReplaceAll(sc.Text(), "\n", "")
	_, after, _ := strings.Cut(text, "lines^[[201~")
	if n := strings.Count(after, "201~"); n != 1 {
		t.Errorf("%d end marks reached the child for one paste:\n%s", n, sc.Boxed())
	}
}

func TestPasteWithoutBracketedPasteHasNoMarks(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.Type(showKeys)
	s.WaitText("ready.")
	s.Paste("plain paste")
	sc := s.WaitText("plain paste")
	if sc.Contains("200~") {
		t.Errorf("the child got the marks of a paste\n%s", sc.Boxed())
	}
}

func TestPauseAfterPrefixShowsKeys(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120, Rows: 30})
	s.Press("ctrl+b")
	s.WaitText("new tab", "undo close", "zoom")
	s.Press("c")
	s.prompt("of the new tab", func(sc drive.Screen) bool {
		return strings.HasPrefix(activeTab(sc), "2 ") && !sc.Contains("undo close")
	})
}

func TestHelpListsKeysScrollsAndSearches(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.Prefix("?")
	s.WaitText("Ctrl-b c", "new tab")
	for range 12 {
		s.Press("pgdown")
	}
	s.WaitText("middle click")
	s.Type("detach")
	s.WaitFor("the keys that leave", func(sc drive.Screen) bool { return sc.Contains("leave dormer") && !sc.Contains("middle click") })
	s.Press("esc")
	s.WaitGone("leave dormer")
	s.run("echo back $((40+2))", "back 42")
}

func TestUnknownKeyAfterPrefixIsExplained(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.Prefix("ctrl+y")
	s.WaitText("means nothing")
	s.run("echo fine $((40+2))", "fine 42")
}

func TestInputBeforeTheShellStartsIsKept(t *testing.T) {
	t.Parallel()
	s := begin(t, drive.Options{Cols: 100})
	s.WaitFor("a frame", func(sc drive.Screen) bool { return sc.Modes.AltScreen })
	for n, key := range []string{"c", "%", `"`, "c"} {
		s.Prefix(key)
		s.Type(fmt.Sprintf("clear; echo early $((%d+40))\n", n))
		s.WaitText(fmt.Sprintf("early %d", n+40))
	}
}
