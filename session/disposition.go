package session

import (
	"fmt"
	"slices"
	"time"
)

// dispositionMoves says what may become of a session. Archived and error are
// final. What a process does (exit, crash, being ended because it idled) moves
// nothing.
var dispositionMoves = map[Disposition][]Disposition{
	DispositionActive: {Suspended, Archived, Broken},
	Suspended:         {DispositionActive, Archived},
	Archived:          nil,
	Broken:            nil,
}

// How long the record of a session that does not run is kept, counted from when
// it was last active.
const (
	SuspendedRetention = 7 * 24 * time.Hour
	// ResumableRetention is for suspended sessions whose agent can resume.
	ResumableRetention = 30 * 24 * time.Hour
	BrokenRetention    = 24 * time.Hour
)

// Valid reports whether d is one of the four dispositions.
func (d Disposition) Valid() bool {
	_, ok := dispositionMoves[d]
	return ok
}

// Terminal reports whether d is final.
func (d Disposition) Terminal() bool { return d == Archived || d == Broken }

// CanBecome reports whether the move from d is one of the table. A move from
// suspended to active needs an agent that can resume besides, and only the user's
// own word makes a session archived.
func (d Disposition) CanBecome(to Disposition) bool {
	return slices.Contains(dispositionMoves[d], to)
}

// TakesInput reports whether what the user types goes to the session.
func (d Disposition) TakesInput() bool { return d == DispositionActive }

// Counted reports whether the session counts in the numbers that are shown.
func (d Disposition) Counted() bool { return d == DispositionActive || d == Suspended }

// Listed reports whether the session is in lists; archived tells whether
// archived ones were asked for.
func (d Disposition) Listed(archived bool) bool {
	return d.Counted() || d == Archived && archived
}

// Note is the sentence that tells a user why a session takes no input; empty for
// one that does.
func (d Disposition) Note() string {
	switch d {
	case Suspended:
		return "may be resumable when agent supports it"
	case Archived:
		return "Session is archived"
	case Broken:
		return "the session met a fatal error and cannot go on"
	}
	return ""
}

// AfterShutdown is what a session becomes when its process ends with an orderly
// shutdown: an active one suspended, others what they were.
func (d Disposition) AfterShutdown() Disposition {
	if d == DispositionActive {
		return Suspended
	}
	return d
}

// Retention says how long a session of this disposition is kept after it was
// last active; resumes tells that it can be resumed. False means for ever: active
// sessions are in use, and archived ones only the user deletes.
func (d Disposition) Retention(resumes bool) (keep time.Duration, limited bool) {
	switch {
	case d == Suspended && resumes:
		return ResumableRetention, true
	case d == Suspended:
		return SuspendedRetention, true
	case d == Broken:
		return BrokenRetention, true
	}
	return 0, false
}

// Expired reports whether a session may be deleted that was active last at the
// given time. One whose time is unknown never is.
func (d Disposition) Expired(lastActive, now time.Time, resumes bool) bool {
	keep, limited := d.Retention(resumes)
	return limited && !lastActive.IsZero() && now.Sub(lastActive) > keep
}

// ParseDisposition returns the disposition that a word on disk means. Documents
// of old say completed for what is now active, and cancelled for archived.
func ParseDisposition(word string) (Disposition, error) {
	switch word {
	case "completed":
		return DispositionActive, nil
	case "cancelled":
		return Archived, nil
	}
	if d := Disposition(word); d.Valid() {
		return d, nil
	}
	return "", fmt.Errorf("unknown disposition %q", word)
}
