package relay

import (
	"context"
	"sync"
	"time"
)

// pace limits the rate of a client's messages or requests: those above it wait, and none is lost.
type pace struct {
	perSecond, burst int

	mu sync.Mutex
	// free is when the next one could be accepted if no burst were allowed.
	free time.Time
}

// waitFor waits until another one may be accepted.
func (p *pace) wait(ctx context.Context) {
	if p.perSecond == 0 {
		return
	}
	early := p.reserve(time.Now())
	if early <= 0 {
		return
	}
	select {
	case <-time.After(early):
	case <-ctx.Done():
	}
}

// reserve counts one, and returns how long it has to wait.
func (p *pace) reserve(now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	each := time.Second / time.Duration(p.perSecond)
	if earliest := now.Add(-time.Duration(p.burst) * each); p.free.Before(earliest) {
		p.free = earliest
	}
	p.free = p.free.Add(each)
	return p.free.Sub(now)
}

// paceOf returns the pace of the requests with a token.
func (s *Server) paceOf(hash string) *pace {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.paces[hash]
	if p == nil {
		p = &pace{perSecond: s.options.PerSecond, burst: s.options.PerSecond}
		s.paces[hash] = p
	}
	return p
}
