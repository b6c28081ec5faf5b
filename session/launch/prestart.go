package launch

import (
	"time"

	"dormer/session"
	"dormer/session/host"
)

// prestartTime is how long a prestarted host process waits for its session.
const prestartTime = 5 * time.Second

// prestarted is at most one prestarted host process. The channel receives it once it has started,
// nil if it could not.
type prestarted struct {
	waiting chan *host.Prestarted
	limit   time.Duration // how long it waits for its session
}

// Prestart starts the host process of a session that will be started soon, while the program
// prepares itself. It returns at once, and may be called once, before any session is started. The
// session does not exist until [Provider.Start]; without that call the process ends after five
// seconds.
func (p *Provider) Prestart(source session.Source, id session.ID) {
	waiting := make(chan *host.Prestarted, 1)
	p.prestarted.waiting = waiting
	name := session.HostName(source, id)
	go func() {
		w, err := host.Prestart(name)
		if err == nil { // otherwise Start meets and returns the same error
			time.AfterFunc(p.prestarted.limit, w.Drop)
		}
		waiting <- w
		close(waiting)
	}()
}

// take returns the process on the first call, nil later or if there is none.
func (e *prestarted) take() *host.Prestarted {
	if e.waiting == nil {
		return nil
	}
	return <-e.waiting
}
