package vt

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// lineEditor is a shell at its prompt. It reacts to a resize as zsh, fish and bash do.
type lineEditor struct {
	lines []string // of the prompt, and the typed text after the last
	cols  int      // as the shell knows them
	quiet bool     // marks only a new prompt, as fish 3 does
}

// height is the distance from its first row to the cursor, which is after the typed text.
func (e *lineEditor) height() int {
	rows := 0
	for _, l := range e.lines {
		rows += max(len(l)-1, 0)/e.cols + 1
	}
	return rows - 1
}

func (e *lineEditor) draw(t *Terminal) {
	fmt.Fprintf(t, "\x1b]133;A\a%s\x1b]133;B\a", strings.Join(e.lines, "\r\n"))
}

// redraw is its reaction to a new size.
func (e *lineEditor) redraw(t *Terminal, cols int) {
	fmt.Fprint(t, "\r")
	if h := e.height(); h > 0 {
		fmt.Fprintf(t, "\x1b[%dA", h)
	}
	fmt.Fprint(t, "\x1b[J")
	e.cols = cols
	if e.quiet {
		fmt.Fprint(t, strings.Join(e.lines, "\r\n"))
		return
	}
	e.draw(t)
}

// A pane changes its width while a shell waits at its prompt: no output above it is lost, there is one
// prompt, and at its first size the screen is as before.
func TestAPromptIsRedrawnInItsPlace(t *testing.T) {
	prompts := map[string][]string{
		"one_line":     {"$ a command that is long enough for several rows of a narrow pane"},
		"two_lines":    {"~/a/directory/somewhere (main)", "> a command that is long enough for rows"},
		"short":        {"$ "},
		"a_blank_line": {"", "~ > x"},
	}
	for name, prompt := range prompts {
		t.Run(name, func(t *testing.T) { testPromptIsRedrawnInItsPlace(t, prompt, false) })
		t.Run(name+"_marked_once", func(t *testing.T) { testPromptIsRedrawnInItsPlace(t, prompt, true) })
	}
}

func testPromptIsRedrawnInItsPlace(t *testing.T, prompt []string, quiet bool) {
	rng := rand.New(rand.NewPCG(4, 2))
	term := New(24, 80, Options{})
	var want []string
	for i := range 40 {
		want = append(want, fmt.Sprintf("output %d %s", i, strings.Repeat("word ", i%9)+"."))
		fmt.Fprint(term, want[i]+"\r\n")
	}
	e := &lineEditor{lines: prompt, cols: 80, quiet: quiet}
	e.draw(term)
	look := func() string { return fmt.Sprintf("%q %q %v", everything(term), lines(term), term.Cursor()) }
	first := look()
	term.Resize(24, 11)
	term.Resize(3, 100)
	term.Resize(24, 80)
	if got := look(); got != first {
		t.Errorf("back at its size without a redraw by the shell:\n got %s\nwant %s", got, first)
	}
	want = append(want, prompt...)
	for range 200 {
		cols := 12 + rng.IntN(100)
		for range rng.IntN(3) {
			term.Resize(10+rng.IntN(30), 12+rng.IntN(100)) // the shell does not react in time
		}
		term.Resize(10+rng.IntN(30), cols)
		e.redraw(term, cols)
		got := everything(term)
		for i := range got {
			got[i] = strings.TrimRight(got[i], " ")
		}
		if trimmed := strings.TrimRight(strings.Join(want, "\n"), " "); strings.Join(got, "\n") != trimmed {
			t.Fatalf("at %d columns:\n got %s\nwant %s", cols, strings.Join(got, "\n"), trimmed)
		}
	}
}

// If a command runs, or other text was written since, rows are only rewrapped.
func TestOutputIsNotTakenForAPrompt(t *testing.T) {
	for name, after := range map[string]string{
		"a_command_runs":       "\r\n\x1b]133;C\aoutput that goes on over rows",
		"the_screen_is_erased": "\x1b[H\x1b[2Jtext that goes on over more rows",
	} {
		term, plain := New(10, 20, Options{}), New(10, 20, Options{})
		_, _ = term.Write([]byte("one\r\n\x1b]133;A\a$ \x1b]133;B\asomething that is long" + after))
		_, _ = plain.Write([]byte("one\r\n$ something that is long" + strings.Replace(after, "\x1b]133;C\a", "", 1)))
		for _, cols := range []int{9, 40, 20} {
			term.Resize(10, cols)
			plain.Resize(10, cols)
			if got, want := lines(term), lines(plain); !slices.Equal(got, want) {
				t.Errorf("%s: at %d columns got %q, want %q", name, cols, got, want)
			}
		}
	}
}

// If a shell redraws its prompt at the top of a cleared screen, it erases all of it, but the old rows do
// not go into the history.
func TestARedrawnPromptAtTheTopIsNotKept(t *testing.T) {
	term := New(24, 80, Options{})
	e := &lineEditor{lines: []string{"$ a command of some length"}, cols: 80}
	e.draw(term)
	for _, cols := range []int{20, 70, 15, 80} {
		term.Resize(24, cols)
		e.redraw(term, cols)
	}
	if got, want := everything(term), e.lines; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// readline takes a terminal of one column for one of 80, and draws its text as one row.
func TestAPromptInOneColumnIsRestored(t *testing.T) {
	for _, drawn := range []string{"", "\r\x1b[K\r$ ", "\r\x1b[K\r\x1b]133;A\a$ \x1b]133;B\a"} {
		term := New(5, 40, Options{})
		fmt.Fprint(term, "output\r\n\x1b]133;A\a$ \x1b]133;B\a")
		want := strings.Join(everything(term), "\n")
		for range 3 {
			term.Resize(5, 1)
			fmt.Fprint(term, drawn)
			term.Resize(5, 40)
			fmt.Fprint(term, drawn)
			if got := strings.Join(everything(term), "\n"); got != want {
				t.Fatalf("drawn again with %q:\n%s\nwant\n%s", drawn, got, want)
			}
		}
	}
}
