//go:build linux

package stories

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

func TestVimEditsAFileWhileASecondPaneCounts(t *testing.T) {
	t.Parallel()
	needs(t, "vim")
	s := open(t, drive.Options{Cols: 120, Rows: 30, Terminal: drive.Kitty})
	s.name("editor")
	s.splitRight("counter")
	s.run(counter, "tick 3")
	s.focus("editor", "h")
	s.Type("vim -u NONE -N -c 'set number' letter\n")
	s.WaitText(`"letter" [New]`)
	start := number(s.Screen(), "tick ")
	for i := range 30 {
		s.Type(fmt.Sprintf("oline %d of the letter", i))
		s.Press("esc")
		s.WaitText(fmt.Sprintf("line %d of the letter", i))
	}
	s.Type("gg/line 17\n")
	s.WaitFor("the search to find line 17", func(sc drive.Screen) bool {
		return strings.Contains(sc.Row(sc.Cursor.Row), "line 17 of the letter")
	})
	s.Type("cwROW")
	s.Press("esc")
	s.WaitFor("the counter to go on beside vim", func(sc drive.Screen) bool {
		return sc.Contains("ROW 17 of the letter") && number(sc, "tick ") > start
	})
	s.Type(":wq\n")
	s.prompt("after vim", func(sc drive.Screen) bool { return !sc.Contains("ROW 17") })
	got, err := os.ReadFile(filepath.Join(s.Dir(), "letter"))
	if err != nil || strings.Count(string(got), "\n") != 31 || !strings.Contains(string(got), "\nROW 17 of the letter\n") {
		t.Errorf("vim wrote %v, %d lines", err, strings.Count(string(got), "\n"))
	}
	last := number(s.Screen(), "tick ")
	s.WaitFor("the counter to go on", func(sc drive.Screen) bool { return number(sc, "tick ") > last })
}

func TestLessPagesAndRestoresTheScreen(t *testing.T) {
	t.Parallel()
	needs(t, "less")
	s := open(t, drive.Options{})
	s.run("seq -f 'entry %g' 500 >long; echo before $((40+2))", "before 42")
	s.Type("less long\n")
	s.WaitText("entry 21")
	s.Press("space")
	s.WaitText("entry 42")
	s.Type("/entry 321\n")
	s.WaitFor("the match on top", func(sc drive.Screen) bool { return sc.Row(1) == "entry 321" })
	s.Press("q")
	s.prompt("after less", func(sc drive.Screen) bool { return sc.Contains("before 42") })
}

func TestWheelScrollsHistoryPagersAndMousePrograms(t *testing.T) {
	t.Parallel()
	needs(t, "less")
	s := open(t, drive.Options{})
	s.run("seq -f 'entry %g' 500 | tee long", "entry 500")
	s.Wheel(5, 5, 10)
	s.WaitFor("history", func(sc drive.Screen) bool { return !sc.Contains("entry 500") && sc.Contains("entry 470") })
	s.Type("echo typing $((40+2))\n")
	s.WaitText("typing 42")

	s.Type("less long\n")
	s.WaitFor("less", func(sc drive.Screen) bool { return sc.Row(1) == "entry 1" })
	s.Wheel(5, 5, -2)
	s.WaitFor("less to scroll by arrow keys", func(sc drive.Screen) bool { return sc.Row(1) == "entry 7" })
	s.Press("q")
	s.prompt("after less", anywhere)

	s.Type(`clear; stty -echo -icanon; printf '\033[?1000h\033[?1006hready%s\n' .; cat -v` + "\n")
	s.WaitText("ready.")
	s.Wheel(7, 5, 1)
	s.WaitText("^[[<64;8;5M")
	s.Click(9, 6)
	s.WaitText("^[[<0;10;6M", "^[[<0;10;6m")
}

func TestWideCharactersEmojiAndMarksLineUp(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Reader: drive.Tmux, Cols: 81})
	s.name("left")
	s.splitRight("right")
	s.run(`clear; for i in $(seq 20); do printf '%-39s|\n' "right $i"; done`, "right 20")
	s.focus("left", "h")
	if err := os.WriteFile(filepath.Join(s.Dir(), "text"), []byte(wideText), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Type("clear; cat text\n")
	sc := s.WaitText("the end")
	s.prompt("after the text", anywhere)
	line := divider(sc, 2)
	for y := 2; y < 21; y++ {
		if got := divider(sc, y); got != line {
			t.Errorf("row %d: the line between the panes is at column %d, want %d: %s", y, got, line, sc.Row(y))
		}
	}
	for _, want := range strings.Split(strings.TrimSpace(plainWide), "\n") {
		if !sc.Contains(want) {
			t.Errorf("the screen does not show %q\n%s", want, sc.Boxed())
		}
	}
}

// plainWide is text whose width all terminals agree on. wideText continues with text whose width
// they do not.
const plainWide = `日本語の文章です
한국어 텍스트
中文字符混合ASCII文字
🙂 🚀 🎉 smile
cafe` + "\u0301" + ` nai` + "\u0308" + `ve
全角ＡＢＣ
`

const wideText = plainWide + "x日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語\n" +
	"👩\u200d👩\u200d👧\u200d👦 family\n🇩🇪🇫🇷 flags\n❤\ufe0f heart\n👍🏽 thumb\nक्षि नमस्ते\n" +
	"a\u0300\u0301\u0302\u0303 marks\nthe end\n"

func TestWideCharacterAtTheEdgeOfAPane(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Reader: drive.Tmux})
	s.name("left")
	s.splitRight("right")
	s.focus("left", "h")
	s.run(`clear; printf '%038dx日本\n' 0; printf '\033[?7l%038d日本\033[?7h\n' 0; echo done $((40+2))`, "done 42")
	s.prompt("after the text", anywhere)
	sc := s.Screen()
	line := divider(sc, 8)
	for y := 2; y < 22; y++ {
		if got := divider(sc, y); got != line {
			t.Errorf("row %d: the line between the panes is at column %d, want %d\n%s", y, got, line, sc.Boxed())
		}
	}
	x := divider(sc, 5)
	s.Drag(x, 5, x-11, 5)
	sc = s.WaitFor("the line to move", func(sc drive.Screen) bool { return divider(sc, 9) == x-11 })
	for y := 2; y < 22; y++ {
		if got := divider(sc, y); got != x-11 {
			t.Errorf("after dragging, row %d: the line is at column %d, want %d\n%s", y, got, x-11, sc.Boxed())
		}
	}
}
