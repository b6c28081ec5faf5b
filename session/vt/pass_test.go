package vt

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// passings are what may be before lines that pass, and whether they do then.
var passings = []struct {
	name, before string
	passes       bool
}{
	{"blank", "", true},
	{"text", "x", true},
	{"foot", "\n\n\n\n", true},
	{"wide", "日本\r\n\x1b[1mb\r\nc\r\n", true},
	{"styled", "\x1b[31m", true},
	{"linked", "\x1b]8;;http://a\x07\x1b[4m", true},
	{"mark at the top", "\x1b]133;A\x07", true},
	{"mark at the foot", "\r\n\r\n\r\n\r\n\x1b]133;C\x07", true},
	{"region at the top", "\x1b[1;2r\x1b[2;1H", true},
	{"region below", "a\x1b[2;3r\x1b[3;1H", true},
	{"region below a wrap", strings.Repeat("w", 41) + "\x1b[2;4r\x1b[3;1H", true},
	{"alternate", "\x1b[?1049h", true},
	{"alternate styled", "日本\x1b[?1049h\x1b[7m", true},
	{"alternate region", "\x1b[?1049hq\x1b[2;3r\x1b[3;1H", true},
	{"alternate origin", "\x1b[?1049hq\x1b[2;3r\x1b[?6h\x1b[2;1H", true},
	{"used once the foot", "\n\n\n\n0123456789ab\x1b[2K", true},
	{"background", "\x1b[41m", false},
	{"protected", "\x1b[1\"q", false},
	{"mapped", "\x1b(0", false},
	{"insert", "\x1b[4h", false},
	{"side margins", "\x1b[?69h\x1b[1;5s", false},
	{"outside of the region", "\x1b[1;2r\x1b[4;1H", false},
}

// Lines that pass must leave what the same lines leave that come byte by byte, or cut
// anywhere, to the screen, to the history and to what comes next.
func TestLinesThatPass(t *testing.T) {
	after := []string{"", "y", "\x1b[3b", "\u0301", "\x1b[A\x1b[Kz", "\r\n", "0123456789ab", "\x1b[?1049l", "\x1b[r\x1b[9;1H"}
	for _, p := range passings {
		t.Run(p.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, 1))
			if n := passAfter(p.before); n > 0 != p.passes {
				t.Errorf("%d bytes pass", n)
			}
			for n := range 120 {
				s := p.before
				for range 1 + r.IntN(2) {
					longest := 1 + r.IntN(18)
					for range r.IntN(30) {
						line := strings.Repeat("y", max(0, r.IntN(longest+3)-2))
						if r.IntN(20) == 0 {
							line += []string{"\r", "\rx", "\n", "\t\nx", "é"}[r.IntN(5)]
						}
						s += line + "\r\n"
					}
					s += after[r.IntN(len(after))]
				}
				passAsBytes(t, s, 1+r.IntN(4), []int{2, 9, 40, 41}[n%4], r)
			}
		})
	}
}

// passAfter is how much of many lines passes once some have come, after such a beginning.
func passAfter(before string) int {
	term := New(4, 40, Options{})
	_, _ = fmt.Fprint(term, before+strings.Repeat("\r\n", 4))
	n, _ := term.pass(bytes.Repeat([]byte("y\r\n"), 40))
	return n
}

// passAsBytes writes s at once, in pieces, and byte by byte, and fails where that is not
// the same.
func passAsBytes(t *testing.T, s string, rows, cols int, r *rand.Rand) {
	t.Helper()
	o := Options{HistoryLines: 40}
	whole, pieces, single := New(rows, cols, o), New(rows, cols, o), New(rows, cols, o)
	_, _ = fmt.Fprint(whole, s)
	seen := map[uint64]string{}
	for rest := s; rest != ""; {
		n := 1 + r.IntN(min(len(rest), 80))
		_, _ = fmt.Fprint(pieces, rest[:n])
		rest = rest[n:]
		for y := range rows {
			row, gen := fmt.Sprint(pieces.Wrapped(y), pieces.Row(y)), pieces.RowGen(y)
			if was, ok := seen[gen]; ok && was != row {
				t.Fatalf("%+q on %dx%d: two rows of one generation before %+q", s, rows, cols, rest)
			}
			seen[gen] = row
		}
	}
	for i := range len(s) {
		_, _ = single.Write([]byte{s[i]})
	}
	want, history := dumpAll(single), packed(single)
	for _, got := range []*Terminal{whole, pieces} {
		check(t, got)
		if got := dumpAll(got); got != want {
			t.Fatalf("%+q on %dx%d:\n got %s\nwant %s", s, rows, cols, got, want)
		}
		if got := packed(got); got != history {
			t.Fatalf("%+q on %dx%d is packed\n as %s\nwant %s", s, rows, cols, got, history)
		}
	}
}

// Lines that pass fill blocks as others do, whatever the bounds forget meanwhile.
func TestLinesThatPassFillBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	var b bytes.Buffer
	for b.Len() < 1<<20 {
		switch r.IntN(400) {
		case 0:
			fmt.Fprintf(&b, "\x1b[%dm", 30+r.IntN(8))
		case 1:
			b.WriteString("\x1b[m")
		case 2:
			b.WriteString(strings.Repeat("a line that wraps", 3))
		}
		b.WriteString(strings.Repeat("y", r.IntN(4)*r.IntN(6)) + "\r\n")
	}
	for _, o := range []Options{{}, {HistoryLines: 30_000}, {HistoryBytes: 300 << 10}} {
		whole, single := New(5, 40, o), New(5, 40, o)
		for _, c := range b.Bytes() {
			_, _ = single.Write([]byte{c})
		}
		for rest := b.Bytes(); len(rest) > 0; {
			n := min(len(rest), 1+r.IntN(8<<10))
			_, _ = whole.Write(rest[:n])
			rest = rest[n:]
		}
		if single.passing != nil || whole.passing == nil {
			t.Fatal("the lines of one terminal alone are to pass")
		}
		if got, want := packed(whole), packed(single); got != want {
			t.Errorf("%+v: packed otherwise than line by line", o)
		}
		if got, want := whole.HistoryBytes(), single.HistoryBytes(); got != want {
			t.Errorf("%+v: the history takes %d bytes, want %d", o, got, want)
		}
	}
}
