package vt

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Lines that pass must leave what the same lines leave that come byte by byte, to the
// screen, to the history and to what comes next.
func TestLinesThatPass(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	before := []string{"", "x", "\n\n\n\n", "\x1b[31m", "\x1b[41m", "\x1b]133;A\x07", "\r\n\r\n\r\n\r\n\x1b]133;C\x07", "\x1b[2;3r\x1b[3;1H", "\x1b[?1049h", "\x1b[1\"q", "\x1b(0", "\x1b[4h", "0123456789ab\x1b[2K", "日本\r\n\x1b[1mb\r\nc\r\n"}
	after := []string{"", "y", "\x1b[3b", "\u0301", "\x1b[A\x1b[Kz", "\r\n", "0123456789ab", "\x1b[?1049l"}
	passed := 0
	for n := range 3000 {
		cols := []int{1, 2, 9, 40}[n%4]
		s := before[r.IntN(len(before))]
		for range 1 + r.IntN(2) {
			for range r.IntN(30) {
				s += strings.Repeat("y", max(0, r.IntN(20)-8)) + "\r\n"
			}
			s += after[r.IntN(len(after))]
		}
		rows, o := 1+r.IntN(4), Options{HistoryLines: 40}
		whole, single := New(rows, cols, o), New(rows, cols, o)
		_, _ = fmt.Fprint(whole, s)
		for i := range len(s) {
			_, _ = single.Write([]byte{s[i]})
		}
		check(t, whole)
		if got, want := dumpAll(whole), dumpAll(single); got != want {
			t.Fatalf("%+q on %dx%d:\n got %s\nwant %s", s, rows, cols, got, want)
		}
		if got, want := packed(whole), packed(single); got != want {
			t.Fatalf("%+q on %dx%d is packed\n as %s\nwant %s", s, rows, cols, got, want)
		}
		passed += len(whole.passing)
	}
	if passed < 300 {
		t.Errorf("lines passed in %d of 3000 terminals", passed)
	}
}
