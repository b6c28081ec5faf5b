package agent

import (
	"fmt"
	"strconv"
	"time"
)

// Retry describes the planned restart of an agent that could not continue; if its process still
// runs, it is told to continue instead.
type Retry struct {
	// At is the time of the retry; zero for none.
	At time.Time
	// Try is the number of the retry, and Of the largest number in a row.
	Try, Of int
	// Why says why there is no retry although retries are enabled; otherwise empty.
	Why string
}

// MostRetries is the largest number of retries in a row.
const MostRetries = 100

// ParseRetries reads a number of retries in a row.
func ParseRetries(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > MostRetries {
		return 0, fmt.Errorf("give a number from 0 to %d", MostRetries)
	}
	return n, nil
}

const (
	// DefaultPause is the pause before the first try.
	DefaultPause = 30 * time.Second
	// maxPause limits the pauses, each of which is four times the previous one.
	maxPause = time.Hour
	// limitPause is the factor of the pauses after a limit whose end is unknown.
	limitPause = 10
	// LongestWait is longer than any wait for a retry.
	LongestWait = maxLimitWait + maxPause
	// afterLimit is the time between the end of a limit and the retry.
	afterLimit = 10 * time.Second
	// retryCheckInterval is how often the time of a retry is compared with the clock, which may be set, or
	// stop while the machine sleeps.
	retryCheckInterval = time.Minute
)

// wouldNotHelp is why an agent is not restarted if it cannot continue without the user.
const wouldNotHelp = "that would not help"

// retries decides when an agent is restarted.
type retries struct {
	tries          int           // at most in a row; 0 for never
	pause          time.Duration // before the first
	canContinue    bool          // it can be told to continue while it runs
	cannotContinue string        // why it could not continue after a start; empty if it could

	made    int       // since it last succeeded, or the user typed
	failure time.Time // the start of the failure that next is for
	next    Retry
}

// AllowRetries sets how often in a row an agent is restarted automatically after it could not
// continue, the pause before the first retry, and whether it can be told to continue while it still
// runs. Decisions for an earlier failure are dropped.
func (t *Table) AllowRetries(tries int, pause time.Duration, goesOn bool) {
	if pause <= 0 {
		pause = DefaultPause
	}
	t.retries = retries{tries: tries, pause: pause, canContinue: goesOn, cannotContinue: t.retries.cannotContinue}
}

// CannotRetry sets why an agent whose process has ended could not continue after a start; empty if
// it could.
func (t *Table) CannotRetry(why string) { t.retries.cannotContinue = why }

// CancelRetry cancels the retry for this failure, with a reason. It reports whether one was
// planned.
func (t *Table) CancelRetry(why string) bool {
	was := !t.retries.next.At.IsZero()
	if was {
		t.retries.next.At, t.retries.next.Why = time.Time{}, why
	}
	return was
}

// RefuseRetry sets why the agent could not be told to continue when the retry was due.
func (t *Table) RefuseRetry(why string) { t.retries.next.Why = why }

// TakeRetry reports whether a retry is due now, and counts it.
func (t *Table) TakeRetry(now time.Time) bool {
	r := &t.retries
	if r.next.At.IsZero() || now.Before(r.next.At) {
		return false
	}
	r.made++
	r.next.At = time.Time{}
	return true
}

// RetryFailed notes that the agent could not be restarted: that is a new failure.
func (t *Table) RetryFailed() { t.retries.failure = time.Time{} }

// plan decides what follows a verdict; was is the previous verdict.
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

// refuses returns why an agent is not restarted after a failure; empty if it is.
func (r *retries) refuses(v Verdict) string {
	ended := v.Source == Exit
	switch {
	case v.Kind != RateLimit && v.Kind != Overload && v.Kind != Crash:
		return wouldNotHelp
	case ended && r.cannotContinue != "":
		return r.cannotContinue
	case !ended && !r.canContinue:
		return "it still runs, and nothing says what to tell it"
	case r.made >= r.tries:
		return fmt.Sprintf("it was tried %d times", r.made)
	}
	return ""
}

// due returns the time of the next retry.
func (r *retries) due(v Verdict, now time.Time) time.Time {
	if !v.LimitEnds.IsZero() {
		return v.LimitEnds.Round(0).Add(afterLimit)
	}
	pause := r.pause
	if v.Kind == RateLimit {
		pause *= limitPause
	}
	for range r.made {
		pause = min(4*pause, maxPause)
	}
	return now.Add(pause)
}

// Outlook describes in words how an agent that could not continue will do so; empty if nothing is
// known.
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

// when describes a future time: a near one by the remaining time, others by the clock.
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
