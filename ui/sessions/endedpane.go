package sessions

import (
	"time"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/keys"
	"dormer/workspace"
)

// EndedKey gives a key to a session that has no process, or cannot be shown. It reports whether
// there is such a session to take it, and what the key asks for.
func (s *Sessions) EndedKey(r workspace.Record, k keys.Key, now time.Time) (taken bool, asks []command.Result) {
	l := s.Live.Get(r.ID)
	if !l.TakesEnter() {
		return false, nil
	}
	if k.Name() == "c" && l.Ended.Hears() && !l.RetryAt().IsZero() {
		return true, []command.Result{command.Ask(command.RetryAgent{Session: r.ID, Do: wire.CancelRetry})}
	}
	enter, says := l.Ended.Key(k, now)
	switch {
	case enter && l.Over():
		return true, []command.Result{command.Ask(command.StartAgain{Session: r.ID})}
	case enter:
		return true, []command.Result{command.Ask(command.ShowAgain{Session: r.ID})}
	case says:
		return true, []command.Result{command.Cannot(l.Typed(r.Disposition))}
	}
	return true, nil
}

// EndedPaste is EndedKey for a paste, which does nothing.
func (s *Sessions) EndedPaste(r workspace.Record, now time.Time) (taken bool, asks []command.Result) {
	l := s.Live.Get(r.ID)
	if l.TakesEnter() && l.Ended.Swallow(now) {
		asks = []command.Result{command.Cannot(l.Typed(r.Disposition))}
	}
	return l.TakesEnter(), asks
}

// StartsOnInput reports whether a session was ended because it was idle, so that the next input
// starts it.
func (s *Sessions) StartsOnInput(r workspace.Record) bool {
	l := s.Live.Get(r.ID)
	return r.Idled && l.Over() && (l.Client == nil || l.Kept != nil || l.Client.Gone())
}

// PassEnded lets the panes without a process act on the time that has passed: they accept keys
// again, or the active one closes because no key followed an x.
func (s *Sessions) PassEnded(panes []session.ID, active session.ID, a Around) (r Result) {
	for _, id := range panes {
		l := s.Live.Get(id)
		if l == nil {
			continue
		}
		hears, closes := l.Ended.Pass(a.Now)
		r.Changed = r.Changed || hears
		if closes && id == active && l.TakesEnter() {
			r.Do = append(r.Do, workspace.ClosePane{Session: id, At: a.Now, Area: a.Area})
		}
	}
	return r
}
