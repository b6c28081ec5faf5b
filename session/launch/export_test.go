package launch

import (
	"dormer/session"
	"dormer/session/host"
)

// NoHosts has every start of a host fail.
func (p *Provider) NoHosts(err error) {
	p.spawnHost = func(*host.Prestarted, session.Spec, host.SpawnOptions) (int, error) { return 0, err }
}

// HostsAgain has hosts started again.
func (p *Provider) HostsAgain() { p.spawnHost = host.Spawn }
