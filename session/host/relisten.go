package host

import (
	"dormer/session"
	"dormer/session/socket"
)

// relisten makes the host's socket again if it was removed.
func (d *daemon) relisten() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closing || !d.listener.Lost() {
		return
	}
	fresh, err := d.listenAgain()
	if err != nil {
		d.log.logError("listen again", err)
		return
	}
	d.log.logError("close socket", d.listener.Close())
	d.listener = fresh
	d.accepting.Go(func() { d.acceptAll(fresh) })
}

// listenAgain makes the socket at its old place, or in the refuge, and records the place in the
// lock.
func (d *daemon) listenAgain() (*socket.Listener, error) {
	name := session.HostName(sourceOf(d.setup.Spec), d.setup.Spec.ID)
	l, err := socket.Listen(d.setup.Runtime, name)
	if err == nil || d.setup.Refuge == "" {
		return l, err
	}
	d.log.logError("listen again", err)
	l, err = socket.Listen(d.setup.Refuge, name)
	if err == nil {
		d.recorder.moved(d.setup.Refuge)
	}
	return l, err
}
