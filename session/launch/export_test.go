package launch

import (
	"context"
	"slices"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/host"
	"dormer/session/socket"
	"dormer/session/wire"
)

// NoHosts makes every start of a host fail.
func (p *Provider) NoHosts(err error) {
	p.spawnHost = func(*host.Prestarted, session.Spec, host.SpawnOptions) (int, error) { return 0, err }
}

// HostsAgain lets hosts start again.
func (p *Provider) HostsAgain() { p.spawnHost = host.Spawn }

// Host is a host and its reply.
type Host struct {
	// Name is the host's.
	Name string
	Info wire.InfoReply
	// Err is the reason why there is no Info: [socket.ErrGone] if only the socket is left,
	// [socket.ErrSilent] if the host does not answer.
	Err error
}

// Hosts asks all hosts about their sessions, at the same time and for two seconds at most. The
// result is sorted by name. It includes hosts whose sockets are in another directory, if the
// directories of their sessions are in the usual one.
func (p *Provider) Hosts(ctx context.Context) ([]Host, error) {
	names, err := socket.List(p.o.Runtime)
	if err != nil {
		return nil, err
	}
	names = append(names, p.Strays(names)...)
	slices.Sort(names)
	hosts := make([]Host, len(names))
	var asked sync.WaitGroup
	for i, name := range names {
		asked.Go(func() {
			info, err := p.Info(ctx, name)
			hosts[i] = Host{Name: name, Info: info, Err: err}
		})
	}
	asked.Wait()
	return hosts, nil
}

// HoldStarts delays the start of hosts until release is closed. The channel gets a value whenever one
// is about to start.
func (p *Provider) HoldStarts(release <-chan struct{}) <-chan struct{} {
	held := make(chan struct{})
	p.spawnHost = func(w *host.Prestarted, spec session.Spec, o host.SpawnOptions) (int, error) {
		held <- struct{}{}
		<-release
		return host.Spawn(w, spec, o)
	}
	return held
}

// PrestartedWaits sets how long a prestarted host process waits.
func (p *Provider) PrestartedWaits(limit time.Duration) { p.prestarted.limit = limit }
