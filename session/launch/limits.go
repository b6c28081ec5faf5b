package launch

import (
	"context"
	"fmt"
	"strings"

	"dormer/session"
	"dormer/session/socket"
)

// Limits are the user's limits for sessions with a host.
type Limits struct {
	// Max is the largest number of sessions at the same time, 0 for any number.
	Max int
	// OnePerAgent refuses a second session of an agent in the worktree of a running one.
	OnePerAgent bool
}

// checkLimits returns an error if a new session exceeds the limits. Two that are started at the
// same moment may both be accepted.
func (p *Provider) checkLimits(spec session.Spec) error {
	if p.Limits == nil || spec.Occasion != session.FirstStart {
		return nil
	}
	limits := p.Limits()
	if limits.Max > 0 {
		if n := p.running(limits.Max); n >= limits.Max {
			return fmt.Errorf("there are %d sessions, and sessions.max allows %d: end one (dormer ps lists them), or raise it with dormer config", n, limits.Max)
		}
	}
	if limits.OnePerAgent && spec.Agent != session.NoAgent && spec.Source.Kind == session.Worktree {
		return p.checkAgent(spec)
	}
	return nil
}

// running returns the number of hosts; 0 if it is certainly below limit.
func (p *Provider) running(limit int) (n int) {
	names, err := socket.List(p.o.Runtime)
	if err != nil || len(names) < limit {
		return 0
	}
	for _, name := range names {
		if socket.Alive(context.Background(), p.o.Runtime, name) { // killed hosts leave their sockets
			n++
		}
	}
	return n
}

// checkAgent returns an error if the agent already has a session in the worktree.
func (p *Provider) checkAgent(spec session.Spec) error {
	names, err := socket.List(p.o.Runtime)
	if err != nil {
		return nil //nolint:nilerr // without a list of sockets there is no session either
	}
	place := session.HostName(spec.Source, spec.ID)
	place = place[:strings.LastIndex(place, "--")]
	for _, name := range names {
		if !strings.HasPrefix(name, place) {
			continue
		}
		info, err := p.Info(context.Background(), name)
		if err == nil && info.ID != spec.ID && info.Exit == nil && info.Agent == spec.Agent {
			return fmt.Errorf("%s runs in %s already, in session %s, and sessions.one_per_agent allows one: dormer attach %[3]s shows it", spec.Agent, spec.Source.Worktree, info.ID.String()[:8])
		}
	}
	return nil
}
