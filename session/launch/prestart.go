package launch

import (
	"dormer/session"
	"dormer/session/host"
)

// prestarted is at most one prestarted host process. The channel gives it once it was
// started, nil if it could not be.
type prestarted struct{ waiting chan *host.Prestarted }

// Prestart starts the host process of a session that will be started soon, while the program
// prepares itself. It returns at once, and may be called once, before any session is started.
// The session does not exist until [Provider.Start]; without that the process ends by itself.
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

// take returns the process the first time, and nil later or if there is none.
func (e *prestarted) take() *host.Prestarted {
	if e.waiting == nil {
		return nil
	}
	return <-e.waiting
}
