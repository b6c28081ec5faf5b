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
		c, _ := settings{path: paths.Config()}.read() // the workspace reports mistakes in it
		return launch.Limits{Max: c.Sessions.Max, OnePerAgent: c.Sessions.OnePerAgent}
	}
	return places{paths, provider, catalogue.Places{
		Runtime: paths.Runtime(), Sessions: paths.Sessions(), Hosts: provider, Spec: host.ReadSpec, Strays: provider.Strays,
		Held: host.Held, Shell: filepath.Base(os.Getenv("SHELL")),
	}}, nil
}

// listing lists all sessions.
func (p places) listing(ctx context.Context) (catalogue.Listing, error) {
	sessions, _ := tracked(p.paths) // dormer doctor reports unreadable ones
	c, _ := settings{path: p.paths.Config()}.read()
	p.Idles = state.IdleTimes{Shell: c.Sessions.IdleShell, Agent: c.Sessions.IdleAgent, Command: c.Sessions.IdleCommand}
	return p.List(ctx, sessions)
}

// findListing returns the places of this user, and lists all sessions.
func findListing(ctx context.Context) (p places, l catalogue.Listing, err error) {
	if p, err = findPlaces(); err != nil {
		return p, l, err
	}
	l, err = p.listing(ctx)
	return p, l, err
}

// findMeant returns the session named by word among all sessions, with or without a host.
func findMeant(ctx context.Context, word string) (places, catalogue.Listing, *catalogue.Entry, error) {
	p, l, err := findListing(ctx)
	if err != nil {
		return p, l, nil, err
	}
	e, err := l.Find(word)
	return p, l, e, withNearest(l, err)
}

// find lists all sessions, and returns the one named by word, if it has a host.
func (p places) find(ctx context.Context, word string) (catalogue.Listing, *catalogue.Entry, error) {
	l, err := p.listing(ctx)
	if err != nil {
		return l, nil, err
	}
	e, err := l.FindLive(word)
	return l, e, withNearest(l, err)
}

// withNearest adds a suggestion to the error for an unknown session.
func withNearest(l catalogue.Listing, err error) error {
	unknown, ok := errors.AsType[catalogue.UnknownError](err)
	if !ok {
		return err
	}
	var names []string
	for i := range l.Entries {
		if name := catalogue.Printable(l.Entries[i].Name()); name != "" {
			names = append(names, name)
		}
	}
	if near, ok := located.Nearest(unknown.Word, names); ok {
		return fmt.Errorf("there is no session %q: did you mean %s?", unknown.Word, near)
	}
	return err
}
