package host

import (
	"dormer/session"
	"dormer/session/socket"
)

// relisten makes the host's socket again if it was removed: nobody could find the
// session any more.
func (d *daemon) relisten() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closing || !d.listener.Lost() {
		return
	}
	fresh, err := socket.Listen(d.setup.Runtime, session.HostName(sourceOf(d.setup.Spec), d.setup.Spec.ID))
	if err != nil {
		d.log.failed("listen again", err)
		return
	}
	d.log.failed("close socket", d.listener.Close())
	d.listener = fresh
	d.accepting.Go(func() { d.acceptAll(fresh) })
}
