package chat

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session/socket"
)

// served is a conversation with a socket.
func served(t *testing.T, k *talk) (address string) {
	t.Helper()
	address = filepath.Join(k.o.Dir, "chat.sock")
	l, err := Listen(address)
	if err != nil {
		t.Fatal(err)
	}
	var done sync.WaitGroup
	done.Go(func() { Serve(l, k.Conversation) })
	t.Cleanup(func() {
		_ = l.Close()
		done.Wait()
	})
	return address
}

func dial(t *testing.T, address string) *Client {
	t.Helper()
	c, err := Dial(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// receive reads events up to the first of a kind.
func receive(t *testing.T, events <-chan Event, kind Kind) (all []Event) {
	t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case e, ok := <-events:
			if !ok {
				t.Fatalf("the events ended after %+v", all)
			}
			all = append(all, e)
			if e.Kind == kind {
				return all
			}
		case <-late:
			t.Fatalf("no %q after %+v", kind, all)
		}
	}
}

func TestSocket(t *testing.T) {
	k := newWorld(t).start()
	address := served(t, k)
	one, two := dial(t, address), dial(t, address)
	ctx := t.Context()
	newest, first, err := one.Subscribe(ctx, 0)
	if err != nil || newest < 1 {
		t.Fatal(newest, err)
	}
	if _, _, err := one.Subscribe(ctx, 0); err == nil {
		t.Error("a second subscription was accepted")
	}
	seq, err := two.Prompt(ctx, "", "say hello\nask first")
	if err != nil || seq <= newest-1 {
		t.Fatal(seq, err)
	}
	all := receive(t, first, PermissionAsked)
	if all[0].Seq != 1 || all[0].Kind != AgentStarted {
		t.Errorf("first event: %+v", all[0])
	}
	for i, e := range all[1:] {
		if e.Seq != all[i].Seq+1 {
			t.Errorf("%d follows %d", e.Seq, all[i].Seq)
		}
	}
	asked := all[len(all)-1]
	if open, err := two.Permissions(ctx); err != nil || len(open) != 1 || open[0].Request != asked.Request || open[0].Title != "first" || len(open[0].Options) != 3 {
		t.Errorf("open permissions: %+v, %v", open, err)
	}
	for _, refused := range []struct {
		err, want error
	}{
		{func() error { _, err := two.Prompt(ctx, "", "more"); return err }(), ErrBusy},
		{two.Answer(ctx, "p0", "allow"), ErrNotOpen},
	} {
		if !errors.Is(refused.err, refused.want) {
			t.Errorf("got %v, want %v", refused.err, refused.want)
		}
	}
	_, second, err := two.Subscribe(ctx, seq)
	if err != nil {
		t.Fatal(err)
	}
	if err := one.Answer(ctx, asked.Request, "allow"); err != nil {
		t.Fatal(err)
	}
	if err := two.Answer(ctx, asked.Request, "allow"); !errors.Is(err, ErrNotOpen) {
		t.Errorf("answered twice: %v", err)
	}
	if open, err := two.Permissions(ctx); err != nil || len(open) != 0 {
		t.Errorf("after the answer, open permissions: %+v, %v", open, err)
	}
	receive(t, first, TurnEnded)
	if got := receive(t, second, TurnEnded); got[0].Seq != seq+1 {
		t.Errorf("subscribed from %d and got %d first", seq, got[0].Seq)
	}
	if err := two.Cancel(ctx); !errors.Is(err, ErrIdle) {
		t.Errorf("cancel: %v", err)
	}
	k.Stop()
	if _, err := two.Prompt(ctx, "", "more"); !errors.Is(err, ErrNoAgent) {
		t.Errorf("without an agent: %v", err)
	}
	if _, _, err := dial(t, address).Subscribe(ctx, 1e9); err == nil {
		t.Error("a subscription from a future event was accepted")
	}
}

func TestNoConversation(t *testing.T) {
	if _, err := Dial(t.Context(), filepath.Join(t.TempDir(), "chat.sock")); !errors.Is(err, ErrNoConversation) {
		t.Errorf("got %v", err)
	}
	k := newWorld(t).start()
	c := dial(t, served(t, k))
	_, events, err := c.Subscribe(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	for range events { // until the channel is closed
	}
	if _, err := c.Prompt(t.Context(), "", "x"); err == nil {
		t.Error("a prompt was accepted")
	}
}

// A subscriber that does not read delays neither the agent nor other subscribers, and misses no event
// when it comes back.
func TestASubscriberThatDoesNotRead(t *testing.T) {
	k := newWorld(t).start()
	address := served(t, k)
	slow, quick := dial(t, address), dial(t, address)
	_, stopped, err := slow.Subscribe(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	_, events, err := quick.Subscribe(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := quick.Prompt(t.Context(), "", "big 9000000"); err != nil {
		t.Fatal(err)
	}
	all := receive(t, events, TurnEnded)
	if got := len(text(all, Answer)); got != 9000002 {
		t.Errorf("the other subscriber got %d bytes", got)
	}
	seen := int64(0)
	for seen < 5 {
		seen = (<-stopped).Seq
	}
	slow.Close()
	_, events, err = dial(t, address).Subscribe(t.Context(), seen)
	if err != nil {
		t.Fatal(err)
	}
	if again := receive(t, events, TurnEnded); again[0].Seq != seen+1 || len(again) != len(all)-int(seen) {
		t.Errorf("came back at %d and got %d events from %d", seen, len(again), again[0].Seq)
	}
}

func TestInvalidRequests(t *testing.T) {
	k := newWorld(t).start()
	conn, err := socket.Connect(t.Context(), k.o.Dir, func() string { served(t, k); return "chat" }())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	r := bufio.NewReader(conn)
	for _, c := range []struct {
		line string
		code int
	}{
		{"nonsense", codeParse},
		{`{"id":1,"method":"cancel"}`, codeInvalid},
		{`{"jsonrpc":"2.0","id":2,"method":"format"}`, codeMethod},
		{`{"jsonrpc":"2.0","id":3,"method":"prompt","params":[]}`, codeParams},
		{`{"jsonrpc":"2.0","id":4,"method":"prompt"}`, codeParams},
		{`{"jsonrpc":"2.0","id":5,"method":"prompt","params":{"text":" \n"}}`, codeRefused},
		{`{"jsonrpc":"2.0","id":"six","method":"cancel","params":{}}`, codeIdle},
		{strings.Repeat("x", maxLine+2), codeInvalid},
	} {
		if _, err := io.WriteString(conn, c.line+"\n"); err != nil {
			t.Fatal(err)
		}
		line, err := r.ReadBytes('\n')
		var m message
		if err != nil || json.Unmarshal(line, &m) != nil || m.Error == nil || m.Error.Code != c.code {
			t.Errorf("%.60s: got %s, %v, want %d", c.line, line, err, c.code)
		}
	}
	if _, err := r.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("after a line that is too long: %v", err)
	}
}

func TestAddress(t *testing.T) {
	id := uuid.New()
	if got, want := Address("/s", "/r", id), "/s/"+id.String()+"/chat.sock"; got != want {
		t.Errorf("got %s", got)
	}
	if got, want := Address("/"+strings.Repeat("s", 70), "/r", id), "/r/chat-"+id.String()+".sock"; got != want {
		t.Errorf("got %s", got)
	}
}

func FuzzRequest(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"prompt","params":{"text":"x"}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"from":-1}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","method":"answer","params":{"request":"p1","option":"x"}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","method":"event","params":{"seq":1,"kind":"user"}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"x"}}`))
	c, err := Open(Options{Dir: f.TempDir()})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = c.Close() })
	f.Fuzz(func(t *testing.T, line []byte) {
		if m, bad := decodeMessage(line); bad == nil {
			result, o := (&client{c: c}).do(m)
			if result == nil && o.err == nil {
				t.Errorf("%s: neither a result nor an error", line)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		reader := &Client{waiting: map[string]chan message{"1": make(chan message, 1)}, events: make(chan Event, 1), closed: make(chan struct{})}
		_ = reader.take(line)
		_, _ = c.Read(ctx, 0)
	})
}
