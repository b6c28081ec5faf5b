package diffview

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"dormer/ui/config"
	"dormer/ui/syntax"
)

var update = flag.Bool("update", false, "write the golden frames")

// source is a Source with a diff in memory.
type source struct {
	diff     Diff
	err      error
	kept     []Comment
	keepErr  error
	sessions []Session
	none     error
	sendErr  error
	sent     []string // the session and the prompt of each
}

func (s *source) Read(context.Context) (Diff, error) {
	d := s.diff
	d.Files = slices.Clone(d.Files)
	return d, s.err
}

func (s *source) Keep(c []Comment) error {
	if s.keepErr == nil {
		s.kept = c
	}
	return s.keepErr
}

func (s *source) Sessions(context.Context) ([]Session, error) { return s.sessions, s.none }

func (s *source) Send(_ context.Context, to Session, prompt string) error {
	if s.sendErr == nil {
		s.sent = append(s.sent, to.ID, prompt)
	}
	return s.sendErr
}

// world is the program without a terminal. It runs commands at once.
type world struct {
	t *testing.T
	*Model
	source *source
	left   bool
}

func newWorld(t *testing.T, cols, rows int, comments ...Comment) *world {
	t.Helper()
	s := &source{diff: Diff{Base: "main (1a2b3c4d)", Files: Parse([]byte(patch), []string{"empty file"})}, sessions: []Session{{"1", "claude (1)"}}}
	return openWorld(t, s, cols, rows, comments...)
}

func openWorld(t *testing.T, s *source, cols, rows int, comments ...Comment) *world {
	t.Helper()
	w := &world{t: t, Model: New(s, comments, config.Default().Theme), source: s}
	w.tell(tea.WindowSizeMsg{Width: cols, Height: rows})
	w.do(w.read())
	return w
}

func (w *world) tell(msg tea.Msg) {
	w.t.Helper()
	_, cmd := w.Update(msg)
	w.do(cmd)
}

// do runs a command, and the commands that follow from its message.
func (w *world) do(cmd tea.Cmd) {
	w.t.Helper()
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			w.do(c)
		}
	case tea.QuitMsg:
		w.left = true
	default:
		w.tell(msg)
	}
}

// press presses keys by name; other texts of several letters are typed.
func (w *world) press(names ...string) {
	w.t.Helper()
	codes := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "down": tea.KeyDown, "up": tea.KeyUp, "left": tea.KeyLeft, "right": tea.KeyRight,
		"pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "home": tea.KeyHome, "end": tea.KeyEnd, "f1": tea.KeyF1, "space": tea.KeySpace,
	}
	for _, name := range names {
		if code, ok := codes[name]; ok {
			w.tell(tea.KeyPressMsg{Code: code})
			continue
		}
		if letter, ok := strings.CutPrefix(name, "ctrl+"); ok {
			w.tell(tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl})
			continue
		}
		for _, r := range name {
			w.tell(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

func (w *world) text() string {
	lines, _ := w.screen()
	return ansi.Strip(strings.Join(lines, "\n"))
}

func (w *world) shows(texts ...string) {
	w.t.Helper()
	for _, text := range texts {
		if !strings.Contains(w.text(), text) {
			w.t.Fatalf("%q is not on the screen:\n%s", text, w.text())
		}
	}
}

func (w *world) hides(text string) {
	w.t.Helper()
	if strings.Contains(w.text(), text) {
		w.t.Fatalf("%q is on the screen:\n%s", text, w.text())
	}
}

func TestGoldenFrames(t *testing.T) {
	tests := []struct {
		name       string
		cols, rows int
		keys       []string
	}{
		{"first", 80, 24, nil},
		{"wide", 120, 20, []string{"enter"}},
		{"comment", 80, 24, []string{"enter", "jj", "c", "too short 日本語", "enter"}},
		{"field", 80, 24, []string{"enter", "jj", "c", "half"}},
		{"hostile_name", 80, 24, []string{"nn"}},
		{"binary", 80, 24, []string{"nnnnn"}},
		{"narrow", 40, 16, []string{"enter"}},
		{"small", 20, 6, nil},
		{"tiny", 6, 4, nil},
		{"one_row", 10, 1, nil},
		{"help", 80, 24, []string{"?"}},
		{"quit", 80, 24, []string{"enter", "c", "x", "enter", "q"}},
		{"search", 80, 24, []string{"/", "more", "enter"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, tt.cols, tt.rows)
			w.press(tt.keys...)
			lines, _ := w.screen()
			for y, line := range lines {
				if n := width(ansi.Strip(line)); n > tt.cols {
					t.Errorf("row %d has %d columns", y, n)
				}
			}
			got := strings.ReplaceAll(strings.Join(lines, "\n"), "\x1b", "^[") + "\n"
			file := filepath.Join("testdata", "frames", tt.name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s\n%s", diff, w.text())
			}
		})
	}
}

func TestFiles(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.shows("1/7", "main.go modified +2 -2")
	w.press("j")
	w.shows("2/7", "gone.txt deleted +0 -2")
	w.press("enter", "n", "n")
	w.shows("to.go renamed", "renamed from from.go")
	w.press("N", "N", "N")
	w.shows("1/7")
	w.press("N")
	w.shows("this is the first file", "1/7")
	w.press("tab", "G")
	w.shows("7/7", "an empty file")
}

func TestCommentsAreSavedAtOnce(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.press("enter", "jjjj", "c", "shorter", "enter")
	want := []Comment{{File: "main.go", Side: NewSide, Line: 4, Quote: "func more() {}", Text: "shorter"}}
	if diff := cmp.Diff(want, w.source.kept); diff != "" {
		t.Error(diff)
	}
	w.shows("│ shorter", "1 comment", "1c")

	w.press("e", " name", "enter")
	w.shows("│ shorter name")
	w.press("c", "lost", "esc")
	w.hides("lost")
	w.press("d")
	if len(w.source.kept) != 0 {
		t.Errorf("kept %v", w.source.kept)
	}
	w.hides("shorter")
	w.press("d")
	w.shows("there is no comment on this line")
}

// A comment whose end is missing could ask the agent for something else.
func TestLongPasteIntoAComment(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.press("enter", "jjjj", "c")
	w.tell(tea.PasteMsg{Content: strings.Repeat("long ", 900)})
	w.shows("the end of the paste was cut off")
	w.press("x")
	w.hides("cut off")
}

func TestCommentOnADeletedLine(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.press("enter", "jj", "c", "why", "enter")
	want := []Comment{{File: "main.go", Side: OldSide, Line: 3, Quote: "func old() {}", Text: "why"}}
	if diff := cmp.Diff(want, w.source.kept); diff != "" {
		t.Error(diff)
	}
}

func TestCommentNeedsALine(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.press("enter", "g", "c")
	w.shows("this line cannot have a comment")
	w.press("nnn", "c")
	w.shows("this line cannot have a comment")
}

func TestSend(t *testing.T) {
	tests := []struct {
		name string
		set  func(*source)
		keys []string
		want []string // sent: the session
		kept int
		says string
	}{
		{"to_the_only_one", func(*source) {}, []string{"S"}, []string{"1"}, 0, "sent 1 comment to claude (1)"},
		{"to_the_second", func(s *source) { s.sessions = []Session{{"1", "claude"}, {"2", "codex"}} }, []string{"S", "j", "enter"}, []string{"2"}, 0, "sent 1 comment to codex"},
		{"by_number", func(s *source) { s.sessions = []Session{{"1", "claude"}, {"2", "codex"}} }, []string{"S", "2"}, []string{"2"}, 0, "sent 1 comment to codex"},
		{"to_none_of_two", func(s *source) { s.sessions = []Session{{"1", "claude"}, {"2", "codex"}} }, []string{"S", "esc"}, nil, 1, "S send 1 comment"},
		{"no_session", func(s *source) { s.none = errors.New("no agent runs here") }, []string{"S"}, nil, 1, "no agent runs here"},
		{"refused", func(s *source) { s.sendErr = errors.New("a shell is in front") }, []string{"S"}, nil, 1, "a shell is in front; the comments are kept"},
		{"from_the_question", func(*source) {}, []string{"q", "s"}, []string{"1"}, 0, "sent 1 comment"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 80, 24)
			tt.set(w.source)
			w.press("enter", "c", "look", "enter")
			w.press(tt.keys...)
			var got []string
			for i := 0; i < len(w.source.sent); i += 2 {
				got = append(got, w.source.sent[i])
				if !strings.Contains(w.source.sent[i+1], "In main.go, line 1 (new): look\n> package main") {
					t.Errorf("sent %q", w.source.sent[i+1])
				}
			}
			if !slices.Equal(got, tt.want) || len(w.source.kept) != tt.kept {
				t.Errorf("sent to %v, kept %v", got, w.source.kept)
			}
			w.shows(tt.says)
		})
	}
}

func TestSendWithoutComments(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.press("S")
	w.shows("there is no comment to send")
}

func TestQuit(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.press("q")
	if !w.left {
		t.Error("still there")
	}

	w = newWorld(t, 80, 24)
	w.press("enter", "c", "x", "enter", "q")
	if w.left {
		t.Error("left without asking")
	}
	w.press("esc")
	w.shows("S send")
	w.press("q", "q")
	if !w.left || len(w.source.kept) != 1 {
		t.Errorf("left %v, kept %v", w.left, w.source.kept)
	}
}

func TestQuittingWaitsForTheSave(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.press("enter", "c", "x")
	_, write := w.Update(tea.KeyPressMsg{Code: tea.KeyEnter}) // not done yet
	w.press("q", "q")
	if w.left {
		t.Error("left before the comment was written")
	}
	w.do(write)
	if !w.left {
		t.Error("still there")
	}
}

func TestCommentsCannotBeSaved(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.source.keepErr = errors.New("no space left")
	w.press("enter", "c", "x", "enter")
	w.shows("the comments could not be saved: no space left", "│ x")
}

// TestEarlierComments checks that stored comments return, move with their lines, and are not lost if
// their lines are gone.
func TestEarlierComments(t *testing.T) {
	w := newWorld(t, 80, 24,
		Comment{File: "main.go", Side: NewSide, Line: 40, Quote: "func more() {}", Text: "moved"},
		Comment{File: "main.go", Side: NewSide, Line: 2, Quote: "no such line", Text: "astray"},
		Comment{File: "away.go", Side: NewSide, Line: 3, Quote: "x", Text: "old"},
	)
	w.shows("3 comments", "│ moved", "│ astray", "(no longer in the diff)")
	if diff := cmp.Diff(4, w.source.kept[0].Line); diff != "" {
		t.Error(diff)
	}
	w.press("G")
	w.shows("away.go no longer changed", "its comments are kept", "│ old")
	w.press("enter", "d")
	if len(w.source.kept) != 2 {
		t.Errorf("kept %v", w.source.kept)
	}
}

func TestReload(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.press("nn")
	w.source.diff.Files = w.source.diff.Files[2:]
	w.press("r")
	w.shows("1/5", "h^[[31m^Jx")
	w.source.err = errors.New("git is gone")
	w.press("r")
	w.shows("git is gone", "1/5")
}

func TestUnreadableDiff(t *testing.T) {
	w := openWorld(t, &source{err: errors.New("git took too long")}, 80, 24)
	w.shows("git took too long")
	w.press("j", "n", "enter", "c", "/", "x", "enter", "S", "C", "}")
}

func TestNothingChanged(t *testing.T) {
	w := openWorld(t, &source{diff: Diff{Base: "main"}}, 80, 24)
	w.shows("no changes since main")
}

func TestSearch(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.press("/", "TWO", "enter")
	w.shows("nothing matches TWO")
	w.press("/", "two", "enter")
	w.shows("2/7", "search two: n next")
	w.press("n")
	w.shows("2/7")
	w.press("esc", "n")
	w.shows("3/7")
	w.press("/", "enter")
	w.shows("2/7", "search two")
}

func TestSearchScrollsSideways(t *testing.T) {
	long := "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+" + strings.Repeat("a ", 100) + "needle\n"
	w := openWorld(t, &source{diff: Diff{Files: Parse([]byte(long), nil)}}, 80, 24)
	w.hides("needle")
	w.press("/", "needle", "enter")
	w.shows("needle")
	w.press("hhhhh", "esc")
	w.hides("needle")
}

func TestMouse(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.tell(tea.MouseClickMsg{X: 5, Y: w.place.list.Y + 3, Button: tea.MouseLeft})
	w.shows("4/7")
	w.tell(tea.MouseClickMsg{X: 5, Y: w.place.list.Y, Button: tea.MouseLeft})
	w.tell(tea.MouseClickMsg{X: 20, Y: w.place.diff.Y + 4, Button: tea.MouseLeft})
	w.press("c", "here", "enter")
	if len(w.source.kept) != 1 || w.source.kept[0].Quote != "func fresh() {}" {
		t.Errorf("kept %v", w.source.kept)
	}
}

func TestWheel(t *testing.T) {
	text := "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1,200 @@\n" + strings.Repeat("+line\n", 200)
	w := openWorld(t, &source{diff: Diff{Files: Parse([]byte(text), nil)}}, 80, 24)
	for range 10 {
		w.tell(tea.MouseWheelMsg{X: 5, Y: 10, Button: tea.MouseWheelDown})
	}
	w.shows(" 30 ")
	for range 100 {
		w.tell(tea.MouseWheelMsg{X: 5, Y: 10, Button: tea.MouseWheelDown})
	}
	w.shows("200 +line")
	for range 100 {
		w.tell(tea.MouseWheelMsg{X: 5, Y: 10, Button: tea.MouseWheelUp})
	}
	w.shows("@@ -0,0")
}

// TestEveryKeyAtEverySize presses each key in many sizes: nothing panics, and no row is wider than
// the screen.
func TestEveryKeyAtEverySize(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {2, 2}, {5, 3}, {12, 5}, {30, 9}, {80, 24}, {110, 9}, {200, 50}} {
		w := newWorld(t, size[0], size[1])
		for _, b := range bindings() {
			for _, name := range b.keys {
				if name == "q" || name == "ctrl+c" {
					continue
				}
				w.press(name)
				w.press("x", "enter")
				for y, line := range strings.Split(w.text(), "\n") {
					if width(line) > size[0] {
						t.Fatalf("%v after %s: row %d is %q", size, name, y, line)
					}
				}
			}
		}
	}
}

func TestHelpListsEveryKey(t *testing.T) {
	w := newWorld(t, 80, 40)
	w.press("?")
	for _, b := range bindings() {
		w.shows(b.does)
	}
}

func TestHighlights(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.tell(tea.BackgroundColorMsg{Color: ansi.IndexedColor(0)})
	lines, _ := w.screen()
	for _, line := range lines {
		if strings.Contains(ansi.Strip(line), "func more() {}") {
			if !strings.Contains(line, w.pens.classes[1].Render("func")) {
				t.Errorf("got %q", line)
			}
			return
		}
	}
	t.Error("there is no such line")
}

// A comment in the code that begins far above is highlighted as one in later blocks, too.
func TestHighlightContinuesFromTheLinesAbove(t *testing.T) {
	lines := slices.Concat([]string{"package x", "/*"}, slices.Repeat([]string{"var x = 1"}, 2*blockLines), []string{"*/", "var y = 2"})
	text := "diff --git a/x.go b/x.go\nnew file mode 100644\n--- /dev/null\n+++ b/x.go\n@@ -0,0 +1," + strconv.Itoa(len(lines)) + " @@\n+" + strings.Join(lines, "\n+") + "\n"
	w := openWorld(t, &source{diff: Diff{Base: "main (1a2b3c4d)", Files: Parse([]byte(text), nil)}}, 80, 24)
	class := func(i int) syntax.Class {
		t.Helper()
		w.at.top = i
		w.do(w.highlight())
		parts := w.partsAt(i)
		if len(parts) == 0 {
			t.Fatalf("nothing is known of line %d, %q", i, w.lines[i].text)
		}
		return parts[0].Class
	}
	for _, i := range []int{blockLines - 1, blockLines, 2*blockLines + 1} {
		if got := class(i); got != syntax.Comment {
			t.Errorf("line %d, %q, is of class %d", i, w.lines[i].text, got)
		}
	}
	if got := class(len(w.lines) - 1); got != syntax.Keyword {
		t.Errorf("the code after the comment has class %d", got)
	}
}
