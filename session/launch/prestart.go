package launch

import (
	"dormer/session"
	"dormer/session/host"
)

// prestarted is at most one process of a host that waits for its session: the channel
// gives it once it was started, nil where it could not be.
type prestarted struct{ waiting chan *host.Prestarted }

// Prestart has a host's process started for a session that will be started soon, so that
// what it takes to become a process passes while the program prepares itself. It
// returns at once, and is called at most once, before anything is started. Nothing of
// the session is there until [Provider.Start]; where that does not come the process
// ends by itself.
func (p *Provider) Prestart(source session.Source, id session.ID) {
	waiting := make(chan *host.Prestarted, 1)
	p.prestarted.waiting = waiting
	name := session.HostName(source, id)
	go func() {
		w, _ := host.Prestart(name) // Start meets the same error, and says it
		waiting <- w
		close(waiting)
	}()
}

// take returns the process that waits, the first time; nil where there is none.
func (e *prestarted) take() *host.Prestarted {
	if e.waiting == nil {
		return nil
	}
	return <-e.waiting
}
