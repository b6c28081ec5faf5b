package host

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"dormer/session/vt"
	"dormer/session/wire"
)

// prompts returns a terminal in which a shell with integration ran n commands, and the notes on them.
func prompts(n int) (*vt.Terminal, *shellLog) {
	l := &shellLog{}
	t := vt.New(24, 80, vt.Options{HistoryLines: 4 * n, HistoryBytes: 1 << 30})
	for i := range n {
		_, _ = fmt.Fprintf(t, "\x1b]133;A\a$ \x1b]133;B\amake %d\r\n\x1b]133;C\aout\r\n\x1b]133;D;%d\a", i, i%3)
		noteMarks(t, l)
	}
	return t, l
}

func noteMarks(t *vt.Terminal, l *shellLog) {
	for _, e := range t.TakeEvents() {
		if m, ok := e.(vt.Mark); ok {
			l.note(m, time.Unix(1, 0))
		}
	}
}

// The report of the last command does not depend on how many marks are read.
func TestLatestNeedsOnlyTheLastMarks(t *testing.T) {
	for _, more := range []string{"", "\x1b]133;A\a$ ", "\x1b]133;A\a$ \x1b]133;B\asleep\r\n\x1b]133;C\a", "\x1b[2J\x1b[H", "\x1b[3J", "\x1b[?1049h"} {
		for _, n := range []int{0, 1, 2, 30, 300} {
			term, l := prompts(n)
			_, _ = term.Write([]byte(more))
			noteMarks(term, l)
			var want wire.Command
			q := wire.Commands{Range: wire.Range{End: textEnd(term)}, Last: true, Ran: true, Max: 1}
			found := l.answer(term, false, q).Commands
			if len(found) > 0 {
				want = found[0]
			}
			if got, ok := l.latest(term, false); ok != (len(found) > 0) || !reflect.DeepEqual(got, want) {
				t.Errorf("%d commands and %q: got %+v, want %+v", n, more, got, want)
			}
		}
	}
}

// BenchmarkLatest measures the part of Info that finds the last command, in a session in which 20 000
// commands ran: 80 000 marks.
func BenchmarkLatest(b *testing.B) {
	t, l := prompts(20_000)
	for b.Loop() {
		l.latest(t, false)
	}
}
