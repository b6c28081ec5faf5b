package client

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/grid"
	"dormer/session/wire"
)

// attached is a session and the host's end of its connection.
type attached struct {
	t *testing.T
	*Session
	host  wire.Conn
	woken chan struct{}
}

func attach(t *testing.T) attached {
	t.Helper()
	near, far := wire.Pipe()
	a := attached{t: t, host: far, woken: make(chan struct{}, 1)}
	a.Session = Attach(near, session.Size{Rows: 4, Cols: 6}, func() {
		select {
		case a.woken <- struct{}{}:
		default:
		}
	})
	t.Cleanup(func() {
		if err := a.Detach(); err != nil {
			t.Error(err)
		}
	})
	a.receives("wire.Attach")
	return a
}

// receives waits for the next message of the session.
func (a attached) receives(typ string) wire.Message {
	a.t.Helper()
	m, err := a.host.Receive()
	if err != nil || fmt.Sprintf("%T", m) != typ {
		a.t.Fatalf("the session sent %T (%v), want %s", m, err, typ)
	}
	return m
}

func (a attached) send(m wire.Message) {
	a.t.Helper()
	if err := a.host.Send(m); err != nil {
		a.t.Fatal(err)
	}
}

func (a attached) until(what string, is func() bool) {
	a.t.Helper()
	limit := time.After(20 * time.Second)
	for !is() {
		select {
		case <-a.woken:
		case <-limit:
			a.t.Fatalf("timed out waiting until %s", what)
		}
	}
}

func TestFramesAreAcknowledged(t *testing.T) {
	a := attach(t)
	a.send(first())
	if m := a.receives("wire.Ack").(wire.Ack); m.Seq != 1 {
		t.Errorf("acknowledged %d", m.Seq)
	}
	var text string
	a.View(func(r *Replica) { text = drawn(r) })
	if !strings.HasPrefix(text, "abc") {
		t.Errorf("replica %q", text)
	}
}

func TestHiddenScreenIsAcknowledgedNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := attach(t)
		a.SetVisible(false)
		sent := time.Now()
		a.send(first())
		a.receives("wire.Ack")
		if waited := time.Since(sent); waited != hiddenInterval {
			t.Errorf("acknowledged after %s, want %s", waited, hiddenInterval)
		}
		sent = time.Now()
		again := first()
		again.Seq = 2
		a.send(again)
		synctest.Wait()
		a.SetVisible(true)
		a.receives("wire.Ack")
		if waited := time.Since(sent); waited != 0 {
			t.Errorf("acknowledged %s after somebody looked", waited)
		}
		// The host may have more news of an agent, and sends it only after an acknowledgement.
		a.SetVisible(false)
		sent = time.Now()
		again.Seq = 3
		a.send(again)
		a.send(wire.AgentState{Verdict: agent.Verdict{State: agent.Working}})
		a.receives("wire.Ack")
		if waited := time.Since(sent); waited != 0 {
			t.Errorf("acknowledged %s after the state of the agent", waited)
		}
	})
}

func TestInvalidMessagesOfAHostEndTheConnection(t *testing.T) {
	for name, m := range map[string]wire.Message{
		"frame":                            wire.Frame{Rows: -1},
		"history":                          wire.LinesReply{Tag: 1, Range: wire.Range{First: 0, End: 1 << 60}},
		"match that ends before its start": wire.SearchReply{Tag: 1, Total: 1, Matches: []wire.Match{{First: wire.Position{Line: 3}, End: wire.Position{Line: 2}}}},
		"more matches than the total":      wire.SearchReply{Tag: 1, Matches: []wire.Match{{End: wire.Position{Line: 2}}}},
		"column of a match":                wire.SearchReply{Tag: 1, Total: 1, Matches: []wire.Match{{End: wire.Position{Col: 1 << 30}}}},
		"progress":                         wire.Frame{Seq: 2, Rows: 2, Cols: 4, Full: true, Progress: grid.Progress{State: 77}},
		"pointer":                          wire.Frame{Seq: 2, Rows: 2, Cols: 4, Full: true, Pointer: "\x1b]52;"},
		"mark":                             wire.Frame{Seq: 2, Rows: 2, Cols: 4, Full: true, Lines: []wire.Line{{Marks: []wire.Mark{{Kind: 'Z'}}}}},
	} {
		t.Run(name, func(t *testing.T) {
			a := attach(t)
			f := first()
			f.History = wire.Range{First: 0, End: 10}
			a.send(f)
			a.receives("wire.Ack")
			a.HistoryLines(wire.Range{First: 0, End: 3}, func(uint64, []grid.Cell) {})
			a.receives("wire.Lines")
			a.Search(wire.Search{Query: wire.Query{Text: "x"}})
			a.receives("wire.Search")
			a.send(m)
			a.until("the session is unhealthy", func() bool { return a.Status().Runtime == session.Unhealthy })
			if a.Status().Reason == "" {
				t.Error("no reason")
			}
			if _, err := a.host.Receive(); err == nil {
				t.Error("the connection is still open")
			}
		})
	}
}

// A reply is accepted only for a request, and contains nothing that a terminal obeys.
func TestAnswersAreChecked(t *testing.T) {
	a := attach(t)
	a.send(wire.SearchReply{Tag: 1, Total: 3})
	a.send(wire.CopyReply{Tag: 1, Text: "nobody asked"})
	a.send(wire.CommandsReply{Tag: 5, Commands: make([]wire.Command, 3)})
	search := a.Search(wire.Search{Query: wire.Query{Text: "x"}})
	again := a.Search(wire.Search{Query: wire.Query{Text: "xy"}})
	copied := a.Copy(wire.Position{}, wire.Position{Line: 5}, false)
	a.send(wire.SearchReply{Tag: search, Total: 4})
	a.send(wire.SearchReply{Tag: again, Total: 5})
	a.send(wire.CopyReply{Tag: copied, Text: "one\n\x1b]0;x\a", More: true})
	a.send(wire.CopyReply{Tag: copied, Text: "two\u009b"})
	a.send(wire.CommandDone{Command: wire.Command{Line: "ls\x1b[m", Prompt: wire.Position{Col: -4}}})
	var events []Event
	a.until("all came", func() bool {
		events = append(events, a.TakeEvents()...)
		return len(events) >= 3
	})
	want := []Event{
		wire.SearchReply{Tag: again, Total: 5}, wire.CopyReply{Tag: copied, Text: "one\n]0;xtwo"},
		wire.CommandDone{Command: wire.Command{Line: "ls[m"}},
	}
	if !reflect.DeepEqual(events, want) {
		t.Errorf("got  %+v\nwant %+v", events, want)
	}
}

func TestEventsAreBounded(t *testing.T) {
	a := attach(t)
	for n := range 500 {
		a.send(wire.Bell{})
		a.send(wire.Clipboard{Selection: "c", Text: fmt.Sprint(n)})
		a.send(wire.Notice{Text: fmt.Sprintf("notice\x1b %d", n)})
	}
	a.send(wire.Exited{Exit: session.Exit{Code: 3}})
	a.until("the exit is seen", func() bool { return a.Status().Runtime == session.Exited })
	events := a.TakeEvents()
	if len(events) > maxEvents {
		t.Errorf("%d events", len(events))
	}
	count := map[string]int{}
	for _, e := range events {
		count[fmt.Sprintf("%T", e)]++
		if c, ok := e.(wire.Clipboard); ok && c.Text != "499" {
			t.Errorf("an old clipboard: %q", c.Text)
		}
		if n, ok := e.(wire.Notice); ok && strings.ContainsRune(n.Text, 0x1b) {
			t.Errorf("notice %q", n.Text)
		}
	}
	if count["wire.Bell"] != 1 || count["wire.Clipboard"] != 1 || count["wire.Exited"] != 1 {
		t.Errorf("got %v", count)
	}
	if again := a.TakeEvents(); len(again) != 0 {
		t.Errorf("taken twice: %v", again)
	}
}

// Messages that were queued before are sent before the connection closes.
func TestDetachSendsQueuedMessages(t *testing.T) {
	near, far := wire.Pipe()
	s := Attach(near, session.Size{}, func() {})
	s.Input([]byte("last"))
	s.End()
	if err := s.Detach(); err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for {
		m, err := far.Receive()
		if err != nil {
			break
		}
		got[fmt.Sprintf("%T", m)] = true
	}
	if !got["wire.Input"] || !got["wire.End"] {
		t.Errorf("the host received %v", got)
	}
	if st := s.Status().Runtime; st == session.Unhealthy {
		t.Errorf("detached and %v", st)
	}
}

// No operation of the user waits for a stopped host.
func TestStoppedHostBlocksNobody(t *testing.T) {
	near, _ := wire.Pipe()
	s := Attach(near, session.Size{}, func() {})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 10 * maxControl {
			s.Input([]byte("typed"))
			s.out.send(wire.Signal{Number: 2})
			s.Resize(session.Size{Rows: 1, Cols: 1})
		}
		s.Paste(make([]byte, maxHeld/2), false)
		s.Paste(make([]byte, maxHeld), false)
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("still waiting for a host that has stopped")
	}
	s.out.mu.Lock()
	if s.out.held <= s.out.room {
		t.Error("no input is queued for the host")
	}
	s.out.mu.Unlock()
	if e := s.TakeEvents(); len(e) != 1 {
		t.Errorf("events %v, want one notice", e)
	}
	if err := s.Detach(); err != nil {
		t.Fatal(err)
	}
}

func TestHistoryCache(t *testing.T) {
	a := attach(t)
	f := first()
	f.History = wire.Range{First: 100, End: 300}
	a.send(f)
	a.receives("wire.Ack")
	look := func(r wire.Range) (got []string, complete bool) {
		complete = a.HistoryText(r, func(n uint64, cells []grid.Cell, wrapped bool) {
			got = append(got, fmt.Sprintf("%d %d %v", n, len(cells), wrapped))
		})
		return got, complete
	}
	want := wire.Range{First: 290, End: 310}
	if got, complete := look(want); complete || len(got) != 0 {
		t.Errorf("before: %v %v", got, complete)
	}
	if got, complete := look(want); complete || len(got) != 0 {
		t.Errorf("requested twice: %v %v", got, complete)
	}
	q := a.receives("wire.Lines").(wire.Lines)
	if q.Range.First > 290 || q.Range.First < 100 || q.Range.End != 300 {
		t.Errorf("requested %v", q.Range)
	}
	a.send(wire.LinesReply{Tag: q.Tag, Range: wire.Range{First: 292, End: 300}, Lines: []wire.Line{
		{Row: 7, Wrapped: true, Spans: []wire.Span{{Kind: wire.Narrow, Cols: 2, Text: "hi"}}},
	}})
	a.until("the lines came", func() bool { _, complete := look(want); return complete })
	if got, _ := look(want); len(got) != 10 || got[0] != "290 0 false" || got[9] != "299 2 true" {
		t.Errorf("got %v", got)
	}
	f.Seq, f.Rows = 2, 5 // lines are rewrapped: the cache is invalid
	a.send(f)
	a.receives("wire.Ack")
	if got, complete := look(want); complete || len(got) != 0 {
		t.Errorf("after a resize: %v %v", got, complete)
	}
	a.receives("wire.Lines")
	if got, complete := look(wire.Range{First: 0, End: 50}); !complete || len(got) != 0 {
		t.Errorf("lines that are not kept: %v %v", got, complete)
	}
}

// Input arrives in order, whichever goroutine sends it: that of the typing, or that of the other
// messages.
func TestTypingArrivesInOrder(t *testing.T) {
	here, there := wire.Pipe()
	s := Attach(here, session.Size{}, func() {})
	const keys = 5000
	go func() {
		for n := range keys {
			if n%7 == 0 {
				s.out.send(wire.Signal{Number: n})
			}
			s.Input([]byte{byte(n), byte(n >> 8)})
		}
	}()
	var got []byte
	for len(got) < 2*keys {
		m, err := there.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if in, is := m.(wire.Input); is {
			got = append(got, in.Data...)
			if err := there.Send(wire.Taken{Bytes: len(in.Data)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n := range keys {
		if got[2*n] != byte(n) || got[2*n+1] != byte(n>>8) {
			t.Fatalf("key %d arrived as %d", n, int(got[2*n])|int(got[2*n+1])<<8)
		}
	}
	if err := s.Detach(); err != nil {
		t.Error(err)
	}
}

func TestOnlyRequiredFramesAreAcknowledged(t *testing.T) {
	a := attach(t)
	ahead := first()
	ahead.NoAck = true
	a.send(ahead)
	next := first()
	next.Seq, next.Full = 2, false
	a.send(next)
	if m := a.receives("wire.Ack").(wire.Ack); m.Seq != 2 {
		t.Errorf("acknowledged %d, want only the one that requires it", m.Seq)
	}
}
