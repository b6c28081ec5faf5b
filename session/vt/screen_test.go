package vt

import (
	"strings"
	"testing"
)

// text is what a row shows, right-trimmed.
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
		{"selector widens at the edge", "abcde☎\ufe0fx", "abcde|☎\ufe0fx", 1, 3},
		{"mark after a wrap that pends", "abcdee\u0301", "abcdee\u0301", 0, 5},
		{"insert lines in a region", "a\r\nb\r\nc\r\nd\x1b[2;3r\x1b[2H\x1b[L", "a||b|d", 1, 0},
		{"insert characters", "abcdef\x1b[1;3H\x1b[2@", "ab  cd", 0, 2},
		{"delete characters", "abcdef\x1b[1;3H\x1b[2P", "abef", 0, 2},
		{"repeat", "a\x1b[3b", "aaaa", 0, 4},
		{"line drawing", "\x1b(0qx\x1b(Bq", "─│q", 0, 3},
		{"alternate screen", "main\x1b[?1049halt\x1b[?1049l", "main", 0, 4},
		{"erase to the end", "abcdef\x1b[1;3H\x1b[K", "ab", 0, 2},
		{"split colon colours", "\x1b[38:2::1:2:3mx", "x", 0, 1},
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
