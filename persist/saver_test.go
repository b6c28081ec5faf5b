package persist

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"dormer/session"
	"dormer/workspace"
)

// disk is a store for a Saver that notes when what was written.
type disk struct {
	start   time.Time
	writes  []string
	fails   int // how many writes are still to fail
	slow    time.Duration
	writing bool
	reports []string
}

var errFull = errors.New("no space left")

func (d *disk) save(s workspace.State) error {
	if d.writing {
		panic("two writes at a time")
	}
	d.writing = true
	time.Sleep(d.slow)
	d.writing = false
	if d.fails > 0 {
		d.fails--
		return errFull
	}
	d.writes = append(d.writes, fmt.Sprintf("%v %s", time.Since(d.start), s.Views[0].Tabs[0].Name))
	return nil
}

func (d *disk) report(err error) {
	d.reports = append(d.reports, fmt.Sprintf("%v %v", time.Since(d.start), err))
}

// in runs a test on a disk, in a time that passes only when all wait.
func in(t *testing.T, d *disk, test func(s *Saver)) {
	t.Helper()
	synctest.Test(t, func(*testing.T) {
		d.start = time.Now()
		test(NewSaver(d.save, d.report))
	})
}

func want(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s %q, want %q", what, got, want)
	}
}

func TestSaverWaitsForTheRestOfABurst(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		for i := range 5 {
			s.Mark(named(fmt.Sprint(i)))
			time.Sleep(50 * time.Millisecond)
		}
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "500ms 4")
}

func TestSaverWritesNothingWhileNothingChanges(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		time.Sleep(time.Hour)
		if err := s.Flush(); err != nil {
			t.Error(err)
		}
	})
	want(t, "writes", d.writes)
}

// Somebody resizes panes for seconds: what is on disk is never older than the
// delay.
func TestSaverWritesDuringABurstThatNeverEnds(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		for i := range 20 {
			s.Mark(named(fmt.Sprint(i)))
			time.Sleep(110 * time.Millisecond)
		}
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "500ms 4", "1.05s 9", "1.6s 14", "2.15s 19")
}

func TestSaverFlush(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		time.Sleep(100 * time.Millisecond)
		if err := s.Flush(); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "100ms a")
}

func TestSaverFlushTellsOfAFailure(t *testing.T) {
	d := &disk{fails: 1}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		if err := s.Flush(); !errors.Is(err, errFull) {
			t.Errorf("Flush = %v", err)
		}
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "500ms a")
}

func TestSaverCloseIsTheLastWrite(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		s.Mark(named("late"))
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "0s a")
}

func TestSaverCloseDoesNotTryAgain(t *testing.T) {
	d := &disk{fails: 1}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		if err := s.Close(); !errors.Is(err, errFull) {
			t.Errorf("Close = %v", err)
		}
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes)
}

// A write that fails is tried again with the newest state, ever later but never
// more than two seconds apart, and both its failing and its end are told.
func TestSaverTriesAgain(t *testing.T) {
	d := &disk{fails: 5}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		time.Sleep(3 * time.Second)
		s.Mark(named("b"))
		time.Sleep(time.Minute)
		s.Mark(named("c"))
		time.Sleep(time.Minute)
	})
	want(t, "reports", d.reports, "500ms no space left", "1s no space left", "2s no space left", "4s no space left", "6s no space left", "8s <nil>")
	want(t, "writes", d.writes, "8s b", "1m3.5s c")
}

func TestSaverMarkDuringAWriteIsNotLost(t *testing.T) {
	d := &disk{slow: time.Second}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		time.Sleep(700 * time.Millisecond)
		s.Mark(named("b"))
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "1.5s a", "2.5s b")
}

func TestSaverFlushWaitsForAWrite(t *testing.T) {
	d := &disk{slow: time.Second}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		time.Sleep(700 * time.Millisecond)
		s.Mark(named("b"))
		if err := s.Flush(); err != nil {
			t.Error(err)
		}
		want(t, "writes", d.writes, "1.5s a", "2.5s b")
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "1.5s a", "2.5s b")
}

// titled is named with a title for its session, as a spinner makes one.
func titled(tab, title string) workspace.State {
	s := named(tab)
	r := s.Sessions[id(1)]
	r.Title = title
	s.Sessions[id(1)] = r
	return s
}

func TestSaverLetsASpinnerInATitleWait(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		time.Sleep(time.Second)
		for i := range 110 {
			s.Mark(titled("a", fmt.Sprint(i)))
			time.Sleep(110 * time.Millisecond)
		}
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "500ms a", "6s a", "11.06s a", "16.12s a")
}

func TestSaverDoesNotLetAChangeWaitBehindASpinner(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		time.Sleep(time.Second)
		for i := range 30 {
			name := "a"
			if i >= 12 {
				name = "b"
			}
			s.Mark(titled(name, fmt.Sprint(i)))
			time.Sleep(110 * time.Millisecond)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	want(t, "writes", d.writes, "500ms a", "2.5s b", "4.3s b")
}

// What a session is, in contrast to what it says of itself, is a change.
func TestOnlyChatter(t *testing.T) {
	change := func(f func(*workspace.Record)) workspace.State {
		s := named("a")
		r := s.Sessions[id(1)]
		f(&r)
		s.Sessions[id(1)] = r
		return s
	}
	for _, tt := range []struct {
		name string
		next workspace.State
		want bool
	}{
		{"nothing", named("a"), true},
		{"title", change(func(r *workspace.Record) { r.Title = "x" }), true},
		{"directory", change(func(r *workspace.Record) { r.Dir = "/x" }), true},
		{"name", change(func(r *workspace.Record) { r.Name = "x" }), false},
		{"disposition", change(func(r *workspace.Record) { r.Disposition = session.Archived }), false},
		{"tab's name", named("b"), false},
		{"no session", workspace.New("main"), false},
	} {
		if got := onlyChatter(named("a"), tt.next); got != tt.want {
			t.Errorf("%s: onlyChatter = %v", tt.name, got)
		}
	}
}

func TestSaverAndStoreTogether(t *testing.T) {
	dir := workspaceDir(t)
	store, _, _ := loaded(t, dir)
	s := NewSaver(store.Save, func(err error) { t.Error(err) })
	s.Mark(sample())
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	mustClose(t, store)
	_, got, _ := loaded(t, dir)
	wantState(t, got, sample())
}
