package vt

import (
	"fmt"
	"strings"
	"testing"

	"dormer/session/grid"
)

func TestProgress(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want grid.Progress
	}{
		{"\x1b]9;4;1;50\a", grid.Progress{State: grid.ProgressGoing, Percent: 50}},
		{"\x1b]9;4;1;50\a\x1b]9;4;2\a", grid.Progress{State: grid.ProgressFailed, Percent: 50}},
		{"\x1b]9;4;1;50\a\x1b]9;4;4;60\a", grid.Progress{State: grid.ProgressPaused, Percent: 60}},
		{"\x1b]9;4;3;50\a", grid.Progress{State: grid.ProgressUnknown}},
		{"\x1b]9;4;1;5000\a", grid.Progress{State: grid.ProgressGoing, Percent: 100}},
		{"\x1b]9;4;1;50\a\x1b]9;4;0\a", grid.Progress{}},
		{"\x1b]9;4;1;50\a\x1bc", grid.Progress{}},
		{"\x1b]9;4;7;50\a", grid.Progress{}},
	} {
		term := New(2, 4, Options{})
		gen := term.Gen()
		_, _ = term.Write([]byte(tt.in))
		if got := term.Progress(); got != tt.want {
			t.Errorf("%q: got %v, want %v", tt.in, got, tt.want)
		}
		if tt.want.Percent > 0 && term.Gen() == gen {
			t.Errorf("%q: no event", tt.in)
		}
	}
}

func TestPointer(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"text", "text"},
		{"=ns-resize", "ns-resize"},
		{"left_ptr", "left_ptr"},
		{">text,wait", "wait"},
		{">text,wait|<", "text"},
		{">text|<|<", ""},
		{"text|", ""},
		{">text,wait|", ""},
		{"text|?text", "text"},
		{"Not One", ""},
		{strings.Repeat("x", 33), ""},
	} {
		term := New(2, 4, Options{})
		for name := range strings.SplitSeq(tt.in, "|") {
			_, _ = fmt.Fprintf(term, "\x1b]22;%s\a", name)
		}
		if got := term.Pointer(); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
		}
	}
	term := New(2, 4, Options{})
	for range 1000 {
		_, _ = term.Write([]byte("\x1b]22;>text\a"))
	}
	if len(term.pointers) > maxPointers {
		t.Errorf("%d shapes are kept", len(term.pointers))
	}
}
