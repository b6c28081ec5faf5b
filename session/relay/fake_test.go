package relay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
)

// patience is the longest that a test waits.
const patience = time.Minute

// memory is a store in memory.
type memory struct {
	mu  sync.Mutex
	all map[string]Record
}

func (m *memory) Put(r Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		m.all = map[string]Record{}
	}
	m.all[r.ID] = r
	return nil
}

func (m *memory) Remove(id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.all, id)
	return nil
}

func (m *memory) All() (all []Record, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.all {
		all = append(all, r)
	}
	return all, nil
}

// fakeBackend has conversations in memory. Each answers a message with "you said" and the message, in
// two pieces. "wait" starts a turn that only a cancel ends, "ask" one that an answer ends.
type fakeBackend struct {
	// Errors of the steps; nil for none.
	worktree, start, attach, send error
	// block, if not nil, delays Worktree until it is closed; began is closed when Worktree
	// waits.
	block, began chan struct{}

	// hold, if not nil, delays Start until it is closed; held gets a value when Start waits.
	// A deaf Start ignores that its context has ended.
	hold, held chan struct{}
	deaf       bool

	// dies makes the process end after it has taken a message and before it answers.
	dies bool

	mu    sync.Mutex
	talks map[string]*talk
	ended []string
	// shown are the sessions passed to Show, and notShown is how often Show still fails.
	shown    []string
	notShown int
	gone     map[string]string
	// starts counts the starts of each session's process.
	starts map[string]int
}

func newBackend() *fakeBackend {
	return &fakeBackend{talks: map[string]*talk{}, gone: map[string]string{}, starts: map[string]int{}}
}

// talk is a conversation as its process has it.
type talk struct {
	mu     sync.Mutex
	events []Event
	more   chan struct{} // closed when there are more
	busy   string        // the message that ends the turn
	taken  map[string]int64
	dead   chan struct{} // closed when the process has ended
}

func (b *fakeBackend) Worktree(ctx context.Context, agentID string) (string, error) {
	if b.block != nil {
		close(b.began)
		select {
		case <-b.block:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return "/repo/agent/" + agentID, b.worktree
}

func (b *fakeBackend) Start(ctx context.Context, id, _, _ string) error {
	if b.start != nil {
		return b.start
	}
	b.mu.Lock()
	hold, deaf := b.hold, b.deaf
	b.mu.Unlock()
	if hold != nil {
		b.held <- struct{}{}
		if deaf {
			ctx = context.Background()
		}
		select {
		case <-hold:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.starts[id]++
	delete(b.gone, id)
	t := b.talks[id]
	if t == nil {
		t = &talk{more: make(chan struct{}), taken: map[string]int64{}}
		b.talks[id] = t
	}
	t.mu.Lock()
	t.dead = make(chan struct{})
	t.mu.Unlock()
	return nil
}

func (b *fakeBackend) Attach(_ context.Context, id string) (Agent, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.talks[id]
	if b.attach != nil {
		return nil, b.attach
	}
	if t == nil || t.isDead() {
		return nil, errors.New("nobody listens")
	}
	return &fakeAgent{backend: b, talk: t, closed: make(chan struct{}), dead: t.dead}, nil
}

func (b *fakeBackend) Show(_ context.Context, id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shown = append(b.shown, id)
	if b.notShown > 0 {
		b.notShown--
		return errors.New("the program is stopped")
	}
	return nil
}

// startsOf returns how often the process of a session was started.
func (b *fakeBackend) startsOf(id string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.starts[id]
}

// takeShown returns the sessions passed to Show since the last call; failures is how often Show fails
// from now on.
func (b *fakeBackend) takeShown(failures int) (ids []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	ids, b.shown, b.notShown = b.shown, nil, failures
	return ids
}

func (b *fakeBackend) End(id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = append(b.ended, id)
	if t := b.talks[id]; t != nil {
		t.kill()
	}
	return nil
}

func (b *fakeBackend) Ended(_ context.Context, id string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.gone[id]
}

func (b *fakeBackend) of(id string) *talk {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.talks[id]
}

// lives reports whether the process of a session runs.
func (b *fakeBackend) lives(id string) bool {
	t := b.of(id)
	return t != nil && !t.isDead()
}

func (t *talk) isDead() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-t.dead:
		return true
	default:
		return false
	}
}

// kill ends the process.
func (t *talk) kill() {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-t.dead:
	default:
		close(t.dead)
	}
}

func (t *talk) add(kind Kind, text string) int64 {
	seq := int64(len(t.events) + 1)
	body, _ := json.Marshal(map[string]any{"seq": seq, "text": text})
	t.events = append(t.events, Event{Seq: seq, Time: time.Now(), Kind: kind, Text: text, Body: body})
	close(t.more)
	t.more = make(chan struct{})
	return seq
}

type fakeAgent struct {
	backend *fakeBackend
	talk    *talk
	dead    chan struct{}
	close   sync.Once
	closed  chan struct{}
}

func (a *fakeAgent) Prompt(_ context.Context, id, text string) (int64, error) {
	if a.backend.send != nil {
		return 0, a.backend.send
	}
	select {
	case <-a.dead:
		return 0, errors.New("broken pipe")
	default:
	}
	t := a.talk
	t.mu.Lock()
	defer t.mu.Unlock()
	if seq, taken := t.taken[id]; taken {
		return seq, nil
	}
	if t.busy != "" {
		return 0, Refusal{"a turn runs"}
	}
	seq := t.add(TurnBegan, text)
	t.taken[id] = seq
	if a.backend.dies {
		a.backend.dies = false
		t.add(TurnEnded, "lost")
		close(a.dead)
		return 0, errors.New("connection reset")
	}
	switch text {
	case "wait":
		t.busy = "cancel"
	case "ask":
		t.busy = "yes"
		t.add(Asked, "may I?")
	default:
		t.add(AnswerText, "you said ")
		t.add(AnswerText, text)
		t.add(TurnEnded, "end_turn")
	}
	return seq, nil
}

func (a *fakeAgent) Cancel(ctx context.Context) error { return a.Answer(ctx, "", "cancel") }

func (a *fakeAgent) Answer(_ context.Context, _, option string) error {
	t := a.talk
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy != option && option != "cancel" || t.busy == "" {
		return Refusal{"nobody asks"}
	}
	t.busy = ""
	if option == "cancel" {
		t.add(TurnEnded, "cancelled")
		return nil
	}
	t.add(AnswerText, "so be it")
	t.add(TurnEnded, "end_turn")
	return nil
}

func (a *fakeAgent) Events(ctx context.Context, from int64, begun func(int64) error, each func(Event) error) error {
	a.talk.mu.Lock()
	newest := int64(len(a.talk.events))
	a.talk.mu.Unlock()
	if from > newest {
		return Refusal{"there is no such event"}
	}
	if err := begun(newest); err != nil {
		return err
	}
	for {
		a.talk.mu.Lock()
		events, more := slices.Clone(a.talk.events[min(from, int64(len(a.talk.events))):]), a.talk.more
		a.talk.mu.Unlock()
		for _, e := range events {
			if err := each(e); err != nil {
				return err
			}
			from = e.Seq
		}
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		case <-a.dead:
			return errors.New("the process has ended")
		case <-a.closed:
			return errors.New("closed")
		}
	}
}

func (a *fakeAgent) Close() error {
	a.close.Do(func() { close(a.closed) })
	return nil
}

// logged is a log that tests read.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// events returns the log entries of an event.
func (l *logged) events(t *testing.T, event string) (found []map[string]any) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range bytes.Split(bytes.TrimSpace(l.text.Bytes()), []byte("\n")) {
		var e map[string]any
		if len(line) == 0 {
			continue
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("the log has a line that is not JSON: %q", line)
		}
		if e["event"] == event {
			found = append(found, e)
		}
	}
	return found
}

// world is a relay with fakes around it.
type world struct {
	*Relay
	t       *testing.T
	backend *fakeBackend
	store   *memory
	log     *logged
	end     context.CancelFunc
}

func newWorld(t *testing.T, backend *fakeBackend, gone Disconnect) *world {
	t.Helper()
	return worldWith(t, backend, &memory{}, gone, Limits{Max: 3})
}

func worldWith(t *testing.T, backend *fakeBackend, store *memory, gone Disconnect, limits Limits) *world {
	t.Helper()
	w := &world{t: t, backend: backend, store: store, log: &logged{}}
	ctx, end := context.WithCancel(context.Background())
	log := NewLog(w.log)
	w.Relay = New(ctx, NewManager(store, limits, uuid.NewString, time.Now, log), backend, gone, log)
	w.end = end
	t.Cleanup(func() { end(); w.Wait() })
	return w
}

// told is a client that passes on its calls through channels.
type told struct {
	ready      chan struct{}
	terminated chan Reason
}

func newClient() *told { return &told{make(chan struct{}, 4), make(chan Reason, 4)} }

func (c *told) Ready(*Session)                  { c.ready <- struct{}{} }
func (c *told) Terminated(_ *Session, r Reason) { c.terminated <- r }

// receive waits for a value of a channel.
func receive[T any](t *testing.T, what string, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(patience):
		t.Fatalf("no %s", what)
		panic("unreachable")
	}
}

// started returns a new active session.
func (w *world) started(agentID string, c Client) *Session {
	w.t.Helper()
	s, err := w.Create(w.t.Context(), agentID, c)
	if err != nil {
		w.t.Fatal(err)
	}
	w.Spawn(s, "")
	w.eventually("the session is active", func() bool { return s.State() == Active })
	return s
}

// eventually waits for a condition that no event announces.
func (w *world) eventually(what string, is func() bool) {
	w.t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			w.t.Fatalf("timed out waiting: %s", what)
		}
	}
}
