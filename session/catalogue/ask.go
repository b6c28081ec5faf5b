package catalogue

import (
	"context"
	"time"

	"dormer/session"
	"dormer/session/socket"
	"dormer/session/wire"
)

// Patience is how long a host may take to say what it knows.
const Patience = time.Second

// Hosts is how hosts are spoken to, each by its name. Errors are those of
// [socket.Dial].
type Hosts interface {
	// Find returns the name of the host of a session, or [socket.ErrGone].
	Find(id session.ID) (host string, err error)
	// Info asks a host what is known of its session.
	Info(ctx context.Context, host string) (wire.InfoReply, error)
	// Forget removes what is kept of a session without a host, after it ended what that
	// left running.
	Forget(id session.ID) error
	// End ends a session and returns when nothing is left of it; with forget also of
	// what is kept on disk. That the host is gone already is no error.
	End(ctx context.Context, host string, forget bool) error
}

// info asks a host what it knows of its session, for no longer than [Patience]; a
// host that needs more is [socket.ErrSilent].
func (p Places) info(ctx context.Context, host string) (wire.InfoReply, error) {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	type answer struct {
		info wire.InfoReply
		err  error
	}
	got := make(chan answer, 1) // whoever is late speaks to nobody
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
