package host

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"dormer/session/wire"
)

// filtered returns what a child reads of a paste in parts.
func filtered(bracketed bool, parts ...[]byte) []byte {
	f := pasteFilter{bracketed: bracketed}
	out := f.begin()
	for _, p := range parts {
		out = append(out, f.part(p)...)
	}
	return append(out, f.end()...)
}

func TestPasteFilter(t *testing.T) {
	for name, c := range map[string]struct {
		bracketed bool
		parts     []string
		want      string
	}{
		"bracketed":                 {true, []string{"a\nb\x03\x1b[1m\tc"}, "\x1b[200~a\nb\x03\x1b[1m\tc\x1b[201~"},
		"bracketed in parts":        {true, []string{"a", "b"}, "\x1b[200~ab\x1b[201~"},
		"bracketed, nothing":        {true, []string{""}, "\x1b[200~\x1b[201~"},
		"end mark":                  {true, []string{"a\x1b[201~b"}, "\x1b[200~ab\x1b[201~"},
		"end mark across parts":     {true, []string{"a\x1b[2", "0", "1~b"}, "\x1b[200~ab\x1b[201~"},
		"end mark with CSI in UTF8": {true, []string{"a\xc2\x9b201~b"}, "\x1b[200~ab\x1b[201~"},
		"end mark with 8-bit CSI":   {true, []string{"a\x9b201~b"}, "\x1b[200~ab\x1b[201~"},
		"end mark in an end mark":   {true, []string{"\x1b[20\x1b[201~1~rm"}, "\x1b[200~\x1b[20 1~rm\x1b[201~"},
		"the same across parts":     {true, []string{"\x1b[20", "\x1b[2", "01~", "1~rm"}, "\x1b[200~\x1b[20 1~rm\x1b[201~"},
		"beginning of a mark":       {true, []string{"a\x1b[20"}, "\x1b[200~a\x1b[20\x1b[201~"},
		"nearly a mark":             {true, []string{"a\x1b[20", "2~"}, "\x1b[200~a\x1b[202~\x1b[201~"},
		"start mark is text":        {true, []string{"\x1b[200~"}, "\x1b[200~\x1b[200~\x1b[201~"},
		"typed line ends":           {false, []string{"a\nb\r\nc\rd\n\ne"}, "a\rb\rc\rd\r\re"},
		"typed CR LF across parts":  {false, []string{"a\r", "\nb"}, "a\rb"},
		"typed controls":            {false, []string{"\x00\x03\x04a\x1b[201~\x08\x7f\tb é漢"}, "a[201~\tb é漢"},
	} {
		t.Run(name, func(t *testing.T) {
			var parts [][]byte
			for _, p := range c.parts {
				parts = append(parts, []byte(p))
			}
			if got := filtered(c.bracketed, parts...); string(got) != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// However it is cut, a bracketed paste ends once, at its end, and loses no text.
func FuzzPasteCannotEndItself(f *testing.F) {
	f.Add([]byte("a\x1b[20\x1b[2\x1b[201~01~1~b"), uint8(3))
	f.Add([]byte("\xc2\xc2\x9b\x9b2201~01~"), uint8(1))
	f.Add([]byte("\x1b[201\x9b201~~"), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, step uint8) {
		var parts [][]byte
		for rest := data; len(rest) > 0; {
			n := min(int(step)+1, len(rest))
			parts = append(parts, rest[:n])
			rest = rest[n:]
		}
		out := filtered(true, parts...)
		inner := out[len(pasteStart) : len(out)-len(pasteEnd)]
		for _, mark := range endMarks {
			if bytes.Contains(inner, mark) {
				t.Fatalf("%q lets %q through: %q", data, mark, inner)
			}
		}
		if !bytes.Contains(data, []byte("201~")) && !bytes.Equal(inner, data) {
			t.Fatalf("%q became %q", data, inner)
		}
		if whole := filtered(true, data); !bytes.Equal(whole, out) {
			t.Fatalf("in parts %q, in one %q", out, whole)
		}
	})
}

// drained returns everything that waits in a queue.
func drained(q *queue) string {
	var b strings.Builder
	for waits(q) {
		it, _ := q.next()
		b.Write(it.data)
		it.done()
	}
	return b.String()
}

func waits(q *queue) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.items) > 0
}

func TestQueueKeepsPastesWhole(t *testing.T) {
	a, b := newViewer(&Host{}, nil), newViewer(&Host{}, nil)
	part := func(text string, more bool) wire.Paste { return wire.Paste{Data: []byte(text), More: more} }
	for name, c := range map[string]struct {
		do   func(q *queue)
		want string
	}{
		"keys and replies of others wait": {func(q *queue) {
			q.pastePart(a, part("one", true), true)
			q.input(b, []byte("K"))
			q.reply([]byte("R"))
			q.pastePart(a, part("two", false), false)
			q.input(a, []byte("."))
		}, "\x1b[200~onetwo\x1b[201~KR."},
		"two pastes at once": {func(q *queue) {
			q.pastePart(a, part("a1", true), true)
			q.pastePart(b, part("b1", true), true)
			q.pastePart(a, part("a2", false), true)
			q.pastePart(b, part("b2", false), true)
		}, "\x1b[200~a1a2\x1b[201~\x1b[200~b1b2\x1b[201~"},
		"own key ends the paste": {func(q *queue) {
			q.pastePart(a, part("one", true), true)
			q.input(a, []byte("\x03"))
		}, "\x1b[200~one\x1b[201~\x03"},
		"who leaves ends the paste": {func(q *queue) {
			q.pastePart(a, part("one", true), true)
			q.pastePart(b, part("two", true), true)
			q.input(b, []byte("never seen apart"))
			q.leave(b)
			q.leave(a)
			q.input(b, []byte("!"))
		}, "\x1b[200~one\x1b[201~\x1b[200~two\x1b[201~never seen apart!"},
	} {
		t.Run(name, func(t *testing.T) {
			q := newQueue()
			c.do(q)
			if got := drained(q); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestQueueReleasesRoom(t *testing.T) {
	for name, end := range map[string]func(q *queue){
		"read":            func(q *queue) { drained(q) },
		"child gone":      func(q *queue) { q.close() },
		"child gone soon": func(q *queue) { go q.close(); drained(q); q.close() },
	} {
		t.Run(name, func(t *testing.T) {
			q, v, other := newQueue(), newViewer(&Host{}, nil), newViewer(&Host{}, nil)
			for n := range 50 {
				text := fmt.Appendf(nil, "%d\n\x00", n)
				v.inFlight.Add(int64(len(text)))
				q.input(v, text)
				v.inFlight.Add(int64(len(text)))
				q.pastePart(v, wire.Paste{Data: text, More: true}, n%2 == 0)
				other.inFlight.Add(1)
				q.input(other, []byte("x"))
			}
			q.leave(v)
			end(q)
			if a, b := v.inFlight.Load(), other.inFlight.Load(); a != 0 || b != 0 {
				t.Errorf("%d and %d bytes were not released", a, b)
			}
		})
	}
}

func TestAnswersAreBounded(t *testing.T) {
	q := newQueue()
	for range 10 * maxReplies / 100 {
		q.reply(make([]byte, 100))
	}
	if n := len(drained(q)); n == 0 || n > maxReplies {
		t.Errorf("%d bytes of answers wait, want at most %d", n, maxReplies)
	}
	q.reply([]byte("again"))
	if got := drained(q); got != "again" {
		t.Errorf("after the child read: got %q", got)
	}
}
