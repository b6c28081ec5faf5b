package statuses

import (
	"maps"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/agent"
)

// Status is how a session is.
type Status struct {
	// Text is its state: "running (idle 2m 15s)", "failed (exit 2)".
	Text string
	// Usage is what its processes use: "12% CPU, 340 MB"; empty where that is not known.
	Usage string
	// Said is what the user says of it: a description, and tags with # before them.
	Said string
}

// Note is what the user says of it, and what it uses.
func (s Status) Note() string {
	if s.Said == "" || s.Usage == "" {
		return s.Said + s.Usage
	}
	return s.Said + ", " + s.Usage
}

// Words are those that it is found by, beside those of its title.
func (s Status) Words() []string {
	said := strings.ToLower(s.Said)
	return strings.Fields(said + " " + strings.ReplaceAll(said, "#", " "))
}

// Runs reports whether it runs and there is nothing to add.
func (s Status) Runs() bool { return s.Text == string(session.LifecycleRunning) }

// Short is the text in a word or two: "idle 2m 15s", "failed", "blocked".
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

// Still is the status without what changes by itself: how long it idles, and what it uses.
func (s Status) Still() Status {
	s.Usage = ""
	if strings.HasPrefix(s.Short(), "idle ") {
		s.Text = string(session.LifecycleRunning) + " (idle)"
	}
	return s
}

// The times between two looks: Often while a list of sessions lies over the panes, Rarely
// while they are only listed beside them, for as long as dormer runs perhaps.
const (
	Often  = 2 * time.Second
	Rarely = 10 * time.Second
)

// Watch is what is known of the statuses of sessions. The zero value knows nothing.
type Watch struct {
	// Of are the statuses that the last look found; nil while none are shown.
	Of map[session.ID]Status

	looked  time.Time
	looking bool
}

// Due is when to look next, zero for never. every is the time between two looks, 0 while no
// status is shown.
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

// Look reports whether to look now; [Watch.Found] is called with what is found.
func (w *Watch) Look(now time.Time, every time.Duration) bool {
	at := w.Due(now, every)
	w.looking = w.looking || !at.IsZero() && !at.After(now)
	return !at.IsZero() && !at.After(now)
}

// Found takes what was found, and reports whether it is something else than before.
func (w *Watch) Found(now time.Time, of map[session.ID]Status) (changed bool) {
	w.looking, w.looked = false, now
	changed = !maps.Equal(w.Of, of)
	w.Of = of
	return changed
}
