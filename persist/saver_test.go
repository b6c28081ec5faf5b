package persist

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"dormer/workspace"
)

// disk is a store for a Saver that records what was written and when.
type disk struct {
	start   time.Time
	writes  []string
	fails   int // how many writes will still fail
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

// in runs a test on a disk, in a bubble in which time passes only while all goroutines wait.
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

// Single changes are written at once, one after another.
//
// S3-44.
func TestSaverWritesAtOnce(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		for i := range 5 {
			s.Mark(named(fmt.Sprint(i)))
			time.Sleep(time.Second)
		}
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "0s 0", "1s 1", "2s 2", "3s 3", "4s 4")
}

// At the start of a burst there are a few writes, and then no more than the delay allows; the final state
// is written.
//
// S3-44.
func TestSaverLimitsABurst(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		for i := range 30 {
			s.Mark(named(fmt.Sprint(i)))
			time.Sleep(55 * time.Millisecond)
		}
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "0s 0", "55ms 1", "110ms 2", "165ms 3", "220ms 4", "275ms 5", "500ms 9", "1s 18", "1.5s 27", "2s 29")
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

// During a long burst, such as a resize by drag, the document is never older than the delay. After a
// quiet time a change is written at once again.
func TestSaverWritesDuringABurstThatNeverEnds(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		for i := range 600 {
			s.Mark(named(fmt.Sprint(i)))
			time.Sleep(16 * time.Millisecond)
		}
		time.Sleep(10 * time.Second)
		s.Mark(named("later"))
		time.Sleep(time.Minute)
	})
	if n, most := len(d.writes), 10000/500+burstWrites+2; n > most {
		t.Errorf("%d writes, want %d at most", n, most)
	}
	want(t, "the last writes", d.writes[len(d.writes)-2:], "10s 599", "19.6s later")
}

// S3-43.
func TestSaverFlush(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		s.MarkLater(named("a"))
		time.Sleep(100 * time.Millisecond)
		if err := s.Flush(); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "100ms a")
}

func TestSaverFlushReportsAFailure(t *testing.T) {
	d := &disk{fails: 1}
	in(t, d, func(s *Saver) {
		s.MarkLater(named("a"))
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
		s.MarkLater(named("a"))
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
		s.MarkLater(named("a"))
		if err := s.Close(); !errors.Is(err, errFull) {
			t.Errorf("Close = %v", err)
		}
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes)
}

// A failed write is tried again with the newest state, with growing pauses of at most two seconds. Both
// its failure and its end are reported.
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
	want(t, "reports", d.reports, "0s no space left", "500ms no space left", "1.5s no space left", "3.5s no space left", "5.5s no space left", "7.5s <nil>")
	want(t, "writes", d.writes, "7.5s b", "1m3s c")
}

func TestSaverMarkDuringAWriteIsNotLost(t *testing.T) {
	for _, fails := range []int{0, 1} {
		d := &disk{slow: time.Second, fails: fails}
		in(t, d, func(s *Saver) {
			s.Mark(named("a"))
			time.Sleep(time.Duration(fails) * 1500 * time.Millisecond) // until it is tried again
			time.Sleep(200 * time.Millisecond)
			s.Mark(named("b"))
			time.Sleep(time.Minute)
		})
		if fails == 0 {
			want(t, "writes", d.writes, "1s a", "2s b")
		} else {
			want(t, "writes after a failure", d.writes, "2.5s a", "3.5s b")
		}
	}
}

func TestSaverFlushWaitsForAWrite(t *testing.T) {
	d := &disk{slow: time.Second}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		time.Sleep(200 * time.Millisecond)
		s.Mark(named("b"))
		if err := s.Flush(); err != nil {
			t.Error(err)
		}
		want(t, "writes", d.writes, "1s a", "2s b")
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "1s a", "2s b")
}

func TestSaverSettle(t *testing.T) {
	for _, c := range []struct {
		slow, limit, returns time.Duration
	}{
		{10 * time.Millisecond, time.Second, 10 * time.Millisecond},
		{10 * time.Second, time.Second, time.Second},
	} {
		d := &disk{slow: c.slow}
		in(t, d, func(s *Saver) {
			for i := range burstWrites + 2 { // the last one has to wait
				s.MarkLater(named(fmt.Sprint(i)))
				s.Settle(time.Hour)
			}
			s.MarkLater(named("a"))
			began := time.Now()
			s.Settle(c.limit)
			if took := time.Since(began); took != c.returns {
				t.Errorf("with writes of %v it returned after %v", c.slow, took)
			}
			time.Sleep(time.Minute)
		})
		if len(d.writes) != burstWrites+3 {
			t.Errorf("writes %q", d.writes)
		}
	}
}

// titled returns a named workspace with a title for its session, as a spinner sets.
func titled(tab, title string) workspace.State {
	s := named(tab)
	r := s.Sessions[id(1)]
	r.Title = title
	s.Sessions[id(1)] = r
	return s
}

func TestSaverDelaysASpinnerInATitle(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		time.Sleep(time.Second)
		for i := range 110 {
			s.MarkLater(titled("a", fmt.Sprint(i)))
			time.Sleep(110 * time.Millisecond)
		}
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "0s a", "5s a", "10s a", "15s a")
}

// A single report after a quiet time, such as a new directory, is written soon.
func TestSaverWritesASingleReportSoon(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		time.Sleep(time.Minute)
		s.MarkLater(titled("b", "x"))
		time.Sleep(time.Minute)
	})
	want(t, "writes", d.writes, "0s a", "1m0.5s b")
}

func TestSaverDoesNotDelayAChangeDuringASpinner(t *testing.T) {
	d := &disk{}
	in(t, d, func(s *Saver) {
		s.Mark(named("a"))
		time.Sleep(time.Second)
		for i := range 30 {
			s.MarkLater(titled("a", fmt.Sprint(i)))
			if i == 12 {
				s.Mark(named("b"))
			}
			time.Sleep(110 * time.Millisecond)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	want(t, "writes", d.writes, "0s a", "2.32s b", "4.3s a")
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
