package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"dormer/cmd/dormer/control"
	"dormer/session"
	"dormer/session/catalogue"
	"dormer/ui/remote"
	"dormer/workspace"
)

// orphans returns the records of running sessions that are in no workspace, as if they had been
// opened here. On an error it returns none: nothing depends on it.
func orphans() []workspace.Record {
	p, err := findPlaces()
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*catalogue.HostTimeout)
	defer cancel()
	l, err := p.listing(ctx)
	if err != nil {
		return nil
	}
	var records []workspace.Record
	for _, e := range l.Orphans() {
		spec, _ := p.provider.Spec(e.ID) // without a spec, less is known of it
		spec.ID, spec.Source, spec.Command, spec.Name, spec.Agent, spec.Dir = e.ID, e.Info.Source, e.Info.Command, e.Info.Name, e.Info.Agent, e.Info.Dir
		r := adopted(spec)
		r.Title = e.Info.Title
		records = append(records, r)
	}
	return records
}

// adopted returns the record of a session that was not opened in a workspace, as if it had been.
func adopted(spec session.Spec) workspace.Record {
	spec.Source.Command = spec.Command
	var env []string
	for _, variable := range spec.Env {
		if strings.HasPrefix(variable, portVariable) {
			env = append(env, variable)
		}
	}
	return workspace.Record{
		ID: spec.ID, Source: spec.Source, Name: spec.Name, Agent: spec.Agent, Dir: spec.Dir, Env: env, Restart: spec.Restart,
		Provider: session.Hosted, Lifetime: session.Persistent,
		Residency: session.Residency{Place: session.Active}, Disposition: session.DispositionActive,
		CreatedAt: time.Now(),
	}
}

// adoptionOf returns the request to show sessions, made from their saved specs.
func adoptionOf(ids []session.ID) (remote.Request, error) {
	p, err := findPlaces()
	if err != nil {
		return nil, err
	}
	var q remote.Adopt
	for _, id := range ids {
		spec, err := p.provider.Spec(id)
		if err == nil {
			_, err = p.provider.Find(id)
		}
		if err != nil {
			return nil, fmt.Errorf("session %s does not run: %w", id, err)
		}
		q.Records = append(q.Records, adopted(spec))
	}
	return q, nil
}

// show opens a background tab for a running session in a workspace, unless a workspace has it. If
// no program shows the workspace, the tab appears when it is next opened.
func (p places) show(ctx context.Context, workspaceName string, id session.ID) error {
	sessions, _ := tracked(p.paths) // dormer doctor reports unreadable ones
	if slices.ContainsFunc(sessions, func(t catalogue.Tracked) bool { return t.ID == id }) {
		return nil
	}
	r, err := p.running(workspaceName)
	if err != nil {
		return err
	}
	_, err = r.ask(ctx, control.Request{Kind: control.Adopt, Sessions: []string{id.String()}})
	if !errors.Is(err, errNotShown) {
		return err
	}
	spec, err := p.provider.Spec(id)
	if err != nil {
		return err
	}
	_, err = p.changeDocument(r.dir, func(s workspace.State) (workspace.Action, error) {
		return workspace.OpenTab{
			View: s.ActiveView, Tab: uuid.New(), Index: len(s.ShownView().Tabs), Record: adopted(spec), Background: true, Adopted: true,
		}, nil
	})
	return err
}
