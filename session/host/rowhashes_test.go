package host

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dormer/session/vt"
	"dormer/session/wire"
)

// rowsOf draws a screen and returns the rows in the resulting frame.
func rowsOf(t *testing.T, w *view, term *vt.Terminal, text string) string {
	t.Helper()
	_, _ = term.Write([]byte(text))
	f, _ := w.next(term, "", "")
	var rows []string
	for _, l := range f.Lines {
		rows = append(rows, fmt.Sprint(l.Row))
	}
	return strings.Join(rows, " ")
}

const threeRows = "\x1b[Hone\x1b[K\r\n\x1b[31mtwo\x1b[m\x1b[K\r\nthree"

func TestOnlyChangedRowsAreSent(t *testing.T) {
	for name, c := range map[string]struct{ again, want string }{
		"the same":         {threeRows, ""},
		"erased and drawn": {"\x1b[2J" + threeRows, ""},
		"one row":          {strings.Replace(threeRows, "two", "TWO", 1), "1"},
		"another colour":   {strings.Replace(threeRows, "31m", "32m", 1), "1"},
		"a mark":           {"\x1b[H\x1b]133;A\x07" + threeRows, "0"},
		"drawn and erased": {"\x1b[3;1Hthree.......\x1b[3;1Hthree\x1b[K", ""},
	} {
		t.Run(name, func(t *testing.T) {
			term := vt.New(3, 12, vt.Options{})
			var w view
			rowsOf(t, &w, term, threeRows)
			if got := rowsOf(t, &w, term, c.again); got != c.want {
				t.Errorf("rows %q, want %q", got, c.want)
			}
		})
	}
}

func TestRowsWithChangedColoursAreSentAgain(t *testing.T) {
	term := vt.New(3, 12, vt.Options{})
	var w view
	rowsOf(t, &w, term, threeRows)
	for _, colour := range []string{"4;1;#123456", "4;1;#654321", "104"} {
		if got := rowsOf(t, &w, term, "\x1b]"+colour+"\x07"); got != "0 1 2" {
			t.Errorf("after OSC %s: rows %q", colour, got)
		}
	}
}

// A moved row is known in its new place and no longer in its old one.
func TestRowsAreKnownWhereTheyMovedTo(t *testing.T) {
	term := vt.New(4, 12, vt.Options{})
	var w view
	rowsOf(t, &w, term, "\x1b[H1\r\n2\r\n3\r\n4")
	if got := rowsOf(t, &w, term, "\r\n5"); got != "3" {
		t.Fatalf("scrolled: rows %q", got)
	}
	if got := rowsOf(t, &w, term, "\x1b[H2\r\n3\r\n4\r\n5"); got != "" {
		t.Errorf("drawn in its new place: rows %q", got)
	}
	if got := rowsOf(t, &w, term, "\x1b[H1\r\n2\r\n3\r\n4"); got != "0 1 2 3" {
		t.Errorf("drawn in its old place: rows %q", got)
	}
}

// After a resize the whole screen is sent.
func TestRowHashesEndWithTheSize(t *testing.T) {
	term := vt.New(3, 12, vt.Options{})
	var w view
	rowsOf(t, &w, term, threeRows)
	term.Resize(4, 12)
	if f, _ := w.next(term, "", ""); !f.Full || len(f.Lines) != 3 {
		t.Errorf("after a resize: full %v, %d lines", f.Full, len(f.Lines))
	}
}

// If a child redraws the same screen again and again, not every one is compared.
func TestUnchangedDrawingIsComparedSeldom(t *testing.T) {
	s := quietViewer(t)
	s.print("\x1b[H$ \x1b[K")
	s.kinds(time.Second) // the cursor has moved, or the row is compared
	s.ack()
	s.print("\x1b[H$ \x1b[K")
	if got, wait := s.kinds(2 * time.Second); got != "" || wait != 0 {
		t.Fatalf("redrawn once: sends %q, waits %v", got, wait)
	}
	s.print("\x1b[H$ \x1b[K")
	if got, wait := s.kinds(2 * time.Second); got != "" || wait != unchangedTime {
		t.Errorf("redrawn twice: sends %q, waits %v", got, wait)
	}
	s.print("x")
	if got, _ := s.kinds(2*time.Second + unchangedTime); got != "frame " {
		t.Errorf("something else: sends %q", got)
	}
}

// Rows have the same hash if their cells are equal and both wrap or both do not.
func TestRowHash(t *testing.T) {
	term := vt.New(3, 12, vt.Options{})
	_, _ = term.Write([]byte("aaaaaaaaaaaaaaaaaaaaaaaa\x1b[3;1Haaaaaaaaaaab"))
	cells := term.Row(0)
	if rowHash(cells, true) != rowHash(term.Row(1), true) {
		t.Error("equal rows have different hashes")
	}
	if rowHash(cells, true) == rowHash(cells, false) || rowHash(cells, true) == rowHash(term.Row(2), true) {
		t.Error("different rows have the same hash")
	}
	if rowHash(nil, false) == 0 {
		t.Error("the hash of an empty row is that of an unknown row")
	}
	var s rowHashes
	s.forget(3)
	if s.shown(0, cells, wire.Line{}) || !s.shown(0, cells, wire.Line{}) {
		t.Error("a row must be known only after it was sent")
	}
}
