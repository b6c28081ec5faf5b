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

// Restart has a host, by its name, start its session's command again, and returns when that
// runs. With force a program that runs is ended first; without, nothing happens to it and
// the error is [ErrRuns].
func (p *Provider) Restart(ctx context.Context, name string, force bool) error {
	w, err := p.Watch(ctx, name, wire.Watch{})
	if err != nil {
		return err
	}
	defer func() { _ = w.Close() }() // everything was received by then
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
			return fmt.Errorf("it was asked to start again and has not: %w", ctx.Err())
		case err != nil:
			return fmt.Errorf("its host is gone: %w", err)
		}
	}
}

// writeTime is how long a host may take to write that its session runs again.
const writeTime = 3 * time.Second

// awaitRestarted waits until the document of a session is of the life that began after a
// time, and says that it runs or has ended: whoever reads it next must not take the life
// before for this one. A host that cannot write is not waited for longer than writeTime.
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

// ErrRuns says that a session runs.
var ErrRuns = errors.New("it runs")

// Create keeps on disk how a session is to be started, and starts nothing: its state is
// created. What is written has no variables that hold secrets.
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
