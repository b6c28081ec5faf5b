package host

import "testing"

// Items come out in order. Text that the same viewer types meanwhile joins its waiting item, and the
// viewer's room is released when the item is written.
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
		t.Errorf("%d bytes of replies wait", q.replies)
	}
	q.close()
	if _, ok := q.next(); ok {
		t.Error("a closed queue returns an item")
	}
	typed("e")
	if v.inFlight.Load() != 0 {
		t.Error("the room of dropped items is not released")
	}
}
