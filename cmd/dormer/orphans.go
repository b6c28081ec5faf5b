package main

import (
	"context"
	"time"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/workspace"
)

// orphans are the records of sessions that run and that no workspace knows, as if
// they had been opened here. Where they cannot be listed there are none: nothing
// depends on it.
func orphans() []workspace.Record {
	p, err := findPlaces()
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*catalogue.Patience)
	defer cancel()
	l, err := p.listing(ctx)
	if err != nil {
		return nil
	}
	var records []workspace.Record
	for _, e := range l.Orphans() {
		source := e.Info.Source
		source.Command = e.Info.Command
		spec, _ := p.provider.Spec(e.ID) // without one nothing is said of it
		records = append(records, workspace.Record{
			Restart: spec.Restart,
			ID:      e.ID, Source: source, Name: e.Info.Name, Title: e.Info.Title, Agent: e.Info.Agent, Dir: e.Info.Dir,
			Provider: session.Hosted, Lifetime: session.Persistent,
			Residency: session.Residency{Place: session.Active}, Disposition: session.DispositionActive,
			CreatedAt: time.Now(),
		})
	}
	return records
}
