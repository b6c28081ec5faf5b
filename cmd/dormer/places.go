package main

import (
	"context"
	"os"

	"dormer/persist"
	"dormer/session/catalogue"
	"dormer/session/host"
	"dormer/session/launch"
)

// places are where the sessions of this user are, and who speaks to their hosts.
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
	return places{paths, provider, catalogue.Places{
		Runtime: paths.Runtime(), Sessions: paths.Sessions(), Hosts: provider, Spec: host.ReadSpec, Strays: provider.Strays,
	}}, nil
}

// listing finds all sessions.
func (p places) listing(ctx context.Context) (catalogue.Listing, error) {
	sessions, _ := tracked(p.paths) // what cannot be read is for doctor to say
	return p.List(ctx, sessions)
}

// findMeant finds the session that a word of the command line means, whether or not it
// has a host, among all sessions.
func findMeant(ctx context.Context, word string) (places, catalogue.Listing, *catalogue.Entry, error) {
	p, err := findPlaces()
	if err != nil {
		return p, catalogue.Listing{}, nil, err
	}
	l, err := p.listing(ctx)
	if err != nil {
		return p, l, nil, err
	}
	e, err := l.Find(word)
	return p, l, e, err
}

// find finds all sessions, and the one among them that a word means, if it has a
// host.
func (p places) find(ctx context.Context, word string) (catalogue.Listing, *catalogue.Entry, error) {
	l, err := p.listing(ctx)
	if err != nil {
		return l, nil, err
	}
	e, err := l.FindLive(word)
	return l, e, err
}
