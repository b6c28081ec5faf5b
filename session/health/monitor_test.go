package health

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"dormer/session"
)

// world is the backend of a test's sessions.
type world struct {
	mu sync.Mutex
	// find, check, reattach, start, destroy are the backend's results; errSilent means that it
	// does not answer.
	find, check, reattach, start, destroy error
	// gone is the result of a check after reattach has returned ErrGone.
	gone    error
	calls   []string
	changes []Change
}

var errSilent = errors.New("silent")

// ask returns the world's current error for a call.
func (w *world) ask(ctx context.Context, name string, answer *error) error {
	w.mu.Lock()
	w.calls = append(w.calls, name)
	err := *answer
	w.mu.Unlock()
	if errors.Is(err, errSilent) {
		<-ctx.Done()
		return ctx.Err()
	}
	return err
}

func (w *world) Find(ctx context.Context, _ session.ID) error { return w.ask(ctx, "find", &w.find) }
func (w *world) Check(ctx context.Context, _ session.ID) error {
	return w.ask(ctx, "check", &w.check)
}

func (w *world) Glance(ctx context.Context, id session.ID) error {
	return w.ask(ctx, "glance", &w.check)
}

func (w *world) Reattach(ctx context.Context, _ session.ID) error {
	err := w.ask(ctx, "reattach", &w.reattach)
	if errors.Is(err, ErrGone) {
		w.set(func() { w.check = w.gone })
	}
	return err
}

func (w *world) Start(ctx context.Context, _ session.ID) error { return w.ask(ctx, "start", &w.start) }
func (w *world) Destroy(ctx context.Context, _ session.ID) error {
	return w.ask(ctx, "destroy", &w.destroy)
}

func (w *world) changed(c Change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.changes = append(w.changes, c)
}

func (w *world) set(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
}

func (w *world) count(name string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for _, c := range w.calls {
		if c == name {
			n++
		}
	}
	return n
}

// asked returns the calls since the last time, and forgets them.
func (w *world) asked() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := strings.Join(w.calls, " ")
	w.calls = nil
	return s
}

// story runs a test in a bubble with its own time.
func story(t *testing.T, f func(t *testing.T, w *world, m *Monitor, id session.ID)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{}
		m := New(w, w, Options{Changed: w.changed})
		defer m.Close()
		f(t, w, m, uuid.New())
	})
}

// pass lets time pass, with everything that happens in it.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func wantView(t *testing.T, m *Monitor, id session.ID, phase Phase, runtime session.RuntimeStatus, canStart bool) View {
	t.Helper()
	v, ok := m.View(id)
	if !ok || v.Health.Phase != phase || v.Runtime != runtime || v.CanStart != canStart {
		t.Errorf("got %+v, want %s, %s, can start: %v", v, phase, runtime, canStart)
	}
	well := phase == Alive || phase == Verifying && runtime != session.Exited
	if (v.Reason == "") != well {
		t.Errorf("%s: got reason %q", phase, v.Reason)
	}
	return v
}

// S3-17, S3-60, S3-61, S3-62, S3-65, S3-72: the results of attaching.
func TestVerify(t *testing.T) {
	tests := []struct {
		name     string
		set      func(*world)
		asked    string
		phase    Phase
		runtime  session.RuntimeStatus
		canStart bool
	}{
		{"there", func(*world) {}, "find check reattach", Alive, session.Running, false},
		{"nothing_listens", func(w *world) { w.find = ErrGone }, "find", Missing, session.Exited, true},
		{"process_ended", func(w *world) { w.check = ErrEnded }, "find check", Missing, session.Exited, true},
		{"socket_silent", func(w *world) { w.find, w.check, w.reattach = errSilent, errSilent, errSilent }, "find check check", Recovering, session.Unhealthy, false},
		{"refused", func(w *world) { w.reattach = ErrRefused }, "find check reattach check reattach", Failed, session.Unhealthy, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
				tt.set(w)
				m.Verify(id)
				if _, ok := m.View(id); !ok {
					t.Error("the session is not watched at once")
				}
				pass(3 * time.Second)
				if got := w.asked(); got != tt.asked {
					t.Errorf("called %q, want %q", got, tt.asked)
				}
				wantView(t, m, id, tt.phase, tt.runtime, tt.canStart)
			})
		})
	}
}

// S3-63: only running sessions are checked, every 30 s.
func TestPeriodicCheck(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
		gone := uuid.New()
		w.find = ErrGone
		m.Verify(gone)
		pass(0)
		w.set(func() { w.find = nil })
		m.Verify(id)
		m.Verify(uuid.New())
		pass(30*time.Second - 1)
		if checks, glances := w.count("check"), w.count("glance"); checks != 2 || glances != 0 {
			t.Errorf("checked %d and glanced %d times at first, want one check of each of two", checks, glances)
		}
		pass(1)
		if got := w.count("glance"); got != 2 {
			t.Errorf("glanced %d times after 30 s, want once at each of two", got)
		}
		pass(60 * time.Second)
		if checks, glances := w.count("check"), w.count("glance"); checks != 2 || glances != 6 {
			t.Errorf("checked %d and glanced %d times after 90 s, want 2 and 6", checks, glances)
		}
	})
}

// No timer stays armed when no session runs; otherwise the bubble's time would go on.
func TestRestsWithoutRunningSessions(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
		other := uuid.New()
		m.Verify(id)
		m.Verify(other)
		pass(0)
		m.Died(id, "it exited with code 1")
		if m.periodic == nil {
			t.Error("the other session is no longer checked")
		}
		m.Forget(other)
		if m.periodic != nil {
			t.Error("a timer runs although no session does")
		}
		w.asked()
		pass(time.Hour)
		if got := w.asked(); got != "" {
			t.Errorf("called %q in an hour without a session", got)
		}
	})
}

// F4: the session of a killed host reports it and can be started again.
//
// S3-66, S3-67.
func TestHostGone(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
		m.Verify(id)
		pass(0)
		w.set(func() { w.reattach = fmt.Errorf("dial: %w", ErrGone) })
		m.Lost(id)
		pass(0)
		v := wantView(t, m, id, Failed, session.Exited, true)
		if want := "its host is gone: it can be started again"; v.Reason != want {
			t.Errorf("got %q, want %q", v.Reason, want)
		}
		w.set(func() { w.reattach = nil })
		w.asked()
		m.Create(id)
		pass(0)
		if got := w.asked(); got != "destroy start" {
			t.Errorf("called %q, want the remains to be ended first", got)
		}
		if v := wantView(t, m, id, Alive, session.Running, false); v.Attachment != 1 {
			t.Errorf("got attachment %d, want a new one", v.Attachment)
		}
	})
}

// A host may end between its check and the attempt to reach it: its remaining processes are named
// nevertheless.
func TestHostGoneSinceItWasChecked(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
		m.Verify(id)
		pass(time.Second)
		w.set(func() { w.reattach, w.gone = ErrGone, LeftoverError{PIDs: []int{4711}} })
		m.Lost(id)
		pass(time.Second)
		v := wantView(t, m, id, Failed, session.Exited, true)
		if want := "its host is gone, process 4711 runs on without a terminal: starting it again ends it"; v.Reason != want {
			t.Errorf("reason %q, want %q", v.Reason, want)
		}
	})
}

// F10: a stopped host is marked, and is back by itself when it goes on. Its connections last, so there
// is no need to attach again.
//
// S3-18, S3-19, S3-64, S3-66.
func TestHostStopped(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
		m.Verify(id)
		pass(0)
		w.set(func() { w.check = errSilent })
		pass(31 * time.Second)
		wantView(t, m, id, Recovering, session.Unhealthy, false)
		pass(time.Hour)
		wantView(t, m, id, Recovering, session.Unhealthy, false)
		if got := w.count("check"); got > 3600/15+10 {
			t.Errorf("tried %d times in an hour", got)
		}
		w.set(func() { w.check = nil })
		pass(lastRetry)
		if v := wantView(t, m, id, Alive, session.Running, false); v.Attachment != 1 {
			t.Errorf("got attachment %d, want a new one", v.Attachment)
		}
	})
}

// A second silence is noticed as soon as the first, however long the first one was.
func TestHostStoppedTwice(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
		m.Verify(id)
		pass(0)
		for _, silence := range []time.Duration{time.Hour, 0} {
			w.set(func() { w.reattach = errors.New("connection reset") })
			m.Lost(id)
			pass(silence)
			w.set(func() { w.reattach = nil })
			if silence > 0 {
				pass(lastRetry)
			}
		}
		pass(firstRetry)
		wantView(t, m, id, Alive, session.Running, false)
	})
}

// S3-19: a host that was silent and then is gone has exited.
func TestHostStoppedThenKilled(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
		m.Verify(id)
		pass(0)
		w.set(func() { w.reattach = errSilent })
		m.Lost(id)
		pass(time.Minute)
		wantView(t, m, id, Recovering, session.Unhealthy, false)
		w.set(func() { w.reattach = ErrGone })
		pass(lastRetry + time.Second)
		wantView(t, m, id, Failed, session.Exited, true)
	})
}

// S3-18, S3-63.
func TestProcessDied(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
		m.Verify(id)
		pass(0)
		m.Died(id, "it exited with code 3")
		w.asked()
		pass(time.Hour)
		v := wantView(t, m, id, Dead, session.Exited, true)
		if v.Reason != "it exited with code 3" || w.asked() != "" {
			t.Errorf("got reason %q", v.Reason)
		}
	})
}

// A process that ends while its session is still being looked for, or started, does not count as alive.
func TestDiedEarly(t *testing.T) {
	story(t, func(t *testing.T, _ *world, m *Monitor, id session.ID) {
		m.Create(id)
		m.Died(id, "it exited with code 127")
		pass(0)
		v := wantView(t, m, id, Dead, session.Exited, true)
		if v.Reason != "it exited with code 127" {
			t.Errorf("got reason %q", v.Reason)
		}
	})
}

// S3-17, S3-62.
func TestCreateFails(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
		w.start = errors.New("no such shell")
		m.Create(id)
		pass(0)
		v := wantView(t, m, id, Failed, session.Exited, true)
		if v.Reason != "it could not be started: no such shell" || v.Health.Reason != v.Reason {
			t.Errorf("got %+v", v)
		}
		w.set(func() { w.start, w.destroy = nil, errors.New("it will not go") })
		w.asked()
		m.Create(id)
		pass(0)
		if got := w.asked(); got != "destroy" {
			t.Errorf("called %q: started beside the remains", got)
		}
	})
}

// Late results have no effect: those of an outdated check, or of a session that is no longer watched.
func TestLateResults(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
		w.find = errSilent
		m.Verify(id)
		m.Forget(id)
		pass(time.Minute)
		if v, ok := m.View(id); ok {
			t.Errorf("got %+v of a session that was forgotten", v)
		}
		m.Lost(id)
		m.Died(id, "x")
		m.post(id, event{Kind: attemptRecovery}, false, nil)
		if _, ok := m.View(id); ok {
			t.Error("an event of an unwatched session made it watched")
		}
	})
}

// stubborn answers its first check on request, whatever its context says.
type stubborn struct {
	*world
	answer chan error
}

func (s *stubborn) Find(ctx context.Context, id session.ID) error {
	if s.count("find") == 0 {
		_ = s.world.Find(ctx, id)
		return <-s.answer
	}
	return s.world.Find(ctx, id)
}

// If a session is watched again, the results of earlier checks do not count, even if such a check ended
// late.
func TestLateResultOfForgottenSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &stubborn{&world{}, make(chan error)}
		m := New(w, w, Options{})
		defer m.Close()
		id := uuid.New()
		m.Verify(id)
		synctest.Wait()
		m.Forget(id)
		w.set(func() { w.find = errSilent })
		m.Verify(id)
		synctest.Wait()
		w.answer <- ErrGone
		synctest.Wait()
		wantView(t, m, id, Verifying, session.Initializing, false)
	})
}

// The result of an outdated check does not undo the loss of a session.
func TestLateResultOfLostSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &stubborn{&world{}, make(chan error, 1)}
		m := New(w, w, Options{})
		defer m.Close()
		id := uuid.New()
		m.Create(id)
		synctest.Wait()
		m.Verify(id)
		synctest.Wait()
		m.mu.Lock()
		watched := m.sessions[id]
		late := watched.checkNumber
		m.mu.Unlock()
		w.answer <- nil
		synctest.Wait()
		m.Died(id, "")
		m.result(id, watched, late, event{Kind: sessionDetected}, false)
		pass(time.Minute)
		wantView(t, m, id, Dead, session.Exited, true)
		if got := w.count("reattach"); got != 0 {
			t.Errorf("attached again %d times, want never", got)
		}
	})
}

// S3-16, S3-68: changes are reported in order, and the callback may call back.
func TestChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{}
		var told []string
		var m *Monitor
		m = New(w, w, Options{Changed: func(c Change) {
			v, _ := m.View(c.ID)
			told = append(told, fmt.Sprintf("%s/%s/%d", c.Health.Phase, c.Runtime, c.Notice))
			if v.ID != c.ID {
				t.Error("the callback got another session")
			}
		}})
		defer m.Close()
		id := uuid.New()
		m.Verify(id)
		pass(0)
		w.set(func() { w.reattach = ErrGone })
		m.Lost(id)
		pass(0)
		want := []string{
			"verifying/initializing/0", "alive/running/1",
			"dead/unhealthy/2", "recovering/unhealthy/0", "failed/exited/3",
		}
		if !slices.Equal(told, want) {
			t.Errorf("got %v, want %v", told, want)
		}
	})
}

// Silent hosts are detected in parallel: a hundred take no longer than one.
func TestManySilentHosts(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, _ session.ID) {
		var ids []session.ID
		for range 100 {
			ids = append(ids, uuid.New())
			m.Verify(ids[len(ids)-1])
		}
		pass(0)
		w.set(func() { w.check, w.reattach = errSilent, errSilent })
		pass(33 * time.Second)
		for _, id := range ids {
			if v, _ := m.View(id); v.Runtime != session.Unhealthy {
				t.Fatalf("got %+v", v)
			}
		}
	})
}

// Close ends the checks in progress and the planned ones.
func TestClose(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
		w.find = errSilent
		m.Verify(id)
		m.Close()
		m.Verify(id)
		m.Create(id)
		w.asked()
		pass(time.Hour)
		if got := w.asked(); got != "" {
			t.Errorf("called %q after Close", got)
		}
	})
}

func TestLooksLike(t *testing.T) {
	well := View{Health: Status{Phase: Alive}, Runtime: session.Running}
	for _, tt := range []struct {
		name string
		view View
		want bool
	}{
		{"looked_at_again", View{Health: Status{Phase: Verifying}, Runtime: session.Initializing}, true},
		{"silent", View{Health: Status{Phase: Dead}, Reason: "its host does not answer"}, false},
		{"over", View{Health: Status{Phase: Dead}, CanStart: true}, false},
		{"failed", View{Health: Status{Phase: Failed}}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := well.LooksLike(tt.view); got != tt.want {
				t.Errorf("got %t, want %t", got, tt.want)
			}
		})
	}
}

// The monitor attaches to a session again only if this program is not attached to it.
func TestReattachOnlyIfNotAttached(t *testing.T) {
	story(t, func(t *testing.T, w *world, m *Monitor, id session.ID) {
		attempts := func(when string, want int) {
			t.Helper()
			synctest.Wait()
			if got := w.count("reattach"); got != want {
				t.Errorf("%s: attached %d times, want %d", when, got, want)
			}
			w.asked()
		}
		m.Attached(id)
		attempts("attached", 0)
		m.Verify(id)
		attempts("verified", 0)
		m.Lost(id)
		attempts("lost", 1)
		m.Verify(id)
		attempts("verified again", 0)
		m.Forget(id)
		m.Verify(id)
		attempts("out of reach", 1)
		w.set(func() { w.reattach = ErrSilent })
		m.Lost(id)
		attempts("lost, and attaching failed", 1)
		w.set(func() { w.reattach = nil })
		pass(lastRetry)
		attempts("tried once more", 1)
		m.Died(id, "")
		m.Create(id)
		attempts("started again", 0)
		m.Verify(id)
		attempts("verified after the start", 0)
	})
}
