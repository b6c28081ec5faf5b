package state

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"dormer/session"
)

// probe is a prober that returns a given observation and counts its calls.
type probe struct {
	calls atomic.Int32
	say   func(ctx context.Context, r Record) (Observation, error)
}

func (p *probe) Probe(ctx context.Context, r Record) (Observation, error) {
	p.calls.Add(1)
	return p.say(ctx, r)
}

func always(o Observation) *probe {
	return &probe{say: func(context.Context, Record) (Observation, error) { return o, nil }}
}

var busy = Observation{Host: true, Shell: true, Children: true}

// sessionsIn makes n sessions in a state, below one directory.
func sessionsIn(t testing.TB, n int, l session.Lifecycle) (root string, ids []session.ID) {
	t.Helper()
	root = t.TempDir()
	for range n {
		id := uuid.New()
		m := open(t, filepath.Join(root, id.String()), id, Options{})
		if err := m.Create(About{WorkspaceID: "main"}); err != nil {
			t.Fatal(err)
		}
		for _, step := range pathTo[l] {
			if err := m.Transition(step, Change{}); err != nil {
				t.Fatal(err)
			}
		}
		ids = append(ids, id)
	}
	return root, ids
}

// S1-08: any number of calls within 2 s probe once.
func TestUpdateIsCached(t *testing.T) {
	root, ids := sessionsIn(t, 1, session.LifecycleRunning)
	c, p := newClock(), always(busy)
	cache := NewCache(root, p, Options{Now: c.Now})
	for range 20 {
		if s := cache.Update(t.Context(), ids[0]); s.Err != nil || s.Doing != Working {
			t.Fatalf("got %+v", s)
		}
		c.pass(99 * time.Millisecond)
	}
	if got := p.calls.Load(); got != 1 {
		t.Errorf("probed %d times, want once", got)
	}
	c.pass(time.Second)
	cache.Update(t.Context(), ids[0])
	if got := p.calls.Load(); got != 2 {
		t.Errorf("probed %d times after 2 s, want twice", got)
	}
	c.pass(-time.Hour)
	cache.Update(t.Context(), ids[0])
	if got := p.calls.Load(); got != 3 {
		t.Errorf("probed %d times after the clock was set back, want again", got)
	}
	cache.Forget(ids[0])
	cache.Update(t.Context(), ids[0])
	if got := p.calls.Load(); got != 4 {
		t.Errorf("probed %d times after it was forgotten, want again", got)
	}
}

// S1-08, S1-17: simultaneous calls wait for one probe.
func TestUpdateConcurrently(t *testing.T) {
	root, ids := sessionsIn(t, 3, session.LifecycleRunning)
	p := always(busy)
	cache := NewCache(root, p, Options{})
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { cache.UpdateAll(context.Background(), ids) })
	}
	wg.Wait()
	if got := p.calls.Load(); got != 3 {
		t.Errorf("probed %d times, want once at each", got)
	}
}

// S1-09, S1-10: probes run in parallel: fifty probes of a second take a second.
func TestUpdateAllInParallel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root, ids := sessionsIn(t, 50, session.LifecycleRunning)
		p := &probe{say: func(context.Context, Record) (Observation, error) {
			time.Sleep(900 * time.Millisecond)
			return busy, nil
		}}
		before := time.Now()
		all := NewCache(root, p, Options{}).UpdateAll(t.Context(), ids)
		if took := time.Since(before); took != 900*time.Millisecond {
			t.Errorf("took %v, want the time of one", took)
		}
		for i, s := range all {
			if s.SessionID != ids[i] || s.Err != nil {
				t.Errorf("%d: got %+v, want %s", i, s, ids[i])
			}
		}
	})
}

// A host that never answers costs only a second, and its session does not end.
func TestUpdateOfSilentHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root, ids := sessionsIn(t, 1, session.LifecycleRunning)
		p := &probe{say: func(ctx context.Context, _ Record) (Observation, error) {
			<-ctx.Done()
			return Observation{}, ctx.Err()
		}}
		before := time.Now()
		s := NewCache(root, p, Options{}).Update(t.Context(), ids[0])
		if took := time.Since(before); took != probeTime {
			t.Errorf("took %v, want %v", took, probeTime)
		}
		if !errors.Is(s.Err, context.DeadlineExceeded) || s.State != session.LifecycleRunning {
			t.Errorf("got %s, %v; want running and the error", s.State, s.Err)
		}
	})
}

// S1-15, S1-16, S1-23: only running sessions are probed; ended ones stay unchanged, whatever happens
// to their hosts.
func TestUpdateProbesRunningOnly(t *testing.T) {
	for _, l := range session.Lifecycles() {
		root, ids := sessionsIn(t, 1, l)
		p := always(busy)
		s := NewCache(root, p, Options{}).Update(t.Context(), ids[0])
		want := int32(0)
		if l == session.LifecycleRunning {
			want = 1
		}
		if got := p.calls.Load(); got != want || s.State != l || s.Err != nil {
			t.Errorf("%s: probed %d times, want %d; got %+v", l, got, want, s)
		}
	}
}

// S1-01, S1-02, S1-03, S1-04, S1-11, S1-13, S1-14: the verdict is returned, and written if the host
// is gone. A live host writes it itself.
func TestUpdateReturnsTheVerdict(t *testing.T) {
	done, gone := Observation{Host: true, Shell: true, Command: true}, Observation{Command: true}
	tests := []struct {
		name   string
		o      Observation
		exit   *session.Exit
		state  session.Lifecycle
		reason string
	}{
		{"host_gone", Observation{}, nil, session.Failed, "host no longer exists"},
		{"host_gone_command_done_0", gone, &session.Exit{}, session.Completed, ""},
		{"host_gone_command_done_3", gone, &session.Exit{Code: 3}, session.Failed, "command exited with code 3"},
		{"host_gone_shell_left", Observation{}, &session.Exit{}, session.Completed, ""},
		{"shell_dead", Observation{Host: true}, nil, session.Failed, "shell process exited"},
		{"status_0", done, &session.Exit{}, session.Completed, ""},
		{"status_3", done, &session.Exit{Code: 3}, session.Failed, "command exited with code 3"},
		{"status_of_signal", done, &session.Exit{Signal: "SIGKILL"}, session.Failed, "command exited with code 137"},
		{"status_not_started", done, &session.Exit{Err: "x"}, session.Failed, "command exited with code 127"},
		{"status_missing", done, nil, session.Completed, ""},
		{"shell_dead_status_4", Observation{Host: true, Command: true}, &session.Exit{Code: 4}, session.Failed, "command exited with code 4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				root, ids := sessionsIn(t, 1, session.LifecycleRunning)
				dir := filepath.Join(root, ids[0].String())
				if tt.exit != nil {
					if err := WriteExitStatus(dir, *tt.exit); err != nil {
						t.Fatal(err)
					}
				}
				s := NewCache(root, always(tt.o), Options{}).Update(t.Context(), ids[0])
				if s.Err != nil || s.State != tt.state || s.Reason != tt.reason {
					t.Errorf("got %+v, want %s %q", s, tt.state, tt.reason)
				}
				written := tt.state
				if tt.o.Host {
					written = session.LifecycleRunning
				}
				if r, err := Read(dir, ids[0]); err != nil || r.State != written {
					t.Errorf("on disk %s %q, %v; want %s", r.State, r.Reason, err, written)
				}
			})
		})
	}
}

// S1-01, S1-24: the verdict on a missing host tells when the host was last seen, and the session can
// still be restored.
func TestVerdictOnGoneHostKeepsThePast(t *testing.T) {
	root, ids := sessionsIn(t, 1, session.LifecycleRunning)
	dir := filepath.Join(root, ids[0].String())
	before := Past(dir, ids[0])
	last := LastSeen(dir)
	s := NewCache(root, always(Observation{}), Options{Now: func() time.Time { return time.Now().Add(time.Hour) }}).Update(t.Context(), ids[0])
	if !s.Lost() || !s.EndedAt.Equal(last) || !LastSeen(dir).Equal(last) {
		t.Errorf("got %+v, last seen %v; want it lost at %v", s, LastSeen(dir), last)
	}
	if after := Past(dir, ids[0]); after != before || !after.Lost() {
		t.Errorf("past: got %+v, want %+v", after, before)
	}
}

// A session whose host wrote the exit status of its process, but not the state, has ended: it does not
// start again by itself.
//
// S1-11.
func TestPastOfAnUnwrittenEnd(t *testing.T) {
	root, ids := sessionsIn(t, 1, session.LifecycleRunning)
	dir := filepath.Join(root, ids[0].String())
	if err := WriteExitStatus(dir, session.Exit{Code: 2}); err != nil {
		t.Fatal(err)
	}
	if p := Past(dir, ids[0]); !p.Ended() || p.Exit == nil || p.Exit.Code != 2 {
		t.Errorf("got %+v", p)
	}
}

// A verdict applies to the observed life: if a host has started another one, nothing is written.
func TestVerdictIsNotForTheNextLife(t *testing.T) {
	root, ids := sessionsIn(t, 1, session.LifecycleRunning)
	dir := filepath.Join(root, ids[0].String())
	p := &probe{say: func(context.Context, Record) (Observation, error) {
		if err := SetAside(dir); err != nil {
			return Observation{}, err
		}
		m := open(t, dir, ids[0], Options{Owner: true})
		err := m.Create(About{WorkspaceID: "main"})
		for _, step := range pathTo[session.LifecycleRunning] {
			err = errors.Join(err, m.Transition(step, Change{}))
		}
		return Observation{}, err
	}}
	s := NewCache(root, p, Options{}).Update(t.Context(), ids[0])
	r, err := Read(dir, ids[0])
	if err != nil || r.State != session.LifecycleRunning || s.State != session.LifecycleRunning {
		t.Errorf("got %s, on disk %s, %v; want running", s.State, r.State, err)
	}
}

// F16: no host is asked about an untrusted document, and nothing is invented if there is no document.
func TestUpdateWithoutRecord(t *testing.T) {
	root, ids := sessionsIn(t, 2, session.LifecycleRunning)
	put(t, filepath.Join(root, ids[0].String(), documentName), nil)
	if err := os.RemoveAll(filepath.Join(root, ids[1].String())); err != nil {
		t.Fatal(err)
	}
	p := always(Observation{})
	all := NewCache(root, p, Options{}).UpdateAll(t.Context(), ids)
	if !errors.Is(all[0].Err, ErrUntrusted) || !errors.Is(all[1].Err, fs.ErrNotExist) || p.calls.Load() != 0 {
		t.Errorf("got %v and %v after %d probes", all[0].Err, all[1].Err, p.calls.Load())
	}
}

// A caller that gave up waiting gets no status, and none is cached.
func TestUpdateCancelled(t *testing.T) {
	root, ids := sessionsIn(t, 1, session.LifecycleRunning)
	ctx, cancel := context.WithCancel(t.Context())
	p := &probe{say: func(ctx context.Context, _ Record) (Observation, error) {
		cancel()
		return busy, ctx.Err()
	}}
	cache := NewCache(root, p, Options{})
	if s := cache.Update(ctx, ids[0]); s.Err == nil {
		t.Errorf("got %+v, want an error", s)
	}
	p.say = always(busy).say
	if s := cache.Update(t.Context(), ids[0]); s.Err != nil || s.Doing != Working {
		t.Errorf("got %+v, want a fresh look", s)
	}
}

// S1-12: the exit status is read 100 ms later, so one written in the meantime counts; S1-14: an
// unreadable one is unknown.
func TestReadExitStatus(t *testing.T) {
	tests := []struct {
		name, text string
		code       int
		known      bool
	}{
		{"zero", "0\n", 0, true},
		{"code", "3", 3, true},
		{"empty", "", 0, false},
		{"words", "all well", 0, false},
		{"negative", "-1", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				before := time.Now()
				time.AfterFunc(99*time.Millisecond, func() { put(t, filepath.Join(dir, exitName), []byte(tt.text)) })
				code, known, err := ReadExitStatus(t.Context(), dir)
				if code != tt.code || known != tt.known || err != nil {
					t.Errorf("got %d, %v, %v; want %d, %v", code, known, err, tt.code, tt.known)
				}
				if took := time.Since(before); took != exitGrace {
					t.Errorf("took %v, want %v", took, exitGrace)
				}
			})
		})
	}
}

// S1-21, S1-22: removing an ended session first destroys the remains of its host. A running session,
// or one whose remains cannot be destroyed, stays.
func TestRemove(t *testing.T) {
	for _, l := range session.Lifecycles() {
		t.Run(string(l), func(t *testing.T) {
			m := in(t, l, Options{})
			ended := 0
			failing := errors.New("it will not go")
			if err := m.Remove(func() error { ended++; return failing }); err == nil {
				t.Error("removed although its host could not be ended")
			}
			if _, err := Read(m.dir, m.id); err != nil {
				t.Errorf("after a refusal: %v", err)
			}
			err := m.Remove(func() error { ended++; return nil })
			_, left := os.Stat(m.dir)
			if gone := errors.Is(left, fs.ErrNotExist); (err == nil) != l.Terminal() || gone != l.Terminal() {
				t.Errorf("got %v, gone %v", err, gone)
			}
			if want := map[bool]int{true: 2}[l.Terminal()]; ended != want {
				t.Errorf("its host was ended %d times, want %d", ended, want)
			}
		})
	}
}
