package printed

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	for _, tt := range []struct{ name, printed, want, rest string }{
		{"lines", "one\r\ntwo\r\nthree", "one|two", "three"},
		{"colours", "\x1b[1;31mred\x1b[m text\n", "red text", ""},
		{"titles", "\x1b]0;no\aready\x1b]8;;http://no\x1b\\link\x1b]8;;\x1b\\\n", "readylink", ""},
		{"progress", "10%\r20%\r\x1b[K30%\r\n", "10%|20%|30%", ""},
		{"cursor", "\x1b[2J\x1b[1;1Htop\x1b[5;1Hlow\x1b[3Cright", "top", "low right"},
		{"backspace", "ab\b\bxy\n", "xy", ""},
		{"backspace_at_the_start", "\b\bx\n", "x", ""},
		{"blank_lines", "\n\n\r\nx\n", "x", ""},
		{"tab", "a\tb\n", "a b", ""},
		{"wide", "漢字é\n", "漢字é", ""},
		{"dcs", "\x1bPq#0\x1b\\x\n", "x", ""},
		{"long", strings.Repeat("x", maxLine) + "y", strings.Repeat("x", maxLine), "y"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range []int{len(tt.printed), 1} {
				var got []string
				l := NewLines(func(line string) { got = append(got, line) })
				for part := range slices.Chunk([]byte(tt.printed), size) {
					_, _ = l.Write(part)
				}
				if strings.Join(got, "|") != tt.want || l.Rest() != tt.rest {
					t.Errorf("in parts of %d: got %q and %q, want %q and %q", size, strings.Join(got, "|"), l.Rest(), tt.want, tt.rest)
				}
			}
		})
	}
}

func TestSafe(t *testing.T) {
	for _, tt := range []struct{ name, printed, want string }{
		{"text", "one\r\ntwo\tthree\b\n", "one\r\ntwo\tthree\b\n"},
		{"colours", "\x1b[1;38;5;9mred\x1b[4:3m\x1b[m\x1b[K", "\x1b[1;38;5;9mred\x1b[4:3m\x1b[m\x1b[K"},
		{"nothing_else", "\x1b]0;title\a\x1b]52;c;aGk=\ax\x1b[c\x1b[6n\x1b[?1049h\x1b[2J\x1b[H\x1b[?2004h\x1bPq\x1b\\\x1bc\x1b[>4;1m\a\x0e", "x"},
		{"c1", "a\u009b31mb\u0085c\x9d", "a31mbc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range []int{len(tt.printed), 1} {
				var got bytes.Buffer
				s := NewSafe(&got)
				for part := range slices.Chunk([]byte(tt.printed), size) {
					if _, err := s.Write(part); err != nil {
						t.Fatal(err)
					}
				}
				if got.String() != tt.want {
					t.Errorf("in parts of %d: got %q, want %q", size, got.String(), tt.want)
				}
			}
		})
	}
}

func TestPlain(t *testing.T) {
	for printed, want := range map[string]string{
		"one\r\ntwo\r\n": "one\ntwo\n",
		"10%\r20%\r\r\n": "10%\r20%\r\n",
		"end\r":          "end\r",
		"\x1b[31m\nx":    "\x1b[31m\nx",
	} {
		for _, size := range []int{len(printed), 1} {
			var got bytes.Buffer
			p := NewPlain(&got)
			for part := range slices.Chunk([]byte(printed), size) {
				if _, err := p.Write(part); err != nil {
					t.Fatal(err)
				}
			}
			if err := p.Flush(); err != nil || got.String() != want {
				t.Errorf("%q in parts of %d: got %q, %v, want %q", printed, size, got.String(), err, want)
			}
		}
	}
}
