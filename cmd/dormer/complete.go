package main

import (
	"context"
	"strings"

	"dormer/cmd/dormer/commandline"
	"dormer/session/catalogue"
)

// completeWorkspaces completes the name of a workspace, in a shell that asks.
func completeWorkspaces(_ context.Context, _ commandline.Line, typed string) (words []commandline.Offer, files bool) {
	p, err := findPlaces()
	if err != nil {
		return nil, false
	}
	names, _ := p.paths.Names() // what cannot be read is for doctor to say
	for _, name := range names {
		if strings.HasPrefix(name, typed) {
			words = append(words, commandline.Offer{Word: name})
		}
	}
	return words, false
}

// completeNothing is for arguments that no shell can know.
func completeNothing(context.Context, commandline.Line, string) (words []commandline.Offer, files bool) {
	return nil, false
}

// completeSessions completes the name of a session that runs, or its id where it
// has none, in a shell that asks.
func completeSessions(ctx context.Context, _ commandline.Line, typed string) (words []commandline.Offer, files bool) {
	p, err := findPlaces()
	if err != nil {
		return nil, false
	}
	l, err := p.listing(ctx)
	if err != nil {
		return nil, false
	}
	for i, short := range l.Short() {
		e := &l.Entries[i]
		word := catalogue.Printable(e.Name())
		if word == "" {
			word = short
		}
		if e.Live() && strings.HasPrefix(word, typed) {
			words = append(words, commandline.Offer{Word: word, About: catalogue.Printable(e.Description())})
		}
	}
	return words, false
}
