package persist

import (
	"testing"
	"time"

	"dormer/session"
	"dormer/session/clock/clocktest"
	"dormer/workspace"
)

const day = 24 * time.Hour

// closedAt returns a workspace with a pane that was closed at a time.
func closedAt(t *testing.T, at time.Time) workspace.State {
	t.Helper()
	s := named("a")
	s, _, err := workspace.Apply(s, workspace.SplitPane{
		Tab: s.Views[0].Tabs[0].ID, At: id(1), Record: workspace.Record{ID: id(2)}, Area: session.Size{Rows: 24, Cols: 80},
	})
	if err == nil {
		s, _, err = workspace.Apply(s, workspace.ClosePane{Session: id(2), At: at, Area: session.Size{Rows: 24, Cols: 80}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A document with closed items is consistent after it was read and written again, even if the clock was
// set a little in between.
func TestDeadlinesAreConsistentAfterARewrite(t *testing.T) {
	began := time.Now()
	for _, set := range []time.Duration{0, 1, -1, time.Second, -time.Hour} {
		read, expired := withCountedTimes(closedAt(t, began.Round(0)), began, func(session.ID) time.Time { return time.Time{} })
		if len(expired) > 0 || len(read.Undo) != 1 {
			t.Fatalf("%d expired, %d closed", len(expired), len(read.Undo))
		}
		if err := workspace.Check(withWallTimes(read, clocktest.Set(began, set).Add(time.Second))); err != nil {
			t.Errorf("the clock was set by %v: %v", set, err)
		}
	}
}

// If the clock is set, during a program or between two, the remaining time is the time that was counted:
// by the program, and then by the host.
func TestF38UndoWhileTheClockIsSet(t *testing.T) {
	began := time.Now()
	const used = 2 * time.Minute
	left := workspace.UndoTime - used
	for _, c := range []struct {
		name           string
		during         time.Duration // how far the clock was set before the document was saved
		between        time.Duration // and after it was saved
		lives, counted bool          // its host lives, and has a deadline
		want           time.Duration // 0 if it cannot be brought back
	}{
		{"never", 0, 0, true, true, left},
		{"a day ahead", day, 0, true, true, left},
		{"a day back", -day, 0, true, true, left},
		{"a day ahead, and no host lives", day, 0, false, false, left},
		{"a day ahead between two programs", 0, day, true, true, left},
		{"a day ahead between two programs, and no host lives", 0, day, false, false, 0},
		{"a day ahead between two programs, and it was brought back", 0, day, true, false, 0},
		{"a day back between two programs", 0, -day, true, true, workspace.UndoTime},
		{"to 1970 and back", -50 * 365 * day, 50 * 365 * day, true, true, left},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := workspaceDir(t)
			options := fixedOptions()
			options.Now = func() time.Time { return clocktest.Set(began, c.during).Add(used) }
			store, err := Open(dir, options)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := store.Load(); err != nil {
				t.Fatal(err)
			}
			if err := store.Save(closedAt(t, began)); err != nil {
				t.Fatal(err)
			}
			mustClose(t, store)

			now := clocktest.Set(began, c.during+c.between).Add(used)
			options.Now = func() time.Time { return now }
			options.Alive = func(session.ID) bool { return c.lives }
			options.Until = func(session.ID) time.Time {
				if !c.counted {
					return time.Time{}
				}
				return now.Round(0).Add(left)
			}
			store, err = Open(dir, options)
			if err != nil {
				t.Fatal(err)
			}
			defer mustClose(t, store)
			state, report, err := store.Load()
			if err != nil {
				t.Fatal(err)
			}
			if c.want == 0 {
				if len(state.Undo) != 0 || len(report.Expired) != 1 {
					t.Errorf("%d entries, %d expired sessions", len(state.Undo), len(report.Expired))
				}
				return
			}
			if len(state.Undo) != 1 || len(report.Expired) != 0 {
				t.Fatalf("%d entries, %d expired sessions", len(state.Undo), len(report.Expired))
			}
			if got := state.Undo[0].ExpiresAt.Sub(now); got != c.want {
				t.Errorf("%v left, want %v", got, c.want)
			}
			if r := state.Sessions[id(2)].Residency; !r.ExpiresAt.Equal(state.Undo[0].ExpiresAt) {
				t.Errorf("its session can be brought back until %v, its entry until %v", r.ExpiresAt, state.Undo[0].ExpiresAt)
			}
			if got := state.Undo[0].ExpiresAt.Sub(clocktest.Set(now, day)); got != c.want {
				t.Errorf("after the clock was set again, %v left, want %v", got, c.want)
			}
		})
	}
}
