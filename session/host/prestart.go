package host

import "sync"

// Prestarted is a host process that waits for its session. It has no socket, files or child, and
// ends with the program that started it.
type Prestarted struct {
	name string
	mu   sync.Mutex
	p    *process // nil once it was used or dropped
}

// Prestart starts a host process for the session whose host will have this name
// ([session.HostName]), before that session is started with [Spawn]. Starting the process is about
// half of the start of a session. An unused process must be dropped.
func Prestart(name string) (*Prestarted, error) {
	p, err := execHost(name)
	if err != nil {
		return nil, err
	}
	return &Prestarted{name: name, p: p}, nil
}

// Drop ends the process, unless it already hosts a session.
func (w *Prestarted) Drop() {
	if p := w.claim(); p != nil {
		p.drop()
	}
}

// take returns the process if it has this name, otherwise it drops it and returns nil.
func (w *Prestarted) take(name string) *process {
	p := w.claim()
	if p == nil {
		return nil
	}
	if w.name != name {
		p.drop()
		return nil
	}
	return p
}

// claim returns the process on the first call, and nil on later calls.
func (w *Prestarted) claim() *process {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.p
	w.p = nil
	return p
}

// drop ends the process by sending it no setup.
func (p *process) drop() {
	_ = p.setup.Close()
	_ = p.outcome.Close()
}
