package vt

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
)

// The emulator's part of docs/development/faults.md, under the same numbers. Faults whose full size takes
// minutes run at that size with DORMER_LONG.

func long() bool { return os.Getenv("DORMER_LONG") != "" }

// heap returns the memory in use after a garbage collection.
func heap() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// grew returns the largest growth of the process's memory while f ran.
func grew(f func()) int {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.HeapSys) - int(before.HeapSys)
}

// F23: random bytes break nothing, and after a reset the terminal is like a new one.
func TestF23RandomBytes(t *testing.T) {
	size := 4 << 20
	if long() {
		size = 20 * 50 << 20
	}
	src := rand.NewChaCha8([32]byte{23})
	term := New(24, 80, Options{HistoryLines: 200})
	b := make([]byte, 1<<20)
	for n := 0; n < size; n += len(b) {
		_, _ = src.Read(b)
		_, _ = term.Write(b)
		term.TakeReplies()
		term.TakeEvents()
	}
	check50(t, term)
	_, _ = term.Write([]byte("\x18\x1bc"))
	if got := fmt.Sprintf("%+v %+v", term.Modes(), term.Cursor()); got != fmt.Sprintf("%+v %+v", New(24, 80, Options{}).Modes(), New(24, 80, Options{}).Cursor()) {
		t.Errorf("after a reset: %s", got)
	}
	_, _ = term.Write([]byte("text\r\nmore"))
	if got := strings.Join(lines(term), "|"); got != "text|more" {
		t.Errorf("after a reset: %q", got)
	}
}

// check50 checks the invariants of rows, in a terminal with more history than fuzzing makes.
func check50(t *testing.T, term *Terminal) {
	t.Helper()
	rows, cols := term.Size()
	for y := range rows {
		checkRow(t, term, y, cols)
	}
}

// F24: a sequence that never ends costs at most 16 MB, and text shows again after it.
func TestF24UnterminatedSequences(t *testing.T) {
	size := 64 << 20
	if long() {
		size = 1 << 30
	}
	chunk := []byte(strings.Repeat("0123456789", 1<<16/10))
	full := map[string]bool{"\x1b]2;": true, "\x1bPq": true, "\x1b_G": true, "\x1b[": true, "\x1bX": long()}
	for _, begin := range []string{"\x1b]2;", "\x1b]52;c;", "\x1b]8;;", "\x1bPq", "\x1bP$q", "\x1bP+q", "\x1b_G", "\x1bX", "\x1b^", "\x1b[", "\x1b[1;", "\x1b[ "} {
		for _, end := range []string{"\x1b\\", "\x18", "\x1a", "abandoned"} {
			term := New(4, 20, Options{})
			n := size
			if end != "\x1b\\" || !full[begin] {
				n = 2 << 20
			}
			extra := grew(func() {
				_, _ = term.Write([]byte(begin))
				for ; n > 0; n -= len(chunk) {
					_, _ = term.Write(chunk)
				}
			})
			if extra > 16<<20 {
				t.Errorf("%q took %d bytes", begin, extra)
			}
			if end == "abandoned" {
				term.Abandon()
			} else {
				_, _ = term.Write([]byte(end))
			}
			if term.InSequence() {
				t.Errorf("%q continues after %q", begin, end)
			}
			_, _ = term.Write([]byte("\r\nseen"))
			if got := lines(term); len(got) == 0 || got[len(got)-1] != "seen" {
				t.Errorf("%q, then %q: shows %q", begin, end, got)
			}
		}
	}
}

// F25: floods of lines, of marks on one cell, of links and of titles stay within their limits.
func TestF25Floods(t *testing.T) {
	times := 1
	if long() {
		times = 20
	}
	for _, tt := range []struct {
		name  string
		count int
		piece func(i int) string
		bound int
	}{
		{"short lines", 500_000, func(int) string { return "y\r\n" }, 16 << 20},
		{"long lines", 2_000, func(int) string { return strings.Repeat("0123456789", 1000) + "\r\n" }, 24 << 20},
		{"marks on one cell", 200_000, func(i int) string { return "\u0301\u0302\u0303"[2*(i%3):][:2] }, 8 << 20},
		{"different clusters", 200_000, func(i int) string {
			return string(rune('a'+i%26)) + string(rune(0x300+i%100)) + string(rune(0x300+i/100%100))
		}, 16 << 20},
		{"links", 100_000, func(i int) string {
			return fmt.Sprintf("\x1b]8;id=%d;http://example.org/%d\x1b\\x\x1b]8;;\x1b\\", i, i)
		}, 32 << 20},
		{"titles", 100_000, func(i int) string { return fmt.Sprintf("\x1b]0;%d\x07\x1b[22t", i) }, 8 << 20},
		{"colours", 200_000, func(i int) string { return fmt.Sprintf("\x1b[38;2;%d;%d;%dmx", i&255, i>>8&255, i>>16) }, 16 << 20},
		{"modes to save", 200_000, func(i int) string { return fmt.Sprintf("\x1b[?%ds", i) }, 8 << 20},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := heap()
			term := New(24, 80, Options{HistoryBytes: 8 << 20, HistoryLines: 1000})
			for i := range tt.count * times {
				_, _ = term.Write([]byte(tt.piece(i)))
			}
			if grown := heap() - before; grown > tt.bound {
				t.Errorf("took %d bytes, want at most %d", grown, tt.bound)
			}
			_, _ = term.Write([]byte("\x1bcseen"))
			if got := strings.Join(lines(term), "|"); got != "seen" {
				t.Errorf("shows %q", got)
			}
		})
	}
}

// F26: margins, moves, insertions and scrolls of any size, in every screen size from 1x1 to 5x5 and
// during resizes.
func TestF26HostileMarginsInTinySizes(t *testing.T) {
	rounds := 400
	if long() {
		rounds = 200_000
	}
	r := rand.New(rand.NewPCG(26, 26))
	finals := []string{"r", "s", "H", "S", "T", "L", "M", "@", "P", "X", "d", "G", "A", "B", "C", "D", "b", "J", "K", "I", "Z", "'}", "'~", " @", " A", "$z", "$v", "$r"}
	for range rounds {
		term := New(1+r.IntN(5), 1+r.IntN(5), Options{HistoryLines: 20})
		for range 60 {
			var seq string
			switch r.IntN(8) {
			case 0:
				term.Resize(1+r.IntN(5), 1+r.IntN(5))
			case 1:
				seq = []string{"\x1b[?69h", "\x1b[?69l", "\x1b[?6h", "\x1b[?6l", "\x1b[?45h", "\x1b[?7l", "\x1b[?7h", "\x1b[4h", "\x1b[4l", "\x1b[?1049h", "\x1b[?1049l", "\x1b7", "\x1b8"}[r.IntN(13)]
			case 2:
				seq = []string{"x", "日", "e\u0301", "☎\ufe0f", "\r\n", "\b", "\t", "\x1bM", "\x1bD", "\x1b6", "\x1b9", "\x1b#8"}[r.IntN(12)]
			default:
				seq = fmt.Sprintf("\x1b[%d;%d;%d;%d%s", r.IntN(9), r.IntN(40), r.IntN(9), r.IntN(9), finals[r.IntN(len(finals))])
			}
			_, _ = term.Write([]byte(seq))
			check(t, term)
		}
	}
}

// F41: no output of a child makes the terminal type text that the child chose, neither literally nor in
// base64 nor in hexadecimal.
func TestF41NothingIsTypedThatTheChildChose(t *testing.T) {
	const evil = "evil command"
	coded, hexed := base64.StdEncoding.EncodeToString([]byte(evil)), hex.EncodeToString([]byte(evil))
	set := "\x1b]0;" + evil + "\a\x1b]1;" + evil + "\a\x1b]2;" + evil + "\a\x1b]52;c;" + coded + "\a\x1b]7;file://h/" + evil + "\a" +
		"\x1b]8;;http://" + evil + "\a\x1b]4;1;" + evil + "\a\x1b]10;" + evil + "\a\x1b]50;" + evil + "\a\x1b]60;" + evil + "\a" +
		"\x1b]777;notify;" + evil + ";" + evil + "\a\x1b]99;i=1:p=title;" + evil + "\a\x1b]1337;SetUserVar=a=" + coded + "\a\x1b]22;" + evil + "\a" + evil
	asks := []string{
		"\x05", "\x1b[20t", "\x1b[21t", "\x1b[>0;1t\x1b[21t", "\x1b]52;c;?\a", "\x1b]52;p;?\x1b\\", "\x1b]50;?\a", "\x1b]60;?\a", "\x1b]61;?\a", "\x1b]7;?\a",
		"\x1b]0;?\a", "\x1b]2;?\a", "\x1b]l?\a", "\x1b]L?\a", "\x1b]22;?\a", "\x1b]22;?" + evil + "\a", "\x1b]1337;ReportVariable=" + coded + "\a", "\x1b]1337;ReportCellSize\a",
		"\x1b]99;i=" + evil + ":p=?;\a", "\x1b]99;i=" + evil + ":a=report;x\a", "\x1b]4;1;?\a", "\x1b]10;?\a", "\x1b]5522;type=read;" + coded + "\a",
		"\x1bP$q" + evil + "\x1b\\", "\x1bP$q\"" + evil + "\x1b\\", "\x1bP+q" + hexed + "\x1b\\", "\x1bP+p" + hexed + "\x1b\\", "\x1bP+Q" + hexed + "\x1b\\", "\x1bPzz" + evil + "\x1b\\",
		"\x1b_Gi=1,a=q;" + coded + "\x1b\\", "\x1b_" + evil + "\x1b\\", "\x1b^" + evil + "\x1b\\", "\x1b[c", "\x1b[>q", "\x1b[6n", "\x1b[?6n", "\x1b[1;1;1;1;24;80*y", "\x1b[?996n",
		"\x1b[1$w", "\x1b[2$w", "\x1b[&u", "\x1b[x", "\x1b[?1$p", "\x1b[1$u", "\x1b[i", "\x1b[?i", "\x1b[5i", "\x1b#" + evil, "\x1b[1;1;1;1;1;1'w\x1b['|",
	}
	for _, ask := range asks {
		term := New(24, 80, Options{Version: "1"})
		_, _ = term.Write([]byte(set + ask + "\x1b\\"))
		answer := strings.ToLower(string(term.TakeReplies()))
		for _, form := range []string{"evil", "command", "\r", "\n", strings.ToLower(coded), hexed} {
			if strings.Contains(answer, form) {
				t.Errorf("%q gets the reply %q", ask, answer)
			}
		}
	}
	term := New(24, 80, Options{})
	_, _ = term.Write([]byte("\x1b]0;a\u0085b\u202ec\x1b[31md\x07"))
	if got := term.Title(); strings.ContainsAny(got, "\x1b\u0085\u202e\x07") {
		t.Errorf("title %q", got)
	}
}

// F43: the owner can end a synchronized update that never ends, without other effects.
func TestF43SynchronizedUpdateThatNeverEnds(t *testing.T) {
	term := New(4, 20, Options{})
	_, _ = term.Write([]byte("\x1b[?2004;2026hseen"))
	term.EndSync()
	if m := term.Modes(); m.Sync || !m.BracketedPaste {
		t.Errorf("modes are %+v", m)
	}
	if got := strings.Join(lines(term), "|"); got != "seen" {
		t.Errorf("shows %q", got)
	}
}
