package transcript

import (
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/links"
)

// printed returns a session with two lines of history and the others on the screen. Its host sends
// the lines that are requested.
func printed(t *testing.T, lines ...wire.Line) (c *client.Session, changed <-chan struct{}) {
	t.Helper()
	viewer, conn := wire.Pipe()
	wake := make(chan struct{}, 1)
	c = client.Attach(viewer, session.Size{Rows: len(lines) - 2, Cols: 20}, func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	})
	f := wire.Frame{Seq: 1, Rows: len(lines) - 2, Cols: 20, Full: true, History: wire.Range{End: 2}}
	for y, l := range lines[2:] {
		l.Row = y
		f.Lines = append(f.Lines, l)
	}
	if err := conn.Send(f); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			m, err := conn.Receive()
			if err != nil {
				return
			}
			if ask, is := m.(wire.Lines); is {
				a := wire.LinesReply{Tag: ask.Tag, Range: wire.Range{End: 2}, Styles: []wire.Style{{}}}
				for y, l := range lines[:2] {
					l.Row = y
					a.Lines = append(a.Lines, l)
				}
				_ = conn.Send(a)
			}
		}
	}()
	t.Cleanup(func() {
		_ = conn.Close()
		<-ended
	})
	return c, wake
}

func line(text string, wrapped bool) wire.Line {
	if text == "" {
		return wire.Line{Wrapped: wrapped}
	}
	return wire.Line{Wrapped: wrapped, Spans: []wire.Span{{Kind: wire.Narrow, Text: text, Cols: len(text)}}}
}

// until waits until is returns true.
func until(t *testing.T, changed <-chan struct{}, what string, is func() bool) {
	t.Helper()
	timeout := time.After(30 * time.Second)
	for !is() {
		select {
		case <-changed:
		case <-timeout:
			t.Fatal("timed out waiting for " + what)
		}
	}
}

func hasScreen(c *client.Session) func() bool {
	return func() bool { return Of(c, 1).Bounds().Len() > 0 }
}

// History and screen form one text; missing lines are requested and arrive.
func TestHistoryAndScreenFormOneText(t *testing.T) {
	c, changed := printed(t, line("zero", false), line("one", true), line("two", false), line("three", false))
	until(t, changed, "a screen", hasScreen(c))
	text := Of(c, 2)
	rows, cols := text.Size()
	if got := text.Bounds(); got != (wire.Range{First: 0, End: 4}) || text.Screen() != 2 || cols != 20 || rows != 2 {
		t.Fatalf("lines %v, the screen from %d, %d columns, %d rows", got, text.Screen(), cols, rows)
	}
	if got := string(text.Line(3).Runes); got != "three" || text.Missing() {
		t.Errorf("line 3 is %q, missing %v", got, text.Missing())
	}
	if got := text.Line(1); len(got.Runes) > 0 || !text.Missing() {
		t.Errorf("line 1 is %q before it was sent, missing %v", string(got.Runes), text.Missing())
	}
	until(t, changed, "line 1", func() bool { return string(Of(c, 2).Line(1).Runes) == "one" })
	if got := Of(c, 2).Line(1); !got.Wrapped {
		t.Error("line 1 does not continue in line 2")
	}
	if got := Of(c, 2).Line(9); len(got.Runes) > 0 {
		t.Errorf("a line that does not exist is %q", string(got.Runes))
	}
}

// A link that wraps over two lines is one link, also if the first line is in the history.
func TestLinkContinuesInTheNextLine(t *testing.T) {
	c, changed := printed(t, line("see", false), line("https://example.org/", true), line("page and ui/x.go:12", false), line("", false))
	until(t, changed, "a screen", hasScreen(c))
	var found []links.Placed
	until(t, changed, "both links", func() bool {
		found = Links(c, wire.Range{First: 0, End: 4})
		return len(found) == 2 && len(found[0].Pieces) == 2
	})
	if l := found[0]; l.URI != "https://example.org/page" || l.Pieces[0] != (links.Piece{Line: 1, From: 0, End: 20}) || l.Pieces[1] != (links.Piece{Line: 2, From: 0, End: 4}) {
		t.Errorf("the address is %+v", l)
	}
	if l := found[1]; l.Path != "ui/x.go" || l.Line != 12 || l.URI != "" {
		t.Errorf("the position is %+v", l)
	}
}

// The line of a match starts shortly before the match if that is far to the right, with the range
// of matching bytes.
func TestLineOfAMatch(t *testing.T) {
	c, changed := printed(t, line("zero", false), line("", false), line("  make: failed", false), line("", false))
	until(t, changed, "a screen", hasScreen(c))
	at := func(n uint64, from, to int) wire.Match {
		return wire.Match{First: wire.Position{Line: n, Col: from}, End: wire.Position{Line: n, Col: to}}
	}
	text, lit := Match(c, at(2, 8, 14))
	if text != "make: failed" || len(lit) != 6 || text[lit[0]:lit[5]+1] != "failed" {
		t.Errorf("the line is %q, highlighted %v", text, lit)
	}
	if text, _ := Match(c, at(0, 0, 4)); !strings.HasPrefix(text, "…") {
		t.Errorf("a line that is not loaded is %q", text)
	}
	until(t, changed, "the line", func() bool { text, _ := Match(c, at(0, 0, 4)); return text == "zero" })
}
