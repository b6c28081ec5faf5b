package host

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dormer/session/vt"
	"dormer/session/wire"
)

// charAt is the text of a terminal from a position to the end of its row.
func charAt(t *vt.Terminal, p wire.Position) string {
	cells, _ := lineOf(t, p.Line, nil)
	var out []byte
	for _, c := range cells[min(p.Col, len(cells)):] {
		out = t.Palette().AppendText(out, c)
	}
	return string(out)
}

// A position stays on its character at every width of the screen.
func TestPositionsStayOnTheirCharacters(t *testing.T) {
	term := vt.New(6, 40, vt.Options{})
	var places []wire.Position
	var want []string
	for i := range 60 {
		fmt.Fprintf(term, "line %d %s<%d>%s\r\n", i, strings.Repeat("日本x", i%17), i, strings.Repeat(" word", i%7))
	}
	fmt.Fprint(term, "$ prompt")
	first, _ := term.History()
	for n := first; n < textEnd(term); n += 9 {
		cells, _ := lineOf(term, n, nil)
		at := -1
		for x, c := range cells {
			if c.Char == '<' {
				at = x
			}
		}
		if at >= 0 {
			p := wire.Position{Line: n, Col: at}
			places, want = append(places, p), append(want, charAt(term, p)[:2])
		}
	}
	if len(places) < 4 {
		t.Fatalf("only %d positions", len(places))
	}
	for _, cols := range []int{13, 80, 7, 40, 21, 40} {
		steady := logicalPositions(term, places)
		term.Resize(6, cols)
		places = screenPositions(term, steady)
		for i, p := range places {
			if got := charAt(term, p); !strings.HasPrefix(got, want[i][:1]) {
				t.Errorf("%d columns: position %d is at %q, want %q", cols, i, got, want[i])
			}
		}
	}
}

// A viewer that holds positions is told the new ones, once for each width.
func TestViewersAreToldTheirNewPositions(t *testing.T) {
	h := &Host{term: vt.New(4, 10, vt.Options{})}
	v := &viewer{host: h, wake: make(chan struct{}, 1), heldPositions: []wire.Position{{Line: 1, Col: 3}}}
	h.viewers = []*viewer{v, {host: h, wake: make(chan struct{}, 1)}}
	fmt.Fprint(h.term, "abcdefghijklmno\r\nsecond\r\n")
	h.resizeTerm(4, 5)
	h.resizeTerm(3, 5)
	want := []wire.Message{wire.Held{Cols: 5, Positions: []wire.Position{{Line: 2, Col: 3}}}}
	if !slices.EqualFunc(v.events, want, func(a, b wire.Message) bool { return fmt.Sprint(a) == fmt.Sprint(b) }) {
		t.Errorf("the holder is told %+v", v.events)
	}
	if len(h.viewers[1].events) > 0 {
		t.Errorf("the other is told %+v", h.viewers[1].events)
	}
}

// A bookmark stays on its line at every width of the screen. If it cannot, or does not exist, the reply
// says so.
func TestBookmarksStayOnTheirLines(t *testing.T) {
	h := &Host{term: vt.New(4, 20, vt.Options{})}
	fmt.Fprint(h.term, "first line that is long\r\n$ make\r\n")
	if m := h.bookmark(wire.Bookmark{}); m.Number != 1 || m.Position.Line != 3 || m.Err != "" {
		t.Fatalf("got %+v", m)
	}
	fmt.Fprint(h.term, "marked and longer than a row\r\nafter\r\n")
	for _, cols := range []int{7, 40, 11, 20} {
		h.resizeTerm(4, cols)
		m := h.bookmark(wire.Bookmark{Number: 1})
		if got := charAt(h.term, m.Position); m.Err != "" || !strings.HasPrefix("marked and longer than a row", got) || got == "" {
			t.Errorf("%d columns: the bookmark is at %q, %s", cols, got, m.Err)
		}
	}
	if m := h.bookmark(wire.Bookmark{Number: 2}); !strings.Contains(m.Err, "no such mark") {
		t.Errorf("one that does not exist: %+v", m)
	}
	fmt.Fprint(h.term, "\x1b[?1049h")
	h.resizeTerm(6, 20)
	if m := h.bookmark(wire.Bookmark{Number: 1}); m.Err != "" {
		t.Errorf("another height in a full-screen program: %s", m.Err)
	}
	h.resizeTerm(6, 30)
	if m := h.bookmark(wire.Bookmark{Number: 1}); !strings.Contains(m.Err, "full-screen program") {
		t.Errorf("another width in a full-screen program: %+v", m)
	}
	for range maxBookmarks + 1 {
		h.bookmark(wire.Bookmark{})
	}
	if m := h.bookmark(wire.Bookmark{Number: 2}); !strings.Contains(m.Err, "too old") {
		t.Errorf("the oldest of many: %+v", m)
	}
	if m := h.bookmark(wire.Bookmark{Number: 3}); m.Err != "" {
		t.Errorf("the oldest that is kept: %+v", m)
	}
}
