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
	// AloneTime is how long no other key may follow x for it to close the pane.
	AloneTime = 400 * time.Millisecond
)

// EndedKeys are the keys of a pane whose session has no process, or cannot be shown: Enter
// starts it again and x closes it. Nobody is to do either by typing on: what is typed was meant
// for the command that has just ended, or for another pane. So the pane ignores keys at first
// and for as long as somebody types into it, and offers its keys only while they do something.
type EndedKeys struct {
	// shown says that the pane is on the screen, without a process.
	shown bool
	// ignores says that no key does anything, until that time at the earliest.
	ignores bool
	until   time.Time
	// told says that a sentence has told so.
	told bool
	// closing is when x was pressed; zero where no x waits for what follows it.
	closing time.Time
}

// Show takes note whether the pane is on the screen, without a process. One that was not
// before ignores keys at first.
func (e *EndedKeys) Show(shown bool, now time.Time) {
	switch {
	case !shown:
		*e = EndedKeys{}
	case !e.shown:
		e.Ignore(now)
	}
}

// Ignore has the pane ignore keys for a while from now on.
func (e *EndedKeys) Ignore(now time.Time) {
	e.shown, e.closing, e.until = true, time.Time{}, now.Add(IgnoreTime)
	if !e.ignores {
		e.ignores, e.told = true, false
	}
}

// Key takes a key. Enter reports that it is Enter alone; says that a sentence is to tell why
// nothing comes of what is typed.
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

// Hears reports whether a key would do something.
func (e *EndedKeys) Hears() bool { return !e.ignores && e.closing.IsZero() }

// Swallow takes something typed that does nothing, and reports whether that is to be said:
// once, until the pane takes keys again.
func (e *EndedKeys) Swallow(now time.Time) (says bool) {
	e.Ignore(now)
	says = !e.told
	e.told = true
	return says
}

// Due is when [EndedKeys.Pass] has something to do; zero for never.
func (e *EndedKeys) Due() time.Time {
	switch {
	case !e.closing.IsZero():
		return e.closing.Add(AloneTime)
	case e.ignores:
		return e.until
	}
	return time.Time{}
}

// Pass takes the time that has passed: the pane takes keys again, or x was followed by
// nothing and closes it.
func (e *EndedKeys) Pass(now time.Time) (hears, closes bool) {
	if due := e.Due(); due.IsZero() || due.After(now) {
		return false, false
	}
	hears, closes = e.ignores, !e.closing.IsZero()
	e.ignores, e.closing = false, time.Time{}
	return hears, closes
}

// Typed is the sentence that says why nothing comes of what is typed into the pane. is says how the
// session is in the workspace.
func (s *Session) Typed(is session.Disposition) string {
	switch {
	case is == session.Suspended:
		return "it is suspended (" + session.Suspended.Note() + "): Enter alone starts it again"
	case s.Stuck():
		return "it is out of reach: Enter alone tries again"
	case s.Exited() || s.Kept != nil && s.Kept.Past.Ended():
		return "it has ended: Enter alone starts it again"
	}
	return "nothing runs here: Enter alone starts it"
}
