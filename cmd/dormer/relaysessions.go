package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/await"
	"dormer/session/catalogue"
	"dormer/session/chat"
	"dormer/session/relay"
)

// relaySessions are all sessions of this user, for the relay's endpoints. Their cached statuses
// make requests to hosts rare.
type relaySessions struct {
	places
	seen *catalogue.Statuses
}

// List lists the sessions that can go on and the archived ones, or only those with a status.
func (s relaySessions) List(ctx context.Context, status string) ([]relay.Listed, error) {
	all, err := s.entries(ctx, session.Disposition(status))
	if err != nil {
		return nil, err
	}
	var out []relay.Listed
	for _, e := range all {
		if e.ID == (session.ID{}) || e.Hidden() || !e.Listed(true) || status != "" && string(e.Disposition()) != status {
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

// entries returns all sessions, or at least those with a disposition. Suspended and archived
// sessions have no process, so only the documents are read for them.
func (s relaySessions) entries(ctx context.Context, of session.Disposition) ([]*catalogue.Entry, error) {
	sessions, _ := tracked(s.paths) // dormer doctor reports unreadable ones
	if of == session.Suspended || of == session.Archived {
		return s.seen.ListTracked(ctx, slices.DeleteFunc(sessions, func(t catalogue.Tracked) bool { return t.Disposition != of }))
	}
	l, err := s.seen.List(ctx, sessions)
	return l.Entries, err
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

// find returns the session with an id, if fits accepts it.
func (s relaySessions) find(ctx context.Context, id string, fits func(e *catalogue.Entry, word string) error) (*catalogue.Entry, error) {
	l, err := s.listing(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range l.Entries {
		if e.ID.String() == id && !e.Hidden() {
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
	return s.apply(ctx, id, resuming, session.DispositionActive)
}

// Archive ends and archives a session.
func (s relaySessions) Archive(ctx context.Context, id string) error {
	return s.apply(ctx, id, archiving, session.Archived)
}

// apply changes a session, and waits until the document has its new disposition: the client's
// next request is answered from the document, and a program saves it a moment later.
func (s relaySessions) apply(ctx context.Context, id string, v sessionVerb, becomes session.Disposition) error {
	e, err := s.find(ctx, id, v.fits)
	if err != nil {
		return err
	}
	if err := s.change(ctx, e, v); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, saveTime)
	defer cancel()
	_ = await.True(ctx, func() bool { // it is done even if it is not saved in time
		sessions, _ := tracked(s.paths) // dormer doctor reports unreadable ones
		return slices.ContainsFunc(sessions, func(t catalogue.Tracked) bool {
			return t.ID == e.ID && cmp.Or(t.Disposition, session.DispositionActive) == becomes
		})
	})
	return nil
}

// saveTime is the longest wait for a program to save its document.
const saveTime = 2 * time.Second

// Prompt sends a prompt with an id, which is empty for none, to the agent in a session. Without a
// conversation it is typed, which cannot be done for one with an id.
func (s relaySessions) Prompt(ctx context.Context, id, message, text string) error {
	_, err := s.find(ctx, id, (*catalogue.Entry).NotLive)
	if err != nil {
		return err
	}
	key, err := uuid.Parse(id)
	if err != nil {
		return relay.ErrNoSession
	}
	err = s.provider.Sessions().Prompt(ctx, key, message, text)
	if message != "" && errors.Is(err, chat.ErrNoConversation) {
		err = fmt.Errorf("%w, and only a conversation knows messages by a messageId: leave it out", err)
	}
	if err != nil {
		return relay.Refusal{Reason: err.Error()}
	}
	return nil
}
