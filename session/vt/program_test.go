package vt

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// programs makes random programs of common and of rare sequences. Half of them use only ASCII and every
// sequence; the others write wide characters and combining marks, and avoid the sequences with which
// xterm 379 keeps halves of them or loses the text after them (DCH, rectangles, side margins).
//
// All avoid the intended differences (docs/development/terminal-tests.md) and faults of xterm 379: a
// tab, CBT and DECRC with a wrap pending or beyond the margins, scrolls by more rows than the region
// has, IRM over a margin, colours after DECRC, protection after a whole screen was erased.
type programs struct {
	*rand.Rand
	rows, cols int
	wide       bool
}

func pick[T any](p *programs, of ...T) T { return of[p.IntN(len(of))] }

// sentence is a sequence or text of a program, with its weight; wide allows it in programs with wide
// characters.
type sentence struct {
	weight int
	wide   bool
	say    func(p *programs) string
}

var sentences = []sentence{
	{7, true, (*programs).text},
	{2, true, func(p *programs) string { return seq(p.row()+";"+p.col(), pick(p, "H", "H", "f")) }},
	{2, true, func(p *programs) string {
		return seq(p.number(), pick(p, "A", "B", "C", "D", "E", "F", "G", "`", "a", "d", "e", "j", "k"))
	}},
	{2, true, func(p *programs) string {
		return pick(p, "\r", "\n", "\b", "\t", "\r\n", "\v", "\f", "\x1bD", "\x1bM", "\x1bE", "\b\b", "\x07", "\x00", "\x7f")
	}},
	{2, true, func(p *programs) string { return seq(p.number(), pick(p, "X", "@", "L", "M")) }},
	{1, false, func(p *programs) string { return seq(p.number(), "P") }},
	{1, true, func(p *programs) string { return p.text() + seq(pick(p, "", "1", "3", "17", "50"), "b") }},
	{1, true, func(p *programs) string {
		return pick(p, "\x1b[S", "\x1b[1S", "\x1b[T", "\x1b[1T", "\x1b[^", seq(p.number(), "I"), "\b"+seq(p.number(), "Z"))
	}},
	{2, true, func(p *programs) string { return seq(pick(p, "", "0", "1", "2", "3"), pick(p, "J", "K", "K")) }},
	{1, true, func(p *programs) string { return seq("?"+pick(p, "", "0", "1", "2"), pick(p, "J\x1b[0\"q", "K")) }},
	{2, true, func(p *programs) string { return seq(pick(p, sgrParameters...), "m") }},
	{1, true, func(p *programs) string { return seq(p.row()+";"+p.row(), "r") }},
	{1, false, func(p *programs) string { return "\x1b[?69h" + seq(p.col()+";"+p.col(), "s") }},
	{2, true, func(p *programs) string { return seq("?"+pick(p, "6", "69"), pick(p, "h", "l")) }},
	{1, true, func(p *programs) string { return seq("?"+pick(p, modeNumbers...), pick(p, "h", "l")) }},
	{1, false, func(p *programs) string { return pick(p, "\x1b[?7h", "\x1b[?7l") }},
	{1, true, func(p *programs) string { return seq(pick(p, "4", "4", "20", "12", "2"), pick(p, "h", "l")) }},
	{1, true, func(p *programs) string { return pick(p, "\x1b7", "\x1b8\x1b[m", "\x1b[s", "\x1b[u\x1b[m") }},
	{1, true, func(p *programs) string {
		return pick(p, "\x1b[?1048h", "\x1b[?1048l\x1b[m", "\x1b[?47l\x1b[?1049h", "\x1b[?47h\x1b[?1049l\x1b[m",
			"\x1b[?47h", "\x1b[?47l", "\x1b[?1047h", "\x1b[?1047l")
	}},
	{2, false, func(p *programs) string {
		return pick(p, "\x1b[0\"q", "\x1b[1\"q", "\x1b[2\"q", "\x1bV", "\x1bW")
	}},
	{1, false, func(p *programs) string {
		return pick(p, "\x1bW\x1b[0\"q\x1b[0;33;44m"+seq(p.rectangle(), "$z")+"\x1b[m", seq(p.rectangle(), "${"))
	}},
	{1, false, func(p *programs) string {
		c := pick(p, "42", "120", "32", "160", "233", "7", "127", "")
		return "\x1b[0;33;44m" + seq(c+";"+p.rectangle(), "$x") + "\x1b[m"
	}},
	{1, false, func(p *programs) string {
		return seq(fmt.Sprintf("%s;1;%d;%d;1", p.rectangle(), 1+p.IntN(p.rows), 1+p.IntN(p.cols)), "$v")
	}},
	{1, false, func(p *programs) string {
		l, r := p.IntN(p.cols), p.IntN(p.cols)
		return fmt.Sprintf("\x1b[%d;%d;%d;%d;", 1+p.IntN(p.rows+1), min(l, r)+1, 1+p.IntN(p.rows+1), max(l, r)+1) +
			pick(p, "0$r", "22;5$r", "24;25$r", "1$r", "4$r", "5$r", "7$r", "1$t", "4$t", "5$t", "7$t", "1;4$t")
	}},
	{1, true, func(p *programs) string { return seq(pick(p, "0", "1", "2"), "*x") }},
	{1, true, func(p *programs) string { return pick(p, "\x1bH", "\x1b[g", "\x1b[3g", "\x1b[0g") }},
	{1, false, func(p *programs) string {
		return pick(p, "\x1b(0", "\x1b)0", "\x1b(B", "\x0e", "\x0f", "\x1bN", "\x1bO", "\x1bn", "\x1bo")
	}},
	{1, false, func(p *programs) string {
		return pick(p, "\x1b6", "\x1b9", seq(p.number(), "'}"), seq(p.number(), "'~"), seq(p.number(), " @"), seq(p.number(), " A"))
	}},
	{1, true, func(p *programs) string {
		return pick(p, "\x1b[!p\x1b[m\x1b7", "\x1b#8\x1b[m", "\x1b[64;1\"p\x1b[m\x1b7")
	}},
	{1, true, func(p *programs) string {
		return seq("?"+pick(p, "6", "45", "1", "25", "5", "1000", "1002"), pick(p, "s", "r"))
	}},
	{1, true, func(p *programs) string {
		return pick(p, "\x1b[#{", "\x1b[#}", "\x1b[1;31#{", "\x1b[30#{", "\x1b[3 q", "\x1b[0 q", "\x1b[6 q")
	}},
	{1, true, func(p *programs) string { return pick(p, edgeCases...) }},
}

var sgrParameters = []string{
	"", "0", "1", "2", "3", "4", "5", "7", "9", "22", "23", "24", "25", "27", "29", "31", "42", "97", "103", "39", "49",
	"38;5;123", "48;5;200", "38;2;1;2;3", "48;2;9;8;7", "38:5:12", "48:2:1:2:3", "38:2::4:5:6", "1;7;31", "0;4", "7;38;5;9;1",
	"38", "1;;4", "59", "38;5;1;3", "48;7;1", "26",
}

var modeNumbers = []string{
	"45", "5", "1", "25", "66", "41", "2004", "1004", "1000", "1002", "1003", "9", "1006", "1005", "1015", "95",
}

// edgeCases are edge cases of parsers.
var edgeCases = []string{
	"\x1b[3\bC", "\x1b[2\nD", "\x1b[1\x18m", "\x1b[5\x1aX", "\x1b[4\x1b[1m", "\x1b]0;a\x1b[1mb\x07", "\x1b]0;t\x18x",
	"\x1bP$qm\x1b\\", "\x1bP1;2;x\x1b\\", "\x1b_apc\x1b\\", "\x1b^pm\x1b\\", "\x1bXsos\x1b\\", "\x1bPabc\x18y",
	"\x1b[1;2;3;4;5;6;7;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;26;7m",
	"\x1b[;H", "\x1b[;;m", "\x1b[>1;2H", "\x1b[?1;2H", "\x1b[1 H", "\x1b[1!H", "\x1b[1$$p", "\x1b[=1m", "\x1b[1:2H",
	"\x1b[6n", "\x1b[5n", "\x1b[?6n", "\x1b[18t", "\x1b[?7$p", "\x1b[4$p", "\x1b[=c",
	"\x1b[\x7f1m", "\x1b\x7f7", "\x1b[2\x1b7", "\x1b[1;1\x00H", "\x1b%G", "\x1b F", "\x1b[99999999999999999999C",
	"\xff", "\xe2\x82", "\xc3", "\x1b[?1;25;6h", "\x1b[?1;25l",
}

func seq(parameters, end string) string { return "\x1b[" + parameters + end }

// number returns a parameter: mostly small, sometimes empty, 0, the size or huge.
func (p *programs) number() string {
	switch p.IntN(12) {
	case 0:
		return ""
	case 1:
		return "0"
	case 2:
		return fmt.Sprint(p.cols - p.IntN(2))
	case 3:
		return fmt.Sprint(p.rows)
	case 4:
		return pick(p, "99", "1000", "99999", "70000")
	}
	return fmt.Sprint(1 + p.IntN(4))
}

func (p *programs) row() string { return p.place(p.rows) }
func (p *programs) col() string { return p.place(p.cols) }

func (p *programs) place(n int) string {
	if p.IntN(10) == 0 {
		return p.number()
	}
	return fmt.Sprint(1 + p.IntN(n+1))
}

func (p *programs) rectangle() string {
	return fmt.Sprintf("%d;%d;%d;%d", 1+p.IntN(p.rows+1), 1+p.IntN(p.cols+1), 1+p.IntN(p.rows+1), 1+p.IntN(p.cols+1))
}

func (p *programs) text() string {
	var b strings.Builder
	n := 1 + p.IntN(5)
	if p.IntN(5) == 0 {
		n = p.IntN(2 * p.cols)
	}
	for range n {
		kind := p.IntN(14)
		switch {
		case !p.wide || kind > 3:
			b.WriteByte(byte('a' + p.IntN(26)))
		case kind < 2:
			b.WriteString(pick(p, "日", "本", "語", "한"))
		case kind == 2:
			b.WriteString(pick(p, "e", "x", "日") + "\u0301")
		default:
			b.WriteString(pick(p, "é", "ñ", "─", "λ"))
		}
	}
	return b.String()
}

// next returns a program, sentence by sentence.
func (p *programs) next() []string {
	p.wide = p.IntN(2) == 0
	said := make([]string, 3+p.IntN(25))
	inserts, sides, guards := false, false, false
	for i := range said {
		s := p.sentence()
		for crosses(s) && sides || inserts && strings.Contains(s, "[?69h") || guards && strings.Contains(s, "J") {
			s = p.sentence()
		}
		inserts = inserts || crosses(s)
		sides = sides || strings.Contains(s, "[?69h")
		guards = guards || strings.HasSuffix(s, "1\"q") || s == "\x1bV"
		said[i] = s
	}
	return said
}

// crosses reports whether xterm handles a sentence differently at side margins.
func crosses(s string) bool {
	return strings.HasSuffix(s, "[4h") || strings.HasSuffix(s, "I") || s == "\t"
}

func (p *programs) sentence() string {
	total := 0
	for _, s := range sentences {
		total += s.weight
	}
	for {
		n := p.IntN(total)
		for _, s := range sentences {
			if n -= s.weight; n < 0 {
				if p.wide && !s.wide {
					break
				}
				return s.say(p)
			}
		}
	}
}
