package host

import "sync"

// Prestarted is a host process that waits for the session that it is to host. It has no
// socket, files or child, and ends with the program that started it.
type Prestarted struct {
	name string
	mu   sync.Mutex
	p    *process // nil once it was taken or dropped
}

// Prestart starts a host process for the session whose host will have this name
// ([session.HostName]), before that session is started with [Spawn]. Starting the process
// is about half of the start of a session. A process that is not used is to be dropped.
func Prestart(name string) (*Prestarted, error) {
	p, err := execHost(name)
	if err != nil {
		return nil, err
	}
	return &Prestarted{name: name, p: p}, nil
}

// Drop lets the process end, unless it hosts a session by now.
func (w *Prestarted) Drop() {
	if p := w.give(); p != nil {
		p.drop()
	}
}

// take returns the process if it has this name, else it drops it and returns nil.
func (w *Prestarted) take(name string) *process {
	p := w.give()
	if p == nil {
		return nil
	}
	if w.name != name {
		p.drop()
		return nil
	}
	return p
}

// give returns the process on the first call, and nil after that.
func (w *Prestarted) give() *process {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.p
	w.p = nil
	return p
}

// drop ends the process by telling it nothing.
func (p *process) drop() {
	_ = p.setup.Close()
	_ = p.outcome.Close()
}
