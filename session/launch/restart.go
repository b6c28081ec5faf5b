package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"dormer/session"
	"dormer/session/host"
	"dormer/session/state"
	"dormer/session/wire"
)

// Restart makes a host, by its name, start its session's command again, and returns when that runs.
// If a program runs, force ends it first; without force the error is [ErrRuns], and nothing is
// changed.
func (p *Provider) Restart(ctx context.Context, name string, force bool) error {
	w, err := p.Watch(ctx, name, wire.Watch{})
	if err != nil {
		return err
	}
	defer func() { _ = w.Close() }() // everything has been received by then
	if w.Exited == nil && !force {
		return ErrRuns
	}
	asked := time.Now()
	if err := w.Send(wire.Restart{Login: session.Login(os.Environ()), Force: force}); err != nil {
		return err
	}
	for {
		m, err := w.Receive()
		switch m := m.(type) {
		case wire.Started:
			p.awaitRestarted(ctx, w.Info.ID, asked)
			return nil
		case wire.Exited:
			if m.Exit.Err != "" {
				return errors.New(m.Exit.Err)
			}
		}
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("it did not start again: %w", ctx.Err())
		case err != nil:
			return fmt.Errorf("its host is gone: %w", err)
		}
	}
}

// writeTime is how long a host may take to write that its session runs again.
const writeTime = 3 * time.Second

// awaitRestarted waits until the document of a session describes the run that began after the given
// time, and says that it runs or has ended: its next reader must not mistake the previous run for
// this one. It waits for a host that cannot write at most writeTime.
func (p *Provider) awaitRestarted(ctx context.Context, id session.ID, began time.Time) {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for ctx.Err() == nil {
		r, err := state.Read(p.Dir(id), id)
		if err == nil && r.CreatedAt.After(began) && r.State != session.Created && r.State != session.Starting {
			return
		}
		select {
		case <-look.C:
		case <-ctx.Done():
		}
	}
}

// ErrRuns is returned for a session that runs.
var ErrRuns = errors.New("it runs")

// Create writes to disk how a session is to be started, and starts nothing: its state is created.
// Variables that hold secrets are not written.
func (p *Provider) Create(spec session.Spec) error {
	dir := p.Dir(spec.ID)
	m, err := state.Open(dir, spec.ID, state.Options{})
	if err != nil {
		return err
	}
	err = errors.Join(m.Create(state.AboutSpec(spec)), m.Close())
	if err == nil {
		err = host.SaveSpec(dir, spec)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	return nil
}
