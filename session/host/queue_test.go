package host

import "testing"

// What is added comes in order. What the same viewer types meanwhile is one item, and the
// viewer has its room back when it is written.
func TestQueueKeepsTheOrder(t *testing.T) {
	q := newQueue()
	v := newViewer(&Host{}, nil)
	typed := func(text string) {
		v.inFlight.Add(int64(len(text)))
		q.input(v, []byte(text))
	}
	takes := func(want string, flying int64) {
		t.Helper()
		it, ok := q.next()
		it.done()
		if string(it.data) != want || !ok || v.inFlight.Load() != flying {
			t.Errorf("got %q, %v, %d bytes in flight; want %q, %d", it.data, ok, v.inFlight.Load(), want, flying)
		}
	}
	typed("ab")
	typed("c")
	q.reply([]byte("answer"))
	typed("d")
	takes("abc", 1)
	takes("answer", 1)
	takes("d", 0)
	if q.replies != 0 {
		t.Errorf("%d bytes of answers wait", q.replies)
	}
	q.close()
	if _, ok := q.next(); ok {
		t.Error("the queue is closed and gives something")
	}
	typed("e")
	if v.inFlight.Load() != 0 {
		t.Error("the room for what was dropped is not given back")
	}
}
