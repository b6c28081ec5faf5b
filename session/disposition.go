package session

import (
	"fmt"
	"slices"
	"time"
)

// dispositionMoves maps each disposition to those that may follow it. Archived and error are final.
// The process's own life (exit, crash, end for idleness) changes no disposition.
var dispositionMoves = map[Disposition][]Disposition{
	DispositionActive: {Suspended, Archived, Broken},
	Suspended:         {DispositionActive, Archived},
	Archived:          nil,
	Broken:            nil,
}

// Retention of the records of sessions that do not run, counted from their last activity.
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

// CanBecome reports whether d may become to. Suspended becomes active only if its agent can resume,
// and only the user archives a session.
func (d Disposition) CanBecome(to Disposition) bool {
	return slices.Contains(dispositionMoves[d], to)
}

// TakesInput reports whether the user's input goes to the session.
func (d Disposition) TakesInput() bool { return d == DispositionActive }

// Counted reports whether the session counts in the numbers that are shown.
func (d Disposition) Counted() bool { return d == DispositionActive || d == Suspended }

// Listed reports whether the session appears in lists. If archived is true, the list includes
// archived sessions.
func (d Disposition) Listed(archived bool) bool {
	return d.Counted() || d == Archived && archived
}

// Note returns a sentence that tells the user why the session takes no input, or "" if it takes
// input.
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

// AfterShutdown returns the disposition after an orderly shutdown of the process: active becomes
// suspended, all others stay.
func (d Disposition) AfterShutdown() Disposition {
	if d == DispositionActive {
		return Suspended
	}
	return d
}

// Retention returns how long a session of this disposition is kept after its last activity; resumes
// means that it can be resumed. If limited is false, it is kept forever: active sessions are in
// use, and only the user deletes archived ones.
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

// Expired reports whether a session that was last active at the given time may be deleted. One
// whose time is unknown is kept.
func (d Disposition) Expired(lastActive, now time.Time, resumes bool) bool {
	keep, limited := d.Retention(resumes)
	return limited && !lastActive.IsZero() && now.Sub(lastActive) > keep
}

// ParseDisposition returns the disposition for a word on disk. Old documents say completed for
// active and cancelled for archived.
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
