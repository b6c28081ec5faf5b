package conformance

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Asker is a terminal as its child sees it: Ask writes to it and returns all of its
// answers.
type Asker interface{ Ask(out string) string }

// erased stands for a cell that a test wants empty: never written, or erased; a blank
// counts too.
const erased = '·'

// conversation is the state of a talk while it is held.
type conversation struct {
	with    Asker
	set     Setting
	answers string // to the last writes
	kept    string
	asked   int // checksums
}

// Hold holds the talk with a terminal, after the suite's reset, and returns the first fault
// in the answers, or an empty string.
func (t *Talk) Hold(with Asker, set Setting) string {
	c := &conversation{with: with, set: set}
	if fault := c.reset(); fault != "" {
		return fault
	}
	for _, s := range t.steps {
		if fault := c.step(s); fault != "" {
			return fault
		}
	}
	if c.answers != "" {
		return fmt.Sprintf("answers that nobody asked for: %q", c.answers)
	}
	return ""
}

// reset resets the terminal as the suite does before each test: level, soft reset, modes,
// titles, tab stops and colours.
func (c *conversation) reset() string {
	c.say(`\e[6{L};1"p\e[!p\e[8;25;80t\e[?1047l\e[?1049l\e[?47l\e[?69l\e[4l\e[20l\e[?7h\e[?41l\e[>0;1T\e[>2;3t\e[2J` +
		strings.Repeat(`\e[23;0t`, 5) + `\e[3g\e[18t`)
	if fault := c.hear(`\e[8;{H};{W}t`); fault != "" {
		return "the suite's reset: " + fault
	}
	stops := ""
	for x := 1; x <= c.set.Cols; x += 8 {
		stops += fmt.Sprintf(`\e[1;%dH\eH`, x)
	}
	c.say(stops + `\e[1;1H\e[1t\e]104;\e\\\e]10;#000\e\\\e]11;#ffffff\e\\`)
	return ""
}

func (c *conversation) step(s step) string {
	if fault := c.unasked(s.kind); fault != "" {
		return fault
	}
	switch s.kind {
	case says:
		c.say(s.text)
	case cursor:
		return c.place(s.text)
	case cells:
		return c.rectangle(s.text, c.set.rows(s.rows))
	case hears, silence:
		return c.hear(s.text)
	case matches:
		return c.match(s.text)
	case keeps:
		c.kept, c.answers = c.answers, ""
		if c.kept == "" {
			return "no answer"
		}
	case same:
		return c.compare(c.kept)
	case mode:
		return c.changes(s.text)
	}
	return ""
}

// unasked reports answers that the next step does not want: the suite would take them for
// answers to its next question.
func (c *conversation) unasked(next byte) string {
	switch next {
	case hears, matches, silence, keeps, same:
		return ""
	}
	if c.answers != "" {
		return fmt.Sprintf("an answer to nothing: %q", c.answers)
	}
	return ""
}

func (c *conversation) say(text string) {
	out, err := unescape(c.set.fill(text))
	if err != nil {
		panic(fmt.Sprintf("%q: %v", text, err))
	}
	c.answers += c.with.Ask(out)
}

func (c *conversation) hear(text string) string {
	want, err := unescape(c.set.fill(text))
	if err != nil {
		return fmt.Sprintf("%q: %v", text, err)
	}
	return c.compare(want)
}

func (c *conversation) compare(want string) string {
	got := c.answers
	c.answers = ""
	if got != want {
		return fmt.Sprintf("answered %q, want %q", got, want)
	}
	return ""
}

func (c *conversation) match(pattern string) string {
	got := c.answers
	c.answers = ""
	ok, err := regexp.MatchString(strings.ReplaceAll(c.set.fill(pattern), `\e`, `\x1b`), got)
	if err != nil || !ok {
		return fmt.Sprintf("answered %q, want %s (%v)", got, pattern, err)
	}
	return ""
}

// place checks the position of the cursor.
func (c *conversation) place(want string) string {
	var y, x int
	answer := c.with.Ask("\x1b[6n")
	if _, err := fmt.Sscanf(answer, "\x1b[%d;%dR", &y, &x); err != nil {
		return fmt.Sprintf("asked for the cursor, answered %q", answer)
	}
	wantY, wantX, _ := strings.Cut(c.set.fill(want), ",")
	if !is(y, wantY) || !is(x, wantX) {
		return fmt.Sprintf("the cursor is at %d,%d, want %s", y, x, want)
	}
	return ""
}

func is(n int, want string) bool { return want == "_" || want == strconv.Itoa(n) }

// rectangle checks cells by their checksums, one cell at a time.
func (c *conversation) rectangle(at string, want []string) string {
	var top, left int
	if _, err := fmt.Sscanf(c.set.fill(at), "%d,%d", &top, &left); err != nil {
		return fmt.Sprintf("%q is no place: %v", at, err)
	}
	for y, row := range want {
		sums, fault := c.sums(top+y, left, len([]rune(row)))
		if fault != "" {
			return fault
		}
		for x, r := range []rune(row) {
			if got := 0x10000 - sums[x]; got != int(r) && (r != erased || got != 0 && got != ' ') {
				return fmt.Sprintf("row %d, column %d is %q (%#x), want %q of %q", top+y, left+x, rune(got), got, r, row)
			}
		}
	}
	return ""
}

// sums asks for the checksums of n cells.
func (c *conversation) sums(y, x, n int) ([]int, string) {
	var questions strings.Builder
	for i := range n {
		fmt.Fprintf(&questions, "\x1b[%d;0;%d;%d;%d;%d*y", c.asked+i+1, y, x+i, y, x+i)
	}
	answers := strings.SplitAfter(c.with.Ask(questions.String()), "\x1b\\")
	sums := make([]int, n)
	for i := range n {
		c.asked++
		if i >= len(answers) {
			return nil, fmt.Sprintf("%d answers to %d questions for checksums", i, n)
		}
		sum, ok := strings.CutPrefix(strings.TrimSuffix(answers[i], "\x1b\\"), fmt.Sprintf("\x1bP%d!~", c.asked))
		v, err := strconv.ParseUint(sum, 16, 16)
		if !ok || err != nil {
			return nil, fmt.Sprintf("asked for a checksum, answered %q", answers[i])
		}
		sums[i] = int(v)
	}
	return sums, ""
}

// changes queries a mode, inverts it and sets it back, and checks the state after each.
func (c *conversation) changes(name string) string {
	private := strings.TrimSuffix(name, strings.TrimLeft(name, "?"))
	n := strings.TrimPrefix(name, "?")
	ask := fmt.Sprintf("\x1b[%s$p", name)
	state := func(v int) string { return fmt.Sprintf("\x1b[%s%s;%d$y", private, n, v) }
	order := []struct {
		final string
		state int
	}{{"l", 2}, {"h", 1}}
	if c.with.Ask(ask) == state(2) {
		order[0], order[1] = order[1], order[0]
	}
	for _, o := range order {
		if got := c.with.Ask("\x1b[" + name + o.final + ask); got != state(o.state) {
			return fmt.Sprintf("mode %s after %s: %q, want %q", name, o.final, got, state(o.state))
		}
	}
	return ""
}
