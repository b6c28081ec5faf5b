package main

import (
	"strings"

	"github.com/spf13/cobra"

	"dormer/session/catalogue"
)

// completeSessions completes the name of a session that runs, or its id where it
// has none, in a shell that asks.
func completeSessions(c *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	p, err := findPlaces()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	l, err := p.listing(c.Context())
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var words []cobra.Completion
	for i, short := range l.Short() {
		e := &l.Entries[i]
		word := catalogue.Printable(e.Name())
		if word == "" {
			word = short
		}
		if e.Live() && strings.HasPrefix(word, typed) {
			words = append(words, cobra.CompletionWithDesc(word, catalogue.Printable(e.Description())))
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}
