package host

import (
	"sync"
	"time"
)

// Prestarted is a host's process that was started before it is known what it is to host.
// It has no socket, no files and no child, and ends with the program that started it.
type Prestarted struct {
	name string
	mu   sync.Mutex
	p    *process // nil once it was told, or dropped
	idle *time.Timer
}

// prestartTime is how long a process waits that is told nothing.
const prestartTime = 5 * time.Second

// Prestart starts a process that will be asked to host the session that a host of this
// name has ([session.HostName]). Half of what a session takes to start is such a
// process; this is for who knows beforehand that there will be one. One that nobody
// asks for in five seconds ends.
func Prestart(name string) (*Prestarted, error) {
	p, err := execHost(name)
	if err != nil {
		return nil, err
	}
	w := &Prestarted{name: name, p: p}
	w.idle = time.AfterFunc(prestartTime, w.Drop)
	return w, nil
}

// Drop lets the process end, unless it hosts a session by now.
func (w *Prestarted) Drop() {
	if p := w.give(); p != nil {
		p.drop()
	}
}

// take takes the process where it has the name; otherwise it is dropped.
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

// give gives the process away, once.
func (w *Prestarted) give() *process {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.p
	w.p = nil
	if w.idle != nil {
		w.idle.Stop()
	}
	return p
}

// drop tells the process nothing, which ends it.
func (p *process) drop() {
	_ = p.setup.Close()
	_ = p.outcome.Close()
}
