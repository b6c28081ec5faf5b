package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"dormer/session/catalogue"
	"dormer/session/grant"
	"dormer/session/relay/token"
	"dormer/session/state"
)

func grantCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "grant",
		Short: "Let an agent act on sessions that it did not open",
		Long: `An agent that uses dormer through dormer mcp may read every session, and act on
those that it has opened. A grant lets it act on others for a while. CALLER is
the session of the agent, or the name of an agent outside of dormer: the name of
its token, or of dormer mcp --name.

Grants protect against mistakes of agents. They are not a security boundary: an
agent runs as you, and can do all that you can.`,
	}, addGrantCommand(), listGrantsCommand(), revokeGrantCommand())
}

// defaultGrant is the default duration of a grant.
const defaultGrant = time.Hour

func addGrantCommand() *cobra.Command {
	var length time.Duration
	var all, outside bool
	c := &cobra.Command{
		Use:   "add CALLER SESSION... | CALLER --all",
		Short: "Let a caller act on sessions for a while",
		Long: `add lets CALLER type into sessions, run commands in them, and bring them back
when they are closed. It is refused in the session of an agent, and in one that
an agent has opened: grants are yours to give.`,
		Example: `  dormer grant add claude server --for 30m
  dormer grant add 3fa90c12 --all`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 || all == (len(args) > 1):
				return usageErrorf("add takes a caller, and sessions or --all: dormer ps lists sessions")
			case length <= 0:
				return usageErrorf("--for %s: give a duration such as 30m", length)
			}
			return nil
		},
		ValidArgsFunction: completeSessions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return addGrants(cmd.Context(), callerWord{args[0], outside}, args[1:], length)
		},
	}
	c.Flags().DurationVar(&length, "for", defaultGrant, "how long it is valid: `D`, such as 30m")
	c.Flags().BoolVar(&all, "all", false, "every session")
	addOutsideFlag(c, &outside)
	return c
}

func addGrants(ctx context.Context, caller callerWord, words []string, length time.Duration) error {
	p, l, err := findListing(ctx)
	if err != nil {
		return err
	}
	if err := p.mayGrant(l); err != nil {
		return err
	}
	g := grant.Grant{Until: time.Now().Add(length).Round(time.Second)}
	if g.Caller, err = p.resolveCaller(l, caller); err != nil {
		return err
	}
	var which selection
	chosen, err := which.resolve(l, words, anySession)
	if err != nil {
		return err
	}
	var grants []grant.Grant
	for _, e := range chosen {
		g.Session = e.ID
		grants = append(grants, g)
	}
	if len(words) == 0 {
		grants = append(grants, g)
	}
	if err := p.grants().Add(grants...); err != nil {
		return err
	}
	for _, g := range grants {
		fmt.Printf("%s may act on %s until %s\n", callerLabel(l, g.Caller), grantedLabel(l, g), g.Until.Local().Format(time.DateTime))
	}
	return nil
}

// mayGrant returns an error if this command runs in the session of an agent, or in one that a
// caller opened.
func (p places) mayGrant(l catalogue.Listing) error {
	_, here := currentWorkspace()
	if here == "" {
		return nil
	}
	grants, err := p.grants().List()
	if err != nil {
		return err
	}
	opened := slices.ContainsFunc(grants, func(g grant.Grant) bool {
		return g.Opened && g.Session.String() == here || g.Caller == here
	})
	i := slices.IndexFunc(l.Entries, func(e *catalogue.Entry) bool { return e.Key() == here })
	if opened || i >= 0 && isAgent(l.Entries[i]) {
		return errors.New("this is the session of an agent, or was opened by one, and only the user can give grants: use another session")
	}
	return nil
}

// callerWord is the user's word for a caller. outside reports that it is not a session.
type callerWord struct {
	word    string
	outside bool
}

func addOutsideFlag(c *cobra.Command, outside *bool) {
	c.Flags().BoolVar(outside, "outside", false, "CALLER is not a session, but the name of a token or an agent")
}

// resolveCaller returns the name of the caller that a word refers to: a session, or an agent outside
// of dormer. It rejects a word that could be either.
func (p places) resolveCaller(l catalogue.Listing, w callerWord) (string, error) {
	isName := callerName.MatchString(w.word)
	if w.outside && !isName {
		return "", usageErrorf("--outside %q: a name has up to 64 letters, digits, and . : _ -", w.word)
	}
	e, err := l.Find(w.word)
	_, unknown := errors.AsType[catalogue.UnknownError](err)
	switch {
	case w.outside, unknown && isName:
		return w.word, nil
	case err != nil:
		return "", err
	}
	taken, err := p.isCaller(w.word)
	if err == nil && taken && w.word != e.Key() {
		err = fmt.Errorf("%q is a session, and also the name of an agent outside of dormer: write %s for the session, or give --outside", w.word, e.Key())
	}
	return e.Key(), err
}

// isCaller reports whether a token or a caller with a grant has the name.
func (p places) isCaller(name string) (bool, error) {
	tokens, err := tokensOf(p.paths).List()
	if err != nil {
		return false, err
	}
	grants, err := p.grants().List()
	return slices.ContainsFunc(tokens, func(t token.Token) bool { return t.Name == name }) ||
		slices.ContainsFunc(grants, func(g grant.Grant) bool { return g.Caller == name }), err
}

// callerLabel returns the name of a caller for people.
func callerLabel(l catalogue.Listing, caller string) string {
	if id, err := uuid.Parse(caller); err == nil {
		return sessionLabel(l, id.String())
	}
	return catalogue.Printable(caller)
}

// grantedLabel returns the name, for people, of the sessions that a grant covers.
func grantedLabel(l catalogue.Listing, g grant.Grant) string {
	if g.All() {
		return "every session"
	}
	return sessionLabel(l, g.Session.String())
}

func sessionLabel(l catalogue.Listing, key string) string {
	for _, e := range l.Entries {
		if e.Key() == key {
			return e.Label()
		}
	}
	return key[:8]
}

func listGrantsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "list",
		Short:   "List callers and the sessions that they may act on",
		Long:    `list lists the sessions that callers have opened or were granted.`,
		Example: `  dormer grant list`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, l, err := findListing(cmd.Context())
			if err != nil {
				return err
			}
			grants, err := p.grants().List()
			if err != nil {
				return err
			}
			if asJSON {
				return writeGrantsJSON(os.Stdout, grants)
			}
			return writeGrants(os.Stdout, l, grants, time.Now())
		},
	}
	jsonFlag(c, &asJSON)
	return c
}

func writeGrants(w io.Writer, l catalogue.Listing, grants []grant.Grant, now time.Time) error {
	lines := [][]string{{"CALLER", "SESSION", "BECAUSE", "LEFT"}}
	for _, g := range grants {
		because, left := "granted", "-"
		if g.Opened {
			because = "opened it"
		}
		if !g.Until.IsZero() {
			left = state.FormatDuration(max(g.Until.Sub(now), 0))
		}
		lines = append(lines, []string{callerLabel(l, g.Caller), grantedLabel(l, g), because, left})
	}
	return catalogue.WriteColumns(w, lines)
}

// grantRow is the JSON form of a grant. New versions only add members.
type grantRow struct {
	Caller string `json:"caller"`
	// Session is the session's id; empty for all sessions.
	Session string     `json:"session"`
	Opened  bool       `json:"opened"`
	Until   *time.Time `json:"until"`
}

func writeGrantsJSON(w io.Writer, grants []grant.Grant) error {
	rows := []grantRow{}
	for _, g := range grants {
		r := grantRow{Caller: g.Caller, Opened: g.Opened}
		if !g.All() {
			r.Session = g.Session.String()
		}
		if !g.Until.IsZero() {
			r.Until = &g.Until
		}
		rows = append(rows, r)
	}
	return catalogue.WriteJSON(w, struct {
		Schema int        `json:"schema"`
		Grants []grantRow `json:"grants"`
	}{catalogue.Schema, rows})
}

func revokeGrantCommand() *cobra.Command {
	var outside bool
	c := &cobra.Command{
		Use:   "revoke CALLER [SESSION...]",
		Short: "Take grants back from a caller",
		Long: `revoke takes from CALLER the right to act on sessions, even those that it has
opened; without sessions, on all. From then on it can only read them.`,
		Example: `  dormer grant revoke claude server
  dormer grant revoke claude`,
		Args:              takesSome("a caller: dormer grant list lists them"),
		ValidArgsFunction: completeSessions,
		RunE: func(cmd *cobra.Command, args []string) error {
			return revokeGrants(cmd.Context(), callerWord{args[0], outside}, args[1:])
		},
	}
	addOutsideFlag(c, &outside)
	return c
}

func revokeGrants(ctx context.Context, word callerWord, words []string) error {
	p, l, err := findListing(ctx)
	if err != nil {
		return err
	}
	caller, err := p.resolveCaller(l, word)
	if err != nil {
		return err
	}
	var which selection
	chosen, err := which.resolve(l, words, anySession)
	if err != nil {
		return err
	}
	revoked, err := p.grants().Revoke(func(g grant.Grant) bool {
		return g.Caller == caller && (len(words) == 0 || slices.ContainsFunc(chosen, func(e *catalogue.Entry) bool { return e.ID == g.Session }))
	})
	if err != nil {
		return err
	}
	if len(revoked) == 0 {
		return fmt.Errorf("%s has no such grant: dormer grant list lists all", callerLabel(l, caller))
	}
	for _, g := range revoked {
		fmt.Printf("%s may no longer act on %s\n", callerLabel(l, caller), grantedLabel(l, g))
	}
	return nil
}
