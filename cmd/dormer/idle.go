package main

import (
	"context"
	"time"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/ui/config"
)

// idleEvery is the interval at which a program that shows a workspace looks for sessions that were
// idle for too long.
const idleEvery = 5 * time.Minute

// endIdlePeriodically ends, at each of some times, the sessions of a workspace that were idle for longer
// than configured. If they cannot be listed, it tries again the next time.
func (p places) endIdlePeriodically(ctx context.Context, set settings, workspace string, times <-chan time.Time, end func([]session.ID, time.Duration)) {
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-times:
			c, _ := set.read() // the workspace reports mistakes in it
			if c.Sessions.EndIdle == 0 {
				continue
			}
			if l, err := p.listing(ctx); err == nil {
				if ids := l.IdleFor(workspace, c.Sessions.EndIdle, now, ofKind(c.Sessions.EndIdleOf)); len(ids) > 0 {
					end(ids, c.Sessions.EndIdle)
				}
			}
		}
	}
}

// ofKind returns a function that reports whether a kind of session is included.
func ofKind(of config.IdleKind) func(catalogue.Kind) bool {
	return func(k catalogue.Kind) bool {
		return k == catalogue.Agent || of == config.IdleAll || of == config.IdleCommands && k == catalogue.Command
	}
}
