package launch

import (
	"context"
	"errors"
	"time"

	"dormer/session"
	"dormer/session/host"
	"dormer/session/socket"
	"dormer/session/wire"
)

// reachTime is how long a host has to make its socket again.
const reachTime = time.Second

// reach connects to a host that is not where it is looked for first: one that was
// started with another runtime directory, or whose socket was removed, as some
// systems do when a user logs out. gone is the error where there is none.
func (p *Provider) reach(name string, id session.ID, gone error) (wire.Conn, error) {
	holder, ok := host.FindHolder(p.o.Dir(id))
	if !ok {
		return nil, gone
	}
	elsewhere := *p
	elsewhere.o.Runtime = holder.Runtime
	for deadline, pause := time.Now().Add(reachTime), firstPause; ; pause = min(2*pause, longestPause) {
		conn, _, err := elsewhere.dial(context.Background(), name, wire.ToAttach)
		if !errors.Is(err, socket.ErrGone) || time.Now().After(deadline) {
			return conn, err
		}
		// It starts, it ends, or it has lost its socket; only the last can be helped.
		if _, ok := host.FindHolder(p.o.Dir(id)); !ok || pause == firstPause && holder.Knock() != nil {
			return nil, gone
		}
		time.Sleep(pause)
	}
}
