package config

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"dormer/ui/config/located"
)

// Relay is the configuration of the relay (dormer serve).
type Relay struct {
	// Listen is the address that it listens on.
	Listen string
	// Max is the largest number of sessions at the same time, 0 for no limit.
	Max int
	// OnePerAgent refuses a second session of an agent id.
	OnePerAgent bool
	// Disconnect says what happens to a session when its last client disconnects.
	Disconnect Disconnect
	// Connections is the largest number of clients that can be connected by a WebSocket or an MCP
	// session. Rate is the number of messages of a WebSocket, and of requests with a token, that are
	// accepted in a second.
	Connections, Rate int
	// Hosts are host names of the relay besides those of the loopback.
	Hosts []string
	// Roles maps agent ids to the agents that play them.
	Roles map[string]string
}

// Disconnect says what happens to a session of the relay when its last client disconnects: it runs
// on (the zero value), or is ended after a time.
type Disconnect struct {
	End   bool
	After time.Duration
}

// The values of relay.on_disconnect besides times.
const (
	keepWord = "keep"
	endWord  = "end"
)

// disconnect is a field whose value is keep, end or a time.
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
				return fmt.Errorf(`%q is not a valid value: use "keep", "end" or a time like "10m"`, s)
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

// RolesTable is the table with the agents that play agent ids.
const RolesTable = "relay.roles"

// roleLetters are the characters of agent ids.
const roleLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// role reads the agent that plays an agent id.
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
# The agents that play agent ids of the relay. The first agent that speaks ACP plays all others.
#[relay.roles]
#auth = "claude"
#tests = "opencode"
`
