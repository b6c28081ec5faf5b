package wire

import (
	"bytes"
	"testing"
	"time"
)

// narrow is a stream with room for a few bytes, which records its deadlines.
type narrow struct {
	bytesOnly
	got       bytes.Buffer
	room      int
	deadlines []bool // for each call, whether it set a deadline
}

func (n *narrow) WriteNow(b []byte) (int, error) { return n.got.Write(b[:min(len(b), n.room)]) }
func (n *narrow) Write(b []byte) (int, error)    { return n.got.Write(b) }

func (n *narrow) SetWriteDeadline(at time.Time) error {
	n.deadlines = append(n.deadlines, !at.IsZero())
	return nil
}

// A write that finds room needs no timer, and no timer is left that would wake the process later.
func TestDeadlineOnlyForBlockedWrites(t *testing.T) {
	m := Notice{Text: "a sentence"}
	want, err := Append(nil, m)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		room      int
		deadlines int
	}{{"room for all", 1000, 0}, {"room for some", 3, 2}, {"room for none", 0, 2}} {
		n := &narrow{room: c.room}
		if err := newStream(n, OwnerSide).Send(m); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if !bytes.Equal(n.got.Bytes(), want) {
			t.Errorf("%s: wrote %q, want %q", c.name, n.got.Bytes(), want)
		}
		if len(n.deadlines) != c.deadlines || c.deadlines == 2 && (!n.deadlines[0] || n.deadlines[1]) {
			t.Errorf("%s: deadlines %v", c.name, n.deadlines)
		}
	}
}

// pieces is a stream that records each write.
type pieces struct {
	bytesOnly
	got [][]byte
}

func (p *pieces) Write(b []byte) (int, error) {
	p.got = append(p.got, bytes.Clone(b))
	return len(b), nil
}

func TestMessagesGoInOnePiece(t *testing.T) {
	var want []byte
	messages := []Message{Taken{Bytes: 1}, Bell{}, Notice{Text: "a sentence"}}
	for _, m := range messages {
		var err error
		if want, err = Append(want, m); err != nil {
			t.Fatal(err)
		}
	}
	p := &pieces{}
	if err := SendAll(newStream(p, OwnerSide), messages); err != nil {
		t.Fatal(err)
	}
	if len(p.got) != 1 || !bytes.Equal(p.got[0], want) {
		t.Errorf("written as %q, want %q in one piece", p.got, want)
	}
}
