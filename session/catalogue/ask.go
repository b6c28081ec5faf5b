package catalogue

import (
	"context"
	"time"

	"dormer/session"
	"dormer/session/socket"
	"dormer/session/wire"
)

// HostTimeout is the time in which a host must answer.
const HostTimeout = time.Second

// Hosts talks to hosts by their names. Errors are those of [socket.Dial].
type Hosts interface {
	// Find returns the name of the host of a session, or [socket.ErrGone].
	Find(id session.ID) (host string, err error)
	// Info asks a host about its session.
	Info(ctx context.Context, host string) (wire.InfoReply, error)
	// Forget removes the files of a session without a host, after it has ended its remaining
	// processes.
	Forget(id session.ID) error
	// End ends a session and returns when nothing of it runs; if forget is set, its files are
	// removed too. It is no error if the host has already ended.
	End(ctx context.Context, host string, forget bool) error
}

// info asks a host about its session, at most for [HostTimeout]; if the host takes longer, the error
// is [socket.ErrSilent].
func (p Places) info(ctx context.Context, host string) (wire.InfoReply, error) {
	ctx, cancel := context.WithTimeout(ctx, HostTimeout)
	defer cancel()
	type answer struct {
		info wire.InfoReply
		err  error
	}
	got := make(chan answer, 1) // a late answer is dropped
	go func() {
		info, err := p.Hosts.Info(ctx, host)
		got <- answer{info, err}
	}()
	select {
	case a := <-got:
		return a.info, a.err
	case <-ctx.Done():
		return wire.InfoReply{}, socket.ErrSilent
	}
}
