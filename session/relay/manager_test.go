package relay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
)

var noEnd = func() error { return nil }

func newManager(limits Limits) *Manager {
	return NewManager(&memory{}, limits, uuid.NewString, time.Now, NewLog(io.Discard))
}

// inState returns a new session in a state, and its manager.
func inState(t *testing.T, to State) (*Manager, *Session) {
	t.Helper()
	m := newManager(Limits{})
	s, err := m.Create(t.Context(), "auth", nil)
	steps := []func() error{
		func() error {
			spawned, err := m.BeginSpawn(t.Context(), s.ID(), func() {})
			spawned()
			return err
		},
		func() error { return m.AttachAgent(t.Context(), s.ID(), "/w", &fakeAgent{closed: make(chan struct{})}) },
		func() error { return m.MarkTerminating(t.Context(), s.ID(), "why") },
		func() error { return m.CompleteCleanup(t.Context(), s.ID(), noEnd) },
	}
	for _, step := range steps {
		if err != nil {
			t.Fatal(err)
		}
		if s.State() == to {
			break
		}
		err = step()
	}
	if s.State() != to {
		t.Fatalf("the session is %s, want %s", s.State(), to)
	}
	return m, s
}

// S2-02, S2-04, S2-08: the states follow one another in order; in each of them a session may be
// terminated; a cleaned session is unknown.
func TestStatesInOrder(t *testing.T) {
	moves := []struct {
		to State
		by func(m *Manager, id string) error
	}{
		{Spawning, func(m *Manager, id string) error {
			spawned, err := m.BeginSpawn(context.Background(), id, func() {})
			spawned()
			return err
		}},
		{Active, func(m *Manager, id string) error {
			return m.AttachAgent(context.Background(), id, "/w", &fakeAgent{closed: make(chan struct{})})
		}},
		{Terminating, func(m *Manager, id string) error { return m.MarkTerminating(context.Background(), id, "x") }},
		{Cleaned, func(m *Manager, id string) error { return m.CompleteCleanup(context.Background(), id, noEnd) }},
	}
	allowed := map[State][]State{Created: {Spawning, Terminating}, Spawning: {Active, Terminating}, Active: {Terminating}, Terminating: {Cleaned}}
	for _, from := range []State{Created, Spawning, Active, Terminating, Cleaned} {
		for _, move := range moves {
			t.Run(string(from)+"_to_"+string(move.to), func(t *testing.T) {
				m, s := inState(t, from)
				err := move.by(m, s.ID())
				may := false
				for _, to := range allowed[from] {
					may = may || to == move.to
				}
				switch {
				case may && (err != nil || s.State() != move.to):
					t.Errorf("%v, state %s", err, s.State())
				case !may && (err == nil || s.State() != from):
					t.Errorf("%v, state %s", err, s.State())
				case from == Cleaned && !errors.Is(err, ErrNoSession):
					t.Errorf("a cleaned session: %v, want %v", err, ErrNoSession)
				}
			})
		}
	}
	m, s := inState(t, Cleaned)
	for what, err := range map[string]error{
		"IncrementMessageCount": m.IncrementMessageCount(t.Context(), s.ID()),
		"RecordHeartbeat":       m.RecordHeartbeat(t.Context(), s.ID(), time.Now()),
		"ReplaceAgent":          m.ReplaceAgent(t.Context(), s.ID(), nil, nil),
		"AddClient":             m.AddClient(s.ID(), newClient()),
	} {
		if !errors.Is(err, ErrNoSession) {
			t.Errorf("%s of a cleaned session: %v", what, err)
		}
	}
}

// S2-01, S2-03, S2-09, S2-13: a created session has a UUID of version 4, an entry in the map and in the
// store, and no process.
func TestCreatedSession(t *testing.T) {
	store := &memory{}
	m := NewManager(store, Limits{}, uuid.NewString, time.Now, NewLog(io.Discard))
	s, err := m.Create(t.Context(), "auth", nil)
	if err != nil {
		t.Fatal(err)
	}
	id, err := uuid.Parse(s.ID())
	if err != nil || id.Version() != 4 {
		t.Errorf("the id is %s (%v), want a UUID of version 4", s.ID(), err)
	}
	if got, err := m.Get(s.ID()); got != s || err != nil {
		t.Errorf("Get = %v, %v", got, err)
	}
	if s.State() != Created || s.Handle().Agent != nil || s.Worktree() != "" {
		t.Errorf("state %s, agent %v, worktree %q", s.State(), s.Handle().Agent, s.Worktree())
	}
	if all, _ := store.All(); len(all) != 1 || all[0].ID != s.ID() || all[0].AgentID != "auth" {
		t.Errorf("the store has %v", all)
	}
}

// S2-35: an id that is in use is generated again.
func TestAnIDInUseIsGeneratedAgain(t *testing.T) {
	ids := []string{"a", "a", "a", "b"}
	m := NewManager(&memory{}, Limits{}, func() string {
		id := ids[0]
		ids = ids[1:]
		return id
	}, time.Now, NewLog(io.Discard))
	one, err1 := m.Create(t.Context(), "auth", nil)
	two, err2 := m.Create(t.Context(), "db", nil)
	if err := errors.Join(err1, err2); err != nil || one.ID() != "a" || two.ID() != "b" {
		t.Errorf("ids are %s and %s (%v)", one.ID(), two.ID(), err)
	}
}

// S2-26: at most three sessions, and one for each agent id; a cleaned session makes room.
func TestLimits(t *testing.T) {
	m := newManager(Limits{Max: 3})
	var all []*Session
	for _, id := range []string{"auth", "db", "tests"} {
		s, err := m.Create(t.Context(), id, nil)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	if _, err := m.Create(t.Context(), "fourth", nil); !errors.Is(err, ErrTooMany) {
		t.Errorf("a fourth session: %v", err)
	}
	if err := errors.Join(m.MarkTerminating(t.Context(), all[0].ID(), "x"), m.CompleteCleanup(t.Context(), all[0].ID(), noEnd)); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Create(t.Context(), "db", nil); !errors.Is(err, ErrAgentInUse) {
		t.Errorf("a second session of db: %v", err)
	}
	if _, err := m.Create(t.Context(), "auth", nil); err != nil {
		t.Errorf("auth again: %v", err)
	}

	many := newManager(Limits{ManyPerAgent: true})
	for range 10 {
		if _, err := many.Create(t.Context(), "auth", nil); err != nil {
			t.Errorf("without limits: %v", err)
		}
	}
}

// A session that cannot be saved is not created.
func TestSessionThatCannotBeSaved(t *testing.T) {
	m := NewManager(brokenStore{&memory{}}, Limits{Max: 1}, uuid.NewString, time.Now, NewLog(io.Discard))
	for range 2 {
		if _, err := m.Create(t.Context(), "auth", nil); err == nil || errors.Is(err, ErrTooMany) {
			t.Errorf("Create = %v", err)
		}
	}
	if all := m.All(); len(all) != 0 {
		t.Errorf("%d sessions", len(all))
	}
}

type brokenStore struct{ *memory }

func (brokenStore) Put(Record) error { return errors.New("the disk is full") }

// S2-21: an error while ending a session is returned for the log, and the rest is still done.
func TestCleanupGoesOnAfterAnError(t *testing.T) {
	m, s := inState(t, Terminating)
	err := m.CompleteCleanup(t.Context(), s.ID(), func() error { return errors.New("it does not die") })
	if err == nil || !strings.Contains(err.Error(), "it does not die") {
		t.Errorf("CompleteCleanup = %v", err)
	}
	if _, err := m.Get(s.ID()); s.State() != Cleaned || !errors.Is(err, ErrNoSession) {
		t.Errorf("the session is %s, Get = %v", s.State(), err)
	}
}

// S2-10, S2-25: the map and the sessions are safe for concurrent use; the race detector checks it.
func TestManagerConcurrently(t *testing.T) {
	m := newManager(Limits{ManyPerAgent: true})
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 50 {
				s, err := m.Create(t.Context(), fmt.Sprintf("a%d-%d", n, i), nil)
				if err != nil {
					t.Error(err)
					return
				}
				_ = m.IncrementMessageCount(t.Context(), s.ID())
				_ = m.RecordHeartbeat(t.Context(), s.ID(), time.Now())
				for _, other := range m.All() { // reads the changes of other goroutines
					_, _, _ = other.State(), other.MessageCount(), other.LastActive()
				}
				err = errors.Join(m.MarkTerminating(t.Context(), s.ID(), "x"), m.CompleteCleanup(t.Context(), s.ID(), noEnd))
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if left := m.All(); len(left) != 0 {
		t.Errorf("%d sessions are left", len(left))
	}
}

// If many goroutines end a session at the same time, one does it.
func TestOneEndsASession(t *testing.T) {
	m, s := inState(t, Active)
	ended := make(chan error, 10)
	for range 10 {
		go func() { ended <- m.MarkTerminating(context.Background(), s.ID(), "x") }()
	}
	won := 0
	for range 10 {
		if <-ended == nil {
			won++
		}
	}
	if won != 1 {
		t.Errorf("%d goroutines have ended it", won)
	}
}

// S2-38: the next relay reads what the store has saved, and an unreadable file stays unchanged.
func TestFileStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sessions.json")
	s, err := OpenStore(path)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	one, two := Record{"1", "auth", "/w/auth", at, false, true}, Record{"2", "db", "", at.Add(time.Second), true, false}
	if err := errors.Join(s.Put(two), s.Put(one), s.Put(Record{ID: "3"}), s.Remove("3")); err != nil {
		t.Fatal(err)
	}
	if s, err = OpenStore(path); err != nil {
		t.Fatal(err)
	}
	if all, _ := s.All(); len(all) != 2 || all[0] != one || all[1] != two {
		t.Errorf("read back: %v", all)
	}
	for _, text := range []string{"{", `{"schema":2}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenStore(path); err == nil {
			t.Errorf("%q was accepted", text)
		}
		if kept, _ := os.ReadFile(path); string(kept) != text {
			t.Errorf("the file was changed to %q", kept)
		}
	}
}
