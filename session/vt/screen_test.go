package vt

import (
	"strings"
	"testing"
)

// text returns the text of a row, right-trimmed.
func text(t *Terminal, y int) string {
	var b []byte
	for _, c := range t.Row(y) {
		b = t.Palette().AppendText(b, c)
	}
	return strings.TrimRight(string(b), " ")
}

func lines(t *Terminal) []string {
	rows, _ := t.Size()
	var out []string
	for y := range rows {
		out = append(out, text(t, y))
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

func TestScreen(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		y, x           int
	}{
		{"text", "abc", "abc", 0, 3},
		{"wrap", "abcdefgh", "abcdef|gh", 1, 2},
		{"wrap pends at the last column", "abcdef", "abcdef", 0, 5},
		{"wrap then backspace", "abcdef\bX", "abcdXf", 0, 5},
		{"scroll", "a\r\nb\r\nc\r\nd\r\ne", "b|c|d|e", 3, 1},
		{"wide character at the edge goes to the next row", "abcde日", "abcde|日", 1, 2},
		{"half of a wide character overwritten", "日本\x1b[1;2HX", " X本", 0, 2},
		{"selector widens", "☎\ufe0fx", "☎\ufe0fx", 0, 3},
		{"a widened character is repeated wide", "☎\ufe0f\x1b[bx", "☎\ufe0f☎\ufe0fx", 0, 5},
		{"selector widens at the edge", "abcde☎\ufe0fx", "abcde|☎\ufe0fx", 1, 3},
		{"mark after a wrap that pends", "abcdee\u0301", "abcdee\u0301", 0, 5},
		{"insert lines in a region", "a\r\nb\r\nc\r\nd\x1b[2;3r\x1b[2H\x1b[L", "a||b|d", 1, 0},
		{"insert characters", "abcdef\x1b[1;3H\x1b[2@", "ab  cd", 0, 2},
		{"delete characters", "abcdef\x1b[1;3H\x1b[2P", "abef", 0, 2},
		{"repeat", "a\x1b[3b", "aaaa", 0, 4},
		{"line drawing", "\x1b(0qx\x1b(Bq", "─│q", 0, 3},
		{"alternate screen", "main\x1b[?1049halt\x1b[?1049l", "main", 0, 4},
		{"erase to the end", "abcdef\x1b[1;3H\x1b[K", "ab", 0, 2},
		{"no wrap overwrites the last column", "\x1b[?7labcdefgh", "abcdeh", 0, 5},
		{"no wrap and a wide character without room", "\x1b[?7labcdef日", "abcdef", 0, 5},
		{"carriage return ends a pending wrap", "abcdef\rX", "Xbcdef", 0, 1},
		{"cursor movement ends a pending wrap", "abcdef\x1b[DX", "abcdXf", 0, 5},
		{"colours keep a pending wrap", "abcdef\x1b[31mX", "abcdef|X", 1, 1},
		{"a line break in the last column", "abcdef\r\ng", "abcdef|g", 1, 1},
		{"insert mode", "abc\x1b[H\x1b[4hX\x1b[4lY", "XYbc", 0, 2},
		{"insert mode pushes a wide character over the edge", "abcd日\x1b[H\x1b[4hX", "Xabcd", 0, 1},
		{"insert mode pushes half of a wide character out", "ab日本\x1b[H\x1b[4hX\x1b[4l", "Xab日", 0, 1},
		{"reverse wrap", "abcdefg\x1b[?45h\b\b\bX", "abcdXf|g", 0, 5},
		{"reverse wrap over a line break", "ab\r\nc\x1b[?45h\b\b\bX", "ab  X|c", 0, 5},
		{"tabs", "\x1b[3g\x1b[1;3H\x1bH\r\tX\x1b[ZY", "  Y", 0, 3},
		{"tab stops at the edge", "\tX", "     X", 0, 5},
		{"origin mode", "\x1b[2;3r\x1b[?6h\x1b[9;9HX", "||     X", 2, 5},
		{"origin mode and lines", "\x1b[2;3r\x1b[?6hX\x1b[2dY", "|X| Y", 2, 2},
		{"region scrolls and leaves the rest", "a\r\nb\r\nc\r\nd\x1b[2;3r\x1b[3H\nX", "a|c|X|d", 2, 1},
		{"reverse index in a region", "a\r\nb\r\nc\r\nd\x1b[2;3r\x1b[2H\x1bMX", "a|X|b|d", 1, 1},
		{"region of one row is ignored", "a\x1b[2;2r\x1b[3HX", "a||X", 2, 1},
		{"region beyond the screen", "\x1b[2;99r\x1b[4HX\n\rY", "||X|Y", 3, 1},
		{"region that begins beyond the screen", "\x1b[12;33rX\x1b[S", "", 0, 1},
		{"cursor up stops at the margin", "\x1b[2;4r\x1b[3H\x1b[9AX", "|X", 1, 1},
		{"delete lines outside of the region", "a\x1b[2;3r\x1b[H\x1b[M", "a", 0, 0},
		{"scroll by more than the screen", "a\r\nb\x1b[99S", "", 1, 1},
		{"side margins", "\x1b[?69h\x1b[2;4s\x1b[Habcdefgh", "abcd| efg| h", 2, 2},
		{"side margins scroll", "abcdef\r\nghijkl\x1b[?69h\x1b[2;3s\x1b[S", "ahidef|g  jkl", 0, 0},
		{"side margins off", "\x1b[?69h\x1b[2;4s\x1b[?69l\x1b[Habcdefg", "abcdef|g", 1, 1},
		{"save and restore", "\x1b[2;3H\x1b7\x1b[H\x1b8X", "|  X", 1, 3},
		{"save keeps a pending wrap", "abcdef\x1b7\x1b[H\x1b8X", "abcdef|X", 1, 1},
		{"restore without save goes home", "abc\x1b8X", "Xbc", 0, 1},
		{"save in ANSI's way", "ab\x1b[s\x1b[4H\x1b[uX", "abX", 0, 3},
		{"G1 and shifts", "\x1b)0\x0eq\x0fq", "─q", 0, 2},
		{"single shift is for one character", "\x1b*0\x1bNqq", "─q", 0, 2},
		{"locking shift to G3", "\x1b+0\x1boqx\x0fq", "─│q", 0, 3},
		{"pound sign", "\x1b(A#\x1b(B#", "£#", 0, 2},
		{"alignment", "\x1b#8", "EEEEEE|EEEEEE|EEEEEE|EEEEEE", 0, 0},
		{"selective erase", "ab\x1b[1\"qcd\x1b[0\"qef\x1b[?2K", "  cd", 0, 5},
		{"selective erase of the screen", "\x1b[1\"qX\x1b[\"qY\x1b[?2J", "X", 0, 2},
		{"erase ignores protection", "\x1b[1\"qX\x1b[2K", "", 0, 1},
		{"erase to the start of the screen", "a\r\nbcd\x1b[2;2H\x1b[1J", "|  d", 1, 1},
		{"erase characters", "abcdef\x1b[1;2H\x1b[3X", "a   ef", 0, 1},
		{"erase half of a wide character", "日本\x1b[1;2H\x1b[X", "  本", 0, 1},
		{"delete half of a wide character", "日本x\x1b[1;2H\x1b[P", " 本x", 0, 1},
		{"repeat a wide character", "日\x1b[2b", "日日日", 0, 5},
		{"repeat after a movement", "a\x1b[2;1H\x1b[2b", "a", 1, 0},
		{"repeat without a character", "\x1b[3b", "", 0, 0},
		{"repeat is bounded", "a\x1b[999999999b", "aaaaaa|aaaaaa|aaaaaa|aaaa", 3, 4},
		{"parameters saturate", "\x1b[99999999999999999999;99999999999999999999HX", "|||     X", 3, 5},
		{"too many parameters", "\x1b[1;2" + strings.Repeat(";3", 99) + "HX", "X", 0, 1},
		{"control characters inside of a sequence", "a\x1b[\r2\nCX", "a|  X", 1, 3},
		{"a sequence inside of a sequence", "\x1b[3\x1b[2CX", "  X", 0, 3},
		{"CAN", "\x1b[3\x18CX", "CX", 0, 2},
		{"SUB in a string", "\x1b]2;\x1aX", "X", 0, 1},
		{"unknown sequences", "\x1b[9y\x1b[?9y\x1b[>9y\x1b[ 9y\x1b#9\x1b%GX", "X", 0, 1},
		{"a private marker in the wrong place", "\x1b[2?KX", "X", 0, 1},
		{"device control strings", "\x1bPqabc\x1b\\X\x1b_abc\x1b\\Y\x1b^abc\x1b\\\x1bXabc\x1b\\Z", "XYZ", 0, 3},
		{"C1 as characters", "a\u0085b\u009b2Cc", "ab2Cc", 0, 5},
		{"C1 as bytes are not UTF-8", "a\x85b", "a\ufffdb", 0, 3},
		{"UTF-8 cut short", "\xe6\x97X\xf0\x9f\x98X\xe6", "\ufffdX\ufffdX", 0, 4},
		{"invalid UTF-8", "\xc0\xafX\xed\xa0\x80", "\ufffd\ufffdX\ufffd\ufffd\ufffd", 0, 5},
		{"a mark with nothing before it", "\u0301a", "a", 0, 1},
		{"a mark after a movement", "ab\x1b[1;2H\u0301", "a\u0301b", 0, 1},
		{"a flag that came in two colours", "🇩\x1b[1m🇪x", "🇩🇪x", 0, 3},
		{"two halves of a flag that were put side by side", "🇩\x1b[1;3H🇪", "🇩🇪", 0, 4},
		{"skin tone", "👍🏽x", "👍🏽x", 0, 3},
		{"family", "👨\u200d👩\u200d👧x", "👨\u200d👩\u200d👧x", 0, 3},
		{"direction controls are dropped", "a\u202eb", "ab", 0, 2},
		{"DECCOLM not allowed", "abc\x1b[?3h", "abc", 0, 3},
		{"DECCOLM allowed", "abc\x1b[?40h\x1b[?3h", "", 0, 0},
		{"RIS", "abc\x1b[2;3r\x1b[4h\x1bcX", "X", 0, 1},
		{"back index at the margin", "abc\r\x1b6X", "Xabc", 0, 1},
		{"forward index at the margin", "abcdef\x1b9X", "bcdef|X", 1, 1},
		{"shift left and right", "abcdef\r\nghijkl\x1b[2 @\x1b[1 A", " cdef| ijkl", 1, 5},
		{"insert and delete columns", "abcdef\r\nghijkl\x1b[1;2H\x1b[2'}\x1b[1'~", "a bcd|g hij", 0, 1},
		{"alternate screen by 47", "a\x1b[?47hb\x1b[?47lc", "a c", 0, 3},
		{"the alternate screen of 1049 is empty", "\x1b[?1049hX\x1b[?1049l\x1b[?1049h", "", 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(4, 6, Options{})
			_, _ = term.Write([]byte(tt.in))
			if got := strings.Join(lines(term), "|"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if c := term.Cursor(); c.Row != tt.y || c.Col != tt.x {
				t.Errorf("cursor: got %d,%d, want %d,%d", c.Row, c.Col, tt.y, tt.x)
			}
		})
	}
}

// Every size to which a pane can shrink, with regions beyond it and random text.
func TestTinyScreens(t *testing.T) {
	junk := strings.Join(seeds, "") + "\x1b[3;9r\x1b[9;9H日\n\x1b[9L\x1b[9M\x1b[9@\x1b[9P\x1b[9S\x1b[9T\x1b[2;9s\x1b[?1049h" + strings.Join(seeds, "日")
	for rows := range 6 {
		for cols := range 6 {
			for next := range 36 {
				term := New(rows, cols, Options{HistoryLines: 50})
				_, _ = term.Write([]byte(junk))
				check(t, term)
				term.Resize(next/6, next%6)
				check(t, term)
				_, _ = term.Write([]byte(junk))
				check(t, term)
			}
		}
	}
}
