package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dormer/session/catalogue"
	"dormer/session/state"
	"dormer/ui/config/located"
)

// selection selects the sessions for a verb: by words, each the id of one, the beginning of the id, or
// its name, and by tags.
type selection struct{ tags []string }

// addTo adds the flag --tag to a command.
func (c *selection) addTo(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&c.tags, "tag", nil, "the sessions with the tag `TAG`")
	completeFlag(cmd, "tag", completeTags)
}

// check returns an error if there are neither words nor tags, or if a tag is invalid.
func (c *selection) check(cmd *cobra.Command, words []string) error {
	if len(words)+len(c.tags) == 0 {
		return usageErrorf("%s takes the ids or names of sessions, or --tag TAG: dormer ps lists them", cmd.Name())
	}
	return parseTags(c.tags)
}

// parseTags parses tags in place.
func parseTags(tags []string) error {
	for i, t := range tags {
		tag, err := state.ReadTag(t)
		if err != nil {
			return usageErrorf("%w", err)
		}
		tags[i] = tag
	}
	return nil
}

// withOrigin returns the sessions that the words and tags select, each once. fits returns the reason why
// the verb cannot be applied to a session, given the user's word for it. If words select such
// sessions, the error has every reason and nothing is selected. A tag selects only the sessions
// that fit, but at least one must.
func (c *selection) resolve(l catalogue.Listing, words []string, fits func(e *catalogue.Entry, word string) error) ([]*catalogue.Entry, error) {
	var chosen []*catalogue.Entry
	var wrong []error
	add := func(found ...*catalogue.Entry) {
		for _, e := range found {
			if !slices.Contains(chosen, e) {
				chosen = append(chosen, e)
			}
		}
	}
	for _, word := range words {
		e, err := l.Find(word)
		if err == nil {
			err = fits(e, word)
		}
		if err != nil {
			wrong = append(wrong, withNearest(l, err))
			continue
		}
		add(e)
	}
	for _, tag := range c.tags {
		found, err := tagged(l, tag, fits)
		if err != nil {
			wrong = append(wrong, err)
		}
		add(found...)
	}
	if len(wrong) > 0 {
		return nil, errors.Join(wrong...)
	}
	return chosen, nil
}

// each carries out a verb on sessions, and prints what it says about each.
func each(chosen []*catalogue.Entry, do func(*catalogue.Entry) (said string, err error)) error {
	var failed []error
	for _, e := range chosen {
		said, err := do(e)
		failed = append(failed, inSession(e, err))
		if err == nil && said != "" {
			fmt.Println(said)
		}
	}
	return errors.Join(failed...)
}

// anySession allows a verb on all sessions.
func anySession(*catalogue.Entry, string) error { return nil }

// tagged returns the sessions with a tag that fit.
func tagged(l catalogue.Listing, tag string, fits func(e *catalogue.Entry, word string) error) (found []*catalogue.Entry, err error) {
	for _, e := range l.Entries {
		if !e.Tagged([]string{tag}) {
			continue
		}
		if why := fits(e, e.Short()); why == nil {
			found = append(found, e)
		} else if err == nil {
			err = why
		}
	}
	switch {
	case len(found) > 0:
		return found, nil
	case err != nil:
		return nil, err
	}
	if near, ok := located.Nearest(tag, l.Tags()); ok {
		return nil, fmt.Errorf("no session is tagged %q: did you mean %s?", tag, near)
	}
	return nil, fmt.Errorf("no session is tagged %q: dormer tag ID %s tags one", tag, tag)
}

// completeTags offers the tags of sessions.
func completeTags(cmd *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	_, l, _ := findListing(cmd.Context()) // offer nothing if they cannot be listed
	return offer(l.Tags(), strings.TrimPrefix(typed, "#")), cobra.ShellCompDirectiveNoFileComp
}
