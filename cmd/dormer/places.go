package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dormer/persist"
	"dormer/session/catalogue"
	"dormer/session/host"
	"dormer/session/launch"
	"dormer/session/state"
	"dormer/session/wire"
	"dormer/ui/config"
	"dormer/ui/config/located"
)

// places are the directories of this user's sessions, and the provider that connects to their
// hosts.
type places struct {
	paths    persist.Paths
	provider *launch.Provider
	catalogue.Places
}

func findPlaces() (places, error) {
	paths, err := persist.FindPaths(os.Getenv)
	if err != nil {
		return places{}, err
	}
	provider := launch.New(host.SpawnOptions{
		Runtime: paths.Runtime(), Refuge: paths.Refuge(), Sessions: paths.Sessions(), Version: version, Grace: grace,
	})
	provider.Limits = func() launch.Limits {
		c := configOf(paths)
		return launch.Limits{Max: c.Sessions.Max, OnePerAgent: c.Sessions.OnePerAgent}
	}
	return places{paths, provider, catalogue.Places{
		Runtime: paths.Runtime(), Sessions: paths.Sessions(), Hosts: provider, Spec: host.ReadSpec, Strays: provider.Strays,
		Locked: host.Held, Shell: filepath.Base(os.Getenv("SHELL")),
	}}, nil
}

// listing lists all sessions.
func (p places) listing(ctx context.Context) (catalogue.Listing, error) {
	sessions, _ := tracked(p.paths) // dormer doctor reports unreadable ones
	p.IdleTimes = idleTimes(p.config())
	return p.List(ctx, sessions)
}

// configOf reads the configuration. The program that shows a workspace reports the mistakes in it.
func configOf(paths persist.Paths) config.Config {
	c, _ := settings{path: paths.Config()}.read()
	return c
}

func (p places) config() config.Config { return configOf(p.paths) }

// idleTimes returns the times after which a running session is shown as idle.
func idleTimes(c config.Config) state.IdleTimes {
	return state.IdleTimes{Shell: c.Sessions.IdleShell, Agent: c.Sessions.IdleAgent, Command: c.Sessions.IdleCommand}
}

// findListing returns the places of this user, and lists all sessions.
func findListing(ctx context.Context) (p places, l catalogue.Listing, err error) {
	if p, err = findPlaces(); err != nil {
		return p, l, err
	}
	l, err = p.listing(ctx)
	return p, l, err
}

// findSession returns the session named by word, with or without a host.
func findSession(ctx context.Context, word string) (places, *catalogue.Entry, error) {
	p, l, err := findListing(ctx)
	if err != nil {
		return p, nil, err
	}
	e, err := l.Find(word)
	return p, e, withNearest(l, err)
}

// findLive returns the session named by word, which must have a host.
func findLive(ctx context.Context, word string) (places, *catalogue.Entry, error) {
	p, e, err := findSession(ctx, word)
	if err == nil {
		err = e.NotLive(word)
	}
	return p, e, err
}

// watchLive watches the host of the session named by word.
func watchLive(ctx context.Context, word string, q wire.Watch) (places, *catalogue.Entry, *launch.Watched, error) {
	p, e, err := findLive(ctx, word)
	if err != nil {
		return p, e, nil, err
	}
	w, err := p.watchHost(ctx, e, q)
	return p, e, w, inSession(e, err)
}

// watchHost watches the host of a session.
func (p places) watchHost(ctx context.Context, e *catalogue.Entry, q wire.Watch) (*launch.Watched, error) {
	w, err := p.provider.Watch(ctx, e.Host, q)
	if err != nil && !errors.Is(err, launch.ErrCannotWatch) {
		return nil, launch.Unreachable(err)
	}
	return w, err
}

// inSession adds the session to an error about it.
func inSession(e *catalogue.Entry, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("session %s: %w", e.Label(), err)
}

// withNearest adds a suggestion to the error for an unknown session.
func withNearest(l catalogue.Listing, err error) error {
	unknown, ok := errors.AsType[catalogue.UnknownError](err)
	if !ok {
		return err
	}
	var names []string
	for _, e := range l.Entries {
		if name := catalogue.Printable(e.Name()); name != "" {
			names = append(names, name)
		}
	}
	if near, ok := located.Nearest(unknown.Word, names); ok {
		return fmt.Errorf("there is no session %q: did you mean %s?", unknown.Word, near)
	}
	return err
}
