package main

import (
	"context"
	"strings"

	"dormer/cmd/dormer/commandline"
	"dormer/session/catalogue"
)

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
