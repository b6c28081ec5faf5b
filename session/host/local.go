package host

import (
	"sync"

	"dormer/session"
	"dormer/session/wire"
)

// Local runs hosts inside this process: the provider of direct sessions, which
// end with the program. Its methods may be called from any goroutine.
type Local struct {
	options Options

	mu      sync.Mutex
	hosts   map[*Host]struct{}
	started func(wire.Conn) // see Follow; nil for nobody
}

// NewLocal returns a provider without sessions.
func NewLocal(o Options) *Local {
	return &Local{options: o, hosts: map[*Host]struct{}{}}
}

// Start starts a session and returns a connection to it. If it returns an error nothing is
// left behind.
func (l *Local) Start(spec session.Spec) (wire.Conn, error) { return l.StartBecause(spec, "") }

// StartBecause is [Local.Start] with a sentence for the user, or an empty one.
func (l *Local) StartBecause(spec session.Spec, notice string) (wire.Conn, error) {
	o := l.options
	o.notice = notice
	h, err := Start(spec, o)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	l.hosts[h] = struct{}{}
	started := l.started
	l.mu.Unlock()
	if started != nil {
		started(h.connect())
	}
	go func() {
		<-h.Done()
		l.mu.Lock()
		delete(l.hosts, h)
		l.mu.Unlock()
	}()
	return h.connect(), nil
}

// connect returns a connection to a host of this process.
func (h *Host) connect() wire.Conn {
	viewer, owner := wire.Pipe()
	go func() { _ = h.Serve(owner) }() // why a viewer went matters to nobody
	return viewer
}

// Follow calls started with a connection to each session that is there, and to each that is
// started until stop is called. It replaces who followed before. started may be called from any
// goroutine, and returns at once.
func (l *Local) Follow(started func(wire.Conn)) (stop func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.started = started
	for h := range l.hosts {
		started(h.connect())
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.started = nil
	}
}

// EndAll ends every session; the channel is closed when nothing is left of any.
func (l *Local) EndAll() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	var ending sync.WaitGroup
	for h := range l.hosts {
		h.End()
		ending.Go(func() { <-h.Done() })
	}
	done := make(chan struct{})
	go func() {
		ending.Wait()
		close(done)
	}()
	return done
}
