package agent

import (
	"fmt"
	"time"
)

// Retry is that an agent which could not go on is started again by itself, or told to go on if its
// process still runs.
type Retry struct {
	// At is when; zero for not at all.
	At time.Time
	// Try is the number of that try, of so many in a row.
	Try, Of int
	// Why says why there is none though it was asked for; empty where there is one.
	Why string
}

// MostRetries is how many tries there may be in a row.
const MostRetries = 100

const (
	// DefaultPause is the pause before the first try.
	DefaultPause = 30 * time.Second
	// longestPause bounds the pauses, each of which is four times the one before.
	longestPause = time.Hour
	// limitPause is how many times longer they are after a limit whose end is not known.
	limitPause = 10
	// LongestWait is more than a retry is waited for.
	LongestWait = longestLimit + longestPause
	// afterLimit is how long after the end of a limit it is tried.
	afterLimit = 10 * time.Second
	// retryLook is how often a time that is awaited is compared with the clock, which may be
	// set, or stand still while the machine sleeps.
	retryLook = time.Minute
)

// wouldNotHelp is why an agent is not started again that cannot go on without somebody.
const wouldNotHelp = "that would not help"

// retries decide when an agent is started again.
type retries struct {
	tries  int           // at most, in a row; 0 for never
	pause  time.Duration // before the first
	goesOn bool          // it can be told to go on while it runs
	cannot string        // why it could not go on if it was started; empty if it could

	made    int       // since it did something well, or somebody typed
	failure time.Time // the beginning of the failure that next is for
	next    Retry
}

// AllowRetries says how often in a row an agent is started again by itself after it could not go on,
// at first after a pause, and whether it can be told to go on while it still runs. What was decided
// for a failure before is forgotten.
func (t *Table) AllowRetries(tries int, pause time.Duration, goesOn bool) {
	if pause <= 0 {
		pause = DefaultPause
	}
	t.retries = retries{tries: tries, pause: pause, goesOn: goesOn, cannot: t.retries.cannot}
}

// CannotRetry says why an agent whose process has ended could not go on if it was started; empty if
// it could.
func (t *Table) CannotRetry(why string) { t.retries.cannot = why }

// CancelRetry has the agent not be started again for this failure, for a reason. It reports
// whether it was to be.
func (t *Table) CancelRetry(why string) bool {
	was := !t.retries.next.At.IsZero()
	if was {
		t.retries.next.At, t.retries.next.Why = time.Time{}, why
	}
	return was
}

// RefuseRetry says why the agent could not be told to go on when it was time.
func (t *Table) RefuseRetry(why string) { t.retries.next.Why = why }

// TakeRetry reports whether the agent is to be started again at this moment, and counts that.
func (t *Table) TakeRetry(now time.Time) bool {
	r := &t.retries
	if r.next.At.IsZero() || now.Before(r.next.At) {
		return false
	}
	r.made++
	r.next.At = time.Time{}
	return true
}

// RetryFailed says that the agent could not be started again: it is a failure of its own.
func (t *Table) RetryFailed() { t.retries.failure = time.Time{} }

// plan decides what follows a verdict, which was another one before.
func (r *retries) plan(v, was Verdict, now time.Time) Retry {
	if v.State != Failed {
		r.failure, r.next = time.Time{}, Retry{}
		if v.State == Done && was.State == Working { // it may have been done before it failed
			r.made = 0
		}
		return Retry{}
	}
	if r.tries > 0 && !r.failure.Equal(v.Since) {
		r.failure = v.Since
		r.next = Retry{Try: r.made + 1, Of: r.tries}
		if r.next.Why = r.refuses(v); r.next.Why == "" {
			r.next.At = r.due(v, now.Round(0))
		}
	}
	return r.next
}

// refuses says why an agent is not started again after a failure; empty if it is.
func (r *retries) refuses(v Verdict) string {
	ended := v.Source == Exit
	switch {
	case v.Kind != RateLimit && v.Kind != Overload && v.Kind != Crash:
		return wouldNotHelp
	case ended && r.cannot != "":
		return r.cannot
	case !ended && !r.goesOn:
		return "it still runs, and nothing says what to tell it"
	case r.made >= r.tries:
		return fmt.Sprintf("it was tried %d times", r.made)
	}
	return ""
}

// due is when the next try is.
func (r *retries) due(v Verdict, now time.Time) time.Time {
	if !v.LimitEnds.IsZero() {
		return v.LimitEnds.Round(0).Add(afterLimit)
	}
	pause := r.pause
	if v.Kind == RateLimit {
		pause *= limitPause
	}
	for range r.made {
		pause = min(4*pause, longestPause)
	}
	return now.Add(pause)
}

// Outlook says in words how an agent goes on that could not go on; empty where there is nothing to
// say.
func (v Verdict) Outlook(now time.Time) string {
	again := "goes on"
	if v.Source == Exit {
		again = "starts again"
	}
	switch r := v.Retry; {
	case v.State != Failed:
		return ""
	case !r.At.IsZero():
		return fmt.Sprintf("%s %s (try %d of %d)", again, when(r.At, now), r.Try, r.Of)
	case r.Why != "" && r.Why != wouldNotHelp:
		return fmt.Sprintf("not started again: %s", r.Why)
	case v.LimitEnds.After(now):
		return "the limit ends " + when(v.LimitEnds, now)
	}
	return ""
}

// when says when something will be: soon with the time that is left, and else by the clock.
func when(at, now time.Time) string {
	at, now = at.In(now.Location()), now.Round(0)
	switch left := at.Sub(now); {
	case left < time.Hour:
		return fmt.Sprint("in ", max(left, 0).Truncate(time.Second))
	case at.YearDay() == now.YearDay() && at.Year() == now.Year():
		return at.Format("at 15:04")
	}
	return at.Format("on Jan 2 at 15:04")
}
