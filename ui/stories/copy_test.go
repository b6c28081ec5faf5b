//go:build linux

package stories

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/session/grid"
	"dormer/ui/testing/drive"
)

// clipboard returns the text that the outer terminal was told to put on its clipboard.
func clipboard(s drive.Screen) string {
	b, err := base64.StdEncoding.DecodeString(s.Clipboard)
	if err != nil {
		return "not base64: " + s.Clipboard
	}
	return string(b)
}

// copied waits until the outer terminal's clipboard has a text.
func (s *story) copied(want string) drive.Screen {
	s.t.Helper()
	got := ""
	defer func() {
		if s.t.Failed() {
			s.t.Logf("the clipboard holds %q", got)
		}
	}()
	return s.WaitFor(fmt.Sprintf("the clipboard to hold %q", want), func(sc drive.Screen) bool { got = clipboard(sc); return got == want })
}

func TestCopyByKeysReachesTheClipboardAndPastes(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Terminal: drive.Kitty})
	s.run("clear; seq -f 'row %g of the text' 60; echo end $((40+2))", "end 42")
	s.Prefix("[")
	s.WaitText("copying: v selects")
	s.Press("ctrl+u", "ctrl+u", "ctrl+u")
	s.WaitText("row 20 of the text")
	s.Type("/row 33\n")
	s.WaitFor("the cursor on row 33", func(sc drive.Screen) bool {
		return sc.Row(sc.Cursor.Row) == "row 33 of the text" && sc.Cursor.Col == 0
	})
	s.Type("wv2eje")
	s.Type("y")
	s.copied("33 of the text\nrow 34 of the")
	s.prompt("after copying", func(sc drive.Screen) bool { return sc.Contains("end 42") })
	s.Type("cat <<X\n")
	s.WaitFor("the prompt for more", func(sc drive.Screen) bool { return sc.Row(sc.Cursor.Row) == ">" && sc.Cursor.Col == 2 })
	s.Prefix("]")
	s.Type("\nX\n")
	s.WaitFor("the text pasted and printed", func(sc drive.Screen) bool { return sc.Count("row 34 of the") == 2 })
}

// Copied text is there after the program was killed, in a file that only its user can read, until
// it is forgotten.
func TestCopiedTextSurvivesKill(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	file := filepath.Join(s.Home(), "state", "workspaces", "default", "copied.json")
	s.run("clear; echo word$((40+2))", "word42")
	s.Prefix("Y")
	s.copied("word42")
	eventually(t, "it is kept", func() bool { _, err := os.Stat(file); return err == nil })
	if st, err := os.Stat(file); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", st, err)
	}
	s.Kill()
	r := s.relaunch()
	r.prompt("of the same shell", func(sc drive.Screen) bool { return sc.Contains("word42") })
	r.Prefix("]")
	r.WaitFor("the copied text", func(sc drive.Screen) bool { return strings.HasSuffix(sc.Row(sc.Cursor.Row), "$ word42") })
	r.dormer("do", "paste.forget-all")
	eventually(t, "the file is gone", func() bool { _, err := os.Stat(file); return os.IsNotExist(err) })
	r.leave()
}

func TestSearchCountsHighlightsAndWraps(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.run("clear; for i in $(seq 40); do echo needle $i; seq 5; done; echo end $((40+2))", "end 42")
	s.Prefix("[")
	s.WaitText("copying: v selects")
	s.Type("?needle ")
	sc := s.WaitFor("the last of forty", func(sc drive.Screen) bool { return sc.Contains("40 of 40") })
	x, y, _ := sc.Find("needle 39")
	if sc.At(x, y).Style.Underline == grid.NoUnderline {
		s.WaitFor("all matches to be highlighted", func(sc drive.Screen) bool {
			x, y, ok := sc.Find("needle 39")
			return ok && sc.At(x, y).Style.Underline != grid.NoUnderline
		})
	}
	s.Type("\nn")
	s.WaitText("39 of 40")
	s.Type("NN")
	s.WaitText("1 of 40, wrapped to the beginning")
	s.WaitFor("the first one", func(sc drive.Screen) bool { return strings.HasPrefix(sc.Row(sc.Cursor.Row), "needle 1 ") })
	s.Type("/")
	s.Press("tab")
	s.Type(`needle 2\d$`)
	s.WaitText("1 of 10")
	s.Press("esc")
	s.WaitFor("to be back where the search began", func(sc drive.Screen) bool { return strings.HasPrefix(sc.Row(sc.Cursor.Row), "needle 1 ") })
	s.Type("q")
	s.prompt("after the search", func(sc drive.Screen) bool { return sc.Contains("end 42") })
}

// A program goes on printing while the user is in copy mode.
func TestOutputDoesNotScrollCopyMode(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.run("clear; seq -f 'early %g' 100; "+counter, "tick 3")
	s.Prefix("[")
	s.WaitText("copying: v selects")
	s.Press("pgup", "pgup")
	first := s.WaitFor("earlier lines", func(sc drive.Screen) bool { return strings.HasPrefix(sc.Row(20), "early ") })
	s.newTab(2, "other")
	s.run("echo other $((40+2))", "other 42")
	s.Prefix("p")
	sc := s.WaitFor("the first tab", func(sc drive.Screen) bool { return !sc.Contains("other 42") && sc.Contains(first.Row(5)) })
	if sc.Row(5) != first.Row(5) || strings.Contains(sc.Text(), "tick") {
		t.Errorf("the shown lines moved\n%s", sc.Boxed())
	}
	s.Type("q")
	s.WaitFor("the current screen", func(sc drive.Screen) bool { return number(sc, "tick ") > 3 })
}

func TestDragCopiesWrappedWideLine(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Reader: drive.Tmux, Cols: 40})
	s.run(`clear; printf 'one 日本語日本語日本語日本語日本語日本語 and the end of it\n'; echo "end  $((40+2))   "`, "end  42")
	s.prompt("after the text", anywhere)
	sc := s.Screen()
	_, y, ok := sc.Find("one 日本")
	if !ok {
		t.Fatal(sc.Boxed())
	}
	s.Drag(5, y, 15, y+2)
	s.copied("日本語日本語日本語日本語日本語日本語 and the end of it\nend  42")
	sc = s.WaitFor("the selection to be highlighted", func(sc drive.Screen) bool { return sc.At(6, y).Style.Attrs&grid.Reverse != 0 })
	if sc.At(0, y).Style.Attrs&grid.Reverse != 0 {
		t.Errorf("more is highlighted than was selected\n%s", sc.Boxed())
	}
	s.Type("x")
	s.WaitFor("typing to end the selection", func(sc drive.Screen) bool {
		return sc.At(6, y).Style.Attrs&grid.Reverse == 0 && strings.HasSuffix(sc.Row(sc.Cursor.Row), "$ x")
	})
}

func TestClicksSelectWordsAndLines(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.run("clear; echo some words-here 'and more'; echo end $((40+2))", "end 42")
	s.prompt("after the text", anywhere)
	_, y, _ := s.Screen().Find("some words-here")
	s.Click(7, y)
	s.Click(7, y)
	s.copied("words")
	s.Click(7, y)
	s.copied("some words-here and more")
}

func TestDragBeyondTheEdgeScrolls(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.run("clear; seq -f 'entry %g' 60", "entry 60")
	s.prompt("after the text", anywhere)
	_, y, _ := s.Screen().Find("entry 58")
	s.PressAt(8, y)
	for y > 0 {
		y--
		s.MoveTo(2, y)
	}
	s.WaitFor("the history", func(sc drive.Screen) bool { return sc.Contains("entry 20") })
	s.ReleaseAt(2, 0)
	s.WaitFor("some of the text on the clipboard", func(sc drive.Screen) bool {
		text := clipboard(sc)
		return strings.Contains(text, "entry 30\nentry 31\n") && strings.HasSuffix(text, "\nentry 58")
	})
}

// marked is a .bashrc that marks prompts and output (OSC 133).
const marked = `PS0='\033]133;C\007'
PROMPT_COMMAND='printf "\033]133;D;%s\007\033]133;A\007" $?'
PS1='$ \[\033]133;B\007\]'`

func TestJumpToPrompts(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Bashrc: marked})
	for i := range 3 {
		s.run(fmt.Sprintf("seq -f 'part %d line %%g' 30; echo done %d$((40+2))", i, i), fmt.Sprintf("done %d42", i))
	}
	s.prompt("after three commands", anywhere)
	s.Prefix("[")
	s.WaitText("copying: v selects")
	for i := 2; i >= 0; i-- {
		s.Type("[")
		s.WaitFor(fmt.Sprintf("prompt %d", i), func(sc drive.Screen) bool {
			return strings.HasPrefix(sc.Row(sc.Cursor.Row), fmt.Sprintf("$ seq -f 'part %d", i))
		})
	}
	s.Type("]")
	s.WaitFor("prompt 1", func(sc drive.Screen) bool { return strings.HasPrefix(sc.Row(sc.Cursor.Row), "$ seq -f 'part 1") })
	s.Type("jjOy")
	s.WaitFor("the output of that command", func(sc drive.Screen) bool {
		text := clipboard(sc)
		return strings.HasPrefix(text, "part 1 line 1\n") && strings.HasSuffix(text, "\npart 1 line 30\ndone 142")
	})
	s.Prefix("Y")
	s.WaitFor("the output of the last one", func(sc drive.Screen) bool { return strings.HasPrefix(clipboard(sc), "part 2 line 1\n") })
}

func TestHistoryOpensInTheEditor(t *testing.T) {
	t.Parallel()
	editor := script(t, "editor", "#!/bin/sh\nls -l \"$1\"; tail -n 3 \"$1\"; echo \"file $1 .\"; read line\n")
	s := open(t, drive.Options{Env: []string{"EDITOR=" + editor, "VISUAL="}})
	s.run("clear; seq -f 'past %g' 300", "past 300")
	s.Prefix("e")
	sc := s.WaitText("-rw-------", "past 300", "file ")
	_, file, _ := strings.Cut(sc.Text(), "file ")
	file, _, _ = strings.Cut(file, " .")
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "\npast 2\n") {
		t.Errorf("the file: %v, %d bytes", err, len(text))
	}
	if !strings.Contains(tabs(sc), "history of") {
		t.Errorf("the tab bar shows %q", tabs(sc))
	}
	s.Press("enter")
	s.prompt("back at the shell", func(sc drive.Screen) bool { return !strings.Contains(tabs(sc), "history of") })
	if _, err := os.Stat(file); err == nil {
		t.Errorf("%s still exists", filepath.Base(file))
	}
}

// An editor that takes a line number opens the history at its end.
func TestEditorOpensHistoryAtItsEnd(t *testing.T) {
	t.Parallel()
	editor := script(t, "vim", "#!/bin/sh\necho \"line $1 of +$(wc -l < \"$2\") .\"; read line\n")
	s := open(t, drive.Options{Env: []string{"EDITOR=" + editor, "VISUAL="}})
	s.run("clear; seq -f 'past %g' 300", "past 300")
	s.Prefix("e")
	got := s.WaitMatch(`line (\S+) of (\S+) \.`)
	if got[1] != got[2] || got[1] == "+0" {
		t.Errorf("the editor is at line %s of %s", got[1], got[2])
	}
	s.Press("enter")
	s.leave()
}

func TestLinksAreChosenByLetter(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.run(`clear; echo see https://example.org/a, or; printf '\033]8;;https://example.org/hidden\033\\here\033]8;;\033\\ and main.go:7\n'; echo end $((40+2))`, "end 42")
	s.prompt("after the text", anywhere)
	s.Prefix("y")
	s.WaitFor("letters on the links", func(sc drive.Screen) bool {
		return sc.Contains("see attps://example.org/a, or") && sc.Contains("bere and cain.go:7")
	})
	s.Type("b")
	s.copied("https://example.org/hidden")
	s.WaitFor("the letters to be gone", func(sc drive.Screen) bool { return sc.Contains("here and main.go:7") })
	x, y, _ := s.Screen().Find("https://example.org/a")
	s.CtrlClick(x+3, y) // there is no desktop to open it, so it is copied
	s.copied("https://example.org/a")

	// Other words get letters too.
	s.run(`clear; echo 'at 1f2e3d4 "two words"' took 80%; echo end $((40+3))`, "end 43")
	s.prompt("after the words", anywhere)
	s.Prefix("y")
	s.WaitText("at af2e3d4")
	s.Type("b")
	s.copied("two words")
}

// The position is kept while the width changes, and the copied text can be chosen from a list.
func TestCopyModeWithHundredThousandLines(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.run("clear; seq -f 'number %.0f of many' 100000; echo end $((40+2))", "end 42")
	s.Prefix("[")
	s.WaitText("copying: v selects")
	s.Type("?number 4321 \n")
	s.WaitFor("line 4321", func(sc drive.Screen) bool { return sc.Row(sc.Cursor.Row) == "number 4321 of many" })
	s.Type("Vjy")
	s.copied("number 4321 of many\nnumber 4322 of many")
	s.Prefix("[")
	s.WaitText("copying: v selects")
	s.Type("gwv$y")
	s.WaitFor("the oldest line", func(sc drive.Screen) bool {
		return strings.HasSuffix(clipboard(sc), " of many") && !strings.Contains(clipboard(sc), "\n")
	})
	s.Type("cat <<X\n")
	s.Prefix("#")
	s.WaitText("Paste", "number 4321")
	s.Press("down", "enter")
	s.Type("\nX\n")
	s.WaitFor("the older of the two", func(sc drive.Screen) bool { return sc.Count("number 4322 of many") >= 2 })
}

// The width changes twice while a long line is being selected.
func TestResizeKeepsCopyModePositionAndSelection(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.run("clear; for i in $(seq 80); do printf '%s %s <from here %s to there> %s\\n' $i $(seq -s x 30) $i $(seq -s y 40); done; echo end $((40+2))", "end 42")
	s.Prefix("[")
	s.WaitText("copying: v selects")
	s.Type("?<from here 33\n")
	s.WaitFor("the place", func(sc drive.Screen) bool { return sc.At(sc.Cursor.Col, sc.Cursor.Row).Text == "<" })
	s.Type("lveeeee")
	// The selection is in reverse video, and so is the match, which is also underlined.
	lit := func(sc drive.Screen) bool {
		text := ""
		for y := 1; y < sc.Rows-1; y++ {
			for x := range sc.Cols {
				c := sc.At(x, y)
				if reversed, found := c.Style.Attrs&grid.Reverse != 0, c.Style.Underline != 0; reversed != found && !(y == 1 && x > sc.Cols/2) {
					text += c.Text
				}
			}
		}
		return text == "from here 33 to there"
	}
	s.WaitFor("the selection", lit)
	for _, cols := range []int{61, 37, 120} {
		s.Resize(24, cols)
		s.WaitFor(fmt.Sprintf("the same selection at %d columns", cols), func(sc drive.Screen) bool {
			full := false // otherwise it is still the screen of the previous width
			for y := 2; y < sc.Rows-1; y++ {
				full = full || len(sc.Row(y)) == cols
			}
			return full && lit(sc)
		})
	}
	s.Type("y")
	s.copied("from here 33 to there")
}

// script writes a shell script with a name and returns its path.
func script(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	drive.Install(t, path, []byte(text))
	return path
}

// A program that redraws its screen does not change what copy mode shows. The text is copied as it
// was shown, and a key shows the current screen.
func TestCopyModeFreezesTheScreen(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("reader")
	s.splitRight("beside")
	s.focus("reader", "left")
	s.Type(`clear; for ((i=1; ; i++)); do printf '\033[3Hround %d of it\033[K\033[4Hand so on' $i; read -t 0.05 -n 1; done` + "\n")
	s.WaitFor("it to draw", func(sc drive.Screen) bool { return number(sc, "round ") > 2 })
	s.Prefix("[")
	seen := number(s.WaitText("copying: v selects"), "round ")
	s.focus("beside", "right")
	s.run("sleep 0.3; echo mean$((40+2))", "mean42") // the program goes on meanwhile
	s.Prefix("left")
	if now := number(s.WaitText("copying: v selects"), "round "); now != seen {
		t.Errorf("it shows round %d, copy mode showed round %d", now, seen)
	}
	s.Type("g0/round\nv$y")
	s.copied(fmt.Sprintf("round %d of it", seen))
	s.WaitFor("the current screen after that", func(sc drive.Screen) bool { return number(sc, "round ") > seen })
	s.Prefix("[")
	s.WaitText("copying: v selects")
	s.Type("r")
	s.WaitFor("the current screen after a key", func(sc drive.Screen) bool {
		s.Type("r")
		return number(sc, "round ") > seen+2
	})
	s.Type("q")
	s.Press("ctrl+c")
}

// The last screen of a session without a host can be read, searched and copied, by keys and by
// mouse. A notice says that the history, which only the host had, is gone.
func TestCopyModeAfterHostIsLost(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.run("clear; seq -f 'line %g of it' 40; echo end $((40+2))", "end 42")
	s.Type("kill -9 $PPID\n")
	s.WaitText("Enter")
	s.Prefix("w")
	s.WaitText("Overview", "its host is gone, opened")
	s.Press("esc")
	s.WaitGone("Overview")
	s.Prefix("[")
	s.WaitText("copying: v selects")
	s.Type("/line 2 of\n")
	s.WaitText("its host is gone")
	s.Type("/line 38\n")
	s.WaitText("1 of 1")
	s.Type("gGkkk0v$y")
	s.WaitFor("a line on the clipboard", func(sc drive.Screen) bool { return strings.HasPrefix(clipboard(sc), "line ") })
	sc := s.WaitText("Enter", "line 38 of it")
	x, y, _ := sc.Find("line 37 of it")
	s.Drag(x, y, x+6, y)
	s.copied("line 37")
}

// Output arrives during a search: only the text shown in copy mode is searched, counted and copied.
func TestCopyModeSearchIgnoresNewOutput(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.Type(`clear; mkfifo go; for i in $(seq 60); do echo row $i nee""dle; done; read x < go; ` +
		`for i in $(seq 20); do echo later nee""dle; done; printf '\033]2;alldone\033\\'; cat` + "\n")
	s.WaitText("row 60 needle")
	s.Prefix("[")
	s.WaitText("copying: v selects")
	if err := os.WriteFile(filepath.Join(s.Dir(), "go"), []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.WaitText("1 alldone") // the output below the shown text has arrived
	s.Type("/needle\n")
	s.WaitText("1 of 60")
	s.Type("N")
	s.WaitText("60 of 60")
	s.Type("Vy")
	s.copied("row 60 needle")
}

// Text search finds text in the last screen of a session without a host.
func TestTextSearchWithoutAHost(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.run("echo left$((40+2))", "left42")
	s.Type("kill -9 $PPID\n")
	s.WaitText("Enter")
	s.Prefix("f")
	s.Type("left42")
	s.WaitText("1 found in 1 of 1 sessions")
	s.Press("esc")
}
