package live

import (
	"time"

	"dormer/session"
	"dormer/ui/keys"
)

const (
	// IgnoreTime is how long a pane ignores keys after its session ended, after it came
	// onto the screen, and after a key that did nothing.
	IgnoreTime = time.Second
	// AloneTime is how long after x no other key may come; then x closes the pane.
	AloneTime = 400 * time.Millisecond
)

// EndedKeys handles the keys of a pane whose session has no process or cannot be shown: Enter
// starts the session again and x closes the pane. Neither must happen by accident while the user
// types for the command that has just ended, or for another pane. So the pane ignores keys at
// first and as long as somebody types into it, and shows its keys only while they work.
type EndedKeys struct {
	// shown is true if the pane is on the screen, without a process.
	shown bool
	// ignores is true while keys do nothing, at least until until.
	ignores bool
	until   time.Time
	// told is true if the user was told that keys are ignored.
	told bool
	// closing is the time when x was pressed; zero if no x is pending.
	closing time.Time
}

// Show notes whether the pane is on the screen, without a process. A pane that has just come onto
// the screen ignores keys at first.
func (e *EndedKeys) Show(shown bool, now time.Time) {
	switch {
	case !shown:
		*e = EndedKeys{}
	case !e.shown:
		e.Ignore(now)
	}
}

// Ignore makes the pane ignore keys for [IgnoreTime].
func (e *EndedKeys) Ignore(now time.Time) {
	e.shown, e.closing, e.until = true, time.Time{}, now.Add(IgnoreTime)
	if !e.ignores {
		e.ignores, e.told = true, false
	}
}

// Key takes a key. enter is true for Enter typed alone. says is true if the user should be told
// why the input does nothing.
func (e *EndedKeys) Key(k keys.Key, now time.Time) (enter, says bool) {
	alone := !e.ignores && e.closing.IsZero()
	switch name := k.Name(); {
	case k.Modifier():
	case alone && name == "enter":
		e.Ignore(now) // Enter may be held down
		return true, false
	case alone && name == "x":
		e.closing = now
	default:
		return false, e.Swallow(now)
	}
	return false, false
}

// AcceptsKeys reports whether the pane's keys work now.
func (e *EndedKeys) AcceptsKeys() bool { return !e.ignores && e.closing.IsZero() }

// Swallow takes input that does nothing. It reports whether the user should be told: once, until
// the pane takes keys again.
func (e *EndedKeys) Swallow(now time.Time) (says bool) {
	e.Ignore(now)
	says = !e.told
	e.told = true
	return says
}

// Due returns the time when [EndedKeys.Tick] has work to do; zero for never.
func (e *EndedKeys) Due() time.Time {
	switch {
	case !e.closing.IsZero():
		return e.closing.Add(AloneTime)
	case e.ignores:
		return e.until
	}
	return time.Time{}
}

// Tick does what is due. hears is true if the pane takes keys again, closes if no key followed x
// and the pane is to close.
func (e *EndedKeys) Tick(now time.Time) (hears, closes bool) {
	if due := e.Due(); due.IsZero() || due.After(now) {
		return false, false
	}
	hears, closes = e.ignores, !e.closing.IsZero()
	e.ignores, e.closing = false, time.Time{}
	return hears, closes
}

// InputProblem returns the sentence that says why input to the pane does nothing. is is the session's
// disposition in the workspace.
func (s *Session) InputProblem(is session.Disposition) string {
	switch {
	case is == session.Suspended:
		return "it is suspended (" + session.Suspended.Note() + "): Enter alone starts it again"
	case s.OutOfReach():
		return "it is out of reach: Enter alone tries again"
	case s.Exited() || s.Kept != nil && s.Kept.Past.Ended():
		return "it has ended: Enter alone starts it again"
	}
	return "nothing runs here: Enter alone starts it"
}
