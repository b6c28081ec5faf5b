package catalogue_test

import (
	"fmt"
	"testing"
	"time"

	"dormer/session/catalogue"
	"dormer/session/checkpoint"
	"dormer/session/wire"
)

// line is a row of plain text.
func line(row int, text string) wire.Line {
	return wire.Line{Row: row, Spans: []wire.Span{{Kind: wire.Narrow, Cols: len(text), Text: text}}}
}

// What of a kept screen is asked for is what comes, the last lines first.
func TestLastScreen(t *testing.T) {
	above := wire.Range{First: 5, End: 8}
	last := checkpoint.Checkpoint{
		At: time.Now(),
		Screen: wire.Frame{
			Seq: 1, Full: true, Rows: 4, Cols: 10, History: above, Styles: []wire.Style{{}},
			Lines: []wire.Line{line(0, "one"), line(1, "two"), {Row: 2}, {Row: 3}},
		},
		Above: wire.LinesReply{Range: above, Styles: []wire.Style{{}}, Lines: []wire.Line{line(0, "a"), line(1, "b"), line(2, "c")}},
	}
	tests := []struct {
		q    wire.Capture
		want string
	}{
		{wire.Capture{}, "one\ntwo\n"},
		{wire.Capture{Scrollback: true}, "a\nb\nc\none\ntwo\n"},
		{wire.Capture{Scrollback: true, MaxLines: 3}, "c\none\ntwo\n"},
		{wire.Capture{MaxLines: 1}, "two\n"},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%+v", tt.q), func(t *testing.T) {
			got, err := catalogue.LastScreen(t.Context(), last, tt.q)
			if err != nil || got != tt.want {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
	if _, err := catalogue.LastScreen(t.Context(), checkpoint.Checkpoint{}, wire.Capture{}); err == nil {
		t.Error("a screen without rows is no error")
	}
}
