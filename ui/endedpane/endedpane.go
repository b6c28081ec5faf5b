package endedpane

import (
	"time"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/keys"
	"dormer/ui/live"
	"dormer/workspace"
)

// Key handles a key in a pane. It reports whether the pane takes the key, because its session has
// no process or cannot be shown.
func Key(l *live.Session, r workspace.Record, k keys.Key, now time.Time) (taken bool, asks []command.Result) {
	if !l.TakesEnter() {
		return false, nil
	}
	if k.Name() == "c" && l.Ended.AcceptsKeys() && !l.RetryAt().IsZero() {
		return true, []command.Result{command.Ask(command.RetryAgent{Session: r.ID, Do: wire.CancelRetry})}
	}
	enter, says := l.Ended.Key(k, now)
	switch {
	case enter && l.Over():
		return true, []command.Result{command.Ask(command.StartAgain{Session: r.ID})}
	case enter:
		return true, []command.Result{command.Ask(command.ShowAgain{Session: r.ID})}
	case says:
		return true, []command.Result{command.Cannot(l.InputProblem(r.Disposition))}
	}
	return true, nil
}

// Paste is like [Key], but for a paste, which has no effect.
func Paste(l *live.Session, r workspace.Record, now time.Time) (taken bool, asks []command.Result) {
	if !l.TakesEnter() {
		return false, nil
	}
	if l.Ended.Swallow(now) {
		asks = []command.Result{command.Cannot(l.InputProblem(r.Disposition))}
	}
	return true, asks
}

// StartsOnInput reports whether a session was ended because it was idle, so that the next input
// starts it again.
func StartsOnInput(l *live.Session, r workspace.Record) bool {
	return r.Idled && l.Over() && (l.Client == nil || l.Kept != nil || l.Client.Gone())
}

// Tick tells panes the current time: one without a process accepts keys again, or closes if it is
// the active one and no key followed an x. area is the size of the layout. Pass reports whether a
// pane accepts keys again.
func Tick(all *live.Set, panes []session.ID, active session.ID, now time.Time, area session.Size) (changed bool, asks []command.Result) {
	for _, id := range panes {
		l := all.Get(id)
		if l == nil {
			continue
		}
		hears, closes := l.Ended.Tick(now)
		changed = changed || hears
		if closes && id == active && l.TakesEnter() {
			asks = append(asks, command.Act(workspace.ClosePane{Session: id, At: now, Area: area}))
		}
	}
	return changed, asks
}
