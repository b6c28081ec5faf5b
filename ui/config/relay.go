package config

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"dormer/ui/config/located"
)

// Relay is how the relay (dormer serve) works.
type Relay struct {
	// Listen is the address that it listens on.
	Listen string
	// Max is how many sessions it can have at the same time, 0 for any number.
	Max int
	// OnePerAgent refuses a second session of an agent id.
	OnePerAgent bool
	// Disconnect is what becomes of a session whose last client has gone.
	Disconnect Disconnect
	// Connections is how many clients can be connected by a WebSocket or an MCP session, and Rate how many messages
	// of each WebSocket, and requests with each token, are taken in a second.
	Connections, Rate int
	// Hosts are names by which it may be addressed, other than those of the loopback.
	Hosts []string
	// Roles are the agents that play agent ids, by these.
	Roles map[string]string
}

// Disconnect is what becomes of a session of the relay whose last client has gone: it goes on
// (the zero value), or it is ended after a time.
type Disconnect struct {
	End   bool
	After time.Duration
}

// The words for what becomes of such a session.
const (
	keepWord = "keep"
	endWord  = "end"
)

// disconnect is a field of keep, end or a time.
func disconnect(p *Disconnect) field {
	return field{
		func(v any) error {
			s, err := located.Text(v)
			if err != nil {
				return err
			}
			switch s {
			case keepWord:
				*p = Disconnect{}
				return nil
			case endWord:
				*p = Disconnect{End: true}
				return nil
			}
			d, err := time.ParseDuration(s)
			if err != nil || d < 0 || d > 365*24*time.Hour {
				return fmt.Errorf(`%q is not a value of it: use "keep", "end" or a time like "10m"`, s)
			}
			*p = Disconnect{End: true, After: d}
			return nil
		},
		func() string {
			switch {
			case !p.End:
				return located.Quote(keepWord)
			case p.After == 0:
				return located.Quote(endWord)
			}
			return located.Quote(brief(p.After))
		},
	}
}

// names is a list of words.
func names(p *[]string) field {
	return field{
		func(v any) error { return setWords(p, v) },
		func() string { return located.List(*p) },
	}
}

// RolesTable has the agents that play agent ids.
const RolesTable = "relay.roles"

// roleLetters are those of agent ids.
const roleLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// role reads which agent plays an agent id.
func (r *reading) role(k located.Key) {
	agent, err := located.Text(k.Value)
	switch {
	case k.Name == "" || len(k.Name) > 64 || strings.Trim(k.Name, roleLetters) != "":
		err = errors.New("an agent id is up to 64 letters, digits, - and _")
	case err == nil && agent == "":
		err = errors.New("it takes the name of an agent, such as \"claude\"")
	}
	if err != nil {
		r.problem(k.At, fmt.Errorf("%s.%s: %w", RolesTable, k.Name, err))
		return
	}
	if r.config.Relay.Roles == nil {
		r.config.Relay.Roles = map[string]string{}
	}
	r.config.Relay.Roles[k.Name] = agent
	r.config.From[RolesTable+"."+k.Name] = k.At
}

const documentRoles = `
# Which agent plays an agent id of the relay; others are played by the first agent that speaks
# ACP.
#[relay.roles]
#auth = "claude"
#tests = "opencode"
`
