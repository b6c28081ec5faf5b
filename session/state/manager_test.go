package state

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
)

var start = time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)

// clock is a clock that tests set.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: start} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// lines is a logger that records its lines.
type lines struct {
	mu   sync.Mutex
	text []string
}

func (l *lines) Printf(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, fmt.Sprintf(format, args...))
}

func (l *lines) contain(s string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.text, func(line string) bool { return strings.Contains(line, s) })
}

// home returns the id of a new session and the directory that it will have.
func home(t testing.TB) (dir string, id session.ID) {
	t.Helper()
	id = uuid.New()
	return filepath.Join(t.TempDir(), id.String()), id
}

func open(t testing.TB, dir string, id session.ID, o Options) *Manager {
	t.Helper()
	m, err := Open(dir, id, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	return m
}

// pathTo has the states on a path from created to each state.
var pathTo = map[session.Lifecycle][]session.Lifecycle{
	session.Created:          {},
	session.Starting:         {session.Starting},
	session.LifecycleRunning: {session.Starting, session.LifecycleRunning},
	session.Stopping:         {session.Starting, session.LifecycleRunning, session.Stopping},
	session.Stopped:          {session.Starting, session.LifecycleRunning, session.Stopping, session.Stopped},
	session.Failed:           {session.Failed},
	session.Completed:        {session.Starting, session.LifecycleRunning, session.Completed},
	session.Orphaned:         {session.Orphaned},
}

// in returns the manager of a new session in a given state.
func in(t testing.TB, l session.Lifecycle, o Options) *Manager {
	t.Helper()
	dir, id := home(t)
	m := open(t, dir, id, o)
	if err := m.Create(About{WorkspaceID: "main"}); err != nil {
		t.Fatal(err)
	}
	for _, step := range pathTo[l] {
		if err := m.Transition(step, Change{}); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func bytesOf(t *testing.T, m *Manager) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(m.dir, documentName))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// S0-01, S0-03, S0-04, S0-05, S0-06, S0-07, S0-08, S0-16: all 64 pairs, on disk. A refused transition changes
// no byte and notifies no observer.
func TestTransitionMatrix(t *testing.T) {
	for _, from := range session.Lifecycles() {
		for _, to := range session.Lifecycles() {
			t.Run(string(from)+"_to_"+string(to), func(t *testing.T) {
				c := newClock()
				m := in(t, from, Options{Now: c.Now})
				var told []string
				m.Observe(func(was, is Record) { told = append(told, string(was.State+">"+is.State)) })
				before := bytesOf(t, m)
				c.pass(time.Minute)
				err := m.Transition(to, Change{Reason: "asked"})
				if !from.CanBecome(to) {
					if !errors.Is(err, ErrTransition) || len(told) != 0 {
						t.Errorf("got %v, observers told %v; want ErrTransition, none", err, told)
					}
					if after := bytesOf(t, m); after != before {
						t.Errorf("refused, but the document became\n%s", after)
					}
					if got := m.State(); got != from {
						t.Errorf("state: got %s, want %s", got, from)
					}
					return
				}
				if want := string(from + ">" + to); err != nil || !slices.Equal(told, []string{want}) {
					t.Errorf("got %v, observers told %v; want %s once", err, told, want)
				}
				r, err := Read(m.dir, m.id)
				if err != nil || r.State != to || r.Reason != "asked" || !r.StateChangedAt.Equal(start.Add(time.Minute)) {
					t.Errorf("document: got %+v, %v", r, err)
				}
			})
		}
	}
}

// S0-10, S0-11, S0-12: the path of the document, and its keys.
func TestDocumentKeys(t *testing.T) {
	c := newClock()
	m := in(t, session.LifecycleRunning, Options{Now: c.Now, Pid: 4711})
	want := fmt.Sprintf(`{
  "schema_version": 1,
  "state": "running",
  "state_changed_at": "2026-05-04T10:00:00Z",
  "updated_by": 4711,
  "session_id": "%s",
  "workspace_id": "main",
  "created_at": "2026-05-04T10:00:00Z"
}
`, m.id)
	if got := bytesOf(t, m); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := m.RecordActivity(7, start.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	exit := session.Exit{Code: 3}
	if err := m.Transition(session.Failed, Change{Reason: "command exited with code 3", Exit: &exit}); err != nil {
		t.Fatal(err)
	}
	want = fmt.Sprintf(`{
  "schema_version": 1,
  "state": "failed",
  "state_changed_at": "2026-05-04T10:00:00Z",
  "updated_by": 4711,
  "session_id": "%s",
  "workspace_id": "main",
  "created_at": "2026-05-04T10:00:00Z",
  "last_activity_hash": 7,
  "last_activity_at": "2026-05-04T10:00:01Z",
  "last_checked_at": "2026-05-04T10:00:01Z",
  "exit_code": 3,
  "reason": "command exited with code 3"
}
`, m.id)
	if got := bytesOf(t, m); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// S0-15: a new manager reads what the last one wrote.
func TestOpenAgain(t *testing.T) {
	m := in(t, session.Stopping, Options{})
	exit := session.Exit{Signal: "SIGKILL"}
	if err := m.Transition(session.Stopped, Change{Exit: &exit}); err != nil {
		t.Fatal(err)
	}
	again := open(t, m.dir, m.id, Options{})
	r, err := again.Load()
	if err != nil || again.State() != session.Stopped || r.Signal != "SIGKILL" || r.ExitCode != nil {
		t.Errorf("got %+v, %v", r, err)
	}
	if err := again.Create(About{WorkspaceID: "main"}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("create again: got %v, want ErrExist", err)
	}
}

func TestBeforeCreate(t *testing.T) {
	dir, id := home(t)
	m := open(t, dir, id, Options{Owner: true})
	if err := m.Transition(session.Starting, Change{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("transition: got %v, want ErrNotExist", err)
	}
	if _, err := m.Load(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("load: got %v, want ErrNotExist", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a failed call made the directory: %v", err)
	}
	if err := m.Create(About{WorkspaceID: "a\nb"}); err == nil {
		t.Error("a workspace of two lines was accepted")
	}
}

// A manager relies on the document, not on its own memory.
func TestTransitionOfAnotherManager(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{})
	other := open(t, m.dir, m.id, Options{})
	if err := other.Transition(session.Orphaned, Change{}); err != nil {
		t.Fatal(err)
	}
	if err := m.Transition(session.Stopping, Change{}); !errors.Is(err, ErrTransition) {
		t.Errorf("got %v, want ErrTransition", err)
	}
	if got := m.State(); got != session.Orphaned {
		t.Errorf("got %s, want orphaned", got)
	}
}

// S0-21: completed is for exit code 0 only.
func TestCompletedNeedsZero(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{})
	for _, e := range []session.Exit{{Code: 1}, {Signal: "SIGTERM"}, {Err: "no such file"}} {
		if err := m.Transition(session.Completed, Change{Exit: &e}); !errors.Is(err, ErrTransition) {
			t.Errorf("%+v: got %v, want ErrTransition", e, err)
		}
	}
	if err := m.Transition(session.Completed, Change{Exit: &session.Exit{}}); err != nil {
		t.Error(err)
	}
	if r, err := m.Load(); err != nil || r.ExitCode == nil || *r.ExitCode != 0 {
		t.Errorf("got %+v, %v; want exit code 0 in the document", r, err)
	}
}

// S0-16: observers may unsubscribe, and may cause the next transition.
func TestObserve(t *testing.T) {
	m := in(t, session.Created, Options{})
	var told []string
	cancel := m.Observe(func(was, is Record) {
		told = append(told, fmt.Sprintf("%s>%s", was.State, is.State))
		if is.State == session.Starting {
			if err := m.Transition(session.LifecycleRunning, Change{}); err != nil {
				t.Error(err)
			}
		}
	})
	if err := m.Transition(session.Starting, Change{}); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := m.Transition(session.Stopping, Change{}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"created>starting", "starting>running"}; !slices.Equal(told, want) {
		t.Errorf("got %v, want %v", told, want)
	}
}

// S0-13, S1-17, S2-10: many managers and goroutines make each transition once.
func TestConcurrentTransitions(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{})
	managers := []*Manager{m, open(t, m.dir, m.id, Options{}), open(t, m.dir, m.id, Options{})}
	var mu sync.Mutex
	won, told := 0, 0
	var wg sync.WaitGroup
	for _, m := range managers {
		m.Observe(func(_, _ Record) { mu.Lock(); told++; mu.Unlock() })
		for range 4 {
			wg.Go(func() {
				err := m.Transition(session.Stopping, Change{})
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					won++
				case !errors.Is(err, ErrTransition):
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
	if won != 1 || told != 1 {
		t.Errorf("got %d winners and %d notices, want 1 and 1", won, told)
	}
}

// A reason from a program cannot put control sequences into the document.
func TestReasonIsOneCleanLine(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{})
	reason := "a\x1b]0;x\x07\nb\u202e\xff" + strings.Repeat("é", maxText)
	if err := m.Transition(session.Failed, Change{Reason: reason}); err != nil {
		t.Fatal(err)
	}
	r, err := m.Load()
	if err != nil || !strings.HasPrefix(r.Reason, "a ]0;x  b\uFFFDé") || len(r.Reason) > maxText {
		t.Errorf("got %q, %v", r.Reason, err)
	}
}
