package vt

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"dormer/session/grid"
)

// printedParts are pieces of text, and of what comes between texts.
var printedParts = []string{
	"a", "plain words", "é", "○●", "①\u0301", "①\u200d👩", "─①─", "日本", "한글", "e\u0301", "\u0301", "x\u200d", "\u200d", "👩", "👩\u200d👩\u200d👧", "👍🏽", "🏽", "❤", "❤\ufe0f", "\ufe0f", "1\ufe0f\u20e3", "7",
	"🇩", "🇩🇪", "🏳\ufe0f\u200d🌈", "\u1100\u1161\u11a8", "각\u11a8", "\u1161", "\u0915\u094d\u0937", "\u0e01\u0e33", "か\u3099", "\u200b", "\ufffd\u0301", "\xe2\x82", "\xff", "\xc2\x85", "\x7f",
	"\x1b[31m", "\x1b[m", "\x1b[0m", "\x1b[1;4m", "\x1b[38;2;1;2;3m", "\x1b[48:5:9m", "\x1b[38;5;999m", "\x1b[>4m", "\x1b[?25h",
	"\r\n", "\r", "\b", "\b\b", "\x1b[C", "\x1b[2G", "\x1b[H", "\x1b[K", "\x1b[3b", "\x1b[4h", "\x1b[4l", "\x1b[?7l", "\x1b[?7h", "\x1b(0", "\x1b(B", "\x1bN",
	"\x1b[?69h\x1b[3;9s", "\x1b[?69l", "\x1b[1\"q", "\x1b[0\"q", "\x1b]8;;http://h\x1b\\", "\x1b]8;;\x1b\\", "\x1b[!p",
}

// Text printed in runs must look like the same text printed byte by byte.
func TestRunsShowWhatSingleBytesShow(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	for n := range 6000 {
		var s string
		for range 1 + r.IntN(24) {
			s += printedParts[r.IntN(len(printedParts))]
		}
		o := Options{Widths: grid.Widths(n % 2)}
		cols := []int{1, 2, 7, 12, 40}[n%5]
		whole, single := New(4, cols, o), New(4, cols, o)
		_, _ = fmt.Fprint(whole, s)
		for i := range len(s) {
			_, _ = single.Write([]byte{s[i]})
		}
		check(t, whole)
		if got, want := dumpAll(whole), dumpAll(single); got != want {
			t.Fatalf("%+q on %d columns:\n got %s\nwant %s", s, cols, got, want)
		}
		if got, want := whole.scr.wrapNext, single.scr.wrapNext; got != want {
			t.Fatalf("%+q on %d columns: got a pending wrap %v, want %v", s, cols, got, want)
		}
	}
}
