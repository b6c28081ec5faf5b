package vt

import (
	"bytes"
	"fmt"
	"testing"
)

// resetSeeds set everything that can be set, so that an incomplete reset shows.
var resetSeeds = []string{
	"\x1b[?1;5;6;7;12;40;45;66;67;69;95;1004;1007;1045;2004;2026;2027;2031;2048h\x1b[?25l\x1b[4h\x1b[20h\x1b[2;3r\x1b[2;4s",
	"\x1b]4;1;#123456;7;red\x07\x1b]10;#111111\x07\x1b]11;#222222\x07\x1b]12;#333333\x07\x1b]22;pointer\x07\x1b]9;4;1;50\x07",
	"\x1b(0\x1b)A\x0e\x1b*0\x1bN\x1b[1\"q\x1b[38;5;1;4;48;2;1;2;3mx\x1b7\x1b]8;;http://x\x07\x1b[3g\x1bH",
	"\x1b[>31u\x1b[?1049h\x1b[>5u\x1b[>4;2m\x1b[?1003;1006h\x1b[?1006;1003;7s\x1b[5 q\x1b]0;title\x07\x1b[22t\x1b[>0t\x1b]7;file://h/x\x07",
	"\x1b[62;1\"p\x1b[1*x\x1b[?3h\x1b G\x1b[2*x\x1b]133;C\x07\x1b]99;i=1:d=0;x\x07日\x1b]2;unfinished",
}

// FuzzReset checks that a terminal after RIS behaves like a new one, whatever came before. Only the
// history stays, and the shell's count of commands.
func FuzzReset(f *testing.F) {
	for _, prefix := range resetSeeds {
		for _, suffix := range append(seeds[:len(seeds):len(seeds)], resetSeeds...) {
			f.Add([]byte(prefix), []byte(suffix))
		}
	}
	f.Fuzz(func(t *testing.T, prefix, suffix []byte) {
		used, fresh := New(5, 7, Options{}), New(5, 7, Options{})
		_, _ = used.Write(prefix)
		_, _ = used.Write([]byte("\x18\x1bc"))
		used.command = command{} // a reset does not end a shell's command
		for _, term := range []*Terminal{used, fresh} {
			term.ClearHistory()
			term.TakeReplies()
			term.TakeEvents()
			_, _ = term.Write(suffix)
		}
		used.events = renumbered(used.events, used.history.first)
		if got, want := relative(used), relative(fresh); got != want {
			t.Errorf("after %q and a reset, %q gives\n%s\nnot\n%s", prefix, suffix, got, want)
		}
	})
}

// relative returns dumpAll with the lines of the history numbered from its first.
func relative(t *Terminal) string {
	var b bytes.Buffer
	first, end := t.History()
	for n := first; n < end; n++ {
		cells, wrapped := t.HistoryLine(n, nil)
		fmt.Fprintf(&b, "h%d %v ", n-first, wrapped)
		dumpCells(&b, t, cells)
	}
	rows, _ := t.Size()
	for y := range rows {
		fmt.Fprintf(&b, "%2d %v ", y, t.Wrapped(y))
		dumpCells(&b, t, t.Row(y))
	}
	for _, m := range t.Marks(first, end+uint64(rows), nil) {
		fmt.Fprintf(&b, "%c %d,%d of %d\n", m.Kind, m.Line-first, m.Col, m.ID)
	}
	fmt.Fprintf(&b, "%+v %+v %q %q %q %q %v", t.Cursor(), t.Modes(), t.Title(), t.Icon(), t.Dir(), t.replies, t.events)
	return b.String()
}

// renumbered returns marks whose lines count from another first one.
func renumbered(events []Event, first uint64) []Event {
	for i, e := range events {
		if m, ok := e.(Mark); ok {
			m.Line -= first
			events[i] = m
		}
	}
	return events
}
