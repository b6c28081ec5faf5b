package main

import (
	"context"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/relay"
)

// relaySessions are all sessions of this user, for the relay's endpoints.
type relaySessions struct{ places }

// List lists the sessions that can go on, and those that are archived.
func (s relaySessions) List(ctx context.Context) ([]relay.Listed, error) {
	l, err := s.listing(ctx)
	if err != nil {
		return nil, err
	}
	var out []relay.Listed
	for i := range l.Entries {
		e := &l.Entries[i]
		if e.ID == (session.ID{}) || e.Hidden() || !e.Listed(true) {
			continue
		}
		listed := relay.Listed{
			SessionID: e.ID.String(), Name: e.Name(), Agent: string(e.Agent()), Status: string(e.Disposition()), Message: dispositionExplained(e.Disposition()),
			Lifecycle: string(e.Lifecycle()), Workspace: e.Workspace(), WorktreeDir: e.Source().Worktree,
		}
		if e.State != nil {
			listed.CreatedAt, listed.LastActiveAt = e.State.CreatedAt, e.State.LastActivityAt
		}
		out = append(out, listed)
	}
	return out, nil
}

// dispositionExplained explains a disposition to users.
func dispositionExplained(d session.Disposition) string {
	switch d {
	case session.Suspended:
		return "may be resumable when agent supports it"
	case session.Archived:
		return "Session is archived"
	case session.DispositionActive, session.Broken:
	}
	return ""
}

// find finds the session of an id that something fits.
func (s relaySessions) find(ctx context.Context, id string, fits func(e *catalogue.Entry, word string) error) (*catalogue.Entry, error) {
	l, err := s.listing(ctx)
	if err != nil {
		return nil, err
	}
	for i := range l.Entries {
		if e := &l.Entries[i]; e.ID.String() == id && !e.Hidden() {
			if err := fits(e, id); err != nil {
				return nil, relay.Refusal{Reason: err.Error()}
			}
			return e, nil
		}
	}
	return nil, relay.ErrNoSession
}

// Resume starts a suspended session again.
func (s relaySessions) Resume(ctx context.Context, id string) error {
	return s.carryOut(ctx, id, resuming)
}

// Archive ends a session and puts it away.
func (s relaySessions) Archive(ctx context.Context, id string) error {
	return s.carryOut(ctx, id, archiving)
}

func (s relaySessions) carryOut(ctx context.Context, id string, v sessionVerb) error {
	e, err := s.find(ctx, id, v.fits)
	if err != nil {
		return err
	}
	return s.change(ctx, e, v)
}

// Prompt types a prompt for the agent in a session.
func (s relaySessions) Prompt(ctx context.Context, id, text string) error {
	_, err := s.find(ctx, id, (*catalogue.Entry).NotLive)
	if err != nil {
		return err
	}
	key, err := uuid.Parse(id)
	if err != nil {
		return relay.ErrNoSession
	}
	if err := s.provider.Sessions().Prompt(ctx, key, text); err != nil {
		return relay.Refusal{Reason: err.Error()}
	}
	return nil
}
