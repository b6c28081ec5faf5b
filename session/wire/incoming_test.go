package wire

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"dormer/session/grid"

	"github.com/google/go-cmp/cmp"
)

// oneWay is a stream that only gives what is in it.
type oneWay struct{ io.Reader }

func (oneWay) Write(p []byte) (int, error) { return len(p), nil }
func (oneWay) Close() error                { return nil }

// drawn is a frame of which nothing is like that of another number.
func drawn(i int) Frame {
	f := Frame{
		Seq: uint64(i + 1), Rows: 40, Cols: 300, Title: fmt.Sprint("title ", i), Dir: strings.Repeat("/dir", i%7),
		Cursor: grid.Cursor{Row: i % 40}, NoAck: i%2 == 0,
	}
	if i%3 > 0 {
		f.Scrolls = []Scroll{{Top: 0, Bottom: 10 + i%9, N: 1}}
		f.Styles = []Style{{}, {Style: grid.Style{Attrs: grid.Bold}}, {Hyperlink: grid.Link{ID: fmt.Sprint(i), URI: "x:y"}}}[:1+i%3]
	}
	for y := range i % 40 {
		l := Line{Row: y, Wrapped: y%2 == 0}
		for x := range y % 6 {
			text := strings.Repeat(string(rune('a'+(i+y+x)%26)), 1+i%40)
			l.Spans = append(l.Spans, Span{Style: max(len(f.Styles)-1, 0), Kind: Narrow, Cols: len(text), Text: text})
		}
		if y == 3 && i%5 == 0 {
			l.Marks = []Mark{{Kind: 'A', Command: uint32(i)}}
		}
		f.Lines = append(f.Lines, l)
	}
	return f
}

// Frames are the same whether they are received into memory that was used for others or
// not, short and long ones in turn, with other messages between them.
func TestReceiveIntoUsedMemory(t *testing.T) {
	var sent []byte
	for i := range 200 {
		sent, _ = Append(sent, drawn(i))
		sent, _ = Append(sent, Bell{})
	}
	one, other := newStream(oneWay{bytes.NewReader(sent)}, ViewerSide), newStream(oneWay{bytes.NewReader(sent)}, ViewerSide)
	var in Incoming
	for i := range 200 {
		m, err := ReceiveInto(one, &in)
		want, _ := other.Receive()
		if m != nil || err != nil {
			t.Fatalf("frame %d: got %v, %v", i, m, err)
		}
		if diff := cmp.Diff(want, in.Frame); diff != "" {
			t.Fatalf("frame %d (- new memory, + used):\n%s", i, diff)
		}
		if m, err := ReceiveInto(one, &in); m != (Bell{}) || err != nil {
			t.Fatalf("after frame %d: got %v, %v", i, m, err)
		}
		_, _ = other.Receive()
	}
	if _, err := ReceiveInto(one, &in); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// More spans than the message seemed to have room for do not lie over one another.
func TestReceiveIntoManySpans(t *testing.T) {
	f := Frame{Seq: 1, Rows: 50, Cols: 400}
	for y := range 50 {
		l := Line{Row: y}
		for x := range 400 {
			l.Spans = append(l.Spans, Span{Kind: Blank, Cols: 1 + (x+y)%50})
		}
		f.Lines = append(f.Lines, l)
	}
	sent, err := Append(nil, f)
	if err != nil {
		t.Fatal(err)
	}
	var in Incoming
	for range 2 {
		if _, err := ReceiveInto(newStream(oneWay{bytes.NewReader(sent)}, ViewerSide), &in); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(f.Lines, in.Frame.Lines); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestReceiveIntoOverAPipe(t *testing.T) {
	host, viewer := Pipe()
	f := drawn(7)
	if err := SendAll(host, []Message{Bell{}}, &f); err != nil {
		t.Fatal(err)
	}
	var in Incoming
	if m, err := ReceiveInto(viewer, &in); m != (Bell{}) || err != nil {
		t.Errorf("got %v, %v", m, err)
	}
	if m, err := ReceiveInto(viewer, &in); m != nil || err != nil || !cmp.Equal(f, in.Frame) {
		t.Errorf("got %v, %v and %v", m, err, in.Frame)
	}
}

func TestReceiveIntoDamaged(t *testing.T) {
	sent, _ := Append(nil, drawn(9))
	sent = sent[:len(sent)-1]
	var in Incoming
	if _, err := ReceiveInto(newStream(oneWay{bytes.NewReader(sent)}, ViewerSide), &in); err == nil {
		t.Error("a frame that breaks off: no error")
	}
	sent, _ = appendFramed(nil, tagFrame, maxToViewer, func(w *writer) { w.b = append(w.b, 0xff, 0xff) })
	if _, err := ReceiveInto(newStream(oneWay{bytes.NewReader(sent)}, ViewerSide), &in); err == nil {
		t.Error("a damaged frame: no error")
	}
}

// frames gives an encoded frame again and again.
type frames struct {
	oneWay
	frame, rest []byte
}

func (f *frames) Read(p []byte) (int, error) {
	if len(f.rest) == 0 {
		f.rest = f.frame
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

func TestFramesMakeNoGarbage(t *testing.T) {
	for _, i := range []int{38, 39} { // one fits into what is read ahead, the other does not
		f := drawn(i)
		f.Styles = nil
		for y := range f.Lines {
			f.Lines[y].Marks = nil
			for x := range f.Lines[y].Spans {
				f.Lines[y].Spans[x].Style = 0
			}
		}
		if i == 39 {
			f.Title = strings.Repeat("long ", 1000)
		}
		encoded, _ := Append(nil, f)
		s := newStream(&frames{frame: encoded}, ViewerSide)
		var in Incoming
		if n := testing.AllocsPerRun(100, func() {
			if _, err := ReceiveInto(s, &in); err != nil {
				t.Fatal(err)
			}
		}); n > 1 { // the header
			t.Errorf("receiving %d bytes: %v allocations", len(encoded), n)
		}
		if n := testing.AllocsPerRun(100, func() {
			if err := SendAll(s, nil, &f); err != nil {
				t.Fatal(err)
			}
		}); n > 0 {
			t.Errorf("sending: %v allocations", n)
		}
	}
}
