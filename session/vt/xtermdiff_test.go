//go:build linux

package vt

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dormer/session/grid"
)

// TestXtermAgrees plays random programs to a real xterm 379 and to our emulator, and reads back from both
// each cell's character and look, the cursor, margins, tab stops, modes, both screens, and the replies in
// between. It shortens a program as far as the difference remains. If Xvfb and xterm are installed, a
// few programs always run; DORMER_XTERM=10m plays others for ten minutes, and DORMER_XTERM_SEED=7 again
// others.
func TestXtermAgrees(t *testing.T) {
	seed, each, end := uint64(1), 12, time.Now()
	if d, err := time.ParseDuration(os.Getenv("DORMER_XTERM")); err == nil {
		each, end = 300, end.Add(d)
		seed = 2
		_, _ = fmt.Sscan(os.Getenv("DORMER_XTERM_SEED"), &seed)
	}
	count := 0
	for round := uint64(0); round == 0 || time.Now().Before(end); round++ {
		for i, size := range [][2]int{{6, 12}, {5, 20}, {4, 7}, {2, 9}, {8, 10}, {1, 6}, {3, 3}} {
			t.Run(fmt.Sprintf("%d/%dx%d", round, size[0], size[1]), func(t *testing.T) {
				b := &comparison{startXterm(t, size[0], size[1]), size[0], size[1]}
				p := &programs{Rand: rand.New(rand.NewPCG(seed, 7*round+uint64(i))), rows: b.rows, cols: b.cols}
				for range each {
					b.play(t, p.next())
					count++
				}
			})
		}
	}
	t.Logf("%d programs", count)
}

// comparison is a real xterm that is compared with our emulator.
type comparison struct {
	x          *realXterm
	rows, cols int
}

// fresh resets an xterm, including the attributes that it saves, the alternate screen, and the saved
// cursors and modes.
var fresh = strings.Repeat("\x1b[#}", 12) + "\x18\x1b\\\x1b[!p\x1b[?1047h\x1b[2J\x1b[?1047l\x1b[?45l\x1b[?1045l\x1b[?41;42;2004;1004l\x1bc" +
	"\x1b7\x1b[?47h\x1b7\x1b[?47l\x1b[?1;5;6;7;9;25;45;47;1000;1002;1049s"

func (b *comparison) play(t *testing.T, program []string) {
	t.Helper()
	if b.differences(t, program) == "" {
		return
	}
	program = b.shortest(t, program)
	if d := b.differences(t, program); d != "" { // the difference does not come from the previous program
		t.Errorf("%q\n%s", program, d)
	}
}

// differences returns the differences between the two after a program.
func (b *comparison) differences(t *testing.T, program []string) string {
	t.Helper()
	out := strings.Join(program, "")
	q := ask(b.rows, b.cols, strings.Contains(out, "47") || strings.Contains(out, "1049"))
	q.wide = strings.ContainsFunc(out, func(r rune) bool { return r >= 0x1100 })
	q.copied = strings.Contains(out, "$v")
	out = fresh + out + "\x18\x1b F"
	said, err := b.x.ask(out + "\x1b[>q")
	if err != nil {
		t.Fatalf("after %q: %v", program, err)
	}
	theirs, err := b.x.ask(q.out.String() + "\x1b[>q")
	if err != nil {
		t.Fatalf("after %q: %v", program, err)
	}
	ours := New(b.rows, b.cols, Options{})
	said, answered := strings.TrimSuffix(said, "\x1bP>|"+xtermName), hear(ours, out)
	if said != answered {
		return fmt.Sprintf("answers: xterm %q, ours %q\n", said, answered)
	}
	return q.compare(strings.TrimSuffix(theirs, "\x1bP>|"+xtermName), hear(ours, q.out.String()))
}

// hear writes to a terminal and returns all its replies. It takes them often, because the terminal keeps
// only a limited amount.
func hear(term *Terminal, out string) string {
	var b strings.Builder
	for out != "" {
		n := min(len(out), 4096)
		_, _ = term.Write([]byte(out[:n]))
		b.Write(term.TakeReplies())
		out = out[n:]
	}
	return b.String()
}

// shortest removes what is not needed for the difference from a program: sentences, then letters of its
// texts.
func (b *comparison) shortest(t *testing.T, program []string) []string {
	differs := func(p []string) bool { return b.differences(t, p) != "" }
	for n := max(len(program)/2, 1); n > 0; n /= 2 {
		for i := 0; i+n <= len(program); {
			if less := slices.Delete(slices.Clone(program), i, i+n); differs(less) {
				program = less
			} else {
				i += n
			}
		}
	}
	for i := range program {
		letters := []rune(program[i])
		for j := 0; j < len(letters) && !strings.Contains(program[i], "\x1b"); {
			less := slices.Clone(program)
			less[i] = string(slices.Delete(slices.Clone(letters), j, j+1))
			if differs(less) {
				program, letters = less, []rune(less[i])
			} else {
				j++
			}
		}
	}
	return program
}

// questions read the state of a terminal; about names the subject of each.
type questions struct {
	out    strings.Builder
	about  []string
	wide   bool // the program wrote wide characters
	copied bool // and copied rectangles, whose attributes xterm mangles
}

func (q *questions) ask(about, out string) {
	q.about = append(q.about, about)
	q.out.WriteString(out)
}

// ask requests everything, for both screens if the program may have used both. From the margins on,
// reading changes the modes.
func ask(rows, cols int, both bool) *questions {
	q := &questions{}
	q.ask("cursor", "\x1b[6n")
	for _, s := range []string{"m", "r", "s", `"q`} {
		q.ask("setting "+s, "\x1bP$q"+s+"\x1b\\")
	}
	for _, n := range []int{1, 5, 6, 7, 9, 18, 19, 25, 40, 41, 42, 45, 47, 66, 69, 95, 1000, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1047, 1049, 2004} {
		q.ask(fmt.Sprint("mode ?", n), fmt.Sprintf("\x1b[?%d$p", n))
	}
	for _, n := range []int{2, 4, 12, 20} {
		q.ask(fmt.Sprint("mode ", n), fmt.Sprintf("\x1b[%d$p", n))
	}
	q.out.WriteString("\x1b[64;1\"p\x1b[?6l\x1b[23#y")
	q.ask("tabs", "\x1b[2$w")
	q.cells("shown ", rows, cols)
	if both {
		q.out.WriteString("\x1b[?47l")
		q.cells("main ", rows, cols)
		q.out.WriteString("\x1b[?47h")
		q.cells("alternate ", rows, cols)
	}
	return q
}

// cells requests each cell's character, by its checksum, and its look.
func (q *questions) cells(screen string, rows, cols int) {
	for y := range rows {
		for x := range cols {
			at := fmt.Sprintf("%d;%d;%d;%d", y+1, x+1, y+1, x+1)
			q.ask(fmt.Sprintf("%scell %d,%d", screen, y+1, x+1), "\x1b[1;1;"+at+"*y")
			q.ask(fmt.Sprintf("%slook %d,%d", screen, y+1, x+1), "\x1b["+at+"#|")
		}
	}
}

var (
	oneAnswer = regexp.MustCompile("\x1bP[^\x1b]*\x1b\\\\|\x1b[^\x1b]*|[^\x1b]+")
	// textLook are the attributes that a cell without text does not show. SGR 21 is one of them
	// because xterm erases with it.
	textLook  = regexp.MustCompile(`;(21|3[0-7]|9[0-7]|38:[0-9:]*|58:[0-9:]*)`)
	attribute = regexp.MustCompile(`;[1-9]`)
	// nonsense matches colours and positions that xterm 379 itself has mangled.
	nonsense = regexp.MustCompile(`:[0-9]{4,}|8:5:13[0-9]|;6[0-9]{4}R`)
)

// compare returns the first few answers that differ.
func (q *questions) compare(theirs, ours string) string {
	them, us := oneAnswer.FindAllString(theirs, -1), oneAnswer.FindAllString(ours, -1)
	if len(them) != len(q.about) || len(us) != len(q.about) {
		return fmt.Sprintf("xterm has %d answers to %d questions, ours has %d\n", len(them), len(q.about), len(us))
	}
	var b strings.Builder
	n := 0
	for i, about := range q.about {
		if !q.alike(them, us, i) {
			if n++; n <= 8 {
				fmt.Fprintf(&b, "%s: xterm %q, ours %q\n", about, them[i], us[i])
			}
		}
	}
	return b.String()
}

// alike reports whether answer i means the same. xterm keeps the text colour in blank cells, keeps halves
// of wide characters (blank here), and reports cells that were never written as 0 after a copy.
func (q *questions) alike(theirs, ours []string, i int) bool {
	them, us := theirs[i], ours[i]
	switch {
	case nonsense.MatchString(them):
		return true
	case strings.Contains(q.about[i], "cell "):
		them = q.seen(theirs, i)
	case strings.Contains(q.about[i], "look "):
		char := q.seen(theirs, i-1)
		if q.copied || char != theirs[i-1] || strings.Contains(char, "~FFFF") {
			return true
		}
		if char == blankAnswer {
			them, us = textLook.ReplaceAllString(them, ""), textLook.ReplaceAllString(us, "")
		}
		if char == blankAnswer && q.wide {
			them, us = attribute.ReplaceAllString(them, ""), attribute.ReplaceAllString(us, "")
		}
	}
	return them == us
}

const blankAnswer = "\x1bP1!~0020\x1b\\"

// seen is the visible content of a cell: blank if it has half a character.
func (q *questions) seen(answers []string, i int) string {
	row := q.about[i][:strings.LastIndexByte(q.about[i], ',')+1]
	before, c, after := q.code(answers, i-2, row), q.code(answers, i, row), q.code(answers, i+2, row)
	wide := c != 0xffff && grid.RuneWidth(rune(c)) == 2
	if c == 0 || wide && after != 0xffff || c == 0xffff && grid.RuneWidth(rune(before)) != 2 {
		return blankAnswer
	}
	return answers[i]
}

// code is the character in answer i, 0 if the answer is about another row.
func (q *questions) code(answers []string, i int, row string) int {
	if i < 0 || i >= len(q.about) || !strings.HasPrefix(q.about[i], row) {
		return 0
	}
	n := 0
	_, _ = fmt.Sscanf(answers[i], "\x1bP1!~%04X", &n)
	return n
}
