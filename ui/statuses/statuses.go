package statuses

import (
	"maps"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/agent"
)

// Status is the status of a session.
type Status struct {
	// Text is its state: "running (idle 2m 15s)", "failed (exit 2)".
	Text string
	// Usage is the resource usage of its processes: "12% CPU, 340 MB". It is empty if that is not
	// known.
	Usage string
	// Said is the user's description of the session and its tags, each with a # in front.
	Said string
}

// Note returns the user's description and the resource usage.
func (s Status) Note() string {
	if s.Said == "" || s.Usage == "" {
		return s.Said + s.Usage
	}
	return s.Said + ", " + s.Usage
}

// Words returns the search words of the session, in addition to those of its title.
func (s Status) Words() []string {
	said := strings.ToLower(s.Said)
	return strings.Fields(said + " " + strings.ReplaceAll(said, "#", " "))
}

// Runs reports whether the session is running and there is nothing to add.
func (s Status) Runs() bool { return s.Text == string(session.LifecycleRunning) }

// Short returns the text in a word or two: "idle 2m 15s", "failed", "blocked".
func (s Status) Short() string {
	word, remark, _ := strings.Cut(s.Text, " (")
	doing, _, _ := strings.Cut(strings.TrimSuffix(remark, ")"), ",")
	doing, _, _ = strings.Cut(doing, ":")
	if state, is := agent.ParseState(doing); is { // of an agent
		return string(state)
	}
	if strings.HasPrefix(remark, "idle ") {
		return strings.TrimSuffix(remark, ")")
	}
	return word
}

// Stable returns the status without the parts that change by themselves: the idle time and the
// resource usage.
func (s Status) Stable() Status {
	s.Usage = ""
	if strings.HasPrefix(s.Short(), "idle ") {
		s.Text = string(session.LifecycleRunning) + " (idle)"
	}
	return s
}

// The times between two looks: Often while a list of sessions covers the panes, Rarely while they
// are only listed beside the panes, perhaps for as long as dormer runs.
const (
	Often  = 2 * time.Second
	Rarely = 10 * time.Second
)

// Watch holds the known statuses of sessions. The zero value knows nothing.
type Watch struct {
	// Of holds the statuses that the last look found; nil while none are shown.
	Of map[session.ID]Status

	looked  time.Time
	looking bool
}

// Due returns the time of the next look, zero for never. every is the time between two looks; 0
// while no status is shown.
func (w *Watch) Due(now time.Time, every time.Duration) time.Time {
	if every == 0 {
		w.Of = nil
	}
	if every == 0 || w.looking {
		return time.Time{}
	}
	if at := w.looked.Add(every); w.Of != nil && at.After(now) {
		return at
	}
	return now
}

// StartIfDue reports whether to look now. If so, the caller passes the result to [Watch.Found].
func (w *Watch) StartIfDue(now time.Time, every time.Duration) bool {
	at := w.Due(now, every)
	w.looking = w.looking || !at.IsZero() && !at.After(now)
	return !at.IsZero() && !at.After(now)
}

// Found stores the result of a look and reports whether it differs from the one before.
func (w *Watch) Found(now time.Time, of map[session.ID]Status) (changed bool) {
	w.looking, w.looked = false, now
	changed = !maps.Equal(w.Of, of)
	w.Of = of
	return changed
}
