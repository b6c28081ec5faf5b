package relay

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// S2-05, S2-18, S2-30, S2-31, S2-32, S2-33: a session from its start to its end, and its log entries.
func TestLifeOfASession(t *testing.T) {
	w := newWorld(t, newBackend(), Disconnect{})
	c := newClient()
	s := w.started("auth", c)
	receive(t, "ready", c.ready)
	if got := s.Worktree(); got != "/repo/agent/auth" {
		t.Errorf("worktree %s", got)
	}
	before := s.LastActive()
	if _, err := w.Prompt(t.Context(), s.ID(), "hello"); err != nil {
		t.Fatal(err)
	}
	w.eventually("the exchange is counted", func() bool { return s.MessageCount() == 1 && s.LastActive().After(before) })
	if err := w.Stop(s.ID()); err != nil {
		t.Fatal(err)
	}
	if r := receive(t, "terminated", c.terminated); r.Code != Stopped {
		t.Errorf("reason %v", r)
	}
	if w.backend.lives(s.ID()) {
		t.Error("the agent is alive")
	}
	if all, _ := w.store.All(); len(all) != 0 {
		t.Errorf("the store has %v", all)
	}
	for event, want := range map[string]map[string]any{
		"session.created":      {"level": "INFO", "agentId": "auth"},
		"session.ready":        {"level": "INFO", "agentId": "auth", "worktreeDir": "/repo/agent/auth"},
		"session.message_sent": {"level": "INFO", "messageCount": 1.0},
		"session.terminated":   {"level": "INFO", "reason": "stopped by the client", "duration": "0s", "messageCount": 1.0},
	} {
		found := w.log.events(t, event)
		if len(found) != 1 {
			t.Errorf("%s was logged %d times", event, len(found))
			continue
		}
		want["sessionId"] = s.ID()
		for key, value := range want {
			if found[0][key] != value && key != "duration" {
				t.Errorf("%s: %s is %v, want %v", event, key, found[0][key], value)
			}
		}
		if _, err := time.Parse(time.RFC3339, found[0]["timestamp"].(string)); err != nil {
			t.Errorf("%s: %v", event, err)
		}
	}
	if d, err := time.ParseDuration(w.log.events(t, "session.terminated")[0]["duration"].(string)); err != nil || d < 0 {
		t.Errorf("duration %v (%v)", d, err)
	}
}

// An answer is counted before the client gets it, because the client may stop the session at once. The
// test was red before Follow waited for that.
func TestAnswersAreCountedFirst(t *testing.T) {
	for range 50 {
		w := newWorld(t, newBackend(), Disconnect{})
		s := w.started("auth", nil)
		if _, err := w.Prompt(t.Context(), s.ID(), "hello"); err != nil {
			t.Fatal(err)
		}
		done := errors.New("done")
		err := w.Follow(t.Context(), s.ID(), 0, func() {}, func(e Event) error {
			if e.Kind == TurnEnded {
				return errors.Join(done, w.Stop(s.ID()))
			}
			return nil
		})
		if logged := w.log.events(t, "session.terminated"); !errors.Is(err, done) || len(logged) != 1 || logged[0]["messageCount"] != 1.0 {
			t.Fatalf("%v; logged: %v", err, logged)
		}
	}
}

// S2-14, S2-15, S2-17: each failing step ends the session with its exact reason, and leaves no process.
func TestFailuresHaveTheirReasons(t *testing.T) {
	broken := errors.New("broken")
	for name, tt := range map[string]struct {
		break_ func(*fakeBackend)
		want   Reason
	}{
		"worktree": {func(b *fakeBackend) { b.worktree = broken }, Reason{"worktree_failed", "worktree failed: broken"}},
		"spawn":    {func(b *fakeBackend) { b.start = broken }, Reason{"acp_spawn_failed", "acp spawn failed: broken"}},
		"attach":   {func(b *fakeBackend) { b.attach = broken }, Reason{"attach_failed", "attach failed: broken"}},
		"send":     {func(b *fakeBackend) { b.send = broken }, Reason{"send_failed", "send failed: broken"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBackend()
			tt.break_(b)
			w := newWorld(t, b, Disconnect{})
			c := newClient()
			s, err := w.Create(t.Context(), "auth", c)
			if err != nil {
				t.Fatal(err)
			}
			w.Spawn(s, "")
			if b.send != nil {
				receive(t, "ready", c.ready)
				if _, err := w.Prompt(t.Context(), s.ID(), "hello"); err == nil {
					t.Error("the message was sent")
				}
			}
			if got := receive(t, "terminated", c.terminated); got != tt.want {
				t.Errorf("reason %v, want %v", got, tt.want)
			}
			if logged := w.log.events(t, "session.terminated"); len(logged) != 1 || logged[0]["reason"] != tt.want.Text {
				t.Errorf("logged: %v", logged)
			}
			if s.State() != Cleaned || b.lives(s.ID()) || !slices.Contains(b.ended, s.ID()) {
				t.Errorf("state %s, alive %v", s.State(), b.lives(s.ID()))
			}
			if _, err := w.Create(t.Context(), "auth", nil); err != nil {
				t.Errorf("no room for another session: %v", err)
			}
		})
	}
}

// S2-04, S2-34: a session that is stopped while it spawns leaves no process.
func TestStopWhileSpawning(t *testing.T) {
	b := newBackend()
	b.block, b.began = make(chan struct{}), make(chan struct{})
	w := newWorld(t, b, Disconnect{})
	c := newClient()
	s, err := w.Create(t.Context(), "auth", c)
	if err != nil {
		t.Fatal(err)
	}
	w.Spawn(s, "")
	receive(t, "worktree", b.began)
	if _, err := w.Prompt(t.Context(), s.ID(), "x"); !errors.Is(err, ErrNotActive) {
		t.Errorf("a message before ready: %v", err)
	}
	if err := w.Stop(s.ID()); err != nil {
		t.Fatal(err)
	}
	if r := receive(t, "terminated", c.terminated); r.Code != Stopped {
		t.Errorf("reason %v", r)
	}
	if len(c.ready) > 0 || b.lives(s.ID()) || b.starts[s.ID()] > 0 || s.State() != Cleaned {
		t.Errorf("ready %d times, started %d times, %s", len(c.ready), b.starts[s.ID()], s.State())
	}
}

// S2-34: the same at random moments.
func TestStopAtAnyMoment(t *testing.T) {
	for range 200 {
		b := newBackend()
		w := newWorld(t, b, Disconnect{})
		c := newClient()
		s, err := w.Create(t.Context(), "auth", c)
		if err != nil {
			t.Fatal(err)
		}
		w.Spawn(s, "")
		if err := w.Stop(s.ID()); err != nil {
			t.Fatal(err)
		}
		receive(t, "terminated", c.terminated)
		if b.lives(s.ID()) || s.State() != Cleaned {
			t.Fatalf("state %s, alive %v", s.State(), b.lives(s.ID()))
		}
	}
}

// S2-36: stopping one of three leaves the others unchanged.
func TestStopOneOfThree(t *testing.T) {
	w := newWorld(t, newBackend(), Disconnect{})
	one, two, three := w.started("auth", nil), w.started("db", nil), w.started("tests", nil)
	if err := w.Stop(two.ID()); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Session{one, three} {
		if _, err := w.Prompt(t.Context(), s.ID(), "hello"); err != nil || s.State() != Active {
			t.Errorf("session of %s: %v, %s", s.AgentID(), err, s.State())
		}
	}
	if w.backend.lives(two.ID()) || !w.backend.lives(one.ID()) || !w.backend.lives(three.ID()) {
		t.Error("the wrong process was ended")
	}
}

// S2-20: what happens to a session whose client has gone is configurable.
func TestDisconnect(t *testing.T) {
	gone := Reason{ClientDisconnected, "client disconnected"}
	t.Run("keep", func(t *testing.T) {
		w := newWorld(t, newBackend(), Disconnect{})
		c := newClient()
		s := w.started("auth", c)
		w.Leave(c, gone)
		if _, err := w.Prompt(t.Context(), s.ID(), "hello"); err != nil || s.State() != Active {
			t.Errorf("%v, %s", err, s.State())
		}
	})
	t.Run("end", func(t *testing.T) {
		w := newWorld(t, newBackend(), Disconnect{End: true})
		c, other := newClient(), newClient()
		s := w.started("auth", c)
		if err := w.Join(s.ID(), other); err != nil {
			t.Fatal(err)
		}
		w.Leave(c, gone)
		if s.State() != Active {
			t.Fatalf("state %s while a client is connected", s.State())
		}
		w.Leave(other, gone)
		receive(t, "end", s.Cleaned())
		if logged := w.log.events(t, "session.terminated"); logged[0]["reason"] != "client disconnected" || w.backend.lives(s.ID()) {
			t.Errorf("logged %v, alive %v", logged, w.backend.lives(s.ID()))
		}
	})
	t.Run("later", func(t *testing.T) {
		w := newWorld(t, newBackend(), Disconnect{End: true, After: 10 * time.Millisecond})
		c := newClient()
		s := w.started("auth", c)
		w.Leave(c, gone)
		receive(t, "end", s.Cleaned())
	})
	t.Run("back_in_time", func(t *testing.T) {
		w := newWorld(t, newBackend(), Disconnect{End: true, After: time.Hour})
		c := newClient()
		s := w.started("auth", c)
		w.Leave(c, gone)
		if err := w.Join(s.ID(), c); err != nil || len(w.ends) != 0 || s.State() != Active {
			t.Errorf("%v, %d ends, %s", err, len(w.ends), s.State())
		}
	})
}

// S2-37, S2-39: the next relay finds the sessions of the previous one, with their conversations, and
// drops those that ended meanwhile.
func TestRestore(t *testing.T) {
	b, store := newBackend(), &memory{}
	first := worldWith(t, b, store, Disconnect{}, Limits{Max: 3})
	s, ended := first.started("auth", nil), first.started("db", nil)
	if _, err := first.Prompt(t.Context(), s.ID(), "one"); err != nil {
		t.Fatal(err)
	}
	first.end()
	first.Wait()
	b.mu.Lock()
	b.gone[ended.ID()] = "it was killed"
	b.mu.Unlock()
	if !b.lives(s.ID()) {
		t.Fatal("the agent ended with the relay")
	}

	next := worldWith(t, b, store, Disconnect{}, Limits{Max: 3})
	if err := next.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	again, err := next.manager.Get(s.ID())
	if err != nil {
		t.Fatal(err)
	}
	if again.AgentID() != "auth" || again.Worktree() != s.Worktree() || again.State() != Active {
		t.Errorf("found %s %s %s", again.AgentID(), again.Worktree(), again.State())
	}
	next.eventually("the exchanges are counted", func() bool { return again.MessageCount() == 1 })
	if _, err := next.Prompt(t.Context(), s.ID(), "two"); err != nil {
		t.Fatal(err)
	}
	next.eventually("the next exchange is counted", func() bool { return again.MessageCount() == 2 })
	if n := len(next.log.events(t, "session.message_sent")); n != 1 {
		t.Errorf("%d messages were logged, want the new one", n)
	}
	if _, err := next.manager.Get(ended.ID()); !errors.Is(err, ErrNoSession) {
		t.Errorf("the ended session: %v", err)
	}
	if all, _ := store.All(); len(all) != 1 {
		t.Errorf("the store has %v", all)
	}
}

// An active session is shown in the user's workspace once: again if that failed, and by the next relay
// if the previous one did not do it.
func TestSessionsAreShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, store := newBackend(), &memory{}
		b.takeShown(3)
		first := worldWith(t, b, store, Disconnect{}, Limits{})
		s := first.started("auth", nil)
		time.Sleep(time.Minute)
		if got, want := b.takeShown(1), slices.Repeat([]string{s.ID()}, 4); !slices.Equal(got, want) {
			t.Errorf("shown: %v, want %v", got, want)
		}
		if logged := first.log.events(t, "session.not_shown"); len(logged) != 1 {
			t.Errorf("logged: %v", logged)
		}
		late := first.started("db", nil)
		synctest.Wait()
		first.end()
		first.Wait()

		b.takeShown(0)
		next := worldWith(t, b, store, Disconnect{}, Limits{})
		if err := next.Restore(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if got := b.takeShown(0); !slices.Equal(got, []string{late.ID()}) {
			t.Errorf("the next relay has shown %v, want %v", got, late.ID())
		}
	})
}

// S4-07, S4-32: a session whose process has ended stays active, and a message starts it again.
func TestMessageStartsTheAgentAgain(t *testing.T) {
	b := newBackend()
	w := newWorld(t, b, Disconnect{})
	s := w.started("auth", nil)
	b.of(s.ID()).kill()
	if _, err := w.Prompt(t.Context(), s.ID(), "hello"); err != nil {
		t.Fatal(err)
	}
	if s.State() != Active || b.starts[s.ID()] != 2 {
		t.Errorf("state %s, started %d times", s.State(), b.starts[s.ID()])
	}
	w.eventually("the exchange is counted", func() bool { return s.MessageCount() == 1 })
}

// A process that took a message and died before it answered is started again, and does not get the
// message twice.
func TestMessageIsTakenOnce(t *testing.T) {
	b := newBackend()
	w := newWorld(t, b, Disconnect{})
	s := w.started("auth", nil)
	b.dies = true
	if _, err := w.Prompt(t.Context(), s.ID(), "hello"); err != nil || b.starts[s.ID()] != 2 {
		t.Fatalf("%v, started %d times", err, b.starts[s.ID()])
	}
	for _, m := range []struct{ id, text string }{{"mine", "more"}, {"mine", "more"}, {"other", "more"}} {
		if _, err := w.PromptOnce(t.Context(), s.ID(), m.id, m.text); err != nil {
			t.Fatal(err)
		}
	}
	done := errors.New("done")
	var began []string
	err := w.Follow(t.Context(), s.ID(), 0, func() {}, func(e Event) error {
		if e.Kind == TurnBegan {
			began = append(began, e.Text)
		}
		if len(began) == 3 && e.Kind == TurnEnded {
			return done
		}
		return nil
	})
	if want := []string{"hello", "more", "more"}; !errors.Is(err, done) || !slices.Equal(began, want) {
		t.Errorf("the messages are %q, want %q: %v", began, want, err)
	}
}

// A transcript that has lost its last events, for example damaged while its process was down, is read
// again: its messages are counted right, and a follower from a lost event gets an error.
func TestTranscriptThatLostItsEnd(t *testing.T) {
	b := newBackend()
	w := newWorld(t, b, Disconnect{})
	s := w.started("auth", nil)
	for _, text := range []string{"one", "two", "three"} {
		if _, err := w.Prompt(t.Context(), s.ID(), text); err != nil {
			t.Fatal(err)
		}
	}
	w.eventually("the messages are counted", func() bool { return s.MessageCount() == 3 })
	k := b.of(s.ID())
	k.kill()
	k.mu.Lock()
	k.events = k.events[:4]
	k.mu.Unlock()
	if err := b.Start(t.Context(), s.ID(), "", ""); err != nil {
		t.Fatal(err)
	}
	w.eventually("the messages are counted anew", func() bool { return s.MessageCount() == 1 })
	for _, from := range []int64{12, 10, 5} {
		err := w.Follow(t.Context(), s.ID(), from, func() { t.Errorf("%d: begun", from) }, func(Event) error { return nil })
		if !isRefusal(err) || !strings.Contains(err.Error(), "attach from") {
			t.Errorf("from %d: %v", from, err)
		}
	}
}

// A session is stopped while its process is started again for a message: no process is left.
func TestStopWhileStartingAgain(t *testing.T) {
	b := newBackend()
	w := newWorld(t, b, Disconnect{})
	c := newClient()
	s := w.started("auth", c)
	b.of(s.ID()).kill()
	b.mu.Lock()
	b.hold, b.held, b.deaf = make(chan struct{}), make(chan struct{}, 1), true
	b.mu.Unlock()
	sent := make(chan error, 1)
	go func() {
		_, err := w.Prompt(t.Context(), s.ID(), "hello")
		sent <- err
	}()
	receive(t, "start", b.held)
	stopped := make(chan error, 1)
	go func() { stopped <- w.Stop(s.ID()) }()
	w.eventually("it is being stopped", func() bool { return s.State() != Active })
	close(b.hold) // the process starts nevertheless
	if err := receive(t, "stop", stopped); err != nil {
		t.Error(err)
	}
	if err := receive(t, "answer", sent); !errors.Is(err, ErrNotActive) {
		t.Errorf("the message: %v", err)
	}
	if r := receive(t, "terminated", c.terminated); r != stoppedByClient {
		t.Errorf("reason %v", r)
	}
	if b.lives(s.ID()) {
		t.Error("its process is alive")
	}
}

// A session that its user has ended elsewhere ends in the relay too.
func TestSessionEndedElsewhere(t *testing.T) {
	b := newBackend()
	w := newWorld(t, b, Disconnect{})
	c := newClient()
	s := w.started("auth", c)
	b.mu.Lock()
	b.gone[s.ID()] = "the session was ended"
	b.mu.Unlock()
	b.of(s.ID()).kill()
	if r := receive(t, "terminated", c.terminated); r != (Reason{Ended, "error: the session was ended"}) {
		t.Errorf("reason %v", r)
	}
}

// A refused message ends nothing.
func TestRefusalEndsNothing(t *testing.T) {
	w := newWorld(t, newBackend(), Disconnect{})
	s := w.started("auth", nil)
	if _, err := w.Prompt(t.Context(), s.ID(), "wait"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Prompt(t.Context(), s.ID(), "more"); !isRefusal(err) {
		t.Errorf("a message in a turn: %v", err)
	}
	if err := w.Cancel(t.Context(), s.ID()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Prompt(t.Context(), s.ID(), "more"); err != nil || s.State() != Active {
		t.Errorf("after the turn: %v, %s", err, s.State())
	}
}

// Follow delivers every event once and in order, and the whole answer at the end of each turn, from any
// start and however often the connection breaks.
func TestFollowFromAnywhere(t *testing.T) {
	b := newBackend()
	w := newWorld(t, b, Disconnect{})
	s := w.started("auth", nil)
	for _, text := range []string{"one", "two", "three"} {
		if _, err := w.Prompt(t.Context(), s.ID(), text); err != nil {
			t.Fatal(err)
		}
	}
	done := errors.New("done")
	for from := range int64(12) {
		var seqs []int64
		var answers []string
		err := w.Follow(t.Context(), s.ID(), from, func() {}, func(e Event) error {
			seqs = append(seqs, e.Seq)
			if e.Kind == TurnEnded {
				answers = append(answers, e.Response)
			}
			if e.Seq == 12 {
				return done
			}
			if e.Seq == 6 { // the connection breaks, and the process starts again
				b.of(s.ID()).kill()
				return errors.Join(b.Start(context.Background(), s.ID(), "", ""))
			}
			return nil
		})
		if !errors.Is(err, done) {
			t.Fatal(err)
		}
		want := []string{"you said one", "you said two", "you said three"}[from/4:]
		if !slices.Equal(answers, want) {
			t.Errorf("from %d: answers %q, want %q", from, answers, want)
		}
		for i, seq := range seqs {
			if seq != from+int64(i)+1 {
				t.Errorf("from %d: got %v", from, seqs)
				break
			}
		}
	}
}

func TestTurnsBefore(t *testing.T) {
	tt := &turns{}
	for seq := range int64(12) {
		kind := Other
		if seq%4 == 1 {
			kind = TurnBegan
		}
		tt.add(Event{Seq: seq, Kind: kind})
	}
	for seq, want := range map[int64]int64{0: 0, 1: 0, 4: 0, 5: 4, 8: 4, 9: 8, 100: 8} {
		if got := tt.before(seq); got != want {
			t.Errorf("before(%d) = %d, want %d", seq, got, want)
		}
	}
}

func TestAgentIDs(t *testing.T) {
	for _, bad := range []string{"", ".", "..", "a/b", "../x", "-x", "a b", "a.lock", "é", strings.Repeat("a", 65), "a\n"} {
		if checkAgentID(bad) == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	for _, good := range []string{"auth", "db", "tests", "A-1_b"} {
		if err := checkAgentID(good); err != nil {
			t.Error(err)
		}
	}
}

// holdStarts delays starts of processes until the returned channel is closed.
func (b *fakeBackend) holdStarts() chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hold, b.held = make(chan struct{}), make(chan struct{}, 10)
	return b.hold
}

// If a client leaves while its message starts the agent again, the session stays: the next message starts
// the agent.
func TestClientThatGoesWhileTheAgentStartsAgain(t *testing.T) {
	w := newWorld(t, newBackend(), Disconnect{})
	s := w.started("auth", nil)
	w.backend.of(s.ID()).kill()
	hold := w.backend.holdStarts()
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() {
		_, err := w.Prompt(ctx, s.ID(), "hello")
		failed <- err
	}()
	receive(t, "start", w.backend.held)
	cancel()
	if err := receive(t, "answer", failed); !errors.Is(err, context.Canceled) {
		t.Errorf("the message ended with %v", err)
	}
	close(hold)
	if _, err := w.Prompt(t.Context(), s.ID(), "hello"); err != nil || s.State() != Active {
		t.Errorf("state %s, next message: %v", s.State(), err)
	}
}
