package host

import (
	"strings"
	"testing"

	"dormer/session/wire"
)

// slot is a child that has read what is in got and has room for more.
type slot struct {
	got  strings.Builder
	room int
}

func (s *slot) write(p []byte) int {
	n := min(len(p), s.room)
	s.room -= n
	s.got.Write(p[:n])
	return n
}

// What is added is written at once where it is its turn and there is room, and else
// by the writer, in order.
func TestQueueWritesAtOnce(t *testing.T) {
	q := newQueue()
	child := &slot{room: 5}
	q.now = child.write
	v := newViewer(&Host{}, nil)
	typed := func(text string) {
		v.inFlight.Add(int64(len(text)))
		q.input(v, []byte(text))
	}
	holds := func(when, got string, waits bool, flying int64) {
		t.Helper()
		if child.got.String() != got || (len(q.items) > 0) != waits || v.inFlight.Load() != flying {
			t.Errorf("%s: the child has %q, %d wait, %d bytes in flight; want %q, %v, %d", when,
				child.got.String(), len(q.items), v.inFlight.Load(), got, waits, flying)
		}
	}
	typed("ab")
	holds("room for all", "ab", false, 0)
	q.reply([]byte("cd"))
	holds("an answer", "abcd", false, 0)
	typed("efg")
	holds("room for some", "abcde", true, 3)
	child.room = 100
	typed("h")
	holds("behind what waits", "abcde", true, 4)
	it, ok := q.next()
	if string(it.data) != "fgh" || !ok {
		t.Fatalf("the writer got %q, %v", it.data, ok)
	}
	typed("i")
	q.reply([]byte("j"))
	holds("while the writer writes", "abcde", true, 5)
	child.write(it.data)
	it.done()
	for range 2 {
		it, _ = q.next()
		child.write(it.data)
		it.done()
	}
	holds("written", "abcdefghij", false, 0)
	go q.close()
	if _, ok := q.next(); ok {
		t.Error("the queue is closed and gives something")
	}
	typed("k")
	holds("closed", "abcdefghij", false, 0)
	if q.replies != 0 {
		t.Errorf("%d bytes of answers wait", q.replies)
	}
}

// Long input is the writer's, so that nobody who adds it is held up by the child.
func TestQueueLeavesMuchToTheWriter(t *testing.T) {
	q := newQueue()
	child := &slot{room: 1 << 20}
	q.now = child.write
	q.pastePart(newViewer(&Host{}, nil), wire.Paste{Data: []byte(strings.Repeat("x", joined+1))}, false)
	if child.got.Len() > 0 || len(q.items) == 0 {
		t.Errorf("%d bytes written at once, %d items wait", child.got.Len(), len(q.items))
	}
}
