package state

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
)

// sessionsBelow returns a directory for sessions, inside one of its own that gets the history.
func sessionsBelow(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "sessions")
}

func endedAt(t *testing.T, root string, at time.Time, to session.Lifecycle, c Change) session.ID {
	t.Helper()
	id := uuid.New()
	m := open(t, filepath.Join(root, id.String()), id, Options{Now: func() time.Time { return at }})
	if err := m.Create(About{WorkspaceID: "main", Name: "api", Command: []string{"make"}}); err != nil {
		t.Fatal(err)
	}
	for _, step := range pathTo[to] {
		change := Change{}
		if step == to {
			change = c
		}
		if err := m.Transition(step, change); err != nil {
			t.Fatal(err)
		}
	}
	return id
}

// S1-24, S1-25: the history tells how a removed session ended.
func TestRemovedSessionsAreInTheHistory(t *testing.T) {
	root, now := sessionsBelow(t), time.Now()
	code := &session.Exit{Code: 3, Started: now.Add(-time.Minute), Ended: now}
	id := endedAt(t, root, now, session.Failed, Change{Reason: "command exited with code 3", Exit: code})
	m := open(t, filepath.Join(root, id.String()), id, Options{})
	if err := m.Remove(nil); err != nil {
		t.Fatal(err)
	}
	all, err := History(root, now.Add(-HistoryTime))
	if err != nil || len(all) != 1 {
		t.Fatalf("got %v, %v; want one outcome", all, err)
	}
	r := all[0]
	if r.SessionID != id || r.State != session.Failed || *r.ExitCode != 3 || r.Name != "api" || r.Command[0] != "make" || !r.EndedAt.Equal(now) {
		t.Errorf("got %+v", r)
	}
}

// A forgotten session without a host is recorded as lost, or as stopped if somebody asked for that. A
// session that never started has no outcome.
func TestForget(t *testing.T) {
	for l, want := range map[session.Lifecycle]session.Lifecycle{
		session.Created: "", session.Starting: session.Failed, session.LifecycleRunning: session.Failed,
		session.Stopping: session.Stopped, session.Stopped: session.Stopped, session.Completed: session.Completed,
		session.Failed: session.Failed, session.Orphaned: session.Orphaned,
	} {
		root := sessionsBelow(t)
		id := endedAt(t, root, time.Now(), l, Change{})
		dir := filepath.Join(root, id.String())
		if err := Forget(dir, id, Options{}, nil); err != nil {
			t.Errorf("%s: %v", l, err)
		}
		all, err := History(root, time.Time{})
		if none := want == "" && len(all) == 0; err != nil || !none && (len(all) != 1 || all[0].State != want) {
			t.Errorf("%s: history: %+v, %v; want %s", l, all, err, want)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: its directory still exists", l)
		}
	}
}

// The history of a month is kept; older lines are removed when the file is large. Simultaneous writes
// are all kept, and a damaged line costs no other line.
func TestHistoryIsTrimmed(t *testing.T) {
	root, now := sessionsBelow(t), time.Now()
	r := Record{State: session.Completed, SessionID: uuid.New(), Reason: strings.Repeat("x", 1000)}
	var writing sync.WaitGroup
	ages := []time.Duration{40 * 24 * time.Hour, time.Hour}
	for _, age := range ages { // oldest first
		for range 4 {
			writing.Go(func() {
				old := r
				old.StateChangedAt = stamp(now.Add(-age))
				for range 120 {
					if err := keepOutcome(root, old, now); err != nil {
						t.Error(err)
					}
				}
			})
		}
		writing.Wait()
	}
	month, err := History(root, now.Add(-HistoryTime+time.Minute))
	all, allErr := History(root, time.Time{})
	if err != nil || allErr != nil || len(month) != 480 || len(all) >= 960 {
		t.Errorf("got %d of a month and %d in all, %v, %v; want all 480, but not all of the older ones", len(month), len(all), err, allErr)
	}
	path := historyFile(root, historyName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, path, append([]byte("damaged\n"), whole...))
	if again, err := History(root, time.Time{}); err != nil || len(again) != len(all) {
		t.Errorf("beside a damaged line: %d outcomes of %d, %v", len(again), len(all), err)
	}
}
