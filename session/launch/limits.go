package launch

import (
	"context"
	"fmt"
	"strings"

	"dormer/session"
	"dormer/session/socket"
)

// Limits are what a user allows of sessions that have a host.
type Limits struct {
	// Max is how many there can be at the same time, 0 for any number.
	Max int
	// OnePerAgent refuses a second session of an agent in the worktree of one that runs.
	OnePerAgent bool
}

// checkLimits returns an error where a new session is one too many. Two that are started
// at the same moment may both be let through.
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

// running is how many hosts there are, as far as that may be limit or more.
func (p *Provider) running(limit int) (n int) {
	names, err := socket.List(p.o.Runtime)
	if err != nil || len(names) < limit {
		return 0
	}
	for _, name := range names {
		if socket.Alive(context.Background(), p.o.Runtime, name) { // what was killed left its socket
			n++
		}
	}
	return n
}

// checkAgent returns an error where the agent has a session in the worktree already.
func (p *Provider) checkAgent(spec session.Spec) error {
	names, err := socket.List(p.o.Runtime)
	if err != nil {
		return nil //nolint:nilerr // where no socket can be listed there is no session either
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
