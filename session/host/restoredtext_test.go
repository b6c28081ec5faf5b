package host

import (
	"strings"
	"testing"
	"time"

	"dormer/session/checkpoint"
	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// A session that starts again shows its last screen above a line that says from
// when: whatever width it has now, with its colours, its gaps and its wide
// characters.
func TestLastScreenIsRecalled(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 3, 4, 0, time.Local)
	bold := []wire.Style{{}, {Style: grid.Style{Attrs: grid.Bold}}}
	narrow := func(row int, text string, wrapped bool) wire.Line {
		return wire.Line{Row: row, Wrapped: wrapped, Spans: []wire.Span{{Kind: wire.Narrow, Cols: len(text), Text: text}}}
	}
	c := checkpoint.Checkpoint{
		At:    at,
		Above: wire.LinesReply{Lines: []wire.Line{narrow(0, "above", false)}},
		Screen: wire.Frame{Rows: 5, Cols: 6, Styles: bold, Lines: []wire.Line{
			narrow(3, "second", false),
			narrow(2, "wraps", true), // its last column was blank
			{Row: 0, Spans: []wire.Span{{Style: 1, Kind: wire.Wide, Cols: 4, Text: "日本"}}},
		}},
	}
	term := vt.New(10, 60, vt.Options{})
	_, _ = term.Write(restoredText(c))
	var got []string
	for y := range 6 {
		var line []byte
		for _, cell := range term.Row(y) {
			line = term.Palette().AppendText(line, cell)
		}
		got = append(got, strings.TrimRight(string(line), " "))
	}
	want := []string{"above", "日本", "", "wraps second", "-- as it was on 2026-11-21 12:03:04; started again --", ""}
	for y := range want {
		if got[y] != want[y] {
			t.Errorf("row %d is %q, want %q", y, got[y], want[y])
		}
	}
	if s := term.Palette().Style(term.Row(1)[0].Style); s.Attrs != grid.Bold {
		t.Errorf("the wide characters have style %+v, want bold", s)
	}
}

func TestNothingIsRecalledOfAnEmptyScreen(t *testing.T) {
	if got := restoredText(checkpoint.Checkpoint{Screen: wire.Frame{Rows: 2, Cols: 5}}); got != nil {
		t.Errorf("recalled %q", got)
	}
}
