package main

import (
	"context"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/ui/statuses"
	"dormer/workspace"
)

// statusesIn returns the function that describes the sessions of a workspace for the program that
// shows it: their status as in dormer ps, and their resource use since the previous call.
func (p places) statusesIn(name string) func(map[session.ID]workspace.Record) map[session.ID]statuses.Status {
	chosen := sync.OnceValue(p.config)
	known := sync.OnceValue(func() *catalogue.Statuses {
		p.IdleTimes = idleTimes(chosen())
		return catalogue.NewStatuses(p.Places)
	})
	var meter catalogue.Meter
	return func(records map[session.ID]workspace.Record) map[session.ID]statuses.Status {
		var those []catalogue.Tracked
		for _, r := range records {
			if r.Provider == session.Hosted { // others live in this program, which knows more about them
				those = append(those, track(name, true, r, chosen()))
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*catalogue.HostTimeout)
		defer cancel()
		entries, err := known().ListTracked(ctx, those)
		if err != nil {
			return map[session.ID]statuses.Status{}
		}
		meter.Measure(entries)
		found := make(map[session.ID]statuses.Status, len(entries))
		now := time.Now()
		for _, e := range entries {
			found[e.ID] = statuses.Status{Text: e.Status(now), Usage: e.Usage.String(), Said: e.UserLabel()}
		}
		return found
	}
}
